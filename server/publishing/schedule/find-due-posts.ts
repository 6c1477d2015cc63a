import { lateAt } from '#core/publishing/late-rule.ts'
import { renewLeases } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../../posts/store.ts'
import { findOpenAttempts, isCurrent, isSentFrom, type Attempt } from '../send/attempts.ts'
import { claimableAt } from './due-posts.ts'

export type Claimed =
  | { kind: 'decided'; post: PostRow }
  | { kind: 'attempt'; account: AccountRow; post: PostRow; attempt: Attempt; lateAt: Date }

export interface DuePost {
  account: AccountRow
  post: PostRow
  /** The attempt to continue. Undefined if the database must be changed first, which `claimPost` then does. */
  claimed: Claimed | undefined
}

/**
 * A post that is later than this, as after an outage, may also wait until an earlier post with a lost response is looked
 * up.
 */
const LATE_BY_MS = 10_000

type DuePostRow = PostRow & { late_after_minutes: number; suspended_at: Date | null; deletion_due_at: Date | null }

/**
 * Extends the worker's leases of accounts. Per account: null if another worker has taken it over, undefined if it has
 * no post to claim.
 */
export async function findDuePosts(
  on: Queryable,
  worker: string,
  leased: AccountRow[],
  now: Date,
): Promise<(DuePost | null | undefined)[]> {
  const accounts = new Map((await renewLeases(on, worker, leased)).map((account) => [account.id, account]))
  const posts = await readDuePosts(on, [...accounts.keys()], now)
  const postIds = [...posts.values()].map(({ id }) => id)
  const attempts = await findOpenAttempts(on, postIds)
  return leased.map(({ id }) => {
    const account = accounts.get(id)
    if (!account) return null
    const post = posts.get(id)
    if (!post) return undefined
    const attempt = attempts.find(({ post_id }) => post_id === post.id)
    return { account, post, claimed: claimOpenAttempt(account, post, attempt, now) }
  })
}

async function readDuePosts(on: Queryable, accountIds: string[], now: Date): Promise<Map<string, DuePostRow>> {
  const lateSince = new Date(now.getTime() - LATE_BY_MS)
  const rows = await on.query(sql`
    select ${POST_COLUMNS}, ${columns('users', 'late_after_minutes', 'suspended_at', 'deletion_due_at')} from unnest(${accountIds}::uuid[]) as due (account_id)
    cross join lateral (
      select * from posts where account_id = due.account_id and ${claimableAt(now)}
      -- A delayed post keeps its place. Posts whose author was asked already come last, unless the others are late anyway.
      order by status = 'unconfirmed' and not bool_or(status <> 'unconfirmed' and coalesce(scheduled_at, created_at) < ${lateSince}) over (),
        coalesce(scheduled_at, created_at), created_at, id limit 1) posts
    join users on users.id = posts.user_id`)
  return new Map(rows.map((row) => [row.account_id ?? '', row]))
}

/** Continues an unfinished attempt, if it is for the post's current revision. This needs no write. */
function claimOpenAttempt(
  account: AccountRow,
  post: DuePostRow,
  attempt: Attempt | undefined,
  now: Date,
): Claimed | undefined {
  if (!attempt || !isCurrent(attempt, post) || post.deletion_due_at) return undefined
  if (attempt.state === 'prepared' && post.suspended_at) return undefined
  if (attempt.state !== 'prepared' && !isSentFrom(attempt, account)) return undefined
  const until = lateAt(post.scheduled_at ?? post.created_at, post.late_after_minutes)
  if (now > until && attempt.state === 'prepared') return undefined
  return { kind: 'attempt', account, post, attempt, lateAt: until }
}
