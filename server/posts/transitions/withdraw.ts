import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type Sql, type Statement } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { countChanges, countedColumns } from '../counts.ts'
import type { PostRow } from '../store.ts'
import { KEEPS_APPROVAL } from './approval.ts'
import { timeColumns } from './wall-time.ts'
import { type PostId, transition, requireAllowed } from './statement.ts'

/**
 * The change that the author wants for a post that may be public, such as its deletion. Frogy makes it after the
 * network shows that the post is not public.
 */
export type Wish = NonNullable<PostRow['wish']>

/** Takes a post back from the worker. The caller has verified that nothing was sent. */
export async function takeBackPost(on: Queryable, post: PostRow, now: Date): Promise<PostRow> {
  return requireAllowed('take-back', await transition(on, post, 'take-back', sql`next_step_at = null`, now), post)
}

/** Stores what the author wants for a post that may be public. */
export async function recordWish(on: Queryable, post: PostRow, wish: Wish, now: Date): Promise<PostRow> {
  const set = sql`wish = ${wish}, ${KEEPS_APPROVAL} revision = revision + 1`
  return requireAllowed('wish', await transition(on, post, 'wish', set, now), post)
}

/**
 * Deletes or changes a post as its author asked before, after the network showed that it is not public.
 * @returns whether the author had asked for that
 */
export async function applyWish(on: Queryable, post: PostId, now: Date): Promise<boolean> {
  if ((await on.query(deletion(sql`id = ${post.id} and wish = 'delete'`, now))).length > 0) return true
  const set = sql`wish = null, ${timeColumns(null)}, failure = null`
  return (await transition(on, post, 'take-back', set, now, sql`wish = 'draft'`)) !== undefined
}

/** @throws AppError already_publishing */
export async function deletePost(on: Queryable, post: PostId, now: Date): Promise<void> {
  const removed = await on.query(deletion(sql`id = ${post.id} and status <> 'publishing'`, now))
  if (removed.length === 0) throw new AppError('already_publishing')
}

function deletion(which: Sql, now: Date): Statement<Pick<PostRow, 'id' | 'user_id'>> {
  const gone = sql`delete from posts where ${which} returning ${columns('posts', 'id', 'user_id')}, ${countedColumns('posts', 'was')}`
  return withEvents(gone, 'post.removed', now, countChanges('was'))
}
