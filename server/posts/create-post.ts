import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { NewPost, Post } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Caller, RepeatableCall } from '../http/caller.ts'
import { isDatabaseUnavailable, isDiskFull } from '../db/database.ts'
import { awaitDecision, type DecisionParts } from './await-decision.ts'
import { notConnected, ownAccountId, refuseUnknownImages, refuseTooManyDrafts, timeFrom } from './checks.ts'
import { refuseUnpublishable } from './refuse-unpublishable.ts'
import { pairWith } from './siblings.ts'
import { toPost } from './store.ts'
import { insertPost } from './transitions/create.ts'

/**
 * Saves a draft, schedules a post or publishes it now. Publishing returns the outcome, or the current post after 25 s.
 * @param recordCreated receives the new id inside the transaction
 * @throws AppError validation_failed, time_in_past, account_not_connected, too_many_drafts, not_found
 */
export async function createPost(
  parts: DecisionParts & { cutOff: ReadonlySet<Platform> },
  { userId, language }: Caller,
  asked: NewPost,
  recordCreated?: RepeatableCall['recordCreated'],
): Promise<Post> {
  const { database, clock, cutOff } = parts
  const now = clock.now()
  const { platform, content } = asked
  const isNow = asked.status === 'published'
  const isDraft = asked.status === 'draft'
  const time = isNow ? { at: now, wall: null } : isDraft ? null : timeFrom(asked, now, language)
  const hashtags = asked.hashtags ?? []
  const images = asked.media?.images ?? asked.images ?? []
  const videos = asked.media?.videos ?? asked.videos ?? []
  await refuseUnknownImages(database, images, { userId, language })
  if (!isDraft) refuseUnpublishable({ platform, content, hashtags, images, videos }, language, cutOff)
  const accountId = asked.accountId
    ? await ownAccountId(database, userId, platform, asked.accountId)
    : await postingAccountId(database, userId, platform, now)
  if (isNow && !accountId) throw notConnected(platform)

  const post = {
    id: randomUUID(),
    userId,
    accountId,
    platform,
    content,
    contentLanguage: asked.contentLanguage ?? (textDirection(content) === 'rtl' ? 'ar' : 'en'),
    contentType: asked.contentType ?? null,
    tone: asked.tone ?? null,
    hashtags,
    images,
    videos,
    status: isNow ? 'publishing' : isDraft ? 'draft' : 'scheduled',
    time,
  } as const
  const decision = isNow ? awaitDecision(parts, post.id, userId) : undefined
  try {
    const made = await database
      .transaction(async (tx) => {
        await refuseUnknownImages(tx, images, { userId, language }, true)
        if (isDraft) await refuseTooManyDrafts(tx, userId)
        await recordCreated?.(tx, post.id, time?.at)
        const ideaId = asked.siblingId ? await pairWith(tx, asked.siblingId, userId, now) : null
        return await insertPost(tx, { ...post, ideaId }, now)
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
