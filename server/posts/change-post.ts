import type { Platform } from '#core/platforms/platform.ts'
import { optionsOn } from '#core/platforms/options-of-network.ts'
import { chosenOptions } from '#core/platforms/post-options.ts'
import { isBlank, type Post, type PostChange } from '#core/posts/contract.ts'
import { wholeThread } from '#core/posts/follow-ups.ts'
import { limitsOf, postingAccountId } from '../accounts/store.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import {
  awaitsApproval,
  invalid,
  needsApproval,
  ownAccountId,
  refuseChanged,
  refuseSoon,
  refuseUneditable,
  refuseUnknownMedia,
  requireDraft,
  timeFrom,
  withInstant,
  type ExpectedRevisions,
} from './checks.ts'
import { ownImages } from '../media/store.ts'
import { followUpsFrom, followUpsIn, type StoredFollowUp } from './follow-ups.ts'
import { markLinks } from './link-parameters.ts'
import { refuseUnpublishable } from './refuse-unpublishable.ts'
import { recordRequest } from './request-approval.ts'
import { discardLater, type DiscardLaterParts } from './discard-prepared.ts'
import { lockPair, setSibling } from './siblings.ts'
import { ownPost, toPost, type PostRow } from './store.ts'
import { takeBack } from './take-back.ts'
import { editPost, type ApprovalChange, type PostChanges } from './transitions/edit.ts'
import type { NewFollowUp } from './transitions/follow-ups.ts'

/**
 * Changes, moves or unschedules a post. A new time takes an unsent post back from the worker. If the post may already
 * be public, this stores the change as the author's wish (`wish`) instead.
 * @throws AppError not_found, already_publishing, already_published, changed_meanwhile, time_in_past, key_lacks_scope,
 * validation_failed
 */
export async function changePost(
  parts: DiscardLaterParts & { database: Database; clock: Clock; cutOff: ReadonlySet<Platform> },
  caller: Caller,
  id: string,
  given: PostChange,
  expected: ExpectedRevisions,
): Promise<Post> {
  const now = parts.clock.now()
  const change = withInstant(given, now, caller)
  const row = await parts.database.transaction(async (tx) => {
    if (change.siblingId) await lockPair(tx, [id, change.siblingId], caller.userId)
    const found = await ownPost(tx, id, caller.userId, true)
    requireDraft(found, caller)
    const taken = isTakenBack(found, change) ? await takeBack(tx, found, 'draft', now) : undefined
    const post = taken?.post ?? found
    await discardLater(parts, tx, found, taken?.prepared)
    const isWishRecorded = taken?.isWishRecorded === true && isOnlyUnscheduled(change)
    if (!isWishRecorded) refuseUneditable(post)
    refuseChanged(found, expected)
    if (isWishRecorded) return post
    const changes = await changesOf(tx, parts, caller, post, change)
    if (change.siblingId !== undefined) await setSibling(tx, caller, id, change.siblingId, now)
    const row = await editPost(tx, post, changes, now)
    if (changes.approval === 'asks') await recordRequest(tx, caller, found, row, now)
    return row
  })
  return toPost(row, caller.language)
}

/**
 * Whether a change takes the post back from the worker: the author unschedules the post, or reschedules it while it is
 * being sent or unconfirmed.
 */
const isTakenBack = ({ status }: PostRow, { scheduledAt }: PostChange): boolean =>
  scheduledAt === null || (scheduledAt !== undefined && (status === 'publishing' || status === 'unconfirmed'))

const isOnlyPaired = ({ siblingId: _sibling, ...others }: PostChange): boolean =>
  Object.values(others).every((value) => value === undefined)

const isOnlyUnscheduled = ({ scheduledAt, ...others }: PostChange): boolean =>
  scheduledAt === null && Object.values(others).every((value) => value === undefined)

async function changesOf(
  tx: Queryable,
  { clock, cutOff }: { clock: Clock; cutOff: ReadonlySet<Platform> },
  caller: Caller,
  post: PostRow,
  change: PostChange,
): Promise<PostChanges> {
  const now = clock.now()
  const { userId, language } = caller
  const { platform = post.platform, hashtags = post.hashtags } = change
  const given = change.parts?.length ? wholeThread(change.content ?? '', change.parts) : undefined
  const stored = followUpsIn(post.follow_ups)
  const typed = given?.[0]?.content ?? change.content
  const { content, changed } = await markedTexts(tx, post, platform, {
    typed,
    changed: changedFollowUps(change, typed ?? post.content, stored),
  })
  const time = typeof change.scheduledAt === 'string' ? timeFrom(change, now, caller, platform) : change.scheduledAt
  // Check the unchanged time too, because a key that may not publish must not edit a post that is due in a few minutes.
  if (time === undefined && post.status === 'scheduled' && !isOnlyPaired(change))
    refuseSoon(post.scheduled_at, now, caller)
  const { images, videos } = change.media ?? { ...post, images: given?.[0]?.imageIds ?? post.images }
  const { contentLanguage = post.content_language, contentType = post.content_type, tone = post.tone } = change
  const followUps: readonly NewFollowUp[] = changed ?? stored
  const allMedia = [{ images }, ...followUps]
  const uploads =
    change.media || change.parts
      ? await refuseUnknownMedia(tx, allMedia, { userId, language }, true)
      : await ownImages(tx, [...new Set(allMedia.flatMap((part) => part.images))], post.user_id)
  const options = change.options === undefined ? optionsOn(platform, post.options) : chosenOptions(change.options ?? {})
  // A draft may be incomplete until it has a time.
  const isDraft = time === null || (time === undefined && post.status === 'draft')
  if (!isDraft && isBlank(content)) throw invalid('content', 'required', language)
  const accountId = await accountAfterChange(tx, post, platform, change.accountId, now)
  const limits = await limitsOf(tx, accountId)
  if (!isDraft)
    refuseUnpublishable(
      { platform, content, hashtags, images, videos, options, followUps },
      language,
      cutOff,
      limits,
      uploads,
    )
  const plannedAt = typeof change.plannedAt === 'string' ? new Date(change.plannedAt) : change.plannedAt
  return {
    content,
    contentLanguage,
    contentType,
    tone,
    hashtags,
    images,
    videos,
    options,
    platform,
    accountId,
    time,
    ...(isDraft && { plannedAt }),
    followUps: changed,
    approval: isOnlyPaired(change) ? 'same' : approvalOf(post, platform, isDraft, caller),
    writerId: caller.member?.id ?? null,
  }
}

/**
 * The texts of a change, with the author's link parameters for the network added to their links. Unchanged texts stay
 * as they are.
 */
async function markedTexts(
  tx: Queryable,
  post: PostRow,
  platform: Platform,
  { typed, changed }: { typed: string | undefined; changed: NewFollowUp[] | undefined },
): Promise<{ content: string; changed: NewFollowUp[] | undefined }> {
  const isMoved = platform !== post.platform
  const mark = (texts: string[]) => markLinks(tx, post.user_id, platform, texts, post.platform)
  const [content = ''] = typed === undefined && !isMoved ? [post.content] : await mark([typed ?? post.content])
  const stored = isMoved ? followUpsIn(post.follow_ups) : []
  const followUps = changed ?? (stored.length > 0 ? stored : undefined)
  const marked = await mark(followUps?.map((followUp) => followUp.content) ?? [])
  return { content, changed: followUps?.map((followUp, index) => ({ ...followUp, content: marked[index] ?? '' })) }
}

/**
 * Decides what a change means for approval. A change by an approver does not approve a post that waits for approval.
 */
function approvalOf(post: PostRow, platform: Platform, isDraft: boolean, caller: Caller): ApprovalChange {
  if (isDraft) return 'waits'
  if (needsApproval(caller, platform)) return 'asks'
  return awaitsApproval(post) ? 'waits' : 'approved'
}

/** The post's follow-ups after a change; undefined if they stay. */
function changedFollowUps(
  { parts, firstComment }: PostChange,
  content: string,
  stored: StoredFollowUp[],
): NewFollowUp[] | undefined {
  if (parts === undefined && firstComment === undefined) return undefined
  const given = followUpsFrom(content, parts, firstComment)
  const kept = (kind: NewFollowUp['kind']) => stored.filter((one) => one.kind === kind)
  const of = (kind: NewFollowUp['kind']) => given.filter((one) => one.kind === kind)
  return [
    ...(parts === undefined ? kept('part') : of('part')),
    ...(firstComment === undefined ? kept('comment') : of('comment')),
  ]
}

async function accountAfterChange(
  tx: Queryable,
  post: PostRow,
  platform: Platform,
  accountId: string | null | undefined,
  now: Date,
): Promise<string | null> {
  if (accountId) return await ownAccountId(tx, post.user_id, platform, accountId)
  if (accountId === undefined && platform === post.platform && post.account_id) return post.account_id
  return await postingAccountId(tx, post.user_id, platform, now)
}
