import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countValues } from '#tests/support/count-values.ts'
import { noise, pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { MANY_CONNECTIONS, startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { UNUSED_LIFETIME_MS } from './store-pictures.ts'

const LIMIT = 2_000_000
let frogy: Frogy
let large: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  frogy = await startFrogy({ STORAGE_QUOTA_MB: '2' }, { connections: MANY_CONNECTIONS })
  large = new Uint8Array(await noise(420, 420).jpeg({ quality: 95 }).toBuffer())
})
afterAll(() => frogy[Symbol.asyncDispose]())

const upload = (who: Person, bytes = large, count = 1) => {
  const files = Array.from({ length: count }, (_, at): [string, typeof bytes] => [`${at}.jpg`, bytes])
  return who.ask('POST /api/images/upload', { form: uploadForm(...files) })
}
const storage = (who: Person) => who.call('GET /api/storage', {})
/** The bytes of all stored files of all users. */
const bytesOnDisk = () =>
  readdirSync(join(frogy.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

test('counts all picture files of a user and the profile picture, but no files of other users', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  expect(await storage(layla)).toEqual({ files: 0, usedBytes: 0, limitBytes: LIMIT })
  await upload(omar)
  const before = bytesOnDisk()
  await upload(layla, new Uint8Array(await pictureFile()), 2)
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(await pictureFile())]), 'me.jpg')
  expect((await layla.ask('POST /api/profile/picture', { form })).status).toBe(200)
  expect(await storage(layla)).toMatchObject({ files: 2, usedBytes: bytesOnDisk() - before })
  const admin = await frogy.visitor().signIn('person-1@example.com')
  const { people, storageLimitBytes } = await admin.call('GET /api/admin/users', {
    query: { search: layla.user?.email ?? '' },
  })
  expect(storageLimitBytes).toBe(LIMIT)
  const listed = people.find(({ id }) => id === layla.user?.id)
  expect(listed?.storedBytes).toBe((await storage(layla)).usedBytes)
})

test('rejects an upload over the storage limit, stores no part of it, and accepts it after a deletion', async () => {
  const omar = await frogy.person()
  const { body } = await upload(omar)
  const { usedBytes } = await storage(omar)
  const most = Math.floor(LIMIT / usedBytes)
  expect(most).toBeGreaterThanOrEqual(2)
  for (let n = 1; n < most; n++) expect((await upload(omar)).status).toBe(200)
  const [before, onDisk] = [await storage(omar), bytesOnDisk()]
  const refused = await upload(omar)
  expect(refused).toMatchObject({ status: 413, body: { code: 'storage_full' } })
  expect(refused.body.message).toBe(
    `Your storage is full (${Math.ceil(before.usedBytes / 1_000_000)} of 2 MB). Delete photos, or posts with photos, to make room.`,
  )
  expect(await storage(omar)).toEqual(before)
  expect(bytesOnDisk()).toBe(onDisk)
  await omar.call('DELETE /api/images/{id}', { params: { id: body.media.images[0]?.id ?? '' } })
  expect((await upload(omar)).status).toBe(200)
})

test('never exceeds the storage limit under concurrent uploads', async () => {
  const sara = await frogy.person()
  const replies = await Promise.all(Array.from({ length: 10 }, () => upload(sara)))
  const statuses = countValues(replies.map(({ status }) => String(status)))
  expect(Object.keys(statuses).sort()).toEqual(['200', '413'])
  const { usedBytes } = await storage(sara)
  expect(usedBytes).toBeLessThanOrEqual(LIMIT)
  expect(usedBytes).toBeGreaterThan(LIMIT / 2)
})

test('deletes unused pictures that are at least a week old to make room for an upload', async () => {
  const noura = await frogy.person()
  while ((await upload(noura)).status === 200);
  const small = new Uint8Array(await pictureFile())
  while ((await upload(noura, small)).status === 200);
  frogy.clock.advance(UNUSED_LIFETIME_MS)
  expect((await upload(noura)).status).toBe(200)
})

test('stores pictures without a limit by default', async () => {
  await using open = await startFrogy()
  const layla = await open.person()
  expect((await upload(layla)).status).toBe(200)
  expect(await storage(layla)).toMatchObject({ limitBytes: null })
})
