import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PostChange } from '#core/posts/contract.ts'
import { PUBLISHES_SOON_MS } from '#core/posts/due-at.ts'
import { isEditable, MAX_DRAFTS, MAY_AWAIT_APPROVAL } from '#core/posts/lifecycle.ts'
import { instantOfWall, wallTimeAt } from '#core/posts/wall-time.ts'
import { asksForApproval } from '#core/workspaces/approval-rule.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import sql, { columns } from '../db/sql.ts'
import { ownImages, type ImageRow } from '../media/store.ts'
import { issueOf } from '../messages.ts'
import { draftCount } from './counts.ts'
import type { PostRow } from './store.ts'
import { isUnapproved } from './transitions/review.ts'
import type { ChosenTime } from './transitions/wall-time.ts'

/** A time up to a minute in the past is accepted, because users fill in forms slowly. */
const PAST_GRACE_MS = 60_000

/**
 * The maximum difference between the time zone rules of browser and server. A country that moves across the date
 * line skips a day.
 */
const MAX_RULE_DIFFERENCE_MS = 24 * 3_600_000

/** The revisions of the post at which a change is allowed. Undefined allows every revision. */
export type ExpectedRevisions = readonly number[] | undefined

/**
 * @throws AppError changed_meanwhile when someone has changed the post. Check the status first, because its error is
 * more specific.
 */
export function refuseChanged({ revision }: Pick<PostRow, 'revision'>, expected: ExpectedRevisions): void {
  if (expected && !expected.includes(revision)) throw new AppError('changed_meanwhile')
}

/** @throws AppError when the author can no longer change the post */
export function refuseUneditable({ status }: Pick<PostRow, 'status'>): void {
  if (!isEditable(status)) throw new AppError(status === 'published' ? 'already_published' : 'already_publishing')
}

/**
 * Refuses a time in the past or in the next minutes to a key that may not publish.
 * @throws AppError key_lacks_scope
 */
export function refuseSoon(at: Date | null, now: Date, { mayPublish }: Pick<Caller, 'mayPublish'>): void {
  if (!mayPublish && at && at.getTime() < now.getTime() + PUBLISHES_SOON_MS)
    throw new AppError('key_lacks_scope', { values: { scope: 'posts:publish' } })
}

/** Lets a writer change only drafts, and unsent posts that were sent for approval. @throws AppError forbidden */
export function requireDraft(
  { status, needs_approval: wasAsked }: Pick<PostRow, 'status' | 'needs_approval'>,
  { draftsOnly }: Pick<Caller, 'draftsOnly'>,
): void {
  const isOpen = status === 'draft' || (wasAsked && isEditable(status))
  if (draftsOnly && !isOpen) throw new AppError('forbidden')
}

type Author = Pick<Caller, 'draftsOnly' | 'member'>

/** Whether a post needs approval after this user changes it. A writer's post always does. */
export function needsApproval({ draftsOnly, member }: Author, platform: Platform): boolean {
  return draftsOnly || (member !== undefined && asksForApproval(member.approval, member.role, platform))
}

/** Prevents a writer from scheduling a post if the workspace has no approval. @throws AppError forbidden */
function refuseTime({ draftsOnly, member }: Author, platform: Platform): void {
  if (draftsOnly && !(member && asksForApproval(member.approval, member.role, platform)))
    throw new AppError('forbidden')
}

/** @throws AppError approval_required when the user may not publish without approval, forbidden for a writer */
export function refuseWithoutApproval(author: Author, platform: Platform): void {
  if (author.draftsOnly) throw new AppError('forbidden')
  if (needsApproval(author, platform)) throw new AppError('approval_required')
}

/** Whether an approver must decide about this post before it may be sent. Never true for a draft. */
export function awaitsApproval(post: Parameters<typeof isUnapproved>[0] & Pick<PostRow, 'status'>): boolean {
  return MAY_AWAIT_APPROVAL.some((status) => status === post.status) && isUnapproved(post)
}

/**
 * The chosen time, with wall time and zone where the client sends them.
 * @throws AppError key_lacks_scope, time_in_past, validation_failed if the time is missing or the wall time contradicts
 * it
 */
export function timeFrom(
  given: Pick<PostChange, 'scheduledAt' | 'timeZone' | 'wallTime'>,
  now: Date,
  caller: Author & Pick<Caller, 'language' | 'mayPublish'>,
  platform: Platform,
): ChosenTime {
  const { language } = caller
  const { scheduledAt, timeZone, wallTime } = given
  if (!scheduledAt) throw invalid('scheduledAt', 'required', language)
  refuseTime(caller, platform)
  const at = new Date(scheduledAt)
  refuseSoon(at, now, caller)
  if (at.getTime() < now.getTime() - PAST_GRACE_MS) throw new AppError('time_in_past')
  if (!timeZone) return { at, wall: null }
  const wall = wallTime ? { wallTime, timeZone } : wallTimeAt(at, timeZone)
  const converted = instantOfWall(wall, at)
  if (!converted || Math.abs(converted.getTime() - at.getTime()) > MAX_RULE_DIFFERENCE_MS)
    throw invalid('wallTime', 'date', language)
  // Check the instant of the local time too, because new time zone rules can move the post to it.
  refuseSoon(converted, now, caller)
  return { at, wall }
}

/**
 * Converts a local time to UTC if the client sent no UTC time. Without a time zone, uses the time zone of the user or
 * workspace.
 * @throws AppError validation_failed
 */
export function withInstant<Given extends Pick<PostChange, 'scheduledAt' | 'timeZone' | 'wallTime'>>(
  given: Given,
  now: Date,
  { timeZone: ownZone, language }: Pick<Caller, 'timeZone' | 'language'>,
): Given {
  const { scheduledAt, wallTime } = given
  if (scheduledAt !== undefined || !wallTime) return given
  const timeZone = given.timeZone ?? ownZone
  if (!timeZone) throw invalid('timeZone', 'required', language)
  const at = instantOfWall({ wallTime, timeZone }, now)
  if (!at) throw invalid('wallTime', 'date', language)
  return { ...given, scheduledAt: at.toISOString(), timeZone }
}

/**
 * Rejects media that the user does not have, and a video or document together with other media.
 * @param hold whether to lock the media until the transaction ends
 * @throws AppError validation_failed
 */
async function refuseUnknownImages(
  on: Queryable,
  ids: string[],
  { userId, language }: { userId: string; language: Language },
  hold = false,
): Promise<ImageRow[]> {
  const found = await ownImages(on, ids, userId, hold)
  // Count each picture once, so that a list with the same id twice is rejected too.
  if (new Set(found).size !== ids.length) throw invalid('media.images', 'unknown_image', language)
  if (found.length > 1 && found.some(({ video, document }) => video ?? document))
    throw invalid('media.images', 'media_alone', language)
  return found
}

/** Applies `refuseUnknownImages` to each part of a thread. @returns the media of all parts */
export async function refuseUnknownMedia(
  on: Queryable,
  parts: readonly { images: string[] }[],
  user: { userId: string; language: Language },
  hold = false,
): Promise<ImageRow[]> {
  const found: ImageRow[] = []
  for (const { images } of parts)
    if (images.length > 0) found.push(...(await refuseUnknownImages(on, images, user, hold)))
  return found
}

/** Finds an account of the user. @throws AppError not_found, also for accounts of other users or networks */
export async function ownAccountId(on: Queryable, userId: string, platform: Platform, id: string): Promise<string> {
  const [row] = await on.query(
    sql`select ${columns('social_accounts', 'id')} from social_accounts where id = ${id} and user_id = ${userId} and platform = ${platform}`,
  )
  if (!row) throw new AppError('not_found')
  return row.id
}

export function notConnected(platform: Platform): AppError {
  // Keep the name Twitter in this message, because API clients depend on it.
  return new AppError('account_not_connected', {
    values: { platform: platform === 'twitter' ? 'Twitter' : rulesOf(platform).name },
  })
}

export function invalid(path: string, text: string, language: Language): AppError {
  return new AppError('validation_failed', {
    issues: [issueOf(language, path, text)],
  })
}

/** Rejects new drafts above the limit. Unscheduling a post succeeds even above it. @throws AppError too_many_drafts */
export async function refuseTooManyDrafts(on: Queryable, userId: string, added = 1): Promise<void> {
  if ((await draftCount(on, userId)) + added > MAX_DRAFTS)
    throw new AppError('too_many_drafts', { values: { limit: MAX_DRAFTS } })
}
