import { AppError } from '#core/errors.ts'
import type { Rendition } from '#core/media/renditions.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { keyOf, ownImage, renditionOf } from './store.ts'

export function pictureFiles(handle: Handle, { database, storage }: { database: Database; storage: Storage }): void {
  handle('GET /media/{id}/{rendition}', async ({ params, signedIn, reply }) => {
    const image = await ownImage(database, params.id, signedIn.user.id)
    const rendition = renditionOf(image, params.rendition)
    const file = rendition && (await storage.read(keyOf(image.id, rendition)))
    if (!file) throw new AppError('not_found')
    reply.headers({
      'content-type': rendition.type,
      'content-disposition': dispositionOf(image.original_name, rendition),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      // Browsers may keep the file, because a picture's address always returns the same bytes.
      'cache-control': 'private, max-age=31536000, immutable',
    })
    return file
  })
}

const EXTENSIONS: Record<Rendition['type'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The `Content-Disposition` header: browsers show the file, and save it under its uploaded name. */
const dispositionOf = (originalName: string, { type }: Rendition): string =>
  `inline; ${fileNameParameter(`${originalName.replace(/\.\w{1,5}$/, '')}.${EXTENSIONS[type]}`)}`

/** The parameter of `Content-Disposition` with a file's name in any script (RFC 6266, 8187). */
export function fileNameParameter(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `filename*=UTF-8''${encoded}`
}
