import { actingMember } from '../comments/routes.ts'
import type { Handle } from '../http/router.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { closeReviewLink, createReviewLink, listReviewLinks, type ReviewLinkParts } from './links.ts'
import { unlock } from './open-link.ts'
import { reviewMedia, reviewMediaUrl } from './review-media.ts'
import { addGuestComment, decidePost, deleteGuestComment, markPost, readReview, type ReviewParts } from './review.ts'

export function reviewRoutes(
  handle: Handle,
  given: ReviewLinkParts & Omit<ReviewParts, 'mediaUrl'> & { storage: Storage },
): void {
  const parts: ReviewParts = { ...given, mediaUrl: (link, image) => reviewMediaUrl(given.secrets, link, image) }

  handle('GET /api/review-links', ({ signedIn }) =>
    listReviewLinks(given.database, actingMember(signedIn).workspaceId, given.clock.now()),
  )

  handle('POST /api/review-links', ({ signedIn, body }) => createReviewLink(given, actingMember(signedIn), body))

  handle('DELETE /api/review-links/{id}', async ({ signedIn, params }) => {
    await closeReviewLink(given, actingMember(signedIn), params.id)
    return undefined
  })

  handle('POST /api/review/unlock', ({ body }) => unlock(parts, body))

  handle('POST /api/review/read', ({ body, language }) => readReview(parts, body, language))

  handle('POST /api/review/comment', ({ body, language }) => addGuestComment(parts, body, language))

  handle('POST /api/review/delete-comment', async ({ body }) => {
    await deleteGuestComment(parts, body)
    return undefined
  })

  handle('POST /api/review/mark', async ({ body }) => {
    await markPost(parts, body)
    return undefined
  })

  handle('POST /api/review/decide', async ({ body, language }) => {
    await decidePost(parts, body, language)
    return undefined
  })

  reviewMedia(handle, given)
}
