import { AppError } from '#core/errors.ts'
import type { Queryable } from '../db/database.ts'
import { requireTransaction } from '../db/database.ts'
import sql, { columns, computed, type Sql } from '../db/sql.ts'

const MB = 1_000_000

/**
 * SQL for the total size of a user's stored files. Deleted files do not count, and a video counts from the beginning of
 * its upload.
 */
export const storedBytesOf = (userId: Sql): Sql => sql`
  (select coalesce(sum(images.size_bytes::bigint + coalesce((cover ->> 'sizeBytes')::bigint, 0)), 0)
    from images where images.user_id = ${userId} and images.parts is not null and images.state <> 'deleting')
  + (select coalesce(sum((file ->> 'sizeBytes')::bigint), 0)
    from images, jsonb_array_elements(renditions) file where images.user_id = ${userId} and images.state <> 'deleting')
  + (select coalesce(sum(p.size_bytes), 0)
    from profile_pictures p where p.user_id = ${userId} and p.state <> 'deleting')`

export async function readStoredBytes(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(sql`select ${computed('used', 'bigint', storedBytesOf(sql`${userId}::uuid`), 0)}`)
  return row?.used ?? 0
}

/**
 * Requires space for more bytes. Locks the user until the transaction ends, so that concurrent uploads see each other.
 * Call it in the transaction that inserts the rows.
 * @param limitBytes undefined without a limit
 * @throws AppError storage_full
 */
export async function requireRoom(
  tx: Queryable,
  userId: string,
  addedBytes: number,
  limitBytes: number | undefined,
): Promise<void> {
  if (limitBytes === undefined) return
  requireTransaction()
  await tx.query(sql`select ${columns('users', 'id')} from users where id = ${userId} for no key update`)
  const used = await readStoredBytes(tx, userId)
  if (used + addedBytes > limitBytes) throw new AppError('storage_full', { values: valuesOf(used, limitBytes) })
}

const valuesOf = (used: number, limit: number) => ({ used: Math.ceil(used / MB), limit: Math.floor(limit / MB) })
