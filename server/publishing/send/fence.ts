import type { PostOptions } from '#core/platforms/post-options.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { leaseEnd } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../../db/sql.ts'
import { beginPublishing } from '../../posts/transitions/send.ts'
import type { Attempt } from './attempts.ts'
import { isNext, precedes } from './send-order.ts'

/** `options`: the post's options, such as its visibility, that the request sends to the network. */
export type Fence = { attempt: Attempt; account: AccountRow; options: PostOptions }

/**
 * Marks posts as being sent. After this commit, a post may be public, even if the process dies. Skips posts that are
 * locked or changed, and accounts that another worker may take over before a request ends.
 * @param isUnheld SQL condition: the database is the one that was last checked, and publishing is not held
 */
export async function raiseFences(
  database: Database,
  holder: string,
  fences: Fence[],
  isUnheld: Sql,
  now: Date,
): Promise<boolean[]> {
  const raised = await database.transaction(async (tx) => {
    const leased = await holdLeases(tx, holder, fences)
    const ready = await lockReady(tx, fences, leased, isUnheld, now)
    const postIds = ready.map(({ post_id }) => post_id)
    await beginPublishing(tx, postIds, now)
    await startSending(tx, ready, fences, now)
    return new Set(ready.map(({ id }) => id))
  })
  return fences.map(({ attempt }) => raised.has(attempt.id))
}

async function holdLeases(tx: Queryable, holder: string, fences: Fence[]): Promise<string[]> {
  const rows = await tx.query(sql`
    update account_leases set lease_until = greatest(lease_until, ${leaseEnd(SENDING_LEASE_MS)}) where account_id in (
      select account_id from account_leases where account_id = any(${fences.map(({ account }) => account.id)}::uuid[]) and leased_by = ${holder}
      order by account_id for update)
    returning ${columns('account_leases', 'account_id')}`)
  return rows.map(({ account_id }) => account_id)
}

const READY = columns('publish_attempts a', 'id', 'post_id')
type Ready = RowOf<typeof READY>

/**
 * Locks the posts that are still as they were prepared: unsuspended author, same revision and token, due, and first of
 * their account. A post that needs approval must be approved in this revision. Locks a post before its attempt and
 * skips locked rows.
 */
async function lockReady(tx: Queryable, fences: Fence[], leased: string[], isUnheld: Sql, now: Date): Promise<Ready[]> {
  const requested = fences.map(({ attempt, account }) => ({
    id: attempt.id,
    post_id: attempt.post_id,
    permission: account.sealed_tokens,
  }))
  // Each subquery looks up one row by its id. A plain join is slow in a database without statistics: it compares the
  // posts of all users with each attempt.
  return await tx.query(sql`
    select ${READY}
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as given (id uuid, post_id uuid, permission text)
    cross join lateral (
      select p.id, p.revision, p.account_id, p.user_id from posts p
      where p.id = given.post_id and p.status in ('scheduled', 'publishing') and p.next_step_at <= ${now}
        and p.account_id = any(${leased}::uuid[]) and (not p.needs_approval or p.approved_revision = p.revision)
        and p.ask_since is null and ${isUnheld}
        and not exists (select from posts e where ${precedes('p')} and e.next_step_at <= ${now} and e.status <> 'unconfirmed'
          and not (p.status = 'publishing' and not ${isNext('e', now, 'x')}))
        and ${isNext('p', now)}
      for update skip locked) p
    cross join lateral (
      select from social_accounts s where s.id = p.account_id and s.is_active and s.sealed_tokens = given.permission
      offset 0) s
    cross join lateral (
      select from users u where u.id = p.user_id and u.suspended_at is null and u.deletion_due_at is null
      for share skip locked) u
    cross join lateral (
      select a.id, a.post_id from publish_attempts a
      where a.id = given.id and a.post_id = p.id and a.revision = p.revision and a.account_id = p.account_id
        and a.state = 'prepared'
      for update skip locked) a`)
}

async function startSending(tx: Queryable, ready: Ready[], fences: Fence[], now: Date): Promise<void> {
  const ids = new Set(ready.map(({ id }) => id))
  const sent = fences.flatMap(({ attempt: { id, prepared }, options }) =>
    ids.has(id) ? [{ id, prepared, options }] : [],
  )
  await tx.query(sql`
    update publish_attempts a set state = 'sending', sent_at = ${now}, prepared = sent.prepared, options = sent.options
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (id uuid, prepared jsonb, options jsonb)
    where a.id = sent.id`)
}
