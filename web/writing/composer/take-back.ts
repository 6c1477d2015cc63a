import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { call, meant } from '../../lib/api.ts'
import { contentOf, type Card } from './draft.ts'

/** How far back a post that is on its way is looked for among the newest. */
const LOOKED_THROUGH = 20

/** The post of a card that is on its way, also where its answer has not come and its id is not known; null for none. */
export async function findSending(card: Card, platform: Platform, postId: string | null): Promise<Post | null> {
  if (postId !== null) return call('GET /api/posts/{id}', { params: { id: postId } })
  const newest = await call('GET /api/posts', { query: { platform, limit: LOOKED_THROUGH } })
  const isOnItsWay = ({ status, failure }: Post) => status === 'publishing' || (status === 'scheduled' && failure)
  return newest.find((post) => isOnItsWay(post) && post.content === contentOf(card)) ?? null
}

/**
 * Deletes a post that is not out; its text stays on the desk.
 * @returns false where its network may have it: then the answer is waited for
 * @throws ApiError already_publishing while it is being sent
 */
export async function takeBack(post: Post): Promise<boolean> {
  const noted = await call('DELETE /api/posts/{id}', { params: { id: post.id }, headers: meant(post) })
  return !noted
}
