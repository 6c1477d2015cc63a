import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { chosenOptions } from '#core/platforms/post-options.ts'
import type { NewPost, Post } from '#core/posts/contract.ts'
import { wholeThread } from '#core/posts/follow-ups.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { limitsOf, postingAccountId } from '../accounts/store.ts'
import type { Caller, RepeatableCall } from '../http/caller.ts'
import { isDatabaseUnavailable, isDiskFull } from '../db/database.ts'
import { refuseWhileHeld } from '../installation/installation-row.ts'
import { awaitDecision, type DecisionParts } from './await-decision.ts'
import {
  notConnected,
  ownAccountId,
  refuseTooManyDrafts,
  refuseUnknownMedia,
  needsApproval,
  refuseWithoutApproval,
  timeFrom,
  withInstant,
} from './checks.ts'
import { followUpsFrom } from './follow-ups.ts'
import { markLinks } from './link-parameters.ts'
import { recordRequest } from './request-approval.ts'
import { refuseUnpublishable } from './refuse-unpublishable.ts'
import { pairWith } from './siblings.ts'
import { toPost } from './store.ts'
import { ownTagIds } from './tags.ts'
import { insertPost } from './transitions/create.ts'

/**
 * Saves a draft, schedules a post or publishes it now. Publishing returns the outcome, or the current post after 25 s.
 * @param recordCreated receives the new id inside the transaction
 * @throws AppError validation_failed, time_in_past, key_lacks_scope, account_not_connected, too_many_drafts, not_found,
 * publishing_held, forbidden, approval_required
 */
export async function createPost(
  parts: DecisionParts & { cutOff: ReadonlySet<Platform> },
  caller: Caller,
  given: NewPost,
  recordCreated?: RepeatableCall['recordCreated'],
): Promise<Post> {
  const { database, clock, cutOff } = parts
  const { userId, language } = caller
  const now = clock.now()
  const request =
    given.status === 'scheduled'
      ? withInstant({ ...given, scheduledAt: given.scheduledAt ?? undefined }, now, caller)
      : given
  const { platform } = request
  const [first] = wholeThread(request.content, request.parts ?? [])
  const isNow = request.status === 'published'
  const isDraft = request.status === 'draft'
  if (isNow) refuseWithoutApproval(caller, platform)
  const time = isNow ? { at: now, wall: null } : isDraft ? null : timeFrom(request, now, caller, platform)
  const isAsking = !isNow && !isDraft && needsApproval(caller, platform)
  const hashtags = request.hashtags ?? []
  const images = request.media?.images ?? request.images ?? first?.imageIds ?? []
  const videos = request.media?.videos ?? request.videos ?? []
  const options = request.options ? chosenOptions(request.options) : null
  const givenFollowUps = followUpsFrom(request.content, request.parts, request.firstComment)
  const [content = '', ...more] = await markLinks(database, userId, platform, [
    first?.content ?? '',
    ...givenFollowUps.map((followUp) => followUp.content),
  ])
  const followUps = givenFollowUps.map((followUp, index) => ({ ...followUp, content: more[index] ?? '' }))
  const allMedia = [{ images }, ...followUps]
  const uploads = await refuseUnknownMedia(database, allMedia, { userId, language })
  const accountId = request.accountId
    ? await ownAccountId(database, userId, platform, request.accountId)
    : await postingAccountId(database, userId, platform, now)
  const limits = await limitsOf(database, accountId)
  if (!isDraft)
    refuseUnpublishable(
      { platform, content, hashtags, images, videos, options, followUps },
      language,
      cutOff,
      limits,
      uploads,
    )
  if (isNow && !accountId) throw notConnected(platform)
  if (isNow) await refuseWhileHeld(database)

  const post = {
    id: randomUUID(),
    userId,
    accountId,
    platform,
    content,
    contentLanguage: request.contentLanguage ?? (textDirection(content) === 'rtl' ? 'ar' : 'en'),
    contentType: request.contentType ?? null,
    tone: request.tone ?? null,
    hashtags,
    images,
    videos,
    options,
    status: isNow ? 'publishing' : isDraft ? 'draft' : isAsking ? 'in_review' : 'scheduled',
    time,
    plannedAt: isDraft && request.plannedAt ? new Date(request.plannedAt) : null,
    followUps,
    writerId: caller.member?.id ?? null,
  } as const
  const decision = isNow ? awaitDecision(parts, post.id, userId) : undefined
  try {
    const made = await database
      .transaction(async (tx) => {
        const tagIds = await ownTagIds(tx, request.tagIds ?? [], { userId, language })
        await refuseUnknownMedia(tx, allMedia, { userId, language }, true)
        if (isDraft) await refuseTooManyDrafts(tx, userId)
        await recordCreated?.(tx, post.id, time?.at)
        const ideaId = request.siblingId ? await pairWith(tx, request.siblingId, userId, now) : null
        const row = await insertPost(tx, { ...post, ideaId, tagIds }, now)
        if (isAsking) await recordRequest(tx, caller, undefined, row, now)
        return row
      })
      .catch(notCreated)
    return toPost((await decision?.decided()) ?? made, language)
  } finally {
    decision?.stop()
  }
}

/** Turns an unexpected error into `post_not_created`. */
function notCreated(cause: unknown): never {
  if (cause instanceof AppError || isDatabaseUnavailable(cause) || isDiskFull(cause)) throw cause
  throw new AppError('post_not_created', { cause })
}
