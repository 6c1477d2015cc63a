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

export const isUsedByPost = sql`exists (select from posts where posts.images <> '{}' and posts.images @> array[images.id::text])`

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

/** Finds a rendition by its name or by the platform that gets it. */
export function renditionOf(row: ImageRow, name: string): Rendition | undefined {
  const own = row.platforms[name as Platform] ?? name
  return row.renditions.find((rendition) => rendition.name === own)
}

/** The first folder keeps directories small. */
export function keyOf(imageId: string, rendition: Pick<Rendition, 'name'>): string {
  return `${imageId.slice(0, 2)}/${imageId}-${rendition.name}`
}

/**
 * In the order of `ids`, without unfinished, foreign and unknown pictures.
 * @param isLocking locks them against deletion until the transaction ends
 */
export async function ownImages(on: Queryable, ids: string[], userId: string, isLocking = false): Promise<ImageRow[]> {
  const asked = ids.filter((id) => UUID.test(id))
  if (asked.length === 0) return []
  const rows = await on.query(sql`
    select ${IMAGE_COLUMNS} from images where id = any(${asked}::uuid[]) and user_id = ${userId} and state = 'ready'
    ${isLocking ? sql`for share` : sql``}`)
  return asked.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

// Posts store ids in this spelling.
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** @throws AppError not_found, also for another user's picture */
export async function ownImage(on: Queryable, id: string, userId: string): Promise<ImageRow> {
  const [row] = await ownImages(on, [id], userId)
  if (!row) throw new AppError('not_found')
  return row
}

/** After this no post can use them. Skips pictures that another process has locked. */
export async function markUnusedPictures(tx: Queryable, which: Sql, atMost: number, now: Date): Promise<ImageRow[]> {
  const locked = await tx.query(sql`
    select ${columns('images', 'id')} from images where (${which}) and not ${isUsedByPost} order by coalesce(deleted_at, created_at) limit ${atMost} for update skip locked`)
  if (locked.length === 0) return []
  // Checked again after locking: a post may have taken one in between.
  return await tx.query(sql`
    update images set state = 'deleting', deleted_at = ${now} where id = any(${locked.map(({ id }) => id)}::uuid[]) and not ${isUsedByPost}
    returning ${IMAGE_COLUMNS}`)
}
