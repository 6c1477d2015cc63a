import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Metrics } from '../adapters/platforms/platform-client.ts'
import { openDatabase, type Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { postCache } from '../posts/list-posts.ts'
import { readSummary } from '../posts/summary.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { HOUR_MS } from '#tests/support/post-requests.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { storeMetrics } from './store-metrics.ts'

const NOON = new Date('2026-05-04T12:00:00Z')

let files: TestDatabase
let database: Database
beforeAll(async () => {
  files = await testDatabase('peopled')
  database = await openDatabase({ ...files, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

test('reports no engagement when a network reports only views', async () => {
  const [post] = await database.query(sql`
    with out as (
      insert into posts (user_id, platform, content, content_language, status, published_at, created_at, updated_at, remote_id)
      select id, 'threads', '', 'en', 'published', ${NOON}, ${NOON}, ${NOON}, 'seen' from users where email = ${fixtureEmail(1)}
      returning *),
    awaited as (
      insert into post_metrics (post_id, user_id, platform, published_at, due_at)
      select id, user_id, platform, published_at, published_at from out)
    select ${columns('posts', 'id', 'user_id', 'published_at')} from out as posts`)
  if (!post?.published_at) throw new Error('The post is missing')
  const asked = [{ id: post.id, remote_id: 'seen', published_at: post.published_at }]
  const tell = async (metrics: Metrics, hours: number) => {
    const now = new Date(NOON.getTime() + hours * HOUR_MS)
    await storeMetrics(database, 'threads', asked, new Map([['seen', metrics]]), now)
    const { week, byPlatform } = await summaryOf(post.user_id, 'UTC')
    return [week.isReported, byPlatform.find(({ platform }) => platform === 'threads')?.isReported]
  }
  const views = { impressions: 100, likes: null, comments: null, shares: null }
  expect(await tell(views, 1)).toEqual([false, false])
  expect(await tell({ ...views, likes: 0 }, 2)).toEqual([true, true])
})

test('sums the views of the last seven days in local time, and of the seven days before them', async () => {
  const insert = (hoursAgo: number, impressions: number | null) =>
    database.query(sql`
      with out as (
        insert into posts (user_id, platform, content, content_language, status, published_at, created_at, updated_at, remote_id)
        select id, 'threads', '', 'en', 'published', ${new Date(NOON.getTime() - hoursAgo * HOUR_MS)}, ${NOON}, ${NOON}, ${crypto.randomUUID()}
        from users where email = ${fixtureEmail(2)}
        returning *)
      insert into post_metrics (post_id, user_id, platform, published_at, impressions)
      select id, user_id, platform, published_at, ${impressions}::bigint from out`)
  const [user] = await database.query(sql`select ${columns('users', 'id')} from users where email = ${fixtureEmail(2)}`)
  const views = async () => (await summaryOf(user?.id ?? '', 'Asia/Riyadh')).views
  // Each insertion says how many hours ago the post was published. Today began 15 hours ago in Riyadh.
  await insert(8 * 24, 40)
  expect(await views()).toBeNull()
  await insert(2, null)
  await insert(2, 7)
  await insert(14, 1)
  await insert(16, 20)
  await insert(6 * 24 + 14, 300)
  await insert(6 * 24 + 16, 5)
  await insert(14 * 24, 9_000)
  expect(await views()).toEqual({ days: [300, 0, 0, 0, 0, 20, 8], before: 45 })
})

async function summaryOf(userId: string, timeZone: string): Promise<PostSummary> {
  const caller = { userId, role: 'user', language: 'en', timeZone: null, mayPublish: true, draftsOnly: false } as const
  const filter = { weekFrom: NOON.toISOString(), timeZone }
  return JSON.parse(await readSummary(database, postCache(), caller, filter, '2026-05-04')) as PostSummary
}
