import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { testDatabase } from '#tests/support/databases.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, plain } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { folderStorage } from '../../adapters/storage/folder-storage.ts'
import { sweepProfilePictures } from './picture.ts'

let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy()
  admin = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

function show(who: Person, bytes: Uint8Array, name = 'me.jpg') {
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(bytes)]), name)
  return who.ask('POST /api/profile/picture', { form })
}
const filesOf = (url: string | null) => {
  const id = url?.split('/').at(-1) ?? 'none'
  return readdirSync(join(frogy.dataDir, 'media'), { recursive: true }).filter((name) => String(name).includes(id))
}

/** A picture of three stripes in red, green and red, with location and camera metadata. */
async function striped(): Promise<Buffer> {
  const green = await plain(200, 200, '#00ff00').png().toBuffer()
  return await plain(600, 200, '#ff0000')
    .composite([{ input: green, left: 200, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '24/1' } })
    .jpeg({ quality: 100 })
    .toBuffer()
}

test('crops a profile picture to a centred square and removes its metadata', async () => {
  const layla = await frogy.person()
  const { status, body } = await show(layla, await striped())
  expect(status).toBe(200)
  expect(body.profileImageUrl).toMatch(/^\/media\/profile\//)
  expect(await layla.call('GET /api/user', {})).toMatchObject({ profileImageUrl: body.profileImageUrl })

  const answer = await layla.fetch(body.profileImageUrl ?? '')
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const file = sharp(new Uint8Array(await answer.arrayBuffer()))
  const { width, height, exif } = await file.metadata()
  expect([width, height, exif]).toEqual([256, 256, undefined])
  const { channels } = await file.stats()
  expect(channels.map(({ mean }) => Math.round(mean / 64))).toEqual([0, 4, 0])
})

test('replaces a profile picture, and deletes its files when the user removes it', async () => {
  const layla = await frogy.person()
  const first = (await show(layla, await pictureFile('png'))).body.profileImageUrl
  expect(filesOf(first)).toHaveLength(1)
  const second = (await show(layla, await pictureFile('webp'))).body.profileImageUrl
  expect(second).not.toBe(first)
  expect(filesOf(first)).toEqual([])
  expect((await layla.fetch(first ?? '')).status).toBe(404)
  expect(await layla.call('DELETE /api/profile/picture', {})).toMatchObject({ profileImageUrl: null })
  expect(filesOf(second)).toEqual([])
  expect((await layla.fetch(second ?? '')).status).toBe(404)
})

test('serves a profile picture to its owner and admins only', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  const url = (await show(layla, await pictureFile())).body.profileImageUrl ?? ''
  expect((await layla.fetch(url)).status).toBe(200)
  expect((await admin.fetch(url)).status).toBe(200)
  expect((await omar.fetch(url)).status).toBe(404)
  expect((await frogy.visitor().fetch(url)).status).toBe(404)
})

test('keeps one of two profile pictures that are uploaded at the same time', async () => {
  const layla = await frogy.person()
  const sent = await Promise.all([show(layla, await pictureFile('png')), show(layla, await pictureFile('jpeg'))])
  expect(sent.map(({ status }) => status)).toEqual([200, 200])
  const { profileImageUrl } = await layla.call('GET /api/user', {})
  expect((await layla.fetch(profileImageUrl ?? '')).status).toBe(200)
  expect(sent.flatMap(({ body }) => filesOf(body.profileImageUrl))).toHaveLength(1)
})

test('rejects a file that is not a bitmap image, names it, and keeps the previous picture', async () => {
  const layla = await frogy.person()
  const { profileImageUrl } = (await show(layla, await pictureFile())).body
  const refused = await show(layla, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.svg')
  expect(refused).toMatchObject({ status: 415, body: { code: 'image_type' } })
  expect(refused.body.message).toContain('drawing.svg')
  expect(await layla.call('GET /api/user', {})).toMatchObject({ profileImageUrl })
})

test('deletes files of failed uploads after an hour, when none can still be running', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  const [clock, storage] = [testClock(), folderStorage(join(place.dataDir, 'media'))]
  const log = { error: console.error, warn: console.error }
  const id = '11111111-1111-4111-8111-111111111111'
  const left = () =>
    readdirSync(join(place.dataDir, 'media'), { recursive: true }).filter((name) => String(name).includes(id))
  await database.query(sql`
    insert into profile_pictures (id, user_id, state, changed_at) values (${id}, null, 'storing', ${clock.now()})`)
  await storage.put(`11/${id}-portrait`, new Uint8Array([1]), 'image/webp')

  clock.advance(59 * 60_000)
  expect(await sweepProfilePictures({ database, clock, storage, log })).toEqual([])
  expect(left()).toHaveLength(1)
  clock.advance(60_000)
  expect(await sweepProfilePictures({ database, clock, storage, log })).toEqual([])
  expect(left()).toEqual([])
  expect(await database.query(sql`select id from profile_pictures`)).toEqual([])
})
