import { AppError } from '#core/errors.ts'
import type { Image } from '#core/media/contract.ts'
import type { Rendition } from '#core/media/renditions.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../db/sql.ts'
import { partKey } from './video-file.ts'

export const IMAGE_COLUMNS = columns(
  'images',
  'id',
  'original_name',
  'size_bytes',
  'width',
  'height',
  'renditions',
  'platforms',
  'alt_text',
  'type',
  'parts',
  'video',
  'document',
  'cover',
  'captions',
)
export type ImageRow = RowOf<typeof IMAGE_COLUMNS>

export const isUsedByPost = sql`(exists (select from posts where posts.images <> '{}' and posts.images @> array[images.id::text])
  or exists (select from follow_ups f where f.images <> '{}' and f.images @> array[images.id::text]))`

export function toImage(row: ImageRow): Image {
  return {
    id: row.id,
    originalName: row.original_name,
    size: row.size_bytes,
    width: row.width,
    height: row.height,
    url: `/media/${row.id}/${row.video ? 'video' : row.document ? 'document' : 'preview'}`,
    altText: row.alt_text,
    video: row.video,
    document: row.document,
    ...(row.cover && { cover: { atMs: row.cover.atMs, url: `/media/${row.id}/cover?v=${row.cover.version}` } }),
    ...(row.captions && { captions: row.captions }),
    ...(renditionOf(row, 'animation') && { isAnimated: true }),
  }
}

/** Finds a picture's file by its name, or by the platform that gets it. */
export function renditionOf(row: ImageRow, name: string): Rendition | undefined {
  const own = row.platforms[name as Platform] ?? name
  return row.renditions.find((rendition) => rendition.name === own)
}

/** The storage key of a file. Its first part is a folder, so that no folder gets too many files. */
export function keyOf(imageId: string, rendition: Pick<Rendition, 'name'>): string {
  return `${imageId.slice(0, 2)}/${imageId}-${rendition.name}`
}

/** The storage keys of all files of a picture, video or document. */
export function keysOf({ id, renditions, parts }: Pick<ImageRow, 'id' | 'renditions' | 'parts'>): string[] {
  if (parts === null) return renditions.map((rendition) => keyOf(id, rendition))
  // Add one part to the counted ones, because a process may have stopped between storing a part and counting it.
  return Array.from({ length: parts + 1 }, (_, part) => partKey(id, part))
}

/**
 * The user's pictures in the order of `ids`. Skips unfinished and unknown ones, and those of other users.
 * @param isLocking locks the pictures against deletion until the transaction ends
 */
export async function ownImages(on: Queryable, ids: string[], userId: string, isLocking = false): Promise<ImageRow[]> {
  const asked = ids.filter((id) => UUID.test(id))
  if (asked.length === 0) return []
  const rows = await on.query(sql`
    select ${IMAGE_COLUMNS} from images where id = any(${asked}::uuid[]) and user_id = ${userId} and state = 'ready'
    ${isLocking ? sql`for share` : sql``}`)
  return asked.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

// Ids must be in lower case, as posts store them.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** @throws AppError not_found, also when the picture belongs to another user */
export async function ownImage(on: Queryable, id: string, userId: string): Promise<ImageRow> {
  const [row] = await ownImages(on, [id], userId)
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Marks unused pictures as deleted, so that no post can use them any more. Skips pictures that another process has
 * locked.
 */
export async function markUnusedPictures(tx: Queryable, which: Sql, atMost: number, now: Date): Promise<ImageRow[]> {
  const locked = await tx.query(sql`
    select ${columns('images', 'id')} from images where (${which}) and not ${isUsedByPost} order by coalesce(deleted_at, created_at) limit ${atMost} for update skip locked`)
  if (locked.length === 0) return []
  // Check again now that the rows are locked: a post may now use one of the pictures.
  return await tx.query(sql`
    update images set state = 'deleting', deleted_at = ${now} where id = any(${locked.map(({ id }) => id)}::uuid[]) and not ${isUsedByPost}
    returning ${IMAGE_COLUMNS}`)
}
