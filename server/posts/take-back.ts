import { AppError } from '#core/errors.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { Prepared } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import { closeTakenBack, lockOpenAttempt } from './close-attempt.ts'
import type { PostRow } from './store.ts'
import { recordWish, takeBackPost, type Wish } from './transitions/withdraw.ts'

/**
 * Takes a post, whose row is locked, back from the worker. The worker locks the same attempt before sending, so only
 * one of them wins. If the post may have been sent, stores the author's wish instead.
 * @returns the current post, whether the wish was stored, and what was prepared on the network
 * @throws AppError already_publishing while it is being sent
 */
export async function takeBack(tx: Queryable, post: PostRow, wish: Wish, now: Date): Promise<TakenBack> {
  const attempt = await lockOpenAttempt(tx, post.id)
  if (attempt?.state === 'sending' && mayBeInFlight(attempt.sent_at, now)) throw new AppError('already_publishing')
  if (post.status === 'unconfirmed' || (attempt && attempt.state !== 'prepared'))
    return { post: await recordWish(tx, post, wish, now), isWishRecorded: true, prepared: null }
  const prepared = attempt ? await closeTakenBack(tx, attempt, now) : null
  const isInHand = post.status === 'publishing'
  return { post: isInHand ? await takeBackPost(tx, post, now) : post, isWishRecorded: false, prepared }
}

interface TakenBack {
  post: PostRow
  isWishRecorded: boolean
  prepared: Prepared | null
}

/** Whether the worker may still be waiting for a response. No request takes longer than `SENDING_LEASE_MS`. */
function mayBeInFlight(sentAt: Date | null, now: Date): boolean {
  return sentAt === null || now.getTime() - sentAt.getTime() < SENDING_LEASE_MS
}
