import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { computed } from '#server/db/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { listPosts, postCache } from './list-posts.ts'
import type { ListOrder } from './store.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  // PostgreSQL keeps query plans per connection, so use only one connection.
  database = await openDatabase({ ...place, connections: { main: 1, queue: 1 }, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** Creates a user with this many posts of each status. */
async function userWith(posts: number, ...statuses: PostStatus[]): Promise<string> {
  const id = randomUUID()
  await database.query(sql`
    insert into users (id, email, first_name, last_name, created_at) values (${id}, ${`${id}@example.com`}, 'A', 'B', now())`)
  await database.query(sql`
    insert into posts (user_id, platform, content, content_language, status, scheduled_at, published_at, next_step_at, created_at, updated_at)
    select ${id}, 'linkedin', 'Hello', 'en', status, case status when 'publishing' then null else t end,
      case status when 'published' then t end, case when status in ('scheduled', 'publishing') then t end, t, t
    from unnest(${statuses}::text[]) status, generate_series(1, ${posts}::integer) n,
      lateral (select timestamptz '2026-01-01 09:00Z' + n * interval '1 minute' as t) times`)
  return id
}

async function listOf(userId: string, order: ListOrder, status?: readonly PostStatus[]): Promise<Post[]> {
  const caller = { userId, role: 'user', language: 'en', timeZone: null, mayPublish: true, draftsOnly: false } as const
  const { json } = await listPosts(database, postCache(), caller, { order, limit: 1000, ...(status && { status }) })
  return JSON.parse(Buffer.concat(json).toString()) as Post[]
}

test('reuses the query plan for a list of few posts when another user has many posts', async () => {
  await userWith(1000, 'published', 'scheduled')
  const few = await userWith(2, 'published', 'scheduled')
  await database.query(sql`analyze posts`)
  const lists = [
    ['written', undefined],
    ['published', ['published']],
    ['coming', ['scheduled', 'in_review']],
  ] as const
  // Run each list ten times. PostgreSQL makes a new plan for each of the first five runs, and may then reuse one.
  for (const [order, status] of lists) for (let run = 0; run < 10; run++) await listOf(few, order, status)
  const plans = await database.query(sql`
    select ${computed('reused', 'integer', sql`generic_plans`, 0)} from pg_prepared_statements
    where statement like '% from posts where %' and statement not like '%pg_prepared_statements%'`)
  expect(plans).toHaveLength(lists.length + 1)
  for (const { reused } of plans) expect(reused).toBeGreaterThan(0)
})

test('lists scheduled posts first, and then a post that is being published without a scheduled time', async () => {
  const user = await userWith(1, 'publishing', 'scheduled')
  const coming = await listOf(user, 'coming', ['scheduled', 'publishing'])
  expect(coming.map(({ status }) => status)).toEqual(['scheduled', 'publishing'])
})
