import { randomUUID } from 'node:crypto'
import { AppError, ERROR_STATUS } from '#core/errors.ts'
import type { VideoUpload } from '#core/media/contract.ts'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { DOCUMENT_LIMIT_BYTES, documentTitle, isPdf, type PdfFacts } from '#core/documents/document-facts.ts'
import { readVideoFacts } from '#core/video/video-facts.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'
import type { Queryable } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { nameOf } from '../http/uploads.ts'
import { fileNameParameter } from './picture-files.ts'
import { sendVideo } from './send-video.ts'
import { deleteUnusedPictures, makeRoom, type PictureStoreParts } from './store-pictures.ts'
import { requireRoom } from './storage-quota.ts'
import { ownImage, toImage } from './store.ts'
import { countParts, partKey, rangeReader, streamVideo, type LargeInput, type VideoFile } from './video-file.ts'

const UPLOAD_COLUMNS = columns('images', 'id', 'size_bytes', 'parts', 'original_name')
type UploadRow = RowOf<typeof UPLOAD_COLUMNS>

interface VideoParts extends PictureStoreParts {
  readPdf: (file: LargeInput, signal: AbortSignal) => Promise<PdfFacts>
}

/**
 * Uploads videos and PDF documents part by part: each part is stored before its response, so a cut connection costs at
 * most one part.
 */
export function videoRoutes(handle: Handle, parts: VideoParts): void {
  const { database, clock, storage, storageLimitBytes, readPdf } = parts

  handle('POST /api/videos', async ({ body, signedIn }) => {
    const userId = signedIn.user.id
    const { key, size } = body
    const [open] = await database.query(sql`
      select ${UPLOAD_COLUMNS} from images
      where user_id = ${userId} and state = 'uploading' and upload_key = ${key} and size_bytes = ${size} limit 1`)
    if (open) return toUpload(open)
    await makeRoom(parts, userId)
    const row = { id: randomUUID(), original_name: nameOf(body.name), size_bytes: size, parts: 0 }
    await database.transaction(async (tx) => {
      await requireRoom(tx, userId, size, storageLimitBytes)
      await tx.query(sql`
        insert into images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, state, created_at, parts, upload_key)
        values (${row.id}, ${userId}, ${row.original_name}, 'video/mp4', ${size}, 0, 0, '[]', '{}', 'uploading', ${clock.now()}, 0, ${key})`)
    })
    return toUpload(row)
  })

  handle('GET /api/videos/{id}', async ({ params, signedIn }) =>
    toUpload(await openUpload(database, params.id, signedIn.user.id)),
  )

  handle('POST /api/videos/{id}/parts', async ({ params, body, files, signedIn }) => {
    const upload = await openUpload(database, params.id, signedIn.user.id)
    const { offset, size } = toUpload(upload)
    const bytes = files[0]?.bytes
    const isNext = body.offset === offset && bytes?.length === Math.min(VIDEO_PART_BYTES, size - offset)
    // Ignore any part but the next one. The response names the part that the browser must send.
    if (!bytes || !isNext || offset === size) return toUpload(upload)
    const part = upload.parts ?? 0
    await storage.put(partKey(upload.id, part), bytes, 'application/octet-stream')
    const [stored] = await database.query(sql`
      update images set parts = ${part + 1} where id = ${upload.id} and state = 'uploading' and parts = ${part} returning ${UPLOAD_COLUMNS}`)
    if (stored) return toUpload(stored)
    // The upload was canceled, or another request has stored the same part.
    const now = await openUpload(database, upload.id, signedIn.user.id).catch(async (error: unknown) => {
      await storage.delete(partKey(upload.id, part))
      throw error
    })
    return toUpload(now)
  })

  handle('POST /api/videos/{id}/finish', async ({ params, signedIn, signal }) => {
    const upload = await openUpload(database, params.id, signedIn.user.id)
    const { id, size_bytes: sizeBytes } = upload
    if ((upload.parts ?? 0) < countParts(sizeBytes)) throw new AppError('video_incomplete')
    const read = rangeReader(storage, { id, sizeBytes }, signal)
    const isDocument = isPdf(await read(0, Math.min(sizeBytes, 1_024)))
    try {
      await (isDocument ? finishDocument(upload, signal) : finishVideo(upload, read))
    } catch (error) {
      // Keep the upload if the server is busy or fails, because the server can check the file later.
      if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500) throw error
      await deleteUnusedPictures(parts, sql`id = ${id} and state = 'uploading'`, 1)
      throw error
    }
    return toImage(await ownImage(database, id, signedIn.user.id))
  })

  async function finishVideo(
    { id, size_bytes: sizeBytes, original_name: name }: UploadRow,
    read: ReturnType<typeof rangeReader>,
  ): Promise<void> {
    const facts = await readVideoFacts(read, sizeBytes)
    if (typeof facts === 'string') throw new AppError(`video_${facts}`, { values: { name: `\u2068${name}\u2069` } })
    const { type, width, height } = facts
    await database.query(sql`
      update images set state = 'ready', type = ${type}, width = ${width}, height = ${height}, video = ${JSON.stringify(facts)}::jsonb, upload_key = null
      where id = ${id} and state = 'uploading'`)
  }

  async function finishDocument(
    { id, size_bytes: sizeBytes, original_name: originalName }: UploadRow,
    signal: AbortSignal,
  ): Promise<void> {
    if (sizeBytes > DOCUMENT_LIMIT_BYTES) throw new AppError('pdf_too_large')
    const file: VideoFile = { id, sizeBytes }
    const input = { byteLength: sizeBytes, open: () => streamVideo(storage, file) as AsyncIterable<Buffer> }
    const { pages, width, height, title } = await readPdf(input, signal)
    const shown = documentTitle({ altText: title ?? '', originalName })
    await database.query(sql`
      update images set state = 'ready', type = 'application/pdf', width = ${width}, height = ${height}, alt_text = ${shown},
        document = ${JSON.stringify({ pages })}::jsonb, upload_key = null
      where id = ${id} and state = 'uploading'`)
  }

  handle('DELETE /api/videos/{id}', async ({ params, signedIn }) => {
    const { id } = await openUpload(database, params.id, signedIn.user.id)
    await deleteUnusedPictures(parts, sql`id = ${id} and state = 'uploading'`, 1)
    return undefined
  })

  handle('GET /media/{id}/video', async ({ params, signedIn, request, reply }) => {
    const image = await ownImage(database, params.id, signedIn.user.id)
    if (!image.video) throw new AppError('not_found')
    return sendVideo(storage, { id: image.id, sizeBytes: image.size_bytes, type: image.video.type }, request, reply, {
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  handle('GET /media/{id}/document', async ({ params, signedIn, request, reply }) => {
    const image = await ownImage(database, params.id, signedIn.user.id)
    if (!image.document) throw new AppError('not_found')
    const file = { id: image.id, sizeBytes: image.size_bytes, type: 'application/pdf' } as const
    // Browsers run a PDF's scripts in a viewer of their own, so the file is only a download.
    return sendVideo(storage, file, request, reply, {
      'content-disposition': `attachment; ${fileNameParameter(image.original_name)}`,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })
}

/** @throws AppError not_found, also for an upload of another user */
async function openUpload(on: Queryable, id: string, userId: string): Promise<UploadRow> {
  const [row] = await on.query(sql`
    select ${UPLOAD_COLUMNS} from images where id = ${id} and user_id = ${userId} and state = 'uploading'`)
  if (!row) throw new AppError('not_found')
  return row
}

const toUpload = ({ id, size_bytes: size, parts }: Pick<UploadRow, 'id' | 'size_bytes' | 'parts'>): VideoUpload => ({
  id,
  offset: Math.min(size, (parts ?? 0) * VIDEO_PART_BYTES),
  size,
  partSize: VIDEO_PART_BYTES,
})
