import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy()
  admin = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const log = async (who: Person, query: Record<string, string> = {}) =>
  (await admin.call('GET /api/admin/connections', { query: { search: who.user?.email ?? '', ...query } })).entries

test('logs accounts that are connected, lost, reconnected and removed, and refused connections with their reason', async () => {
  const layla = await frogy.person('twitter')
  await layla.fetch('/api/social-accounts/twitter/callback?error=access_denied&state=none')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', count: 9, fault: 'status', status: 401 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', count: 9, fault: 'status', status: 400 })
  const body = { platform: 'twitter', content: 'Hello', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await frogy.simulator.reset()
  await layla.connect('twitter')
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  const entries = await log(layla)
  expect(entries.map(({ what }) => what)).toEqual(['removed', 'regained', 'lost', 'refused', 'connected'])
  expect(entries[0]).toMatchObject({ person: 'Layla Haddad', platform: 'twitter', account: expect.any(String) })
  expect(entries[3]).toMatchObject({ account: null, trouble: 'invalid_state' })
  expect(await log(layla, { what: 'lost' })).toHaveLength(1)
  expect(await log(layla, { platform: 'linkedin' })).toEqual([])
  expect((await log(layla, { order: 'asc', limit: '1' }))[0]).toMatchObject({ what: 'connected' })
})

test('shows the connection log to administrators only', async () => {
  const layla = await frogy.person()
  expect(await layla.ask('GET /api/admin/connections', {})).toMatchObject({ status: 403 })
})
