import { openingLine } from '#core/cut-text.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { notifyOfPosts } from '../events/notify-owners.ts'
import { writeLog } from '../events/workspace-log.ts'
import type { Caller } from '../http/caller.ts'
import type { PostRow } from './store.ts'

const SUBJECT = 80

/** The first words of a post, which name it in the log of its workspace. */
export const subjectOf = ({ content }: Pick<PostRow, 'content'>): string => openingLine(content, SUBJECT)

/**
 * Records that a member asks for approval of a post's current revision. Notifies the approvers, unless the post is
 * already in review.
 * @param before the post before the change; undefined for a new one
 */
export async function recordRequest(
  tx: Queryable,
  { member }: Pick<Caller, 'member'>,
  before: PostRow | undefined,
  post: PostRow,
  now: Date,
): Promise<void> {
  const actorId = member?.id ?? null
  // If the same member changes the post again before a decision, update the request instead of adding another one.
  await tx.query(sql`
    with last as (select id from post_reviews where post_id = ${post.id} order by id desc limit 1),
    again as (
      update post_reviews r set at = ${now}, revision = ${post.revision} from last
      where r.id = last.id and r.act = 'asked' and r.actor_id = ${actorId} returning r.id)
    insert into post_reviews (post_id, at, act, actor_id, revision)
    select ${post.id}::uuid, ${now}::timestamptz, 'asked', ${actorId}::uuid, ${post.revision}::integer
    where not exists (select from again)`)
  if (post.status === 'in_review' && before?.status !== 'in_review') await announceRequests(tx, { member }, [post], now)
}

/** Notifies the approvers of these posts, which have the same text, and logs the requests for approval. */
export async function announceRequests(
  tx: Queryable,
  { member }: Pick<Caller, 'member'>,
  posts: readonly PostRow[],
  now: Date,
): Promise<void> {
  const [first] = posts
  if (!first) return
  await notifyOfPosts(tx, posts, { trouble: 'in_review', reason: null }, now)
  await writeLog(tx, first.user_id, { act: 'asked', actorId: member?.id ?? null, subject: subjectOf(first) }, now)
}
