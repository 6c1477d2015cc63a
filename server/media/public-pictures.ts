import { AppError } from '#core/errors.ts'
import { isPlatform, type Platform } from '#core/platforms/platform.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import type { Secrets } from '../secrets.ts'
import { sendVideo } from './send-video.ts'
import { IMAGE_COLUMNS, keyOf, renditionOf } from './store.ts'

/** How long a signed picture URL works: longer than networks retry, but too short for other uses of the URL. */
const PUBLIC_MS = 24 * 3_600_000

export interface SigningParts {
  secrets: Secrets
  /**
   * The public URL. It is a function, because a port that the system chooses is known only after the server listens.
   */
  publicUrl: () => string
  clock: Clock
}

const signedText = (id: string, platform: string, until: string) => `picture ${id} ${platform} ${until}`

export function publicPictureUrl({ secrets, publicUrl, clock }: SigningParts, id: string, platform: Platform): string {
  const until = String(Math.floor((clock.now().getTime() + PUBLIC_MS) / 1000))
  return `${publicUrl()}/media/public/${id}/${platform}/${until}/${secrets.sign(signedText(id, platform, until))}`
}

interface PublicPictureParts extends Omit<SigningParts, 'publicUrl'> {
  database: Database
  storage: Storage
}

export function publicPictures(handle: Handle, { database, storage, secrets, clock }: PublicPictureParts): void {
  handle('GET /media/public/{id}/{platform}/{until}/{signature}', async ({ params, request, reply }) => {
    const { id, platform, until, signature } = params
    const isOurs = isPlatform(platform) && secrets.isSigned(signedText(id, platform, until), signature)
    if (!isOurs || Number(until) * 1000 < clock.now().getTime()) throw new AppError('not_found')
    const [image] = await database.query(sql`select ${IMAGE_COLUMNS} from images where id = ${id} and state = 'ready'`)
    const headers = { 'cross-origin-resource-policy': 'cross-origin', 'x-robots-tag': 'noindex' }
    if (image?.video) {
      const video = { id: image.id, sizeBytes: image.size_bytes, type: image.video.type }
      return sendVideo(storage, video, request, reply, headers)
    }
    const rendition = image && renditionOf(image, platform)
    const file = rendition && (await storage.read(keyOf(image.id, rendition)))
    if (!file) throw new AppError('not_found')
    reply.headers({
      'content-type': rendition.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    return file
  })
}
