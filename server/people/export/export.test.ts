import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeAt, turnOnTwoFactor } from '#tests/support/authenticator-app.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { mailTo, mailsIn } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { noise, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { openDatabase } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { archiveOf } from './archive.ts'
import { LEFT_OUT, PARTS } from './parts.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

const HOUR_MS = 3_600_000

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const lastOf = async (person: Person) => (await person.call('GET /api/export', {})).last
async function isReady(person: Person): Promise<void> {
  await expect.poll(async () => (await lastOf(person))?.state).toBe('ready')
}

/** Requests an archive, waits for it and unpacks it. */
async function exported(person: Person): Promise<{ id: string; files: Record<string, Uint8Array>; size: number }> {
  await person.call('POST /api/export', {})
  await isReady(person)
  return await unpacked(person)
}

/** Downloads and unpacks the user's latest archive. */
async function unpacked(person: Person): Promise<{ id: string; files: Record<string, Uint8Array>; size: number }> {
  const { id = '' } = (await lastOf(person)) ?? {}
  const response = await person.fetch(`/api/export/${id}/file`)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { id, files: unzipSync(bytes), size: bytes.length }
}

const jsonIn = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Record<string, unknown>[]

async function upload(person: Person, count: number): Promise<string[]> {
  const bytes = new Uint8Array(await noise(300, 200).jpeg().toBuffer())
  const ids = []
  for (let at = 0; at < count; at++) {
    const form = uploadForm([`جدول ${at}.jpg`, bytes])
    ids.push((await person.call('POST /api/images/upload', { form })).media.images[0]?.id ?? '')
  }
  return ids
}

describe('the archive', () => {
  test("exports the user's posts with attempts, drafts, images and all other data", async () => {
    const layla = await frogy.person('linkedin')
    const [picture = ''] = await upload(layla, 1)
    const content = 'Four signatures off one form. «أربعة توقيعات»'
    const media = { images: [picture] }
    const post = await layla.call('POST /api/posts', {
      body: { platform: 'linkedin', content, status: 'published', media },
    })
    await layla.decided(post)
    await layla.schedule({ platform: 'linkedin', content: 'To come', at: later(frogy) })
    await layla.call('PATCH /api/voice', { body: { dos: ['Be brief'] } })
    await layla.call('POST /api/phrases', { body: { text: 'We answer every comment.' } })
    const sourceContent = 'We took four names off the form. Orders now leave a day earlier than last year.'
    const topic = 'Fewer signatures'
    await layla.call('POST /api/content/generate-linkedin', { body: { topic, sourceContent, platform: ['linkedin'] } })

    const { files } = await exported(layla)
    expect(Object.keys(files).toSorted()).toEqual(
      ['README.txt', `photos/${picture}.jpeg`, ...PARTS.map(({ file }) => `${file}.json`)].toSorted(),
    )
    expect(jsonIn(files, 'profile.json')).toMatchObject([{ id: layla.user?.id, email: layla.user?.email }])
    const posts = jsonIn(files, 'posts.json')
    expect(posts).toHaveLength(2)
    expect(posts.find(({ id }) => id === post.id)).toMatchObject({
      content,
      status: 'published',
      images: [picture],
      attempts: [{ state: 'accepted', text: content }],
    })
    expect(jsonIn(files, 'photos.json')).toMatchObject([
      { id: picture, original_name: 'جدول 0.jpg', file: `photos/${picture}.jpeg` },
    ])
    expect(jsonIn(files, 'voice.json')).toMatchObject([{ dos: ['Be brief'] }])
    expect(jsonIn(files, 'written-drafts.json')).toMatchObject([{ language: 'en', traits: { asksAtEnd: true } }])
    expect(jsonIn(files, 'phrases.json')).toMatchObject([{ text: 'We answer every comment.' }])
    expect(jsonIn(files, 'publishing-times.json')).toEqual([])
    const kept = await readFile(join(frogy.dataDir, 'media', picture.slice(0, 2), `${picture}-master`))
    expect(Buffer.compare(kept, Buffer.from(files[`photos/${picture}.jpeg`] ?? []))).toBe(0)
  })

  test('exports uploaded videos, and leaves out unfinished uploads', async () => {
    const layla = await frogy.person()
    const file = videoFile({ sizeBytes: 5_000_000 })
    const id = await uploadVideo(layla, file)
    await layla.call('POST /api/videos', { body: { name: 'half.mp4', size: 5_000_000, key: 'half' } })
    const { files } = await exported(layla)
    expect(jsonIn(files, 'videos.json')).toMatchObject([
      { id, original_name: 'pond.mp4', file: `videos/${id}.mp4`, video: { durationMs: 12_000 } },
    ])
    expect(jsonIn(files, 'photos.json')).toEqual([])
    expect(Buffer.compare(Buffer.from(files[`videos/${id}.mp4`] ?? []), file)).toBe(0)
  })

  test('exports uploaded documents', async () => {
    const layla = await frogy.person()
    const file = pdfFile({ pages: 4, title: 'Pond report' })
    const id = await uploadDocument(layla, file)
    const { files } = await exported(layla)
    expect(jsonIn(files, 'documents.json')).toMatchObject([
      { id, original_name: 'slides.pdf', alt_text: 'Pond report', file: `documents/${id}.pdf`, document: { pages: 4 } },
    ])
    expect(jsonIn(files, 'photos.json')).toEqual([])
    expect(jsonIn(files, 'videos.json')).toEqual([])
    expect(Buffer.compare(Buffer.from(files[`documents/${id}.pdf`] ?? []), file)).toBe(0)
  })

  test('exports the profile picture', async () => {
    const layla = await frogy.person()
    const form = new FormData()
    form.append('picture', new Blob([new Uint8Array(await noise(300, 300).jpeg().toBuffer())]), 'me.jpg')
    const { profileImageUrl } = await layla.call('POST /api/profile/picture', { form })
    const shown = await (await layla.fetch(profileImageUrl ?? '')).bytes()
    const { files } = await exported(layla)
    expect(Buffer.compare(Buffer.from(files['profile-photo.webp'] ?? []), shown)).toBe(0)
  })

  test('exports no data of other users and no secrets', async () => {
    const [layla, omar] = [await frogy.person('linkedin'), await frogy.person('twitter')]
    await omar.schedule({ platform: 'twitter', content: 'Omar alone', at: later(frogy) })
    const { recoveryCodes, secret } = await turnOnTwoFactor(layla, frogy.clock.now())
    const { files } = await exported(layla)
    const everything = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n')
    for (const text of ['Omar alone', omar.user?.email ?? '', secret, ...recoveryCodes])
      expect(everything).not.toContain(text)
    for (const [name, file] of Object.entries(files)) {
      if (!name.endsWith('.json')) continue
      expect(name + strFromU8(file)).not.toMatch(/"(\w*hash|sealed\w*|endpoint|p256dh|auth|\w*secret|public_key)":/)
    }
    expect(codeAt(secret, frogy.clock.now())).toHaveLength(6)
  })

  deepTest('exports every post of a large account', async () => {
    const layla = await frogy.person('linkedin')
    const at = later(frogy)
    for (let post = 0; post < 401; post++) await layla.schedule({ platform: 'linkedin', content: `Post ${post}`, at })
    const posts = jsonIn((await exported(layla)).files, 'posts.json')
    expect(new Set(posts.map(({ content }) => content)).size).toBe(401)
  })

  test('serves an export archive to its owner only, and estimates its size', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    await upload(layla, 2)
    const { aboutBytes } = await layla.call('GET /api/export', {})
    const { id, size } = await exported(layla)
    expect(size / aboutBytes).toBeGreaterThan(0.8)
    expect(size / aboutBytes).toBeLessThan(1.4)
    expect((await lastOf(layla))?.sizeBytes).toBe(size)
    expect((await omar.fetch(`/api/export/${id}/file`)).status).toBe(404)
    expect((await frogy.visitor().fetch(`/api/export/${id}/file`)).status).toBe(401)
    expect((await omar.call('GET /api/export', {})).last).toBeNull()
  })
})

describe('background export', () => {
  test('builds one archive of a user at a time, even for two concurrent requests', async () => {
    const layla = await frogy.person()
    const replies = await Promise.all([1, 2].map(() => layla.ask('POST /api/export', {})))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['202', '409'])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('export_under_way')
    await isReady(layla)
    expect((await layla.ask('POST /api/export', {})).status).toBe(202)
    await isReady(layla)
  })

  test('mails a link to the archive, and deletes the archive after a day', async () => {
    await using own = await startFrogy()
    const layla = await own.person()
    const { id } = await layla.call('POST /api/export', {})
    await isReady(layla)
    const mail = await mailTo(own.dataDir, layla.user?.email ?? '')
    expect(mail).toContain('Your Frogy archive is ready')
    expect(mail).toContain('/profile#data')
    const folder = join(own.dataDir, 'media', 'exports')
    expect(await readdir(folder)).toHaveLength(1)

    own.clock.advance(24 * HOUR_MS)
    expect((await layla.fetch(`/api/export/${id}/file`)).status).toBe(404)
    expect(await lastOf(layla)).toBeNull()
    await expect.poll(() => readdir(folder)).toEqual([])
  })

  deepTest('retries a failed export, shows the failure in the end, and lets an administrator retry it', async () => {
    await using own = await startFrogy()
    const layla = await own.person()
    // The export fails, because a file blocks the path of the storage folder.
    const folder = join(own.dataDir, 'media')
    await mkdir(own.dataDir, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'in the way')
    await layla.call('POST /api/export', {})
    await expect.poll(async () => (await lastOf(layla))?.state, { timeout: 80_000, interval: 200 }).toBe('failed')
    expect(mailsIn(own.dataDir).filter((mail) => mail.includes('archive'))).toEqual([])

    // Without the file that blocked the export, an administrator's retry succeeds.
    await rm(folder)
    const admin = await own.visitor().signIn('person-1@example.com')
    const jobs = async () => (await admin.call('GET /api/admin/jobs', {})).jobs
    await expect.poll(jobs).toHaveLength(1)
    const [job] = await jobs()
    await admin.call('POST /api/admin/jobs/{id}/retry', { params: { id: job?.id ?? '' } })
    await isReady(layla)
    expect(await mailTo(own.dataDir, layla.user?.email ?? '')).toContain('Your Frogy archive is ready')
    own.clock.advance(12 * HOUR_MS)
    expect(jsonIn((await unpacked(layla)).files, 'profile.json')).toMatchObject([{ id: layla.user?.id }])

    await exported(layla)
  })

  test('marks an export as failed after an hour without progress, so that another can start', async () => {
    await using place = await testDatabase('peopled')
    await using database = await openDatabase({ ...place, onError: console.error })
    const [user] = await database.query(sql`select ${computed('id', 'uuid', sql`id`)} from users limit 1`)
    const { requestExport, lastExport, sweepDueAt, sweepExports } = await import('./exports.ts')
    const userId = user?.id ?? ''
    let now = new Date('2026-03-01T12:00:00Z')
    const clock = { now: () => now, until: async () => {} }
    const storage = { delete: vi.fn<(key: string) => Promise<void>>() } as never
    await requestExport({ database, clock }, userId, async () => {})
    await sweepExports({ database, clock, storage }, new AbortController().signal)
    expect((await lastExport(database, userId, now))?.state).toBe('waiting')
    now = (await sweepDueAt(database, now)) ?? now
    await sweepExports({ database, clock, storage }, new AbortController().signal)
    expect((await lastExport(database, userId, now))?.state).toBe('failed')
    await requestExport({ database, clock }, userId, async () => {})
  })
})

test('ends an archive with an error when one of its images cannot be read completely', async () => {
  await using place = await testDatabase('peopled')
  await using database = await openDatabase({ ...place, onError: console.error })
  const [person] = await database.query(sql`select ${columns('users', 'id')} from users limit 1`)
  const userId = person?.id ?? ''
  await database.query(sql`
    insert into profile_pictures (id, user_id, state, changed_at) values (${crypto.randomUUID()}, ${userId}, 'ready', now())`)
  const broken = async () =>
    new Readable({
      read() {
        this.destroy(new Error('The storage broke off'))
      },
    })
  const storage = { stream: broken } as never
  const archive = await archiveOf({ database, storage }, { userId, language: 'en' }, new Date(), async () => {})
  await expect(buffer(archive)).rejects.toThrow('The storage broke off')
})

test('exports neither secrets of a user nor their hashes', async () => {
  await using place = await testDatabase('peopled')
  await using database = await openDatabase({ ...place, onError: console.error })
  const secret = await database.query(sql`
    select ${computed('table', 'text', sql`table_name`, '')}, ${computed('column', 'text', sql`column_name`, '')}
    from information_schema.columns where table_schema = 'public' and column_name ~ '_hash$|secret|sealed'`)
  const shown = secret.filter(({ table, column }) =>
    PARTS.some((part) => part.table === table && !part.without.includes(column)),
  )
  expect(secret.length).toBeGreaterThan(5)
  expect(shown).toEqual([])
})

test('exports every table with user data, or lists it as left out with a reason', async () => {
  await using place = await testDatabase('peopled')
  await using database = await openDatabase({ ...place, onError: console.error })
  const tables = await database.query(sql`
    select ${computed('name', 'text', sql`table_name`, '')} from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'`)
  const told = new Set([...PARTS.map(({ table }) => table), ...Object.keys(LEFT_OUT)])
  expect(tables.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
})
