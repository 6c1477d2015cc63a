import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { NO_COUNTS } from '../counts.ts'
import type { PostRow } from '../store.ts'
import { updatePosts } from './statement.ts'

/**
 * After a crash, marks due posts without a recorded request. The worker looks them up before sending them, because
 * their networks may have them.
 */
export async function askFirstForDuePosts(tx: Queryable, since: Date, now: Date): Promise<void> {
  await tx.query(sql`
    update posts p set ask_since = least(p.ask_since, ${since}) where p.status in ('scheduled', 'publishing') and p.next_step_at <= ${now}
      and not exists (select from publish_attempts where post_id = p.id and state in ('sending', 'unknown'))`)
  await tx.query(sql`
    update follow_ups f set ask_since = least(f.ask_since, ${since}) where f.state = 'waiting'
      and (f.next_step_at <= ${now} or f.post_id in (select id from posts where ask_since is not null))`)
}

/**
 * Marks posts that are unsent in restored data, but may have been published after the backup: early, from a draft, or
 * after a failure.
 */
export async function askFirstForUnsentPosts(tx: Queryable, since: Date, madeBefore: Date): Promise<void> {
  await tx.query(sql`
    update posts set ask_since = least(ask_since, ${since})
    where status in ('draft', 'in_review', 'scheduled', 'failed', 'missed') and created_at <= ${madeBefore}`)
}

/**
 * Marks follow-ups in restored data, because the lost installation may have sent them. Looks up those that were being
 * sent.
 */
export async function askFirstForFollowUps(tx: Queryable, since: Date, now: Date): Promise<void> {
  const failure = JSON.stringify({ code: 'restored', detail: null, at: now.toISOString() })
  await tx.query(sql`
    update follow_ups set ask_since = case when state in ('waiting', 'failed') then least(ask_since, ${since}) end,
      failure = case when state in ('sending', 'unknown') then coalesce(failure, '{}') || ${failure}::jsonb else failure end
    where state <> 'published'`)
}

/**
 * Clears `ask_since` after the lookup on the network, so that the post may be sent. Keeps a value that has changed
 * during the look-up.
 */
export async function forgetToAsk(on: Queryable, { id, ask_since: since }: PostRow): Promise<void> {
  await on.query(sql`update posts set ask_since = null where id = ${id} and ask_since = ${since}`)
}

/** Schedules look-ups of the given posts for the moment when publishing resumes. */
export async function lookUpNow(tx: Queryable, postIds: string[], now: Date): Promise<void> {
  const which = sql`id = any(${postIds}::uuid[]) and status in ('publishing', 'unconfirmed') and account_id is not null`
  await updatePosts(tx, sql`next_step_at = ${now}`, which, now, NO_COUNTS)
}
