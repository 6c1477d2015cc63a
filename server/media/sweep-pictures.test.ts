import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database, type Queryable } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { SERVER_URL, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { testClock, type TestClock } from '#tests/support/test-clock.ts'
import { folderStorage } from '../adapters/storage/folder-storage.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { storePictures, deleteUnusedPictures, type PictureStoreParts, type NewPicture } from './store-pictures.ts'
import { ownImages, type ImageRow } from './store.ts'
import { sweepPictures } from './sweep-pictures.ts'
import { partKey } from './video-file.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let place: TestDatabase
let database: Database
let clock: TestClock
let storage: Storage
let userId: string
let troubles: unknown[]
let parts: PictureStoreParts
beforeAll(async () => {
  place = await testDatabase()
  database = await openDatabase({ ...place, onError: console.error })
})
beforeEach(async () => {
  clock = testClock()
  storage = folderStorage(join(place.dataDir, 'media'))
  troubles = []
  const log = { error: (one: unknown) => void troubles.push(one), warn: (one: unknown) => void troubles.push(one) }
  parts = { database, clock, storage, log }
  userId = randomUUID()
  await database.query(sql`
    insert into users (id, email, first_name, last_name, created_at) values (${userId}, ${`${userId}@example.com`}, 'Layla', 'Haddad', ${clock.now()})`)
})
afterEach(async () => {
  await database.query(sql`delete from posts`)
  await database.query(sql`delete from images`)
  await database.query(sql`delete from users`)
  await rm(join(place.dataDir, 'media'), { recursive: true, force: true })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** An upload with three files, whose contents do not matter here. */
const picture = (): NewPicture => ({
  originalName: 'a.jpg',
  sizeBytes: 100,
  picture: {
    type: 'image/jpeg',
    width: 60,
    height: 40,
    renditions: (['master', 'preview', 'instagram'] as const).map((name) => ({
      name,
      type: 'image/jpeg',
      width: 60,
      height: 40,
      sizeBytes: 3,
      bytes: Uint8Array.of(1, 2, 3),
    })),
    platforms: {
      linkedin: 'master',
      twitter: 'master',
      facebook: 'master',
      instagram: 'instagram',
      threads: 'instagram',
      bluesky: 'master',
      mastodon: 'master',
      telegram: 'master',
    },
  },
})
const store = (count = 1, more: Partial<PictureStoreParts> = {}): Promise<ImageRow[]> =>
  storePictures({ ...parts, ...more }, userId, Array.from({ length: count }, picture))

async function storeOne(): Promise<ImageRow> {
  const [row] = await store()
  if (!row) throw new Error('Nothing was kept')
  return row
}

/** Counts the files in the storage folder and the rows in the database. */
async function left(): Promise<{ files: number; rows: number }> {
  const entries = await readdir(join(place.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  const rows = await database.query(sql`select id from images`)
  return { files: entries.filter((entry) => entry.isFile()).length, rows: rows.length }
}

const makePost = (images: string[], on: Queryable = database) =>
  on.query(sql`
    insert into posts (user_id, platform, content, content_language, images, status, created_at, updated_at)
    values (${userId}, 'threads', 'Hello', 'en', ${images}, 'draft', ${clock.now()}, ${clock.now()})`)

/** A storage whose process seems to die: from operation number `after` on, nothing happens. */
function dyingAfter(after: number, operation: 'put' | 'delete'): { storage: Storage; died: Promise<void> } {
  let count = 0
  let die: () => void
  const died = new Promise<void>((resolve) => (die = resolve))
  const dying = async (work: () => Promise<void>) => {
    if (++count <= after) return await work()
    die()
    await new Promise(() => {})
  }
  return {
    storage: {
      ...storage,
      put: (...args) => (operation === 'put' ? dying(() => storage.put(...args)) : storage.put(...args)),
      delete: (key) => (operation === 'delete' ? dying(() => storage.delete(key)) : storage.delete(key)),
    },
    died,
  }
}

describe('a killed process', () => {
  test.each([0, 1, 3, 5])('deletes an upload whose process died after %i of its six files', async (after) => {
    const { storage: dying, died } = dyingAfter(after, 'put')
    void store(2, { storage: dying })
    await died
    expect(await left()).toEqual({ files: after, rows: 2 })
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: after, rows: 2 })
    clock.advance(HOUR_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })

  test.each([0, 2, 3, 4])(
    'finishes the deletion of two pictures after its process died with %i files deleted',
    async (after) => {
      const { storage: dying, died } = dyingAfter(after, 'delete')
      await store(2)
      void deleteUnusedPictures({ ...parts, storage: dying }, sql`true`, 10)
      await died
      expect((await left()).files).toBe(6 - after)
      clock.advance(10 * MINUTE_MS)
      await sweepPictures(parts)
      expect(await left()).toEqual({ files: 0, rows: 0 })
    },
  )
})

describe('a failed upload', () => {
  test('deletes the stored files of a failed upload and reports the reason', async () => {
    let count = 0
    const full: Storage = {
      ...storage,
      put: async (...args) => {
        if (++count > 4) throw new Error('The disk is full')
        await storage.put(...args)
      },
    }
    await expect(store(2, { storage: full })).rejects.toThrow('The disk is full')
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })

  test('deletes the files of a failed upload in the next sweep when their first deletion failed', async () => {
    const refuse = () => Promise.reject(new Error('No way to the bucket'))
    let count = 0
    const lost: Storage = {
      ...storage,
      put: (...args) => (++count > 2 ? refuse() : storage.put(...args)),
      delete: refuse,
    }
    await expect(store(1, { storage: lost })).rejects.toThrow('No way to the bucket')
    expect(troubles).toHaveLength(1)
    clock.advance(10 * MINUTE_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })

  test('deletes the files of an upload that took longer than an hour', async () => {
    const slow: Storage = {
      ...storage,
      put: async (...args) => {
        await storage.put(...args)
        clock.advance(HOUR_MS)
        await sweepPictures(parts)
      },
    }
    await expect(store(1, { storage: slow })).rejects.toThrow(/swept away/)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })
})

describe('an unfinished video', () => {
  test('keeps an unfinished video for a day, then deletes it with all of its parts', async () => {
    const id = randomUUID()
    await database.query(sql`
      insert into images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, state, created_at, parts, upload_key)
      values (${id}, ${userId}, 'a.mp4', 'video/mp4', ${20_000_000}, 0, 0, '[]', '{}', 'uploading', ${clock.now()}, 2, 'key')`)
    // Simulate a process that stored a third part and died before it counted the part.
    for (const part of [0, 1, 2]) await storage.put(partKey(id, part), Uint8Array.of(part), 'application/octet-stream')
    clock.advance(DAY_MS - HOUR_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 3, rows: 1 })
    clock.advance(HOUR_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })
})

describe('an unused picture', () => {
  test('keeps an unused picture for seven days, then deletes it', async () => {
    await store(2)
    clock.advance(7 * DAY_MS - MINUTE_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 6, rows: 2 })
    clock.advance(MINUTE_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
    expect(troubles).toEqual([])
  })

  test('deletes more unused pictures in one sweep than one batch holds', async () => {
    await store(25)
    clock.advance(7 * DAY_MS)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })

  test('deletes a picture once when several workers sweep at the same time', async () => {
    await store(5)
    clock.advance(7 * DAY_MS)
    const deleted: string[] = []
    const counting: Storage = {
      ...storage,
      delete: (key) => {
        deleted.push(key)
        return storage.delete(key)
      },
    }
    await Promise.all([1, 2, 3].map(() => sweepPictures({ ...parts, storage: counting })))
    expect(await left()).toEqual({ files: 0, rows: 0 })
    expect(deleted).toHaveLength(15)
    expect(new Set(deleted).size).toBe(15)
  })

  test('deletes a picture even if the deletion of another one fails', async () => {
    const [stuck] = await store(25)
    clock.advance(7 * DAY_MS)
    const refusing: Storage = {
      ...storage,
      delete: (key) => (key.includes(stuck?.id ?? '') ? Promise.reject(new Error('Denied')) : storage.delete(key)),
    }
    await sweepPictures({ ...parts, storage: refusing })
    expect(await left()).toEqual({ files: 3, rows: 1 })
    expect(troubles).toHaveLength(1)
  })

  test("deletes a user's oldest unused pictures beyond sixty", async () => {
    const old = await storeOne()
    clock.advance(MINUTE_MS)
    for (let count = 0; count < 15; count++) await store(4)
    expect(await ownImages(database, [old.id], userId)).toEqual([])
    expect(await left()).toEqual({ files: 180, rows: 60 })
  })

  test('deletes an old unused picture by the scheduled job', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person()
    await layla.call('POST /api/images/upload', {
      form: uploadForm(['a.jpg', new Uint8Array(await pictureFile('jpeg'))]),
    })
    const files = async () =>
      (await readdir(join(frogy.dataDir, 'media'), { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      )
    expect(await files()).not.toEqual([])
    frogy.clock.advance(7 * DAY_MS)
    await expect.poll(files).toEqual([])
  })
})

describe('a picture in a post', () => {
  test('keeps a picture of any age until its post is deleted', async () => {
    const { id } = await storeOne()
    await makePost([id])
    clock.advance(400 * DAY_MS)
    await sweepPictures(parts)
    expect(await deleteUnusedPictures(parts, sql`id = ${id}`, 1)).toBe(0)
    expect(await left()).toEqual({ files: 3, rows: 1 })
    await database.query(sql`delete from posts`)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })

  // This test needs a second connection, which the embedded database does not have.
  if (SERVER_URL) {
    test('keeps a picture while its post is being created', async () => {
      const { id } = await storeOne()
      clock.advance(7 * DAY_MS)
      await using other = await openDatabase({ ...place, onError: console.error })
      await database.transaction(async (tx) => {
        expect(await ownImages(tx, [id], userId, true)).toHaveLength(1)
        await sweepPictures({ ...parts, database: other })
        await makePost([id], tx)
      })
      await sweepPictures(parts)
      expect(await left()).toEqual({ files: 3, rows: 1 })
    })
  }

  test('deletes the pictures of a deleted user in the next sweep', async () => {
    const { id } = await storeOne()
    await makePost([id])
    await store()
    await database.query(sql`delete from users where id = ${userId}`)
    expect((await left()).rows).toBe(2)
    await sweepPictures(parts)
    expect(await left()).toEqual({ files: 0, rows: 0 })
  })
})
