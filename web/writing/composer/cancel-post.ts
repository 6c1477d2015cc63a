import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { atRevision, call } from '../../lib/api.ts'
import { contentOf, type Card } from './draft.ts'

const MAX_SEARCHED = 20

/**
 * Finds the post that is sent from a draft, even before the response with its id arrives. Null if the server has no
 * such post.
 */
export async function findPostInFlight(card: Card, platform: Platform, postId: string | null): Promise<Post | null> {
  if (postId !== null) return call('GET /api/posts/{id}', { params: { id: postId } })
  const newest = await call('GET /api/posts', { query: { platform, limit: MAX_SEARCHED } })
  const isOnItsWay = ({ status, failure }: Post) => status === 'publishing' || (status === 'scheduled' && failure)
  return newest.find((post) => isOnItsWay(post) && post.content === contentOf(card)) ?? null
}

/**
 * Cancels a post that is being sent.
 * @returns false if the network may have the post. @throws ApiError already_publishing
 */
export async function cancelPost(post: Post): Promise<boolean> {
  const noted = await call('DELETE /api/posts/{id}', atRevision(post))
  return !noted
}
