import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsOf } from '#tests/support/accounts.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('bluesky', 'mastodon', 'linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const NETWORKS = ['bluesky', 'mastodon'] as const

type Searched = 'bluesky' | 'mastodon' | 'linkedin'

const idOf = async (platform: Searched) =>
  (await accountsOf(layla)).find((account) => account.platform === platform)?.id ?? ''

const search = async (platform: Searched, q: string) => {
  const id = await idOf(platform)
  return await layla.call('GET /api/social-accounts/{id}/people', { params: { id }, query: { q } })
}

test.each([
  ['bluesky', 'rive', { name: 'Tomás Rivera', handle: 'tomas.example.org' }],
  ['bluesky', 'tomas.ex', { name: 'Tomás Rivera', handle: 'tomas.example.org' }],
  ['bluesky', 'نور', { name: 'نورة العتيبي', handle: 'noura.bsky.social' }],
  ['mastodon', 'wata', { name: 'Kenji Watanabe', handle: 'kenji' }],
  ['mastodon', 'سار', { name: 'سارة العمري', handle: 'sara' }],
] as const)('finds people on the network %s by the beginning of a name, such as %s', async (platform, q, person) => {
  expect(await search(platform, q)).toEqual([person])
  expect(await search(platform, 'an unknown name')).toEqual([])
})

test.each(NETWORKS)('returns no people when the network %s does not respond', async (platform) => {
  await frogy.simulator.fault({ platform, operation: 'list', fault: 'drop_before' })
  expect(await search(platform, platform === 'bluesky' ? 'rive' : 'wata')).toEqual([])
})

test('returns no people on a network without a people search', async () => {
  expect(await search('linkedin', 'wata')).toEqual([])
})

test("hides a user's accounts from other users", async () => {
  const omar = await frogy.person()
  const id = await idOf('bluesky')
  const reply = await omar.ask('GET /api/social-accounts/{id}/people', { params: { id }, query: { q: 'wata' } })
  expect(reply.status).toBe(404)
})
