import { statusesBefore, statusAfter, type PostEvent } from '#core/posts/lifecycle.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { requireTransaction, type Queryable } from '../../db/database.ts'
import sql, { columns, type Sql } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { notifyOfPosts } from '../../events/notify-owners.ts'
import { NO_COUNTS } from '../counts.ts'
import { countedUpdate, updatePosts } from './statement.ts'

/**
 * Postpones due posts that are neither being sent nor looked up. Without `until`, they wait until they are too late to
 * publish. Skips posts that would be too late at `until`.
 * @param which a condition on `posts p`
 */
export async function postponePosts(
  on: Queryable,
  which: Sql,
  failure: Omit<StoredFailure, 'until'>,
  until: Date | null,
  now: Date,
): Promise<void> {
  const next = until ? sql`${until}::timestamptz` : sql`${LATE_AT} + interval '1 second'`
  const inTime = until ? sql`${LATE_AT} >= ${until}` : sql`${LATE_AT} >= ${now}`
  const update = {
    set: sql`status = ${statusAfter('postponed')}, next_step_at = was.next, updated_at = ${now},
      failure = ${JSON.stringify(failure)}::jsonb || jsonb_build_object('until', was.next)`,
    joined: JOIN_AUTHOR,
    reads: sql`, ${next} as next`,
    which: sql`${inTime} and p.id in (${dueWithoutAttempt(which, 'postponed', now)})`,
  }
  await on.query(countedUpdate(update, columns('posts', 'id', 'user_id'), 'post.postponed', now))
}

/**
 * Fails due posts that would be too late by `until`, unless they are being sent or looked up. Notifies their authors.
 */
export async function failPosts(
  tx: Queryable,
  which: Sql,
  failure: StoredFailure,
  until: Date,
  now: Date,
): Promise<void> {
  requireTransaction()
  const update = {
    set: sql`status = ${statusAfter('refused')}, next_step_at = null, updated_at = ${now}, failure = ${JSON.stringify(failure)}`,
    joined: JOIN_AUTHOR,
    which: sql`${LATE_AT} >= ${now} and ${LATE_AT} < ${until} and p.id in (${dueWithoutAttempt(which, 'refused', now)})`,
  }
  const refused = await tx.query(
    countedUpdate(update, columns('posts', 'id', 'user_id', 'platform', 'account_id'), 'post.failed', now),
  )
  await notifyOfPosts(tx, refused, { trouble: 'failed', reason: failure.code }, now)
}

/**
 * Postpones all unsent posts of a suspended user until just after their limit for late posts. A worker that already has
 * such a post checks again before sending, and finds that the post is no longer due.
 */
export async function suspendPosts(tx: Queryable, userId: string, now: Date): Promise<void> {
  requireTransaction()
  const failure: StoredFailure = { code: 'suspended', detail: null, at: now.toISOString() }
  const update = {
    set: sql`status = ${statusAfter('postponed')}, next_step_at = was.next, updated_at = ${now}, failure = ${JSON.stringify(failure)}`,
    joined: JOIN_AUTHOR,
    reads: sql`, ${LATE_AT} + interval '1 second' as next`,
    which: sql`p.user_id = ${userId} and p.status = any(${statusesBefore('postponed')}) and p.status <> 'unconfirmed'
      and ${LATE_AT} >= ${now} and ${HAS_NO_OPEN_ATTEMPT}`,
  }
  await tx.query(countedUpdate(update, columns('posts', 'id', 'user_id'), 'post.postponed', now))
}

/** Restores the scheduled times of a reinstated user's posts. */
export async function reinstatePosts(tx: Queryable, userId: string, now: Date): Promise<void> {
  requireTransaction()
  await updatePosts(
    tx,
    sql`next_step_at = scheduled_at, failure = null, updated_at = ${now}`,
    sql`user_id = ${userId} and status = 'scheduled' and failure->>'code' = 'suspended'`,
    now,
  )
}

const JOIN_AUTHOR = sql`join users u on u.id = p.user_id`

const LATE_AT = sql`(coalesce(p.scheduled_at, p.created_at) + u.late_after_minutes * interval '1 minute')`

const HAS_NO_OPEN_ATTEMPT = sql`not exists (select from publish_attempts where post_id = p.id and state in ('sending', 'unknown'))`

/** Selects due posts that are neither being sent nor looked up. Skips rows that a worker has locked. */
const dueWithoutAttempt = (which: Sql, event: PostEvent, now: Date): Sql => sql`
  select p.id from posts p where ${which} and p.next_step_at <= ${now} and p.status = any(${statusesBefore(event)})
    and p.status <> 'unconfirmed' and ${HAS_NO_OPEN_ATTEMPT}
  for update skip locked`

/** Makes the worker retry postponed posts now, and look up posts that may be public. */
export async function retryPostsNow(on: Queryable, which: Sql, now: Date): Promise<void> {
  const update = sql`
    update posts p set next_step_at = ${now} where ${which} and p.next_step_at > ${now}
      and (p.status = 'scheduled' and p.scheduled_at <= ${now} and p.failure->>'code' = 'not_reached'
        or exists (select from publish_attempts where post_id = p.id and state = 'unknown'))
    returning ${columns('posts p', 'id', 'user_id')}`
  await on.query(withEvents(update, 'post.changed', now))
}

/** Makes the worker retry a post now. Does nothing if the author has moved the post to a later time. */
export async function retryPostNow(on: Queryable, id: string, now: Date): Promise<void> {
  const isDue = sql`id = ${id} and status = 'scheduled' and scheduled_at <= ${now}`
  await updatePosts(on, sql`next_step_at = ${now}`, isDue, now, NO_COUNTS)
}

/** Delays every send and look-up of a user's posts until `until`. */
export async function pauseUserPosts(on: Queryable, userId: string, until: Date, now: Date): Promise<void> {
  const isComing = sql`user_id = ${userId} and next_step_at < ${until}`
  await updatePosts(on, sql`next_step_at = ${until}`, isComing, now, NO_COUNTS)
}

/** Resumes all posts of a user: each at its own time, and overdue ones as far as the limit for late posts allows. */
export async function resumeUserPosts(on: Queryable, userId: string, now: Date): Promise<void> {
  const ownTime = sql`case when status = 'scheduled' then greatest(scheduled_at, ${now}::timestamptz) else ${now}::timestamptz end`
  const isHeld = sql`user_id = ${userId} and next_step_at is not null`
  await updatePosts(on, sql`next_step_at = ${ownTime}`, isHeld, now, NO_COUNTS)
}
