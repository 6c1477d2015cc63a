import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type Sql } from '../../db/sql.ts'
import { PORTRAIT_TYPE } from '../../media/portrait-headers.ts'
import { requireRoom } from '../../media/storage-quota.ts'
import type { PictureStoreParts } from '../../media/store-pictures.ts'

const HOUR_MS = 3_600_000
/** An upload or removal that is unfinished after this time has failed, or its process has died. */
const ABANDONED_AFTER_MS = HOUR_MS
const BATCH_SIZE = 20

/** The file's key in the storage, in the same folders as post images. */
const keyOf = (id: string) => `${id.slice(0, 2)}/${id}-portrait`
const urlOf = (id: string) => `/media/profile/${id}`

/** Stores a user's rendered picture and replaces the previous one. */
export async function setPicture(parts: PictureStoreParts, userId: string, bytes: Uint8Array): Promise<void> {
  const { database, clock, storage, storageLimitBytes } = parts
  const id = randomUUID()
  await database.transaction(async (tx) => {
    await requireRoom(tx, userId, bytes.length, storageLimitBytes)
    await tx.query(sql`
      insert into profile_pictures (id, user_id, state, size_bytes, changed_at)
      values (${id}, ${userId}, 'storing', ${bytes.length}, ${clock.now()})`)
  })
  try {
    await storage.put(keyOf(id), bytes, PORTRAIT_TYPE)
    await database.transaction(async (tx) => {
      const now = clock.now()
      // The row lock serializes concurrent uploads, so that exactly the last upload remains.
      const [owner] = await tx.query(sql`
        update users set profile_image_url = ${urlOf(id)} where id = ${userId} returning ${columns('users', 'id')}`)
      if (!owner) throw new AppError('not_found')
      await retire(tx, userId, now)
      const ready = await tx.query(sql`
        update profile_pictures set state = 'ready', changed_at = ${now} where id = ${id} and state = 'storing' returning ${columns('profile_pictures', 'id')}`)
      if (ready.length === 0) throw new Error('A picture took so long to store that it was swept away')
    })
  } catch (error) {
    await database.query(sql`
      update profile_pictures set state = 'deleting', changed_at = ${clock.now()} where id = ${id}`)
    await deleteFiles(parts, sql`id = ${id}`)
    throw error
  }
  await deleteFiles(parts, sql`user_id = ${userId}`)
}

export async function removePicture(parts: PictureStoreParts, userId: string): Promise<void> {
  const { database, clock } = parts
  await database.transaction(async (tx) => {
    await tx.query(sql`update users set profile_image_url = null where id = ${userId}`)
    await retire(tx, userId, clock.now())
  })
  await deleteFiles(parts, sql`user_id = ${userId}`)
}

async function retire(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update profile_pictures set state = 'deleting', changed_at = ${now} where user_id = ${userId} and state = 'ready'`)
}

/** @returns the picture's file, for its owner and admins only */
export async function readPicture(
  { database, storage }: Pick<PictureStoreParts, 'database' | 'storage'>,
  id: string,
  viewer: { id: string; role: string },
): Promise<Uint8Array | undefined> {
  const [row] = await database.query(sql`
    select ${columns('profile_pictures', 'id')} from profile_pictures
    where id = ${id} and state = 'ready' and (user_id = ${viewer.id} or ${viewer.role} = 'admin')`)
  return row && (await storage.read(keyOf(row.id)))
}

export async function fileOfPicture(on: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await on.query(sql`
    select ${columns('profile_pictures', 'id')} from profile_pictures where user_id = ${userId} and state = 'ready'`)
  return row && keyOf(row.id)
}

/** Deletes files of failed uploads and removals, and pictures without an owner. @returns the errors */
export async function sweepProfilePictures(parts: PictureStoreParts, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = parts
  const now = clock.now()
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS)
  await database.query(sql`
    update profile_pictures set state = 'deleting', changed_at = ${now}
    where (user_id is null and state = 'ready') or (state = 'storing' and changed_at <= ${before})`)
  const troubles: unknown[] = []
  const isLeft = sql`user_id is null or changed_at <= ${before} or changed_at = ${now}`
  await deleteFiles({ ...parts, onError: (error) => void troubles.push(error) }, isLeft, signal)
  return troubles
}

/** Deletes files first, then their rows. Logs failures; the next sweep retries them. */
async function deleteFiles(parts: PictureStoreParts, which: Sql, signal?: AbortSignal): Promise<void> {
  const { database, storage, log, onError } = parts
  const passed: string[] = []
  for (;;) {
    const rows = await database.query(sql`
      select ${columns('profile_pictures', 'id')} from profile_pictures
      where state = 'deleting' and (${which}) and id <> all(${passed}::uuid[]) limit ${BATCH_SIZE}`)
    if (rows.length === 0 || signal?.aborted) return
    for (const { id } of rows) {
      passed.push(id)
      try {
        await storage.delete(keyOf(id))
        await database.query(sql`delete from profile_pictures where id = ${id} and state = 'deleting'`)
      } catch (error) {
        log.error({ err: error }, 'a profile picture could not be deleted; a job retries')
        onError?.(error)
      }
    }
  }
}
