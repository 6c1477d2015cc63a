import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Rendition } from '#core/media/renditions.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Database } from '../db/database.ts'
import type { SignedIn } from '../http/router.ts'
import { keyOf, ownImages, renditionOf } from './store.ts'

export interface PictureFileParts {
  database: Database
  storage: Storage
  findSession: (request: FastifyRequest) => Promise<SignedIn | undefined>
}

/**
 * Gives their owner the files of a picture: `/media/{id}/preview`, `/media/{id}/master`, or by a platform's name the one
 * that it is sent. For everybody else they are not here.
 */
export function pictureFiles(server: FastifyInstance, { database, storage, findSession }: PictureFileParts): void {
  server.get<{ Params: { id: string; rendition: string } }>('/media/:id/:rendition', async (request, reply) => {
    const signedIn = await findSession(request)
    const [image] = signedIn ? await ownImages(database, [request.params.id], signedIn.user.id) : []
    const rendition = image && renditionOf(image, request.params.rendition)
    const file = rendition && (await storage.read(keyOf(image.id, rendition)))
    if (!image || !rendition || !file) throw new AppError('not_found')
    return await reply
      .headers({
        'content-type': rendition.type,
        'content-disposition': dispositionOf(image.original_name, rendition),
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        // Under its address there is never another picture.
        'cache-control': 'private, max-age=31536000, immutable',
      })
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  })
}

const EXTENSIONS: Record<Rendition['type'], string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Shown in place, and saved under its own name (RFC 6266, 8187) with the extension of what it is now. */
function dispositionOf(originalName: string, { type }: Rendition): string {
  const name = `${originalName.replace(/\.\w{1,5}$/, '')}.${EXTENSIONS[type]}`
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `inline; filename*=UTF-8''${encoded}`
}
