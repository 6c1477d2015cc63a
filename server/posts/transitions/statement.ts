import { AppError } from '#core/errors.ts'
import { statusesBefore, statusAfter, type PostEvent } from '#core/posts/lifecycle.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, empty, raw, type Columns, type Sql, type Statement } from '../../db/sql.ts'
import { webhookPayload, withEvents, type EventKind } from '../../events/events.ts'
import { countChanges, COUNTS_UNCHANGED, countedColumns } from '../counts.ts'
import { FOLLOW_UPS } from '../follow-ups.ts'
import { SCHEDULE_FIRST_READ } from '../schedule-first-read.ts'
import { POST_COLUMNS, SIBLING_ID, type PostRow } from '../store.ts'

// Only this folder writes rows of `posts`; `npm run check` rejects writes elsewhere. One statement checks the
// lifecycle, changes the row, appends the event and updates the counts.

export type PostId = Pick<PostRow, 'id'>

/**
 * Changes a post by one event of its lifecycle, such as its publication.
 * @returns undefined when the post's status does not allow the event
 */
export async function transition(
  on: Queryable,
  { id }: PostId,
  event: PostEvent,
  set: Sql,
  now: Date,
  where: Sql = sql`true`,
): Promise<PostRow | undefined> {
  const status = statusAfter(event)
  const moved = {
    set: sql`${status === 'the same' ? empty : sql`status = ${status},`} ${set === empty ? empty : sql`${set},`} updated_at = ${now}`,
    which: sql`id = ${id} and status = any(${statusesBefore(event)}) and ${where}`,
  }
  const [row] = await on.query(countedUpdate(moved, POST_COLUMNS, KIND_OF[event] ?? 'post.changed', now))
  return row
}

const KIND_OF: Partial<Record<PostEvent, EventKind>> = {
  'confirm-live': 'post.published',
  accepted: 'post.published',
  postponed: 'post.postponed',
  refused: 'post.failed',
  'too-late': 'post.missed',
  'outcome-unknowable': 'post.unconfirmed',
}

interface PostUpdate {
  set: Sql
  /** SQL condition that selects the posts, under the name `p`. */
  which: Sql
  /** Further tables to join to the posts. `reads` names the joined columns that `set` needs. */
  joined?: Sql
  reads?: Sql
}

/** Updates posts and their counts. Locks the rows first, so that the old values include concurrent changes. */
export function countedUpdate<Row extends { id: string; user_id: string }>(
  { set, which, joined = empty, reads = empty }: PostUpdate,
  gives: Columns<Row>,
  kind: EventKind,
  now: Date,
): Statement<Row> {
  const update = sql`
    with was as materialized (
      select p.id as was_id, ${countedColumns('p', 'was')} ${reads} from posts p ${joined} where ${which} for update of p)
    update posts set ${set} from was where posts.id = was.was_id
    returning ${gives}, ${countedColumns('posts', 'now')}, was_platform, was_status, was_engagement, was_quarter,
      posts.remote_id as out_as, posts.published_at as out_since
      ${webhookPayload(sql`to_jsonb(posts) || jsonb_build_object('sibling_id', ${SIBLING_ID}, 'follow_ups', ${raw(FOLLOW_UPS)})`, sql`posts.user_id`, kind)}`
  const also =
    kind === 'post.published' ? sql`${countChanges('was', 'now')} ${SCHEDULE_FIRST_READ}` : countChanges('was', 'now')
  return withEvents(update as unknown as Statement<Row>, kind, now, also)
}

/** Updates posts without a change of status. */
export async function updatePosts(
  on: Queryable,
  set: Sql,
  which: Sql,
  now: Date,
  also: Sql = COUNTS_UNCHANGED,
): Promise<void> {
  await on.query(
    withEvents(
      sql`update posts set ${set} where ${which} returning ${columns('posts', 'id', 'user_id')}`,
      'post.changed',
      now,
      also,
    ),
  )
}

/** Returns the changed post. @throws AppError that tells the author why the event is no longer possible */
export function requireAllowed(event: PostEvent, changed: PostRow | undefined, { status }: PostRow): PostRow {
  if (changed) return changed
  if (event === 'confirm-live' || event === 'confirm-not-live') throw new AppError('not_unconfirmed')
  throw new AppError(status === 'published' ? 'already_published' : 'already_publishing')
}

/** @throws Error if the post's status does not allow the event, which is a bug in the worker */
export function requireChanged(event: PostEvent, changed: PostRow | undefined, { status }: PostRow): PostRow {
  if (!changed) throw new Error(`A post that is ${status} cannot be ${event}`)
  return changed
}
