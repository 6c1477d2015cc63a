import { statusesBefore, statusAfter } from '#core/posts/lifecycle.ts'
import { requireTransaction, type Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { notifyOfPosts } from '../../events/notify-owners.ts'
import { COUNTS_UNCHANGED } from '../counts.ts'
import type { PostRow } from '../store.ts'
import { beginFollowUps } from './follow-ups.ts'
import { type PostId, transition, countedUpdate, requireAllowed } from './statement.ts'

/** A post that exists on its network. */
interface PublishedPost {
  id: string
  remoteId: string | null
  permalink: string | null
  since: Date
}

/**
 * Records that the network has these posts; skips posts that are already recorded. Notifies authors who had asked to
 * withdraw such a post.
 */
export async function recordPublished(tx: Queryable, posts: PublishedPost[], now: Date): Promise<void> {
  requireTransaction()
  const out = sql`jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as out (id uuid, "remoteId" text, permalink text, since timestamptz)`
  const published = await tx.query(
    countedUpdate(
      {
        set: sql`status = ${statusAfter('accepted')}, published_at = was.since, remote_id = was."remoteId", permalink = was.known_link,
          next_step_at = null, failure = null, updated_at = ${now}`,
        joined: sql`join ${out} on out.id = p.id`,
        reads: sql`, out.since, out."remoteId", out.permalink as known_link`,
        which: sql`status = any(${statusesBefore('accepted')})`,
      },
      columns('posts', 'id', 'user_id', 'platform', 'account_id', 'wish', 'follow_ups'),
      'post.published',
      now,
    ),
  )
  const unwanted = published.filter(({ wish }) => wish !== null)
  await notifyOfPosts(tx, unwanted, { trouble: 'went_out', reason: null }, now)
  const begun = published.filter(({ follow_ups: followUps }) => followUps > 0).map(({ id }) => id)
  if (begun.length > 0) await beginFollowUps(tx, sql`p.id = any(${begun}::uuid[])`, now)
}

/**
 * Records that the author has seen an unconfirmed post on the network.
 * @param publishedAt when it was sent
 * @throws AppError not_unconfirmed
 */
export async function confirmLive(on: Queryable, post: PostRow, publishedAt: Date, now: Date): Promise<PostRow> {
  const set = sql`published_at = ${publishedAt}, failure = null, next_step_at = null, wish = null, revision = revision + 1`
  const live = requireAllowed('confirm-live', await transition(on, post, 'confirm-live', set, now), post)
  await beginFollowUps(on, sql`p.id = ${post.id}`, now)
  return live
}

/** Stores the address of a published post, which only the network knows. */
export async function recordPermalink(on: Queryable, { id }: PostId, permalink: string, now: Date): Promise<void> {
  const update = sql`
    update posts set permalink = ${permalink} where id = ${id} and status = 'published' and permalink is null
      and remote_id is not null returning ${columns('posts', 'id', 'user_id')}`
  await on.query(withEvents(update, 'post.changed', now, COUNTS_UNCHANGED))
}

/** Stores the latest counts of published posts. The revision stays: the author changed nothing. */
export async function recordEngagement(
  tx: Queryable,
  posts: readonly { id: string; engagement: number }[],
  now: Date,
): Promise<void> {
  requireTransaction()
  const counts = sql`jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as counts (id uuid, engagement integer)`
  await tx.query(
    countedUpdate(
      {
        set: sql`engagement = was.told_engagement`,
        joined: sql`join ${counts} on counts.id = p.id`,
        reads: sql`, counts.engagement as told_engagement`,
        which: sql`p.status = 'published'`,
      },
      columns('posts', 'id', 'user_id'),
      'post.changed',
      now,
    ),
  )
}
