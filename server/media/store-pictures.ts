import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { Rendition } from '#core/media/renditions.ts'
import sql, { join, type Sql } from '../db/sql.ts'
import type { RenderedPicture } from './render-picture.ts'
import { readStoredBytes, requireRoom } from './storage-quota.ts'
import { IMAGE_COLUMNS, isUsedByPost, keyOf, keysOf, markUnusedPictures, type ImageRow } from './store.ts'

export interface PictureStoreParts {
  database: Database
  clock: Clock
  storage: Storage
  /** The maximum total size of a user's photos, videos and documents in bytes. Undefined without a limit. */
  storageLimitBytes?: number | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  onError?: (error: unknown) => void
}

export type NewPicture = { originalName: string; sizeBytes: number; picture: RenderedPicture }

/**
 * How long an unused picture waits for a post. The server cannot know whether an unsaved draft in a browser uses it.
 */
export const UNUSED_LIFETIME_MS = 7 * 24 * 3_600_000
/** How many pictures without a post a user may have, enough for fifteen drafts. The oldest are deleted first. */
const UNUSED_LIMIT = 60

/**
 * Stores all of these pictures or none: first their rows, then the files, then marks the rows as `ready`. If the
 * process dies in between, the sweep deletes the remains.
 */
export async function storePictures(
  parts: PictureStoreParts,
  userId: string,
  pictures: NewPicture[],
): Promise<ImageRow[]> {
  const { database, clock, storage, storageLimitBytes } = parts
  const made = pictures.map((one) => ({
    ...one,
    id: randomUUID(),
    parts: null,
    renditions: one.picture.renditions.map(withoutBytes),
  }))
  const ids = made.map(({ id }) => id)
  const rows = made.map(
    ({ id, originalName, sizeBytes, picture: { type, width, height, platforms }, renditions }) =>
      sql`(${id}, ${userId}, ${originalName}, ${type}, ${sizeBytes}, ${width}, ${height}, ${JSON.stringify(renditions)}, ${JSON.stringify(platforms)}, 'storing', ${clock.now()})`,
  )
  const bytes = renditionBytes(made.flatMap(({ renditions }) => renditions))
  await database.transaction(async (tx) => {
    await requireRoom(tx, userId, bytes, storageLimitBytes)
    await tx.query(sql`
    insert into images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, state, created_at)
    values ${join(rows)}`)
  })
  try {
    // Store one file after the other, so that no upload still runs when a failure deletes the files.
    for (const { id, picture } of made)
      for (const rendition of picture.renditions)
        await storage.put(keyOf(id, rendition), rendition.bytes, rendition.type)
    const ready = await database.query(sql`
      update images set state = 'ready' where id = any(${ids}::uuid[]) and state = 'storing' returning ${IMAGE_COLUMNS}`)
    if (ready.length < made.length) throw new Error('Pictures took so long to store that they were swept away')
    await deleteUnusedPictures(parts, sql`id in (${surplusPicturesOf(userId)})`, AT_ONCE)
    return ids.flatMap((id) => ready.find((row) => row.id === id) ?? [])
  } catch (error) {
    await deleteUnusedPictures(parts, sql`id = any(${ids}::uuid[])`, ids.length, made)
    throw error
  }
}

const AT_ONCE = 20

const renditionBytes = (renditions: Pick<Rendition, 'sizeBytes'>[]): number =>
  renditions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

/**
 * Requires space in the user's storage before any work on an upload. If it is full, first deletes unused pictures that
 * the next sweep would delete anyway.
 * @throws AppError storage_full
 */
export async function makeRoom(parts: PictureStoreParts, userId: string): Promise<void> {
  const { database, clock, storageLimitBytes } = parts
  if (storageLimitBytes === undefined || (await readStoredBytes(database, userId)) < storageLimitBytes) return
  const old = new Date(clock.now().getTime() - UNUSED_LIFETIME_MS)
  await deleteUnusedPictures(parts, sql`user_id = ${userId} and state = 'ready' and created_at <= ${old}`, UNUSED_LIMIT)
  await database.transaction((tx) => requireRoom(tx, userId, 1, storageLimitBytes))
}

const surplusPicturesOf = (userId: string) =>
  sql`select id from images where user_id = ${userId} and state = 'ready' and not ${isUsedByPost} order by created_at desc, id offset ${UNUSED_LIMIT}`

const withoutBytes = ({ bytes: _bytes, ...rendition }: RenderedPicture['renditions'][number]) => rendition

/**
 * Marks pictures as deleted, then deletes their files, then their rows. The next sweep retries failed deletions.
 * @param known the pictures of `which`, to delete their files even if their rows are gone
 */
export async function deleteUnusedPictures(
  parts: PictureStoreParts,
  which: Sql,
  atMost: number,
  known?: Pick<ImageRow, 'id' | 'renditions' | 'parts'>[],
): Promise<number> {
  const { database, clock, storage, log, onError } = parts
  const failed = (error: unknown) => {
    log.error({ err: error }, 'pictures could not be deleted; a job retries')
    onError?.(error)
  }
  try {
    const marked = await database.transaction((tx) => markUnusedPictures(tx, which, atMost, clock.now()))
    for (const row of known ?? marked) {
      try {
        for (const key of keysOf(row)) await storage.delete(key)
        await database.query(sql`delete from images where id = ${row.id} and state = 'deleting'`)
      } catch (error) {
        failed(error)
      }
    }
    return marked.length
  } catch (error) {
    failed(error)
    return 0
  }
}
