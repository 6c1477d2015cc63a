import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeFfmpeg, type FakeFfmpeg } from '#tests/support/fake-ffmpeg.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { addCoverAndCaptions, uploadVideo, videoFile } from '#tests/support/videos.ts'

const SECONDS = 12
/** A phone's video, whose codec (HEVC) X refuses. */
const PHONE = videoFile({
  seconds: SECONDS,
  codec: 'hvc1',
  brand: 'qt  ',
  width: 1080,
  height: 1920,
  sizeBytes: 900_000,
})
const COPY = videoFile({ seconds: SECONDS, width: 1080, height: 1920, sizeBytes: 700_000 })

let ffmpeg: FakeFfmpeg
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  ffmpeg = fakeFfmpeg()
  frogy = await startFrogy({ ...ffmpeg.environment, STORAGE_QUOTA_MB: '60' })
  layla = await frogy.person('twitter', 'linkedin')
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  ffmpeg[Symbol.dispose]()
})
beforeEach(() => {
  ffmpeg.open()
  ffmpeg.makes(COPY)
})

const request = (who: Person, id: string, ...platforms: ('twitter' | 'linkedin' | 'telegram')[]) =>
  who.ask('POST /api/videos/{id}/copy', { params: { id }, body: { platforms } })
const copyOf = async (who: Person, id: string) => (await who.call('GET /api/videos/{id}/copy', { params: { id } })).copy

/** Waits until Frogy offers the conversion, which it does once a worker runs. */
const untilOffered = (who: Person, id: string) =>
  eventually(async () => {
    expect((await who.call('GET /api/videos/{id}/copy', { params: { id } })).isOffered).toBe(true)
  })

async function begin(who: Person, id: string, ...platforms: Parameters<typeof request>[2][]) {
  await untilOffered(who, id)
  const { status } = await request(who, id, ...platforms)
  expect(status).toBe(202)
}

const until = (who: Person, id: string, state: string) =>
  eventually(async () => {
    const copy = await copyOf(who, id)
    expect(copy?.state).toBe(state)
    return copy
  })

const foldersIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'video-copies')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('converts a video for X with its description, cover and captions, and keeps the original', async () => {
  const id = await uploadVideo(layla, PHONE, 'pond.mov')
  await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText: 'Frogs jump' } })
  await addCoverAndCaptions(layla, id)
  await begin(layla, id, 'twitter', 'linkedin')
  const image = (await until(layla, id, 'ready'))?.image
  expect(image).toMatchObject({
    originalName: 'pond.mp4',
    size: COPY.byteLength,
    altText: 'Frogs jump',
    video: { type: 'video/mp4', codec: 'h264', durationMs: 1_000 * SECONDS },
    cover: { atMs: 1_000 },
    captions: { language: 'ar' },
  })
  expect((await layla.fetch(image?.cover?.url ?? '')).status).toBe(200)
  expect((await layla.fetch(`/media/${id}/video`)).status).toBe(200)
  expect(foldersIn(frogy.dataDir)).toEqual([])

  const post = { platform: 'twitter', content: 'A copy', status: 'published' } as const
  const refused = await layla.ask('POST /api/posts', { body: { ...post, media: { images: [id] } } })
  expect(refused.status).toBe(422)
  const sent = await layla.call('POST /api/posts', { body: { ...post, media: { images: [image?.id ?? ''] } } })
  expect((await layla.decided(sent)).status).toBe('published')
  const [atX] = await frogy.simulator.posts('twitter')
  expect(atX?.media).toMatchObject([{ sha256: createHash('sha256').update(COPY).digest('hex'), altText: 'Frogs jump' }])
})

test('passes ffmpeg no file name of the user, allows it no network access, and sets the format of its input', async () => {
  const id = await uploadVideo(layla, PHONE, '-i http:$(touch x).mov')
  await begin(layla, id, 'twitter')
  await until(layla, id, 'ready')
  const args = ffmpeg.lastArguments()
  const input = args[args.indexOf('-i') + 1]
  expect(args.filter((one) => /touch|http/.test(one))).toEqual([])
  expect(input).toMatch(/^file:.*\/video-copies\/[\da-f-]{36}-1\/original$/)
  const before = args.slice(0, args.indexOf('-i'))
  expect(before[before.indexOf('-protocol_whitelist') + 1]).toBe('file,pipe')
  expect(before[before.indexOf('-f') + 1]).toBe('mov')
  expect(args).toContain('-nostdin')
})

test('converts a video once for repeated requests, and again when the user adds networks', async () => {
  const id = await uploadVideo(layla, videoFile({ seconds: SECONDS, codec: 'hvc1', sizeBytes: 30_000_000 }))
  const before = ffmpeg.runs()
  await begin(layla, id, 'twitter')
  await Promise.all([request(layla, id, 'twitter'), request(layla, id, 'twitter')])
  const first = await until(layla, id, 'ready')
  expect((await request(layla, id, 'twitter')).body.image?.id).toBe(first?.image?.id)
  expect(ffmpeg.runs() - before).toBe(1)
  await request(layla, id, 'twitter', 'telegram')
  const second = await until(layla, id, 'ready')
  expect(second?.image?.id).not.toBe(first?.image?.id)
  expect(ffmpeg.runs() - before).toBe(2)
  // The first converted video stays, because a post may contain it.
  expect(await layla.call('GET /api/images', { query: { ids: first?.image?.id ?? '' } })).toHaveLength(1)
})

test('shows the progress of a conversion, converts one video at a time, and cleans up after canceling', async () => {
  ffmpeg.close()
  const [first, second] = [await uploadVideo(layla, PHONE), await uploadVideo(layla, PHONE)]
  await begin(layla, first, 'twitter')
  await eventually(async () => expect((await copyOf(layla, first))?.percent).toBe(50))
  await begin(layla, second, 'twitter')
  const runs = ffmpeg.runs()
  expect((await copyOf(layla, second))?.state).toBe('waiting')
  expect(ffmpeg.isAlive()).toBe(true)

  await layla.call('DELETE /api/videos/{id}/copy', { params: { id: first } })
  expect(await copyOf(layla, first)).toBeNull()
  // The worker starts the second run only after the first program has ended.
  await eventually(async () => expect((await copyOf(layla, second))?.percent).toBe(50))
  expect(ffmpeg.runs()).toBe(runs + 1)
  expect(foldersIn(frogy.dataDir)).toHaveLength(1)
  ffmpeg.release()
  await until(layla, second, 'ready')
  expect(foldersIn(frogy.dataDir)).toEqual([])
  expect(await copyOf(layla, first)).toBeNull()
})

test('allows each user at most three unfinished conversions of videos, even with concurrent requests', async () => {
  ffmpeg.close()
  const sara = await frogy.person()
  const ids = await Promise.all(Array.from({ length: 4 }, () => uploadVideo(sara, PHONE)))
  await untilOffered(sara, ids[0] ?? '')
  const replies = await Promise.all(ids.map((id) => request(sara, id, 'twitter')))
  const refused = replies.findIndex(({ status }) => status !== 202)
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 202, 202, 409])
  expect(replies[refused]?.body.code).toBe('too_many_copies')
  const [canceled = '', ...others] = ids.filter((_, at) => at !== refused)
  // A request that replaces an unfinished conversion does not count as another one.
  expect((await request(sara, canceled, 'twitter', 'telegram')).status).toBe(202)
  await sara.call('DELETE /api/videos/{id}/copy', { params: { id: canceled } })
  expect((await request(sara, ids[refused] ?? '', 'twitter')).status).toBe(202)
  ffmpeg.open()
  for (const id of [...others, ids[refused] ?? '']) await until(sara, id, 'ready')
})

describe('a copy that is not made', () => {
  test.each([
    ['that ffmpeg fails to write', null, 'failed'],
    ['that is no video', Buffer.from('words '.repeat(1_000)), 'failed'],
    ['that ends early', videoFile({ seconds: SECONDS - 4 }), 'failed'],
    ['that X would refuse too', videoFile({ seconds: SECONDS, codec: 'hvc1' }), 'no_fit'],
  ] as const)(
    'reports an unusable conversion of a video as failed and stores nothing: a copy %s',
    async (_when, copy, problem) => {
      ffmpeg.makes(copy)
      const sara = await frogy.person()
      const id = await uploadVideo(sara, PHONE)
      const { usedBytes } = await sara.call('GET /api/storage', {})
      await begin(sara, id, 'twitter')
      expect(await until(sara, id, 'failed')).toMatchObject({ problem, image: null })
      expect((await sara.call('GET /api/storage', {})).usedBytes).toBe(usedBytes)
      expect(foldersIn(frogy.dataDir)).toEqual([])
      // Expect that the user may request the conversion again.
      ffmpeg.makes(COPY)
      await begin(sara, id, 'twitter')
      await until(sara, id, 'ready')
    },
  )

  test("reports that a converted video exceeds the user's storage quota", async () => {
    const omar = await frogy.person()
    await uploadVideo(omar, videoFile({ sizeBytes: 58_600_000 }))
    const id = await uploadVideo(omar, PHONE)
    await begin(omar, id, 'twitter')
    expect(await until(omar, id, 'failed')).toMatchObject({ problem: 'storage_full' })
  })

  test('refuses to convert a video if the chosen network would not accept the converted video either', async () => {
    const long = await uploadVideo(layla, videoFile({ seconds: 150, codec: 'hvc1' }))
    const { status, body } = await request(layla, long, 'twitter')
    expect([status, body.code]).toEqual([422, 'copy_no_fit'])
    const picture = await request(layla, crypto.randomUUID(), 'twitter')
    expect(picture.status).toBe(404)
  })
})

describe('without ffmpeg', () => {
  test.each([
    ['off', {}, 'off'],
    ['on without a program', { VIDEO_COPIES: 'on', FFMPEG_PATH: '/nowhere/ffmpeg' }, 'without-ffmpeg'],
  ])(
    'offers no conversion of videos, and tells administrators why, when VIDEO_COPIES is %s',
    async (_what, environment, expected) => {
      await using own = await startFrogy({ ...environment, ADMIN_EMAILS: fixtureEmail(1) })
      const admin = await own.person()
      const id = await uploadVideo(admin, PHONE)
      expect(await admin.call('GET /api/videos/{id}/copy', { params: { id } })).toEqual({
        isOffered: false,
        copy: null,
      })
      const { status, body } = await request(admin, id, 'twitter')
      expect([status, body.code]).toEqual([409, 'copies_off'])
      expect((await admin.call('GET /api/admin/queue', {})).videoCopies).toBe(expected)
    },
  )
})

test('ends ffmpeg when its worker is killed, and converts the video after the restart', async () => {
  await using place = await testDatabase('peopled')
  using own = fakeFfmpeg()
  own.makes(COPY)
  own.close()
  const environment = { ...own.environment, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
  const killed = await startProcess(environment)
  let sara = await new Person(killed.url).signIn(fixtureEmail(1))
  const id = await uploadVideo(sara, PHONE)
  await begin(sara, id, 'twitter')
  await eventually(async () => expect((await copyOf(sara, id))?.percent).toBe(50))
  await killed.kill()
  await eventually(async () => expect(own.isAlive()).toBe(false))
  expect(foldersIn(place.dataDir)).toHaveLength(1)

  await using restarted = await startProcess(environment)
  sara = await new Person(restarted.url).signIn(fixtureEmail(1))
  own.open()
  expect((await until(sara, id, 'ready'))?.image?.size).toBe(COPY.byteLength)
  expect(own.runs()).toBe(2)
  expect(foldersIn(place.dataDir)).toEqual([])
})
