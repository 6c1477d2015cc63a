import { AppError } from '#core/errors.ts'
import type { SeenTexts } from '#core/approval/contract.ts'
import type { Language } from '#core/language.ts'
import type { Post, PostChange } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { notifyOfPosts } from '../events/notify-owners.ts'
import { writeLog } from '../events/workspace-log.ts'
import type { Member } from '../http/caller.ts'
import { awaitsApproval, needsApproval, timeFrom } from '../posts/checks.ts'
import { discardLater, type DiscardLaterParts } from '../posts/discard-prepared.ts'
import { followUpsIn } from '../posts/follow-ups.ts'
import { subjectOf } from '../posts/request-approval.ts'
import { ownPost, toPost, type PostRow } from '../posts/store.ts'
import { takeBack } from '../posts/take-back.ts'
import { recordApproval, recordReturn } from '../posts/transitions/review.ts'

export type ApprovalParts = DiscardLaterParts & { database: Database; clock: Clock }

/** The person who approves or returns a post: a member, or a reviewer with a review link and no account. */
export interface Approver {
  workspaceId: string
  member?: Member
  /** The name of a reviewer without an account. */
  name?: string
  language: Language
}

interface Decision {
  /** The revision that the approver saw. */
  revision: number
  note?: string | undefined
}

/**
 * Approves a revision of a post. The post keeps its scheduled time, unless the approver gives another one.
 * @throws AppError not_found, not_in_review, changed_meanwhile, own_post, time_in_past
 */
export async function approvePost(
  { database, clock }: ApprovalParts,
  by: Approver,
  id: string,
  { revision, note, ...given }: Decision & Pick<PostChange, 'scheduledAt' | 'timeZone' | 'wallTime'>,
): Promise<Post> {
  const row = await database.transaction(async (tx) => {
    const now = clock.now()
    const post = await lockWaiting(tx, by, id, revision)
    const chooser = { language: by.language, mayPublish: true, draftsOnly: false }
    const time = given.scheduledAt ? timeFrom(given, now, chooser, post.platform) : undefined
    if (!time && (!post.scheduled_at || post.scheduled_at <= now)) throw new AppError('time_in_past')
    const approved = await recordApproval(tx, post, time, now)
    await recordDecision(tx, by, 'approved', approved, note, now)
    return approved
  })
  return toPost(row, by.language)
}

/**
 * Returns a revision of a post to its author. The post becomes a draft, and its scheduled time becomes its planned
 * time.
 * @throws AppError not_found, not_in_review, changed_meanwhile, own_post
 */
export async function returnPost(
  parts: ApprovalParts,
  by: Approver,
  id: string,
  { revision, note }: Decision & { note: string },
): Promise<Post> {
  const row = await parts.database.transaction(async (tx) => {
    const now = parts.clock.now()
    const post = await lockWaiting(tx, by, id, revision)
    // Delete what was uploaded to the network for an earlier approved revision.
    const { prepared } = await takeBack(tx, post, 'draft', now)
    await discardLater(parts, tx, post, prepared)
    const returned = await recordReturn(tx, post, now)
    await recordDecision(tx, by, 'returned', returned, note, now)
    return returned
  })
  return toPost(row, by.language)
}

/** Locks a post that waits for approval in the revision that the approver saw. */
async function lockWaiting(tx: Queryable, by: Approver, id: string, revision: number): Promise<PostRow> {
  const post = await ownPost(tx, id, by.workspaceId, true)
  if (!awaitsApproval(post)) throw new AppError('not_in_review')
  if (post.revision !== revision) throw new AppError('changed_meanwhile')
  if (by.member && isOwn(by.member, post, await askersOf(tx, id))) throw new AppError('own_post')
  return post
}

/**
 * Whether the post is the member's own, so that another member must approve it. Owners may approve their own posts.
 * @param askers members who have asked for approval since the post's last approval
 */
export function isOwn(
  member: Member,
  { platform, written_by: writers }: Pick<PostRow, 'platform' | 'written_by'>,
  askers: readonly string[],
): boolean {
  if (member.role === 'owner') return false
  const wroteInPart = writers.includes(member.id) && needsApproval({ draftsOnly: false, member }, platform)
  return wroteInPart || askers.includes(member.id)
}

async function askersOf(on: Queryable, postId: string): Promise<string[]> {
  const rows = await on.query(sql`
    select ${columns('post_reviews r', 'actor_id')} from post_reviews r where post_id = ${postId} and act = 'asked'
      and id > coalesce((select max(id) from post_reviews where post_id = ${postId} and act = 'approved'), 0)`)
  return rows.flatMap((row) => row.actor_id ?? [])
}

/** How many reviews of one post are kept. Older ones are deleted. */
const REVIEWS_KEPT = 100

async function recordDecision(
  tx: Queryable,
  by: Approver,
  act: 'approved' | 'returned',
  post: PostRow,
  note: string | undefined,
  now: Date,
): Promise<void> {
  const actorId = by.member?.id ?? null
  await tx.query(sql`update post_reviews set seen = null where post_id = ${post.id} and seen is not null`)
  await tx.query(sql`
    insert into post_reviews (post_id, at, act, actor_id, actor_name, revision, note, seen)
    values (${post.id}, ${now}, ${act}, ${actorId}, ${by.name ?? null}, ${post.revision}, ${note ?? ''}, ${JSON.stringify(textsOf(post))})`)
  await tx.query(sql`
    delete from post_reviews where post_id = ${post.id} and id <= (
      select id from post_reviews where post_id = ${post.id} order by id desc offset ${REVIEWS_KEPT} limit 1)`)
  await notifyOfPosts(tx, [post], { trouble: act, reason: null }, now)
  await writeLog(tx, post.user_id, { act, actorId, guest: by.name, subject: subjectOf(post) }, now)
}

/** The texts of a post as its network will show them, and its options. */
export function textsOf(post: PostRow): SeenTexts {
  const followUps = followUpsIn(post.follow_ups)
  return {
    text: publishedText(post),
    parts: followUps.filter(({ kind }) => kind === 'part').map(({ content }) => content),
    firstComment: followUps.find(({ kind }) => kind === 'comment')?.content ?? null,
    options: post.options,
  }
}
