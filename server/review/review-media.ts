import { documentTitle } from '#core/documents/document-facts.ts'
import { AppError } from '#core/errors.ts'
import type { Image } from '#core/media/contract.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import { sendVideo } from '../media/send-video.ts'
import { fileNameParameter } from '../media/picture-files.ts'
import { keyOf, ownImage, renditionOf } from '../media/store.ts'
import type { Secrets } from '../secrets.ts'
import { isShownBy, requireLinkById, type OpenLink } from './open-link.ts'

const signedText = (linkId: string, imageId: string): string => `review media ${linkId} ${imageId}`

/**
 * The address of a photo, video or document for guests with a review link. Only guests who may open the link receive
 * it.
 */
export const reviewMediaUrl = (secrets: Secrets, { id: linkId }: OpenLink, { id }: Image): string =>
  `/media/review/${linkId}/${id}/${secrets.sign(signedText(linkId, id))}`

const HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  // Browsers keep the file only briefly, because the link may be closed at any time.
  'cache-control': 'private, max-age=60',
}

export function reviewMedia(
  handle: Handle,
  { database, storage, secrets, clock }: { database: Database; storage: Storage; secrets: Secrets; clock: Clock },
): void {
  handle('GET /media/review/{link}/{id}/{signature}', async ({ params, request, reply }) => {
    const { link: linkId, id, signature } = params
    if (!secrets.isSigned(signedText(linkId, id), signature)) throw new AppError('not_found')
    const link = await requireLinkById(database, linkId, clock.now())
    if (!(await isInShownPost(database, link, id))) throw new AppError('not_found')
    const image = await ownImage(database, id, link.workspace_id)
    const stored = { id: image.id, sizeBytes: image.size_bytes }
    if (image.video) return sendVideo(storage, { ...stored, type: image.video.type }, request, reply, HEADERS)
    if (image.document) {
      // Browsers run a PDF's scripts in a viewer of their own, so the file is only a download.
      const name = `${documentTitle({ altText: image.alt_text, originalName: '' })}.pdf`
      const asFile = { 'content-disposition': `attachment; ${fileNameParameter(name)}` }
      return sendVideo(storage, { ...stored, type: 'application/pdf' }, request, reply, { ...HEADERS, ...asFile })
    }
    const rendition = renditionOf(image, 'preview')
    const file = rendition && (await storage.read(keyOf(image.id, rendition)))
    if (!file) throw new AppError('not_found')
    reply.headers({
      'content-type': rendition.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...HEADERS,
    })
    return file
  })
}

/** Whether a post that the review link shows still has the file, in any part of its thread. */
async function isInShownPost(on: Queryable, link: OpenLink, imageId: string): Promise<boolean> {
  const found = await on.query(sql`
    select from posts where ${isShownBy(link)} and (posts.images @> array[${imageId}::text] or exists (
      select from follow_ups f where f.post_id = posts.id and f.images @> array[${imageId}::text])) limit 1`)
  return found.length > 0
}
