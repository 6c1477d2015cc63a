import type { Platform } from '#core/platforms/platform.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import type { Post, PostChange } from '#core/posts/contract.ts'
import { isEditable } from '#core/posts/lifecycle.ts'
import { ApiError, atRevision, call } from '../../lib/api.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import type { Media } from '../media/media-state.ts'
import { selectedVariant, type Card } from './draft.ts'
import { clearedParts, sentPost } from './thread.ts'

/**
 * Publishes or schedules the post of a draft. Idempotent: a retry reuses the post of an earlier attempt. Without
 * `accountId`, the server chooses the account.
 */
export async function deliver(
  card: Card,
  media: Media,
  platform: Platform,
  at: Date | null,
  timeZone: string,
  key: string,
  accountId: string | undefined,
  draft: { id: string; revision: number } | null,
): Promise<Post> {
  const { hashtags } = selectedVariant(card)
  const text = sentPost(card, media, platform)
  const change = { ...text, hashtags, accountId, ...(at && chosenTime(at, timeZone)) }
  const postId = card.deliveries[platform]?.postId ?? null

  if (postId !== null) {
    const lastSeen = await queryClient.ensureQueryData(reading('GET /api/posts/{id}', { params: { id: postId } }))
    const post = await call('PATCH /api/posts/{id}', {
      ...atRevision({ ...lastSeen, id: postId }),
      body: { ...change, ...clearedParts(lastSeen, text) },
    })
    return at ? post : publish(post)
  }

  if (draft) {
    const post = await changeOwn(draft, { ...change, ...clearedParts(card.draft?.stored, text), platform })
    return at ? post : publish(post)
  }

  const post = await call(
    'POST /api/posts',
    {
      body: {
        ...change,
        platform,
        contentLanguage: card.language === 'arabic' ? 'ar' : 'en',
        contentType: card.contentType,
        tone: card.tone,
        hashtags: hashtags.join(','),
        tagIds: card.tagIds,
        status: at ? 'scheduled' : 'published',
      },
    },
    { idempotencyKey: key },
  )
  // With the same idempotency key, the server may return a post that an earlier attempt scheduled. Publish it now,
  // unless it is already waiting for a retry.
  return at === null && post.status === 'scheduled' && post.failure === null ? publish(post) : post
}

/**
 * Turns the stored draft into the post. If an earlier attempt succeeded but its response was lost, returns the post's
 * current state.
 */
async function changeOwn(draft: { id: string; revision: number }, body: PostChange): Promise<Post> {
  try {
    return await call('PATCH /api/posts/{id}', { ...atRevision(draft), body })
  } catch (error) {
    if (!(error instanceof ApiError) || !MAY_BE_OURS.has(error.code ?? '')) throw error
    const post = await call('GET /api/posts/{id}', { params: { id: draft.id } })
    if (post.status === 'draft' || post.content !== body.content || post.platform !== body.platform) throw error
    return isEditable(post.status) ? await call('PATCH /api/posts/{id}', { ...atRevision(post), body }) : post
  }
}

const MAY_BE_OURS: ReadonlySet<string> = new Set(['changed_meanwhile', 'already_published', 'already_publishing'])

function publish(post: Post): Promise<Post> {
  return isEditable(post.status) ? call('POST /api/posts/{id}/publish', atRevision(post)) : Promise.resolve(post)
}
