import { lateAt } from '#core/publishing/late-rule.ts'
import { renewLeases } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import { isOf, isSentFrom, openAttempts, type Attempt } from './attempts.ts'
import { takenUpAt } from './due-posts.ts'

export type Claimed =
  | { kind: 'decided'; post: PostRow }
  | { kind: 'attempt'; account: AccountRow; post: PostRow; attempt: Attempt; lateAt: Date }

/** What an account that is leased to us is to do next, as far as it can be told by reading. */
export interface Next {
  account: AccountRow
  post: PostRow
  /** Undefined where something must be written first: `claimPost` does. */
  claimed: Claimed | undefined
}

/**
 * Says that these accounts are still ours, and reads the post of each that is due longest, or will be in a moment.
 * @returns for each: null where the account has passed to somebody else, undefined where it has nothing to do
 */
export async function readNext(
  on: Queryable,
  worker: string,
  leased: AccountRow[],
  now: Date,
): Promise<(Next | null | undefined)[]> {
  const accounts = new Map((await renewLeases(on, worker, leased)).map((account) => [account.id, account]))
  const posts = await nextPosts(on, [...accounts.keys()], now)
  const attempts = await openAttempts(
    on,
    [...posts.values()].map(({ id }) => id),
  )
  return leased.map(({ id }) => {
    const account = accounts.get(id)
    if (!account) return null
    const post = posts.get(id)
    if (!post) return undefined
    const attempt = attempts.find(({ post_id }) => post_id === post.id)
    return { account, post, claimed: claimedAsItIs(account, post, attempt, now) }
  })
}

type DuePost = PostRow & { late_after_minutes: number; suspended_at: Date | null; deletion_due_at: Date | null }

async function nextPosts(on: Queryable, accountIds: string[], now: Date): Promise<Map<string, DuePost>> {
  const rows = await on.query(sql`
    select ${POST_COLUMNS}, ${columns('users', 'late_after_minutes', 'suspended_at', 'deletion_due_at')} from unnest(${accountIds}::uuid[]) as due (account_id)
    cross join lateral (
      select * from posts where account_id = due.account_id and ${takenUpAt(now)}
      -- Whoever is asked about already waits behind those that are due.
      -- What had to wait keeps its place.
      order by status = 'unconfirmed', coalesce(scheduled_at, created_at), created_at, id limit 1) posts
    join users on users.id = posts.user_id`)
  return new Map(rows.map((row) => [row.account_id ?? '', row]))
}

/** An attempt that is begun already, at the post as it is now. */
function claimedAsItIs(
  account: AccountRow,
  post: DuePost,
  attempt: Attempt | undefined,
  now: Date,
): Claimed | undefined {
  if (!attempt || !isOf(attempt, post) || post.deletion_due_at) return undefined
  if (attempt.state === 'prepared' && post.suspended_at) return undefined
  if (attempt.state !== 'prepared' && !isSentFrom(attempt, account)) return undefined
  const until = lateAt(post.scheduled_at ?? post.created_at, post.late_after_minutes)
  if (now > until && attempt.state === 'prepared') return undefined
  return { kind: 'attempt', account, post, attempt, lateAt: until }
}
