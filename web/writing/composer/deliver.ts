import type { Platform } from '#core/platforms/platform.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import type { Post, PostChange } from '#core/posts/contract.ts'
import { isEditable } from '#core/posts/lifecycle.ts'
import { ApiError, call, meant } from '../../lib/api.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { imagesOf, type Media } from '../media/media-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'

/**
 * Brings one card to one platform, now or `at` a time. A post that the server has already, because an earlier try failed
 * or its answer was lost, is taken up again instead of made twice.
 * @param timeZone in which `at` was chosen
 * @param draft the card's own, which becomes the post
 * @param accountId from which account; the server chooses where that is undefined, because the accounts are not known here
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
  const content = contentOf(card)
  const sent = { images: imagesOf(media).map(({ id }) => id), videos: media.videos }
  const postId = card.deliveries[platform]?.postId ?? null

  if (postId !== null) {
    const seen = await queryClient.ensureQueryData(reading('GET /api/posts/{id}', { params: { id: postId } }))
    const post = await call('PATCH /api/posts/{id}', {
      params: { id: postId },
      headers: meant(seen),
      body: { content, hashtags, media: sent, accountId, ...(at && chosenTime(at, timeZone)) },
    })
    return at ? post : publish(post)
  }

  if (draft) {
    const body = { platform, content, hashtags, media: sent, accountId, ...(at && chosenTime(at, timeZone)) }
    const post = await changeOwn(draft, body)
    return at ? post : publish(post)
  }

  const post = await call(
    'POST /api/posts',
    {
      body: {
        content,
        platform,
        accountId,
        contentLanguage: card.language === 'arabic' ? 'ar' : 'en',
        contentType: card.contentType,
        tone: card.tone,
        hashtags: hashtags.join(','),
        media: sent,
        ...(at ? { status: 'scheduled' as const, ...chosenTime(at, timeZone) } : { status: 'published' as const }),
      },
    },
    { idempotencyKey: key },
  )
  // The same key gave the post of an earlier try, which was for later. One that the network put off keeps its pause.
  return at === null && post.status === 'scheduled' && post.failure === null ? publish(post) : post
}

/** Where an earlier try came through although its answer was lost, it is taken as it is by now. */
async function changeOwn(draft: { id: string; revision: number }, body: PostChange): Promise<Post> {
  const params = { id: draft.id }
  try {
    return await call('PATCH /api/posts/{id}', { params, headers: meant(draft), body })
  } catch (error) {
    if (!(error instanceof ApiError) || !MAY_BE_OURS.has(error.code ?? '')) throw error
    const post = await call('GET /api/posts/{id}', { params })
    if (post.status === 'draft' || post.content !== body.content || post.platform !== body.platform) throw error
    return isEditable(post.status) ? await call('PATCH /api/posts/{id}', { params, headers: meant(post), body }) : post
  }
}

const MAY_BE_OURS: ReadonlySet<string> = new Set(['changed_meanwhile', 'already_published', 'already_publishing'])

function publish(post: Post): Promise<Post> {
  return isEditable(post.status)
    ? call('POST /api/posts/{id}/publish', { params: { id: post.id }, headers: meant(post) })
    : Promise.resolve(post)
}
