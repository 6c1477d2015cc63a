import { AppError } from '#core/errors.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import { refuseChanged, type Meant } from './checks.ts'
import { discardLater, type DiscardLaterParts } from './discard-prepared.ts'
import { preparedFor } from './owners-word.ts'
import { removeFromNetwork, type NetworkParts } from './remove-from-network.ts'
import { ownPost, toPost } from './store.ts'
import { takeBack } from './take-back.ts'
import { deletePost, takeBackPost } from './transitions/withdraw.ts'

/**
 * Removes a post. Of one that may be out the wish is noted, unless it is only to be forgotten here.
 * @param network of one that is out: whether it is taken off its network too, or only forgotten here
 * @returns the post where it waits for its network's word, undefined where it is gone
 * @throws AppError not_found, already_publishing, changed_meanwhile; already_published where `network` is not said; what
 * `removeFromNetwork` throws
 */
export async function removePost(
  parts: NetworkParts & DiscardLaterParts,
  { userId, language }: Caller,
  id: string,
  network: boolean | undefined,
  meant: Meant,
): Promise<Post | undefined> {
  const { database, clock } = parts
  const seen = await ownPost(database, id, userId)
  const isTakenOff = network === true && seen.status === 'published'
  if (isTakenOff) {
    refuseChanged(seen, meant)
    await removeFromNetwork(parts, seen)
  }
  const now = clock.now()
  const waiting = await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    // A post that went out since it was looked at is still at its network, and whoever deletes it does not know.
    if (post.status === 'published' && network !== false && !isTakenOff) throw new AppError('already_published')
    const taken = await takeBack(tx, post, 'delete', now)
    refuseChanged(post, meant)
    if (taken.isNoted && network !== false) return taken.post
    if (taken.isNoted) await takeBackPost(tx, post, now)
    await discardLater(parts, tx, post, taken.prepared ?? (await preparedFor(tx, id)))
    await deletePost(tx, post, now)
    return undefined
  })
  return waiting && toPost(waiting, language)
}
