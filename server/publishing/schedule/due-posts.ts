import type { Leased } from '../../accounts/leases.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type Sql } from '../../db/sql.ts'
import { isNext } from '../send/send-order.ts'

/**
 * How early a worker takes a post, so that reads and network calls are done in time. Retries and look-ups keep their
 * exact time.
 */
export const CLAIM_AHEAD_MS = 3_000
const PREPARE_AHEAD_MS = 60_000
/** How early to prepare a post with a file, because its upload takes minutes, and networks then process it. */
const PREPARE_FILE_AHEAD_MS = 15 * 60_000

const IS_UPCOMING = sql`status = 'scheduled' and failure is null`

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/**
 * SQL condition: the posts that a worker may take at `now`: posts that are due, or will be due within `CLAIM_AHEAD_MS`.
 */
export const claimableAt = (now: Date): Sql =>
  sql`next_step_at <= ${later(now, CLAIM_AHEAD_MS)} and (next_step_at <= ${now} or ${IS_UPCOMING}) and ${isNext('posts', now)}`

/** SQL condition: the post has a video or document. Only files of videos and documents are stored in parts. */
const HAS_FILE = sql`images <> '{}' and exists (select from images i where i.id = any(posts.images::uuid[]) and i.parts is not null)`

/**
 * SQL condition: the post is due in the next minute, or with a file in the next quarter of an hour. Its current revision
 * is not prepared yet.
 */
export const upcomingAt = (now: Date): Sql =>
  sql`next_step_at > ${later(now, CLAIM_AHEAD_MS)} and next_step_at <= ${later(now, PREPARE_FILE_AHEAD_MS)}
    and (next_step_at <= ${later(now, PREPARE_AHEAD_MS)} or ${HAS_FILE}) and ${IS_UPCOMING}
    and not exists (
      select from publish_attempts a where a.post_id = posts.id and a.state = 'prepared'
        and a.revision = posts.revision and a.account_id = posts.account_id)`

/** SQL for `leaseAccounts`: the accounts of due posts. The condition `which` selects the posts. */
export const duePosts = (which: Sql): Sql =>
  sql`select account_id, next_step_at as since, status = 'unconfirmed' as is_only_look from posts where ${which}`

export async function accountsWithPosts(on: Queryable, accounts: Leased[], condition: Sql): Promise<string[]> {
  if (accounts.length === 0) return []
  const rows = await on.query(sql`
    select distinct ${columns('posts', 'account_id')} from posts where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and ${condition}`)
  return rows.flatMap((row) => row.account_id ?? [])
}
