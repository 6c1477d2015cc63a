import type { Platform } from '#core/platforms/platform.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, empty } from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import { requireChanged, transition, updatePosts } from './statement.ts'
import { timeColumns, type ChosenTime } from './wall-time.ts'

/** Schedules a post that waited for approval. @param time a new time, if the approver chose one */
export async function recordApproval(
  tx: Queryable,
  post: PostRow,
  time: ChosenTime | undefined,
  now: Date,
): Promise<PostRow> {
  const set = sql`failure = null, review_warn_at = null, written_by = '{}', planned_at = null,
    ${time ? sql`${timeColumns(time)}, revision = revision + 1,` : sql`next_step_at = scheduled_at,`}
    needs_approval = true, approved_revision = revision ${time ? sql`+ 1` : empty}`
  return requireChanged('approve', await transition(tx, post, 'approve', set, now), post)
}

/** Turns a post in review into a draft, and keeps its time as the planned time. */
export async function recordReturn(tx: Queryable, post: PostRow, now: Date): Promise<PostRow> {
  const set = sql`planned_at = scheduled_at, ${timeColumns(null)}, failure = null, review_warn_at = null, revision = revision + 1`
  return requireChanged('return', await transition(tx, post, 'return', set, now), post)
}

/** Records that Frogy has sent a warning about these posts. */
export async function recordWarning(tx: Queryable, postIds: string[], now: Date): Promise<void> {
  await updatePosts(tx, sql`review_warn_at = null`, sql`id = any(${postIds}::uuid[])`, now)
}

/**
 * Locks the unsent posts with this picture. Raises the revision of those that wait for approval, because approvers see
 * the description of a picture too.
 * @returns the networks of the other posts, which may be sent without another approval
 */
export async function reviseWaitingPosts(
  tx: Queryable,
  pictureId: string,
  userId: string,
  now: Date,
): Promise<Platform[]> {
  const has = sql`images <> '{}' and images @> array[${pictureId}::text]`
  const unsentParts = sql`select post_id from follow_ups where ${has} and state <> 'published'`
  const posts = await tx.query(sql`
    select ${columns('posts', 'id', 'platform', 'needs_approval', 'approved_revision', 'revision')} from posts
    where user_id = ${userId} and id in (select id from posts where ${has} and status <> 'published' union ${unsentParts})
      and status <> 'draft' order by id for update`)
  const waiting = posts.filter(isUnapproved).map(({ id }) => id)
  if (waiting.length > 0) await updatePosts(tx, sql`revision = revision + 1`, sql`id = any(${waiting}::uuid[])`, now)
  return posts.filter((post) => !isUnapproved(post)).map(({ platform }) => platform)
}

/** Whether the current revision needs approval and has none. */
export const isUnapproved = (post: Pick<PostRow, 'needs_approval' | 'approved_revision' | 'revision'>): boolean =>
  post.needs_approval && post.approved_revision !== post.revision
