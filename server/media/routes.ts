import { AppError } from '#core/errors.ts'
import type { ProviderSource } from '../writing/providers/providers.ts'
import type { UsageLedger } from '../writing/usage/usage-ledger.ts'
import { WriterError } from '../adapters/ai/writer.ts'
import type { PageFetcher } from '../adapters/web-pages/fetch-page.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import {
  makeRoom,
  storePictures,
  deleteUnusedPictures,
  type PictureStoreParts,
  type NewPicture,
} from './store-pictures.ts'
import { countLibrary, readLibrary, usesOf } from './library.ts'
import { readStoredBytes } from './storage-quota.ts'
import { withFileName } from './with-file-name.ts'
import type { RenderedPicture } from './render-picture.ts'
import { IMAGE_COLUMNS, keyOf, ownImage, ownImages, renditionOf, toImage, type ImageRow } from './store.ts'

export interface MediaParts extends PictureStoreParts {
  render: (bytes: Uint8Array, signal: AbortSignal) => Promise<RenderedPicture>
  pages: Pick<PageFetcher, 'fetchPage'>
  providers: ProviderSource
  ledger: UsageLedger
  /**
   * Runs before a picture's description changes, because the description is published with the picture's posts. Refuses
   * the change, or gives posts in review a new revision.
   */
  reviseDescribed: (tx: Queryable, caller: Caller, pictureId: string) => Promise<void>
}

export function mediaRoutes(handle: Handle, parts: MediaParts): void {
  const { database, reviseDescribed, storage, storageLimitBytes, render, pages, providers, ledger } = parts

  handle('GET /api/storage', async ({ signedIn }) => ({
    files: await countLibrary(database, signedIn.user.id),
    usedBytes: await readStoredBytes(database, signedIn.user.id),
    limitBytes: storageLimitBytes ?? null,
  }))

  handle('POST /api/images/upload', async ({ files, signedIn, signal }) => {
    const pictures: NewPicture[] = []
    await makeRoom(parts, signedIn.user.id)
    // Render one file after the other, so that one user's upload of four files does not block other users.
    for (const file of files) {
      pictures.push({
        originalName: file.name,
        sizeBytes: file.bytes.length,
        picture: await withFileName(file, () => render(file.bytes, signal)),
      })
    }
    signal.throwIfAborted()
    const rows = await storePictures(parts, signedIn.user.id, pictures)
    return { success: true as const, media: { images: rows.map(toImage) } }
  })

  handle('POST /api/images/from-address', async ({ body, signedIn, language, signal }) => {
    await makeRoom(parts, signedIn.user.id)
    const { bytes, url } = await pages.fetchPage(body.address, language, signal)
    const name = nameOf(url)
    const picture = await withFileName({ name }, () => render(bytes, signal))
    signal.throwIfAborted()
    const made = { originalName: name, sizeBytes: bytes.length, picture }
    const [row] = await storePictures(parts, signedIn.user.id, [made])
    if (!row) throw new Error('A picture was not stored')
    return toImage(row)
  })

  handle('GET /api/images', async ({ query, signedIn }) =>
    (await ownImages(database, query.ids.split(','), signedIn.user.id)).map(toImage),
  )

  handle('GET /api/library', ({ query, signedIn }) => readLibrary(database, signedIn.user.id, query))

  handle('GET /api/images/{id}/posts', ({ params, signedIn }) => usesOf(database, signedIn.user.id, params.id))

  handle('PATCH /api/images/{id}', async ({ params, body, signedIn, ...context }) => {
    const caller = callerOf({ signedIn, ...context })
    return await database.transaction(async (tx) => {
      await reviseDescribed(tx, caller, params.id)
      const [row] = await tx.query(sql`
        update images set alt_text = ${body.altText.trim()} where id = ${params.id} and user_id = ${caller.userId} and state = 'ready'
        returning ${IMAGE_COLUMNS}`)
      if (!row) throw new AppError('not_found')
      return toImage(row)
    })
  })

  handle('POST /api/images/{id}/alt-text', async ({ params, body, signedIn, signal }) => {
    const image = await ownImage(database, params.id, signedIn.user.id)
    // Describe only pictures. Models do not watch videos, and a document has a title instead.
    if (image.video ?? image.document) throw new AppError('not_found')
    const { describe, anthropic, openai } = await providers.now()
    const model = (anthropic ?? openai)?.writer.model
    if (!describe || !model) throw new AppError('writer_absent')
    try {
      const picture = await forModel(image)
      const altText = await ledger.counting(signedIn.user.id, 'describe', [model], (onUsage) =>
        describe(picture, body.language, { signal, onUsage }),
      )
      return { altText }
    } catch (error) {
      if (error instanceof WriterError) throw new AppError(`writer_${error.reason}`, { cause: error })
      throw error
    }
  })

  handle('DELETE /api/images/{id}', async ({ params, signedIn }) => {
    const { id } = await ownImage(database, params.id, signedIn.user.id)
    await deleteUnusedPictures(parts, sql`id = ${id}`, 1)
    return undefined
  })

  /** The file to send to an AI model: the one made for Instagram, which is always a JPEG and never large. */
  async function forModel(image: ImageRow): Promise<{ type: string; bytes: Uint8Array }> {
    const rendition = renditionOf(image, 'instagram')
    const bytes = rendition && (await storage.read(keyOf(image.id, rendition)))
    if (!bytes) throw new Error(`Picture ${image.id} is not in the storage`)
    return { type: rendition.type, bytes }
  }
}

const MAX_NAME_LENGTH = 255

/** The file name in the address of a picture. If the address has no file name, its host. */
function nameOf(address: string): string {
  const { pathname, hostname } = new URL(address)
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  try {
    return decodeURIComponent(last).slice(0, MAX_NAME_LENGTH)
  } catch {
    return last.slice(0, MAX_NAME_LENGTH)
  }
}
