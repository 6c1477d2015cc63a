import { AppError } from '#core/errors.ts'
import type { Post } from '#core/posts/contract.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { refuseChanged, type Meant } from './checks.ts'
import { closeByOwner } from './owners-word.ts'
import { ownPost, toPost } from './store.ts'
import { confirmLive } from './transitions/publish.ts'
import { sendPostNow } from './transitions/send.ts'
import { applyWish } from './transitions/withdraw.ts'

/**
 * The owner's word on an unconfirmed post: it is live, or it is not and is sent again, or ends as they wished before.
 * @returns null where it was to be deleted
 * @throws AppError not_found, not_unconfirmed, changed_meanwhile
 */
export async function resolvePost(
  { database, clock }: { database: Database; clock: Clock },
  { userId, language }: Caller,
  id: string,
  outcome: 'live' | 'not_live',
  meant: Meant,
): Promise<Post | null> {
  const now = clock.now()
  const row = await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    if (post.status !== 'unconfirmed') throw new AppError('not_unconfirmed')
    refuseChanged(post, meant)
    const sentAt = await closeByOwner(tx, post.id, outcome, now)
    if (outcome === 'live') return await confirmLive(tx, post, sentAt ?? now, now)
    if (await applyWish(tx, post, now)) return post.wish === 'delete' ? null : await ownPost(tx, id, userId)
    // A post keeps to the account that it was sent from: without that one it fails, and its owner is told why.
    const isFree = post.account_id === null && post.former_account === null
    const accountId = isFree ? await postingAccountId(tx, userId, post.platform, now) : post.account_id
    return await sendPostNow(tx, post, 'confirm-not-live', accountId, now)
  })
  return row && toPost(row, language)
}
