import { AppError } from '#core/errors.ts'
import type { Image } from '#core/media/contract.ts'
import type { Rendition } from '#core/media/renditions.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../db/sql.ts'

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
)
export type ImageRow = RowOf<typeof IMAGE_COLUMNS>

/** True of an `images` row that some post has among its pictures. */
export const isUsedByPost = sql`exists (select from posts where posts.images <> '{}' and posts.images @> array[images.id::text])`

/** A picture as its owner reads it. */
export function toImage(row: ImageRow): Image {
  return {
    id: row.id,
    originalName: row.original_name,
    size: row.size_bytes,
    width: row.width,
    height: row.height,
    url: `/media/${row.id}/preview`,
    altText: row.alt_text,
  }
}

/** A rendition by its own name, or by that of the platform which is sent it. */
export function renditionOf(row: ImageRow, name: string): Rendition | undefined {
  const own = row.platforms[name as Platform] ?? name
  return row.renditions.find((rendition) => rendition.name === own)
}

/** Where a rendition is kept. The first folder keeps each folder of a disk short. */
export function keyOf(imageId: string, rendition: Pick<Rendition, 'name'>): string {
  return `${imageId.slice(0, 2)}/${imageId}-${rendition.name}`
}

/**
 * Reads pictures by their ids, in that order. Ids of unfinished, foreign or unknown pictures are passed over.
 * @param hold keeps them from being taken away until the transaction ends, by when a post holds them
 */
export async function ownImages(on: Queryable, ids: string[], userId: string, hold = false): Promise<ImageRow[]> {
  const asked = ids.filter((id) => UUID.test(id))
  if (asked.length === 0) return []
  const rows = await on.query(sql`
    select ${IMAGE_COLUMNS} from images where id = any(${asked}::uuid[]) and user_id = ${userId} and state = 'ready'
    ${hold ? sql`for share` : sql``}`)
  return asked.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

// As we write them: a post holds its pictures by these letters.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** @throws AppError not_found, also for another person's picture */
export async function ownImage(on: Queryable, id: string, userId: string): Promise<ImageRow> {
  const [row] = await ownImages(on, [id], userId)
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Marks those of the pictures `which` that no post holds as being taken away; no post can take them from then on. What
 * another process has in hands is left to it.
 */
export async function markUnusedPictures(tx: Queryable, which: Sql, atMost: number, now: Date): Promise<ImageRow[]> {
  const locked = await tx.query(sql`
    select ${columns('images', 'id')} from images where (${which}) and not ${isUsedByPost} order by coalesce(deleted_at, created_at) limit ${atMost} for update skip locked`)
  if (locked.length === 0) return []
  // Asked once more behind the lock: a post may have taken one between the look and the lock.
  return await tx.query(sql`
    update images set state = 'deleting', deleted_at = ${now} where id = any(${locked.map(({ id }) => id)}::uuid[]) and not ${isUsedByPost}
    returning ${IMAGE_COLUMNS}`)
}
