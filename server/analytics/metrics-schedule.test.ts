import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { DAY_MS, HOUR_MS } from '#tests/support/post-requests.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/store.ts'
import { openDatabase, type Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import { dueAccounts, stopReadingOldPosts, nextReadAt, claimPosts } from './metrics-schedule.ts'

const NOON = new Date('2026-05-04T12:00:00Z')
const MIDNIGHT = new Date('2026-05-05T00:00:00Z')

let files: TestDatabase
let database: Database
let account: AccountRow
beforeAll(async () => {
  files = await testDatabase('peopled')
  database = await openDatabase({ ...files, onError: console.error })
  await database.query(sql`
    insert into social_accounts (user_id, platform, remote_id, display_name, simulated, sealed_tokens, connected_at)
    select id, 'linkedin', 'urn', '', false, '', now() from users where email = ${fixtureEmail(1)}`)
})
beforeEach(async () => {
  await database.query(sql`delete from metrics_spent`)
  await database.query(sql`delete from posts where remote_id like 'due%'`)
  await database.query(sql`update social_accounts set needs_reconnect = false`)
  const [row] = await database.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
  if (!row) throw new Error('The account is missing')
  account = row
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

/** Creates published posts of this age in hours, whose metrics are due. */
async function due(count: number, hours: number): Promise<void> {
  await database.query(sql`
    with out as (
      insert into posts (user_id, account_id, platform, content, content_language, status, published_at, created_at, updated_at, remote_id)
      select ${account.user_id}, ${account.id}, 'linkedin', '', 'en', 'published', at, at, at, 'due' || n
      from generate_series(1, ${count}::integer) n, lateral (select ${new Date(NOON.getTime() - hours * HOUR_MS)}::timestamptz as at) as of_it
      returning id, user_id, platform, published_at)
    insert into post_metrics (post_id, user_id, platform, published_at, due_at)
    select id, user_id, platform, published_at, ${new Date(NOON.getTime() - 1)} from out`)
}
const ages = async (now = NOON) =>
  (await claimPosts(database, account, now)).map((post) => (NOON.getTime() - post.published_at.getTime()) / HOUR_MS)
const countOf = (all: number[], hours: number) => all.filter((one) => one === hours).length

test('reads the metrics of new posts first, and keeps to the daily budget of a network', async () => {
  await due(40, 3)
  await due(40, 72)
  const taken = await ages()
  expect([countOf(taken, 3), countOf(taken, 72)]).toEqual([40, 10])
  expect(await ages()).toEqual([])
  // The posts beyond today's budget wait until midnight.
  await database.query(sql`delete from post_metrics where due_at < ${MIDNIGHT}`)
  expect(await nextReadAt(database, ['linkedin'])).toEqual(MIDNIGHT)
})

test('spends at most half of the daily budget on old posts', async () => {
  await due(60, 72)
  expect(countOf(await ages(), 72)).toBe(25)
  await due(5, 1)
  expect(await ages(new Date(NOON.getTime() + HOUR_MS))).toEqual([1, 1, 1, 1, 1])
  const next = await ages(new Date(MIDNIGHT.getTime() + 1))
  expect(countOf(next, 72)).toBe(25)
})

test('lets another process read the metrics of a post if the process that claimed the read dies', async () => {
  await due(1, 3)
  expect(await ages()).toEqual([3])
  expect(await ages()).toEqual([])
  expect(await ages(new Date(NOON.getTime() + 5 * 60_000))).toEqual([3])
})

test('checks after some hours whether an unreadable account is readable again, without delaying other accounts', async () => {
  await due(1, 3)
  await database.query(sql`update social_accounts set needs_reconnect = true`)
  expect(await dueAccounts(database, 'linkedin', 5, NOON)).toEqual([])
  expect(await nextReadAt(database, ['linkedin'])).toEqual(new Date(NOON.getTime() + 6 * HOUR_MS))
})

test('stops reading metrics of a post that became too old while its account could not be read', async () => {
  await due(1, (100 * DAY_MS) / HOUR_MS)
  await stopReadingOldPosts(database, 'linkedin', NOON)
  expect(await nextReadAt(database, ['linkedin'])).toBeUndefined()
})
