import { AppError } from '#core/errors.ts'
import type { FailureCode, StoredFailure } from '#core/publishing/failure.ts'
import { requireTransaction, type Database, type Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../../db/sql.ts'
import { updatePosts } from './statement.ts'

// All changes of follow-ups (thread parts and first comments) that users can see. Each change also changes the row of
// the post, so that lists and open pages notice it.

export interface NewFollowUp {
  kind: 'part' | 'comment'
  content: string
  images: string[]
  afterMinutes: number
}

export const FOLLOW_UP_COLUMNS = columns(
  'follow_ups f',
  'id',
  'post_id',
  'position',
  'kind',
  'content',
  'images',
  'state',
  'attempt',
  'failure_counts',
  'next_step_at',
  'ask_since',
  'prepared',
  'sent_at',
  'lost_at',
  'failure',
)
export type FollowUp = RowOf<typeof FOLLOW_UP_COLUMNS>

/** How often the follow-up failed for this cause since the author retried it or its account was reconnected. */
export const countOf = ({ failure_counts: counts }: Pick<FollowUp, 'failure_counts'>, cause: FailureCode): number =>
  counts[cause] ?? 0

/** The position of a first comment, after every possible part of a thread. */
const COMMENT_POSITION = 26

/** Replaces the follow-ups of an unsent post. The caller stores their number with the post. */
export async function replaceFollowUps(tx: Queryable, postId: string, followUps: NewFollowUp[]): Promise<void> {
  requireTransaction()
  await tx.query(sql`delete from follow_ups where post_id = ${postId}`)
  if (followUps.length === 0) return
  const rows = followUps.map(({ kind, content, images, afterMinutes }, index) => ({
    position: kind === 'comment' ? COMMENT_POSITION : index + 2,
    kind,
    content,
    images,
    after_minutes: afterMinutes,
  }))
  await tx.query(sql`
    insert into follow_ups (post_id, position, kind, content, images, after_minutes)
    select ${postId}::uuid, position, kind, content, images, after_minutes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (position integer, kind text, content text, images text[], after_minutes integer)`)
}

/** SQL condition: the post `p` and all its parts before `f` are public, and the author did not cancel the post. */
export const IS_NEXT = sql`p.status = 'published' and p.wish is null and not exists (
  select from follow_ups e where e.post_id = f.post_id and e.position < f.position and e.state <> 'published')`

/**
 * Makes the next follow-up of published posts due. A first comment waits for its delay.
 * @param which a condition on `follow_ups f` and `posts p`
 */
export async function beginFollowUps(on: Queryable, which: Sql, now: Date): Promise<void> {
  await on.query(sql`
    update follow_ups f set next_step_at = ${now}::timestamptz + f.after_minutes * interval '1 minute'
    from posts p where p.id = f.post_id and f.state = 'waiting' and f.next_step_at is null and f.failure is null
      and p.account_id is not null and ${IS_NEXT} and ${which}`)
}

/**
 * Changes a follow-up, unless a newer attempt to send it has begun.
 * @returns false if another worker has changed it first
 */
export async function changeFollowUp(
  tx: Queryable,
  followUp: Pick<FollowUp, 'id' | 'post_id' | 'attempt'>,
  set: Sql,
  now: Date,
): Promise<boolean> {
  requireTransaction()
  const rows = await tx.query(sql`
    update follow_ups set ${set} where id = ${followUp.id} and attempt = ${followUp.attempt} and state <> 'published' returning id`)
  if (rows.length === 1) await touchPost(tx, followUp.post_id, now)
  return rows.length === 1
}

/** Records that the network has published a follow-up, and makes the next one due. */
export async function recordFollowUpPublished(
  tx: Queryable,
  followUp: Pick<FollowUp, 'id' | 'post_id' | 'attempt'>,
  receipt: { remoteId: string | null; permalink: string | null },
  now: Date,
): Promise<boolean> {
  const set = sql`state = 'published', published_at = ${now}, remote_id = ${receipt.remoteId}, permalink = ${receipt.permalink},
    next_step_at = null, ask_since = null, failure = null`
  if (!(await changeFollowUp(tx, followUp, set, now))) return false
  await beginFollowUps(tx, sql`f.post_id = ${followUp.post_id}`, now)
  return true
}

/** Repeats a part that the network published without its parent, after Frogy has deleted it there. */
export async function repeatFollowUp(
  tx: Queryable,
  followUp: Pick<FollowUp, 'id' | 'post_id' | 'position' | 'attempt' | 'failure_counts'>,
  now: Date,
): Promise<void> {
  requireTransaction()
  const { id, post_id: postId, position, attempt } = followUp
  const counts = { ...followUp.failure_counts, detached: countOf(followUp, 'detached') + 1 }
  await tx.query(sql`
    update follow_ups set state = 'waiting', remote_id = null, permalink = null, published_at = null, prepared = null,
      failure_counts = ${JSON.stringify(counts)}, next_step_at = ${now} where id = ${id} and attempt = ${attempt}`)
  await tx.query(sql`
    update follow_ups set next_step_at = null where post_id = ${postId} and position > ${position} and state = 'waiting'`)
  await touchPost(tx, postId, now)
}

/** Stores facts about a published follow-up that become known later. */
export async function noteFollowUp(
  tx: Queryable,
  { id, post_id: postId }: Pick<FollowUp, 'id' | 'post_id'>,
  { permalink, failure }: { permalink: string | null; failure: StoredFailure | null },
  now: Date,
): Promise<void> {
  requireTransaction()
  await tx.query(sql`
    update follow_ups set permalink = coalesce(permalink, ${permalink}), failure = ${failure && JSON.stringify(failure)}::jsonb
    where id = ${id} and state = 'published'`)
  await touchPost(tx, postId, now)
}

/** Cancels the unsent follow-ups of a post. Keeps those that may be public. */
export async function giveUpFollowUps(tx: Queryable, postId: string, now: Date): Promise<void> {
  requireTransaction()
  const gone = await tx.query(sql`
    delete from follow_ups where post_id = ${postId} and state in ('waiting', 'failed') returning id`)
  if (gone.length === 0) return
  const set = sql`follow_ups = (select count(*) from follow_ups where post_id = ${postId}), updated_at = ${now}`
  await updatePosts(tx, set, sql`id = ${postId}`, now)
}

/** Stops follow-ups that became due after their account was disconnected. */
export async function pauseOrphanedFollowUps(on: Queryable, now: Date): Promise<void> {
  await pause(on, sql`f.next_step_at <= ${now} and p.account_id is null`, now)
}

/**
 * Cancels the unsent follow-ups of a post that is being deleted from its network.
 * @returns the published ones, last first
 * @throws AppError already_publishing while one may be in progress
 */
export async function takeRemovableFollowUps(
  database: Database,
  postId: string,
  now: Date,
): Promise<{ kind: 'part' | 'comment'; remote_id: string }[]> {
  return await database.transaction(async (tx) => {
    const all = await tx.query(sql`
      select ${columns('follow_ups', 'state', 'kind', 'remote_id')} from follow_ups where post_id = ${postId} order by position desc for update`)
    if (all.some(({ state }) => state === 'sending' || state === 'unknown')) throw new AppError('already_publishing')
    await giveUpFollowUps(tx, postId, now)
    return all.flatMap(({ kind, remote_id }) => (remote_id === null ? [] : [{ kind, remote_id }]))
  })
}

/**
 * Whether a follow-up's next look-up depends on its stored failure: after a restore or a refused duplicate, a missing
 * follow-up may still be public.
 */
const DECIDES_LOOK_UP = sql`(f.state = 'unconfirmed' or f.state = 'unknown' and f.failure->>'code' = 'duplicate'
  or f.state in ('sending', 'unknown') and f.failure->>'code' = 'restored')`

/** Follow-ups without an account wait until it is connected again. */
export async function pauseFollowUps(on: Queryable, accountId: string, now: Date): Promise<void> {
  await pause(on, sql`f.next_step_at is not null and p.account_id = ${accountId}`, now)
}

async function pause(on: Queryable, which: Sql, now: Date): Promise<void> {
  const failure = { code: 'account_not_connected', detail: null, at: now.toISOString() }
  await on.query(sql`
    update follow_ups f set next_step_at = null,
      failure = case when ${DECIDES_LOOK_UP} then f.failure else ${JSON.stringify(failure)}::jsonb end
    from posts p where p.id = f.post_id and f.state <> 'published' and ${which}`)
}

/** Continues the threads and comments that waited for this account. Unconfirmed ones are looked up again. */
export async function resumeFollowUps(on: Queryable, accountId: string, now: Date): Promise<void> {
  await on.query(sql`
    update follow_ups f set next_step_at = ${now}, failure_counts = '{}',
      failure = case when ${DECIDES_LOOK_UP} then f.failure end
    from posts p where p.id = f.post_id and p.account_id = ${accountId} and p.status = 'published' and f.next_step_at is null
      and (f.state in ('sending', 'unknown', 'unconfirmed')
        or f.state = 'waiting' and f.failure->>'code' in ('reconnect', 'account_not_connected'))`)
}

/** Erases a network's data from follow-ups. Cancels unfinished ones, because their account is gone. */
export async function eraseFollowUps(on: Queryable, postIds: string[]): Promise<void> {
  await on.query(sql`
    update follow_ups set remote_id = null, permalink = null, prepared = null, next_step_at = null,
      state = case when state = 'published' then state else 'failed' end,
      failure = case when failure is null then null else failure || '{"detail": null}' end
    where post_id = any(${postIds}::uuid[])`)
}

async function touchPost(on: Queryable, postId: string, now: Date): Promise<void> {
  await updatePosts(on, sql`updated_at = ${now}`, sql`id = ${postId}`, now)
}
