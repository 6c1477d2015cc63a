import { reviewEndpoints } from '#core/review/contract.ts'
import { actingMember } from '../comments/routes.ts'
import type { Handle } from '../http/router.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { closeReviewLink, createReviewLink, listReviewLinks, type ReviewLinkParts } from './links.ts'
import { spendGuestCall, unlock, type GuestAccess } from './open-link.ts'
import { reviewMedia, reviewMediaUrl } from './review-media.ts'
import { addGuestComment, decidePost, deleteGuestComment, markPost, readReview, type ReviewParts } from './review.ts'

/** The calls with a limit per guest. */
type GuestCall = {
  [Key in keyof typeof reviewEndpoints]: (typeof reviewEndpoints)[Key] extends { perGuestHour: number } ? Key : never
}[keyof typeof reviewEndpoints]

export function reviewRoutes(
  handle: Handle,
  given: ReviewLinkParts & Omit<ReviewParts, 'mediaUrl'> & { storage: Storage },
): void {
  const parts: ReviewParts = { ...given, mediaUrl: (link, image) => reviewMediaUrl(given.secrets, link, image) }

  /** Counts a call of a guest by review link and guest, because guests in one office share an address. */
  const spend = (key: GuestCall, access: GuestAccess) =>
    spendGuestCall(parts, access, { key, perHour: reviewEndpoints[key].perGuestHour })

  handle('GET /api/review-links', ({ signedIn }) =>
    listReviewLinks(given.database, actingMember(signedIn).workspaceId, given.clock.now()),
  )

  handle('POST /api/review-links', ({ signedIn, body }) => createReviewLink(given, actingMember(signedIn), body))

  handle('DELETE /api/review-links/{id}', async ({ signedIn, params }) => {
    await closeReviewLink(given, actingMember(signedIn), params.id)
    return undefined
  })

  handle('POST /api/review/unlock', ({ body }) => unlock(parts, body))

  handle('POST /api/review/read', async ({ body, language }) => {
    await spend('POST /api/review/read', body)
    return await readReview(parts, body, language)
  })

  handle('POST /api/review/comment', async ({ body, language }) => {
    await spend('POST /api/review/comment', body)
    return await addGuestComment(parts, body, language)
  })

  handle('POST /api/review/delete-comment', async ({ body }) => {
    await spend('POST /api/review/delete-comment', body)
    await deleteGuestComment(parts, body)
    return undefined
  })

  handle('POST /api/review/mark', async ({ body }) => {
    await spend('POST /api/review/mark', body)
    await markPost(parts, body)
    return undefined
  })

  handle('POST /api/review/decide', async ({ body, language }) => {
    await spend('POST /api/review/decide', body)
    await decidePost(parts, body, language)
    return undefined
  })

  reviewMedia(handle, given)
}
