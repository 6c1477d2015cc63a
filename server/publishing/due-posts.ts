import type { Leased } from '../accounts/leases.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'

/**
 * How long before its time a post is taken up: what is read and asked for then is not waited for at its time. Only one
 * that nothing has gone wrong with: a later try, and a look at the network, have a reason for their time.
 */
export const TAKEN_UP_AHEAD_MS = 3_000
/** How long before its time a post is prepared. */
const PREPARED_AHEAD_MS = 60_000

const isComing = sql`status = 'scheduled' and failure is null`

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** The posts that are taken up at `now`: those that are due, and those that will be in a moment. */
export const takenUpAt = (now: Date): Sql =>
  sql`next_step_at <= ${later(now, TAKEN_UP_AHEAD_MS)} and (next_step_at <= ${now} or ${isComing})`

/** The posts of the next minute of which nothing is prepared yet, or only what they were before they were changed. */
export const toPrepareAt = (now: Date): Sql =>
  sql`next_step_at > ${later(now, TAKEN_UP_AHEAD_MS)} and next_step_at <= ${later(now, PREPARED_AHEAD_MS)} and ${isComing}
    and not exists (
      select from publish_attempts a where a.post_id = posts.id and a.state = 'prepared'
        and a.revision = posts.revision and a.account_id = posts.account_id)`

/** Those of the accounts that have one of `which` posts. */
export async function accountsWith(on: Queryable, accounts: Leased[], which: Sql): Promise<string[]> {
  if (accounts.length === 0) return []
  const rows = await on.query(sql`
    select distinct ${columns('posts', 'account_id')} from posts where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and ${which}`)
  return rows.flatMap((row) => row.account_id ?? [])
}
