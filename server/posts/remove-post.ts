import { AppError } from '#core/errors.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import { refuseChanged, requireDraft, type ExpectedRevisions } from './checks.ts'
import { discardLater, type DiscardLaterParts } from './discard-prepared.ts'
import { findPrepared } from './close-attempt.ts'
import { removeFromNetwork, type NetworkParts } from './remove-from-network.ts'
import { ownPost, toPost } from './store.ts'
import { takeBack } from './take-back.ts'
import { deletePost, takeBackPost } from './transitions/withdraw.ts'

/**
 * Deletes a post. If it may be public and `network` is not false, stores the author's wish to delete it instead.
 * @param network for a published post: whether to delete it from its network too
 * @returns the post while it waits for the network, undefined when it is deleted
 * @throws AppError not_found, already_publishing, changed_meanwhile; already_published without `network`; the errors of
 * `removeFromNetwork`
 */
export async function removePost(
  parts: NetworkParts & DiscardLaterParts,
  caller: Caller,
  id: string,
  network: boolean | undefined,
  expected: ExpectedRevisions,
): Promise<Post | undefined> {
  const { database, clock } = parts
  const { userId, language } = caller
  const before = await ownPost(database, id, userId)
  requireDraft(before, caller)
  const isDeletedFromNetwork = network === true && before.status === 'published'
  if (isDeletedFromNetwork) {
    refuseChanged(before, expected)
    await removeFromNetwork(parts, before)
  }
  const now = clock.now()
  const waiting = await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    requireDraft(post, caller)
    // The post was published after the user opened it, so the user must decide about the published post.
    if (post.status === 'published' && network !== false && !isDeletedFromNetwork)
      throw new AppError('already_published')
    const taken = await takeBack(tx, post, 'delete', now)
    refuseChanged(post, expected)
    if (taken.isWishRecorded && network !== false) return taken.post
    if (taken.isWishRecorded) await takeBackPost(tx, post, now)
    await discardLater(parts, tx, post, taken.prepared ?? (await findPrepared(tx, id)))
    await deletePost(tx, post, now)
    return undefined
  })
  return waiting && toPost(waiting, language)
}
