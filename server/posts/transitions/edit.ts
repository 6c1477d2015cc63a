import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Video } from '#core/posts/contract.ts'
import type { PostEvent } from '#core/posts/lifecycle.ts'
import { requireTransaction, type Queryable } from '../../db/database.ts'
import sql, { empty } from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import { replaceFollowUps, type NewFollowUp } from './follow-ups.ts'
import { APPROVES, KEEPS_APPROVAL, warnsAt } from './approval.ts'
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
  options: PostOptions | null
  platform: Platform
  accountId: string | null
  /** A new time; null for none, undefined for no change. */
  time: ChosenTime | null | undefined
  /** A new planned time of a draft; null for none, undefined for no change. */
  plannedAt?: Date | null | undefined
  /** The new follow-ups; undefined for no change. */
  followUps: NewFollowUp[] | undefined
  approval: ApprovalChange
  /** The member of a workspace who makes the change. */
  writerId: string | null
}

/**
 * How a change affects the approval of its post. `asks`: it asks for approval. `waits`: it still waits for approval.
 * `approved`: its author needs no approval. `same`: the published content does not change.
 */
export type ApprovalChange = 'asks' | 'waits' | 'approved' | 'same'

/** Stores the author's changes and raises the revision. @throws AppError already_publishing, already_published */
export async function editPost(on: Queryable, post: PostRow, changes: PostChanges, now: Date): Promise<PostRow> {
  const { time, followUps, approval } = changes
  if (followUps) await replaceFollowUps(on, post.id, followUps)
  const event = eventOf(post, changes)
  const at = time === undefined ? post.scheduled_at : (time?.at ?? null)
  const set = sql`content = ${changes.content}, content_language = ${changes.contentLanguage},
    content_type = ${changes.contentType}, tone = ${changes.tone}, hashtags = ${changes.hashtags}, images = ${changes.images},
    videos = ${JSON.stringify(changes.videos)}, options = ${changes.options && JSON.stringify(changes.options)}::jsonb, platform = ${changes.platform}, account_id = ${changes.accountId},
    ${changes.platform === post.platform ? empty : sql`former_remote_id = null, former_account = null, former_granted_by = null,`}
    ${time === undefined ? empty : sql`${timeColumns(time, event !== 'ask')}, failure = null,`}
    ${event === 'ask' && time === undefined ? sql`next_step_at = null, failure = null,` : empty}
    ${approval === 'asks' ? sql`needs_approval = true,` : empty}
    review_warn_at = ${event === 'ask' && at ? warnsAt(at, now) : event === 'unschedule' ? null : sql`review_warn_at`},
    ${changes.writerId ? sql`written_by = array_append(array_remove(written_by, ${changes.writerId}::text), ${changes.writerId}::text),` : empty}
    ${changes.plannedAt === undefined ? empty : sql`planned_at = ${changes.plannedAt},`}
    ${changesAccount(post, changes) && event === 'edit' ? RESET_FAILURE : empty}
    ${followUps ? sql`follow_ups = ${followUps.length},` : empty}
    ${approval === 'approved' ? APPROVES : approval === 'same' ? KEEPS_APPROVAL : empty}
    revision = revision + 1`
  return requireAllowed(event, await transition(on, post, event, set, now), post)
}

function eventOf({ status }: PostRow, { time, approval }: PostChanges): PostEvent {
  const isAsking = approval === 'asks' || approval === 'waits'
  if (time === null) return 'unschedule'
  if (time !== undefined) return isAsking ? 'ask' : 'schedule'
  return approval === 'asks' && (status === 'scheduled' || status === 'in_review') ? 'ask' : 'edit'
}

/** Whether the post keeps its time but moves to another account. */
const changesAccount = (post: PostRow, { accountId, time }: PostChanges): boolean =>
  time === undefined && accountId !== post.account_id

/** Clears the failure and its retry time, which belong to the previous account. */
const RESET_FAILURE = sql`next_step_at = case when status = 'scheduled' then scheduled_at else next_step_at end,
  failure = case when status = 'scheduled' then null else failure end,`

/**
 * Pairs the versions of a post in two languages, or ends the pair. The revision stays: nothing that is published
 * changes.
 */
export async function setIdea(tx: Queryable, postIds: string[], ideaId: string | null, now: Date): Promise<void> {
  requireTransaction()
  await updatePosts(tx, sql`idea_id = ${ideaId}`, sql`id = any(${postIds}::uuid[])`, now)
}
