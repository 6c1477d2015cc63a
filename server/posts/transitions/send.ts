import { statusesBefore, statusAfter } from '#core/posts/lifecycle.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { NO_COUNTS } from '../counts.ts'
import type { PostRow } from '../store.ts'
import { KEEPS_APPROVAL } from './approval.ts'
import { timeColumns } from './wall-time.ts'
import { transition, countedUpdate, updatePosts, requireAllowed } from './statement.ts'

/**
 * Makes a post due now at its author's request.
 * @param approval `APPROVES` if the author needs no approval; by default only an approved post is sent
 * @throws AppError already_publishing, already_published, not_unconfirmed
 */
export async function sendPostNow(
  on: Queryable,
  post: PostRow,
  event: 'publish-now' | 'confirm-not-live',
  accountId: string | null,
  now: Date,
  approval = KEEPS_APPROVAL,
): Promise<PostRow> {
  const set = sql`account_id = ${accountId}, ${timeColumns({ at: now, wall: null })}, failure = null, ${approval} revision = revision + 1`
  return requireAllowed(event, await transition(on, post, event, set, now), post)
}

/** Marks locked posts as being sent. From then on their authors cannot change them. */
export async function beginPublishing(on: Queryable, postIds: string[], now: Date): Promise<void> {
  const update = {
    set: sql`status = ${statusAfter('begin')}, updated_at = ${now}`,
    which: sql`id = any(${postIds}::uuid[]) and status = any(${statusesBefore('begin')})`,
  }
  await on.query(countedUpdate(update, columns('posts', 'id', 'user_id'), 'post.begun', now))
}

/**
 * Sets when the worker continues with this post; null for never. Keeps the status. Does nothing if the post was
 * rescheduled after it was claimed.
 */
export async function setNextStep(
  on: Queryable,
  { id, status, next_step_at: taken }: PostRow,
  at: Date | null,
  now: Date,
): Promise<void> {
  const isStill = sql`id = ${id} and status = ${status} and date_trunc('milliseconds', next_step_at) = ${taken}`
  await updatePosts(on, sql`next_step_at = ${at}`, isStill, now, NO_COUNTS)
}
