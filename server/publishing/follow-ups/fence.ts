import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { leaseEnd } from '../../accounts/leases.ts'
import type { Database } from '../../db/database.ts'
import sql, { type Sql } from '../../db/sql.ts'
import { IS_NEXT } from '../../posts/transitions/follow-ups.ts'
import type { FollowUpJob } from './follow-up-job.ts'

/**
 * Marks a thread part or comment as being sent: after this commit it may be public, even if the process dies. First
 * checks that nothing has changed, and that the post and all parts before it are public.
 * @param isUnheld SQL condition: the database is the one that was last checked, and publishing is not held
 */
export async function raiseFollowUpFence(
  {
    database,
    worker,
    account,
    post,
    followUp,
  }: Pick<FollowUpJob, 'worker' | 'account' | 'post' | 'followUp'> & {
    database: Database
  },
  isUnheld: Sql,
  now: Date,
): Promise<boolean> {
  const raised = await database.transaction(async (tx) => {
    const leased = await tx.query(sql`
      update account_leases set lease_until = greatest(lease_until, ${leaseEnd(SENDING_LEASE_MS)})
      where account_id = ${account.id} and leased_by = ${worker} returning account_id`)
    if (leased.length === 0) return false
    const ready = await tx.query(sql`
      select f.id from posts p join follow_ups f on f.post_id = p.id
      join social_accounts s on s.id = p.account_id and s.is_active and s.sealed_tokens = ${account.sealed_tokens}
      join users u on u.id = p.user_id and u.suspended_at is null and u.deletion_due_at is null
      where p.id = ${post.id} and p.account_id = ${account.id} and f.id = ${followUp.id} and f.state = 'waiting'
        and f.attempt = ${followUp.attempt} and f.next_step_at <= ${now} and f.ask_since is null and ${IS_NEXT} and ${isUnheld}
      for update of p, f skip locked for share of u skip locked`)
    if (ready.length === 0) return false
    const sending = sql`state = 'sending', attempt = attempt + 1, sent_at = ${now}, failure = null,
      prepared = ${followUp.prepared && JSON.stringify(followUp.prepared)}::jsonb`
    await tx.query(sql`update follow_ups set ${sending} where id = ${followUp.id}`)
    return true
  })
  if (raised) {
    followUp.attempt++
    followUp.state = 'sending'
    followUp.sent_at = now
  }
  return raised
}

/**
 * Renews the mark that a follow-up is being sent, for another request after a proven refusal. Returns false if another
 * worker took over.
 */
export async function renewFollowUpFence(
  { database, followUp }: Pick<FollowUpJob, 'database' | 'followUp'>,
  now: Date,
): Promise<boolean> {
  const rows = await database.query(sql`
    update follow_ups set sent_at = ${now} where id = ${followUp.id} and attempt = ${followUp.attempt} and state = 'sending' returning id`)
  return rows.length === 1
}
