import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { later, postUnanswered, texts } from '#tests/support/publishing.ts'
import { installation } from '#tests/support/installation.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import sql from '#server/db/sql.ts'
import { recordHeartbeat } from '../../publishing/heartbeats.ts'
import { stateOf } from './queue.ts'

let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy()
  admin = await frogy.person()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const queue = (query: Record<string, string> = {}) => admin.call('GET /api/admin/queue/posts', { query })
const retry = (post: { id: string }, by = admin) =>
  by.ask('POST /api/admin/queue/posts/{id}/retry', { params: { id: post.id } })
const fail = async (who: Person, content: string) => {
  await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', count: 1, fault: 'status', status: 400 })
  return await who.call('POST /api/posts', { body: { platform: 'facebook', content, status: 'published' } })
}

test('shows administrators the workers, due posts and failed posts, without the texts of posts', async () => {
  const layla = await frogy.person('facebook', 'linkedin')
  await layla.schedule({ platform: 'linkedin', content: 'A secret plan', at: later(frogy, 60_000 * 30) })
  await layla.schedule({ platform: 'linkedin', content: 'A secret plan', at: later(frogy, 60_000 * 90) })
  const failed = await fail(layla, 'A secret plan that failed')
  const state = await admin.call('GET /api/admin/queue', {})
  expect(state).toMatchObject({
    isServed: true,
    groups: { needing: 1, due: 1, retrying: 0 },
    overdue: 0,
    failedJobs: 0,
  })
  expect(state.workers[0]?.silentMs).toBeLessThan(30_000)
  const needing = await queue()
  expect(needing).toMatchObject({
    found: 1,
    posts: [
      {
        id: failed.id,
        author: { id: layla.user?.id, name: 'Layla Haddad' },
        platform: 'facebook',
        status: 'failed',
        // Administrators see the cause without the instructions for the author.
        failure: { code: 'text', message: 'Facebook rejected the text.' },
        attempts: 1,
        canRetry: true,
      },
    ],
  })
  expect(JSON.stringify([needing, await queue({ group: 'due' })])).not.toContain('secret')
  expect((await queue({ group: 'due' })).found).toBe(1)
  expect((await queue({ search: 'nobody at all' })).found).toBe(0)
  expect(await layla.ask('GET /api/admin/queue/posts', {})).toMatchObject({ status: 403 })
  expect(await retry(failed, layla)).toMatchObject({ status: 403 })
})

test('counts only workers with a recent heartbeat', async () => {
  await using place = await installation()
  await using database = await place.database()
  await recordHeartbeat(database, 'killed')
  await database.query(sql`update workers set worked_at = clock_timestamp() - interval '31 seconds'`)
  const state = () => stateOf({ database, clock: place.clock, cutOff: new Set(), config: { videoCopies: false } })
  expect(await state()).toMatchObject({ isServed: false, workers: [] })
  await recordHeartbeat(database, 'alive')
  expect(await state()).toMatchObject({ isServed: true, workers: [{ silentMs: expect.any(Number) }] })
})

test("retries a failed post once at an administrator's request, and records it in the audit log", async () => {
  const layla = await frogy.person('facebook')
  const failed = await fail(layla, 'Once more')
  const [one, other] = await Promise.all([retry(failed), retry(failed)])
  expect(new Set([one.status, other.status])).toEqual(new Set([204, 409]))
  expect((await layla.decided(failed)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Once more'])
  expect(await retry(failed)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
  const { entries } = await admin.call('GET /api/admin/audit', { query: { act: 'post_retried' } })
  expect(entries).toHaveLength(1)
  expect(entries).toMatchObject([
    { subject: `Facebook, ${layla.user?.email}`, before: { status: 'failed', reason: 'text' } },
  ])
})

test('rejects the retry of a post without a connected account or whose author is suspended', async () => {
  const layla = await frogy.person('facebook')
  const failed = await fail(layla, 'Nowhere to go')
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  expect(await retry(failed)).toMatchObject({ status: 409, body: { code: 'account_not_connected' } })
  const id = layla.user?.id ?? ''
  await admin.call('POST /api/admin/users/{id}/suspend', { params: { id }, body: { reason: 'spam' } })
  expect(await retry(failed)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
  expect((await queue({ search: layla.user?.email ?? '' })).posts).toMatchObject([{ canRetry: false }])
})

test("rejects the retry of a post whose author's account is being deleted", async () => {
  const layla = await frogy.person('facebook')
  const failed = await fail(layla, 'Not any more')
  await layla.call('DELETE /api/profile', {})
  expect(await retry(failed)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
  expect((await queue({ search: layla.user?.email ?? '' })).posts).toMatchObject([{ canRetry: false }])
})

test('rejects the retry of a post that may already be published', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', count: 1, fault: 'drop_after' })
  const post = await postUnanswered(frogy, layla, { platform: 'linkedin', content: 'Perhaps' })
  expect(post.status).toBe('unconfirmed')
  expect((await queue({ search: layla.user?.email ?? '' })).posts).toMatchObject([{ canRetry: false }])
  expect(await retry(post)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
})
