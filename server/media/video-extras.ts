import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import {
  CAPTIONS_LIMIT_BYTES,
  readCaptions,
  toWebVtt,
  type CaptionFacts,
  type CoverFacts,
} from '#core/video/captions.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import type { MediaParts } from './routes.ts'
import { requireRoom } from './storage-quota.ts'
import { IMAGE_COLUMNS, ownImage, toImage, type ImageRow } from './store.ts'
import { withFileName } from './with-file-name.ts'

interface ExtrasParts extends Pick<MediaParts, 'database' | 'storageLimitBytes' | 'reviseDescribed'> {
  /** Makes a small JPEG of a picture, in a parser process. */
  renderCover: (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>
}

/**
 * The cover and captions of a video. Posts with the video contain them, so a change counts as a change of these posts.
 */
export function videoExtrasRoutes(handle: Handle, parts: ExtrasParts): void {
  const { database, storageLimitBytes, reviseDescribed, renderCover } = parts

  handle('POST /api/videos/{id}/cover', async ({ params, body, files, signal, ...context }) => {
    const caller = callerOf(context)
    const [file] = files
    if (!file) throw new AppError('image_type')
    const { durationMs } = await requireVideo(params.id, caller)
    const cover = await withFileName(file, () => renderCover(file.bytes, signal))
    const facts: CoverFacts = {
      atMs: Math.min(body.atMs, durationMs),
      version: randomUUID(),
      sizeBytes: cover.byteLength,
    }
    return await change(params.id, caller, sql`cover = ${JSON.stringify(facts)}::jsonb`, async (tx) => {
      await requireRoom(tx, caller.userId, cover.byteLength, storageLimitBytes)
      await tx.query(sql`
        insert into video_extras (image_id, cover) values (${params.id}, ${cover})
        on conflict (image_id) do update set cover = excluded.cover`)
    })
  })

  handle('DELETE /api/videos/{id}/cover', async ({ params, ...context }) =>
    change(params.id, callerOf(context), sql`cover = null`, async (tx) => {
      await tx.query(sql`update video_extras set cover = null where image_id = ${params.id}`)
    }),
  )

  handle('PUT /api/videos/{id}/captions', async ({ params, body, ...context }) => {
    const caller = callerOf(context)
    await requireVideo(params.id, caller)
    const captions = readCaptions(body.text)
    if (!captions) throw new AppError('captions_invalid')
    const file = toWebVtt(captions)
    const sizeBytes = Buffer.byteLength(file)
    if (sizeBytes > CAPTIONS_LIMIT_BYTES)
      throw new AppError('captions_too_large', { values: { limit: CAPTIONS_LIMIT_BYTES / 1_000 } })
    const facts: CaptionFacts = { language: body.language, count: captions.length, sizeBytes }
    return await change(params.id, caller, sql`captions = ${JSON.stringify(facts)}::jsonb`, async (tx) => {
      await tx.query(sql`
          insert into video_extras (image_id, captions) values (${params.id}, ${file})
          on conflict (image_id) do update set captions = excluded.captions`)
    })
  })

  handle('DELETE /api/videos/{id}/captions', async ({ params, ...context }) =>
    change(params.id, callerOf(context), sql`captions = null`, async (tx) => {
      await tx.query(sql`update video_extras set captions = null where image_id = ${params.id}`)
    }),
  )

  handle('GET /media/{id}/cover', async ({ params, signedIn, reply }) => {
    const image = await ownImage(database, params.id, signedIn.user.id)
    const { cover } = (image.cover && (await readVideoExtras(database, image))) ?? {}
    if (!cover) throw new AppError('not_found')
    reply.headers({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    return Buffer.from(cover)
  })

  /** @throws AppError not_found for another user's video and for other media */
  async function requireVideo(id: string, caller: Caller): Promise<VideoFacts> {
    const { video } = await ownImage(database, id, caller.userId)
    if (!video) throw new AppError('not_found')
    return video
  }

  async function change(id: string, caller: Caller, set: Sql, store: (tx: Queryable) => Promise<void>) {
    return await database.transaction(async (tx) => {
      await reviseDescribed(tx, caller, id)
      const [row] = await tx.query(sql`
        update images set ${set} where id = ${id} and user_id = ${caller.userId} and state = 'ready' and video is not null
        returning ${IMAGE_COLUMNS}`)
      if (!row) throw new AppError('not_found')
      await store(tx)
      return toImage(row)
    })
  }
}

/** The cover as a JPEG, and the captions as WebVTT. */
export async function readVideoExtras(
  on: Queryable,
  { id, cover, captions }: Pick<ImageRow, 'id' | 'cover' | 'captions'>,
): Promise<{ cover?: Uint8Array<ArrayBuffer>; captions?: string }> {
  if (!cover && !captions) return {}
  const [row] = await on.query(sql`
    select ${columns('video_extras', 'cover', 'captions')} from video_extras where image_id = ${id}`)
  return {
    ...(cover && row?.cover && { cover: new Uint8Array(row.cover) }),
    ...(captions && row?.captions && { captions: row.captions }),
  }
}
