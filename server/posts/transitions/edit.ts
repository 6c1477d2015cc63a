import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Video } from '#core/posts/contract.ts'
import { requireTransaction, type Queryable } from '../../db/database.ts'
import sql, { empty } from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import { replaceFollowUps, type NewFollowUp } from './follow-ups.ts'
import { type ChosenTime, timeColumns } from './wall-time.ts'
import { transition, updatePosts, requireAllowed } from './statement.ts'

export interface PostChanges {
  content: string
  contentLanguage: Language
  contentType: string | null
  tone: string | null
  hashtags: string[]
  images: string[]
  videos: readonly Video[]
  platform: Platform
  accountId: string | null
  /** A new time; null for none, undefined for no change. */
  time: ChosenTime | null | undefined
  /** A new planned time of a draft; null for none, undefined for no change. */
  plannedAt?: Date | null | undefined
  /** Undefined for no change. */
  followUps: NewFollowUp[] | undefined
}

/** Stores the author's changes and raises the revision. @throws AppError already_publishing, already_published */
export async function editPost(on: Queryable, post: PostRow, changes: PostChanges, now: Date): Promise<PostRow> {
  const { time, followUps } = changes
  if (followUps) await replaceFollowUps(on, post.id, followUps)
  const event = time === undefined ? 'edit' : time === null ? 'unschedule' : 'schedule'
  const set = sql`content = ${changes.content}, content_language = ${changes.contentLanguage},
    content_type = ${changes.contentType}, tone = ${changes.tone}, hashtags = ${changes.hashtags}, images = ${changes.images},
    videos = ${JSON.stringify(changes.videos)}, platform = ${changes.platform}, account_id = ${changes.accountId},
    ${changes.platform === post.platform ? empty : sql`former_remote_id = null, former_account = null, former_granted_by = null,`}
    ${time === undefined ? empty : sql`${timeColumns(time)}, failure = null,`}
    ${changes.plannedAt === undefined ? empty : sql`planned_at = ${changes.plannedAt},`}
    ${changesAccount(post, changes) ? RESET_FAILURE : empty}
    ${followUps ? sql`follow_ups = ${followUps.length},` : empty}
    revision = revision + 1`
  return requireAllowed(event, await transition(on, post, event, set, now), post)
}

/** Whether the post keeps its time but moves to another account. */
const changesAccount = (post: PostRow, { accountId, time }: PostChanges): boolean =>
  time === undefined && accountId !== post.account_id

/** Clears the failure and its retry time, which belong to the former account. */
const RESET_FAILURE = sql`next_step_at = case when status = 'scheduled' then scheduled_at else next_step_at end,
  failure = case when status = 'scheduled' then null else failure end,`

/** Makes posts siblings, or separates them. The revision stays: nothing that is published changes. */
export async function setIdea(tx: Queryable, postIds: string[], ideaId: string | null, now: Date): Promise<void> {
  requireTransaction()
  await updatePosts(tx, sql`idea_id = ${ideaId}`, sql`id = any(${postIds}::uuid[])`, now)
}
