import { AppError } from '#core/errors.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { Prepared } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import { closeTakenBack, lockOpenAttempt } from './owners-word.ts'
import type { PostRow } from './store.ts'
import { recordWish, takeBackPost, type Wish } from './transitions/withdraw.ts'

/**
 * Takes a post out of the worker's hands for its owner, who has its row locked. Until sending has begun that is granted:
 * the worker's fence waits for the same attempt's row, and does not rise any more. Of one that was sent and never
 * answered for, the wish is noted: nothing of it is sent again.
 * @returns the post as it then is, whether it has to wait for the network's word, and what was prepared for it there
 * @throws AppError already_publishing while it is being sent
 */
export async function takeBack(tx: Queryable, post: PostRow, wish: Wish, now: Date): Promise<TakenBack> {
  const attempt = await lockOpenAttempt(tx, post.id)
  if (attempt?.state === 'sending' && mayBeUnderWay(attempt.sent_at, now)) throw new AppError('already_publishing')
  if (post.status === 'unconfirmed' || (attempt && attempt.state !== 'prepared'))
    return { post: await recordWish(tx, post, wish, now), isNoted: true, prepared: null }
  const prepared = attempt ? await closeTakenBack(tx, attempt, now) : null
  const isInHand = post.status === 'publishing'
  return { post: isInHand ? await takeBackPost(tx, post, now) : post, isNoted: false, prepared }
}

export interface TakenBack {
  post: PostRow
  isNoted: boolean
  prepared: Prepared | null
}

/** Whether whoever sent it may still be waiting for an answer: no request lasts longer than what it is leased for. */
function mayBeUnderWay(sentAt: Date | null, now: Date): boolean {
  return sentAt === null || now.getTime() - sentAt.getTime() < SENDING_LEASE_MS
}
