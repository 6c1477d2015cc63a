import type { LibraryFilter, LibraryImage, Use } from '#core/media/contract.ts'
import { MAX_USES } from '#core/media/contract.ts'
import { searchPattern } from '#core/search-pattern.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, join, list, type Sql } from '../db/sql.ts'
import { UNUSED_LIFETIME_MS } from './store-pictures.ts'
import { IMAGE_COLUMNS, isUsedByPost, ownImage, toImage } from './store.ts'

const OPENING_LENGTH = 140

const KINDS: Record<NonNullable<LibraryFilter['kind']>, Sql> = {
  photo: sql`video is null and document is null`,
  video: sql`video is not null`,
  document: sql`document is not null`,
}

/** One page of a user's media, newest first. */
export async function readLibrary(
  on: Queryable,
  userId: string,
  { q, kind, after, limit }: LibraryFilter,
): Promise<LibraryImage[]> {
  const words = q?.trim() ? searchPattern(q.trim()) : undefined
  const conditions = [
    sql`user_id = ${userId} and state = 'ready'`,
    ...(kind ? [KINDS[kind]] : []),
    ...(words ? [sql`(alt_text ~* ${words} or original_name ~* ${words})`] : []),
    ...(after
      ? [
          sql`(created_at, id) < (select last.created_at, last.id from images last where last.id = ${after} and last.user_id = ${userId})`,
        ]
      : []),
  ]
  const rows = await on.query(sql`
    select ${list(IMAGE_COLUMNS, columns('images', 'created_at'), isTrue('isUsed', isUsedByPost))} from images where ${join(conditions, ' and ')} order by created_at desc, id desc limit ${limit}`)
  return rows.map((row) => ({
    ...toImage(row),
    isUsed: row.isUsed,
    deletedOn: row.isUsed ? null : new Date(row.created_at.getTime() + UNUSED_LIFETIME_MS).toISOString(),
  }))
}

/** The number of a user's photos, videos and documents. */
export async function countLibrary(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(sql`
    select ${computed('files', 'bigint', sql`count(*)`, 0)} from images where user_id = ${userId} and state = 'ready'`)
  return row?.files ?? 0
}

const USE = list(
  columns('posts', 'id', 'platform', 'status'),
  computed('at', 'timestamptz', sql`coalesce(published_at, scheduled_at, planned_at)`),
  computed('opening', 'text', sql`left(ltrim(content), ${OPENING_LENGTH}::integer)`, ''),
)

/** The posts that use this image. @throws AppError not_found */
export async function usesOf(on: Queryable, userId: string, imageId: string): Promise<Use[]> {
  const { id } = await ownImage(on, imageId, userId)
  const has = sql`images <> '{}' and images @> array[${id}::text]`
  const rows = await on.query(sql`
    select ${USE} from posts where user_id = ${userId}
      and id in (select id from posts where ${has} union select post_id from follow_ups where ${has})
    order by coalesce(published_at, scheduled_at, planned_at, created_at) desc, id limit ${MAX_USES}`)
  return rows.map(({ id: postId, at, ...use }) => ({ postId, ...use, at: at?.toISOString() ?? null }))
}
