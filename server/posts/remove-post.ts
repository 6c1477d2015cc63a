import { AppError } from '#core/errors.ts'
import type { Caller } from '../caller.ts'
import { refuseChanged, type Meant } from './checks.ts'
import { removeFromNetwork, type NetworkParts } from './remove-from-network.ts'
import { ownPost } from './store.ts'
import { deletePost } from './transitions.ts'

/**
 * Removes a post.
 * @param network of one that is out: whether it is taken off its network too, or only forgotten here
 * @throws AppError not_found, already_publishing, changed_meanwhile; already_published where `network` is not said; what
 * `removeFromNetwork` throws
 */
export async function removePost(
  parts: NetworkParts,
  { userId }: Caller,
  id: string,
  network: boolean | undefined,
  meant: Meant,
): Promise<void> {
  const { database, clock } = parts
  const seen = await ownPost(database, id, userId)
  if (network && seen.status === 'published') {
    refuseChanged(seen, meant)
    await removeFromNetwork(parts, seen)
  }
  await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    // A post that went out since it was looked at is still at its network, and whoever deletes it does not know.
    const knows = network === false || (network && seen.status === 'published')
    if (post.status === 'published' && !knows) throw new AppError('already_published')
    if (post.status === 'publishing') throw new AppError('already_publishing')
    refuseChanged(post, meant)
    await deletePost(tx, post, clock.now())
  })
}
