import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FILL_DAYS } from '#core/planning/evergreen.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin', 'twitter')
  // One weekly time, which gives four free times in four weeks.
  await layla.call('PATCH /api/slots', { body: { week: [{ weekday: 3, time: '09:00', platform: null }] } })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const WEEKS = FILL_DAYS / 7

async function publish(content: string, platform: 'linkedin' | 'twitter' = 'linkedin') {
  const { id } = await layla.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  return await layla.until({ id }, ({ status }) => status === 'published')
}
const keep = (id: string, pauseDays: number, who = layla) =>
  who.ask('PUT /api/posts/{id}/evergreen', { params: { id }, body: { pauseDays } })
const fill = (who = layla) => who.call('POST /api/evergreen/fill', { body: { timeZone: 'UTC' } })
const listed = async (who = layla) => (await who.call('GET /api/evergreen', {})).map(({ postId }) => postId)

test('fills free weekly times with evergreen posts whose pause has ended, longest unused first', async () => {
  const first = await publish('Four names')
  frogy.clock.advance(DAY_MS)
  const second = await publish('Nine days')
  for (const { id } of [first, second]) expect(await keep(id, 8)).toMatchObject({ status: 204 })
  expect(await layla.call('GET /api/evergreen', {})).toMatchObject([
    { postId: first.id, platform: 'linkedin', opening: 'Four names', pauseDays: 8, lastAt: first.publishedAt },
    { postId: second.id, opening: 'Nine days' },
  ])
  const added = await fill()
  expect(added.length).toBeGreaterThanOrEqual(WEEKS - 2)
  for (const { id, postId, at } of added) {
    const { content } = postId === first.id ? first : second
    expect(await layla.read({ id })).toMatchObject({ content, status: 'scheduled', scheduledAt: at })
    expect(new Date(at).getUTCDay()).toBe(3)
  }
  for (const { id, publishedAt } of [first, second]) {
    const times = [publishedAt ?? '', ...added.filter(({ postId }) => postId === id).map(({ at }) => at)].map(
      Date.parse,
    )
    expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 8 * DAY_MS)).toBe(true)
  }
})

test('adds no evergreen post twice when several processes fill free times at the same time', async () => {
  const { id } = await publish('Only once')
  await keep(id, 1)
  const added = (await Promise.all([fill(), fill(), fill()])).flat()
  expect(new Set(added.map(({ at }) => at)).size).toBe(added.length)
  expect(added).toHaveLength(WEEKS)
})

test('keeps a post that leaves the evergreen list, and removes a deleted post from the list', async () => {
  const [first, second] = [await publish('First'), await publish('Second')]
  for (const { id } of [first, second]) await keep(id, 30)
  await layla.call('DELETE /api/posts/{id}/evergreen', { params: { id: first.id } })
  expect(await listed()).toEqual([second.id])
  expect(await layla.read(first)).toMatchObject({ status: 'published' })
  await layla.call('DELETE /api/posts/{id}', { params: { id: second.id }, query: { network: 'false' } })
  expect(await listed()).toEqual([])
  expect(await fill()).toEqual([])
})

test('refuses to repeat drafts, posts on networks that reject repeated texts, and posts of other users', async () => {
  const draft = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Not yet', status: 'draft' },
  })
  const onX = await publish(`On X ${crypto.randomUUID()}`, 'twitter')
  for (const { id } of [draft, onX])
    expect(await keep(id, 30)).toMatchObject({ status: 409, body: { code: 'not_repeatable' } })
  const { id } = await publish('Mine')
  const omar = await frogy.person('linkedin')
  expect(await keep(id, 30, omar)).toMatchObject({ status: 404 })
  await keep(id, 30)
  expect(await omar.ask('DELETE /api/posts/{id}/evergreen', { params: { id } })).toMatchObject({ status: 404 })
  expect(await listed(omar)).toEqual([])
})

test('fills no free weekly times with posts whose account is disconnected', async () => {
  const at = later(frogy, DAY_MS)
  const { id } = await layla.schedule({ platform: 'linkedin', content: 'Waits', at })
  await keep(id, 7)
  const accounts = await layla.call('GET /api/social-accounts', {})
  const account = accounts.find(({ platform }) => platform === 'linkedin')
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  expect(await fill()).toEqual([])
})
