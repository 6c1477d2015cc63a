import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { later, untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person(...PLATFORMS)
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** The networks that get a video before its post. Telegram gets both in one request. */
const UPLOADING = PLATFORMS.filter((platform) => platform !== 'telegram')
const IN_PARTS = ['linkedin', 'twitter'] as const

/** An upright video, which every network accepts. */
const clip = (seconds: number, sizeBytes: number) => videoFile({ seconds, sizeBytes, width: 720, height: 1280 })
const FILE = clip(8, 2.5 * VIDEO_PART_BYTES)
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

const schedule = (platform: Platform, content: string, video: string, at = frogy.clock.now()) =>
  layla.call('POST /api/posts', {
    body: { platform, content, status: 'scheduled', scheduledAt: at.toISOString(), media: { images: [video] } },
  })

const arrived = async (platform: Platform, text: string) =>
  (await frogy.simulator.posts(platform)).filter((post) => post.text === text)

/** The files of each published post with this text. */
const filesOf = async (platform: Platform, text: string) =>
  (await arrived(platform, text)).map(({ media }) => media.map(({ type, sha256 }) => [type, sha256]))
const once = (file: Buffer = FILE) => [[['video', hashOf(file)]]]

test.each(PLATFORMS)(
  'publishes a video on the network %s with the expected API calls in the expected order',
  async (platform) => {
    const { id } = await layla.call('POST /api/posts', {
      body: {
        platform,
        content: 'Frogs at dawn',
        status: 'published',
        media: { images: [await uploadVideo(layla, FILE)] },
      },
    })
    expect(await layla.decided({ id })).toMatchObject({ status: 'published', failure: null })
    expect(await filesOf(platform, 'Frogs at dawn')).toEqual(once())
  },
)

test.each(['twitter', 'threads', 'bluesky', 'mastodon'] as const)(
  "sends a video's description to the network %s",
  async (platform) => {
    const id = await uploadVideo(layla, FILE)
    await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText: 'Frogs jump، ضفادع' } })
    const post = await schedule(platform, 'Described', id)
    await layla.decided(post)
    expect((await arrived(platform, 'Described'))[0]?.media).toMatchObject([{ altText: 'Frogs jump، ضفادع' }])
  },
)

test('publishes a described video on Instagram without its description, which reels do not take', async () => {
  const id = await uploadVideo(layla, FILE)
  await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText: 'Frogs jump' } })
  expect(await layla.decided(await schedule('instagram', 'A reel', id))).toMatchObject({ status: 'published' })
  expect(await filesOf('instagram', 'A reel')).toEqual(once())
})

test.each(UPLOADING)(
  'uploads a video to the network %s and lets it process the video before the post is due',
  async (platform) => {
    await frogy.simulator.manners({ processingMs: 400 })
    const file = clip(10, 280_000)
    const at = later(frogy)
    const post = await schedule(platform, 'On time', await uploadVideo(layla, file), at)
    frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
    await eventually(async () => {
      const [attempt] = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
      expect(attempt?.state).toBe('prepared')
    })
    await eventually(async () => expect(await frogy.simulator.uploads(platform)).toContain(hashOf(file)))
    expect(await arrived(platform, 'On time')).toEqual([])
    frogy.clock.advanceTo(at)
    expect((await layla.decided(post)).status).toBe('published')
    expect(await filesOf(platform, 'On time')).toEqual(once(file))
    const [sent] = await arrived(platform, 'On time')
    expect(Date.parse(sent?.createdAt ?? '') - at.getTime()).toBeGreaterThanOrEqual(0)
  },
)

test('shows in the timeline how much of a video is uploaded', async () => {
  await frogy.simulator.manners({ processingMs: 0 })
  const file = clip(9, 2.5 * VIDEO_PART_BYTES)
  const at = later(frogy)
  const post = await schedule('linkedin', 'Seen to upload', await uploadVideo(layla, file), at)
  // The first part arrives. The others fail until the network works again.
  for (let request = 0; request < 2; request++)
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'upload', fault: 'slow', delayMs: 0 })
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'upload', fault: 'status', status: 500, count: 3 })
  frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
  await eventually(async () => {
    const moments = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
    expect(moments).toContainEqual(
      expect.objectContaining({ what: 'uploading', title: '33% of the video uploaded to LinkedIn' }),
    )
  })
  await untilStatus(frogy, layla, post, 'published')
  expect(await filesOf('linkedin', 'Seen to upload')).toEqual(once(file))
})

test('uploads a video once even if its author changes the text after the upload', async () => {
  await frogy.simulator.manners({ processingMs: 0 })
  const file = clip(4, 270_000)
  const at = later(frogy)
  const post = await schedule('twitter', 'First words', await uploadVideo(layla, file), at)
  frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
  const count = async () => (await frogy.simulator.uploads('twitter')).filter((hash) => hash === hashOf(file)).length
  await eventually(async () => expect(await count()).toBe(1))
  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'Better words' } })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await filesOf('twitter', 'Better words')).toEqual(once(file))
  expect(await count()).toBe(1)
})

test.each(IN_PARTS)(
  'continues an upload to the network %s after the connection breaks at any of its parts',
  async (platform) => {
    const file = clip(9, 2.25 * VIDEO_PART_BYTES)
    const video = await uploadVideo(layla, file)
    for (const fault of ['drop_before', 'drop_after', 'drop_before'] as const)
      await frogy.simulator.fault({ platform, operation: 'upload', fault })
    const post = await schedule(platform, 'Cut three times', video)
    await untilStatus(frogy, layla, post, 'published')
    expect(await filesOf(platform, 'Cut three times')).toEqual(once(file))
  },
)

test.each(IN_PARTS)(
  "uploads a video to the network %s once when the response to the upload's last request is lost",
  async (platform) => {
    const file = clip(9, 330_000)
    const video = await uploadVideo(layla, file)
    // Let the request that begins the upload and the request with its only part succeed.
    for (let request = 0; request < 2; request++)
      await frogy.simulator.fault({ platform, operation: 'upload', fault: 'slow', delayMs: 0 })
    await frogy.simulator.fault({ platform, operation: 'upload', fault: 'drop_after' })
    const post = await schedule(platform, 'Joined once', video)
    await untilStatus(frogy, layla, post, 'published')
    expect(await filesOf(platform, 'Joined once')).toEqual(once(file))
    expect((await frogy.simulator.uploads(platform)).filter((hash) => hash === hashOf(file))).toHaveLength(1)
  },
)

test.each(IN_PARTS)(
  "publishes a video once when the network %s refuses a repetition of the upload's last request",
  async (platform) => {
    const file = clip(9, 340_000)
    const video = await uploadVideo(layla, file)
    for (let request = 0; request < 2; request++)
      await frogy.simulator.fault({ platform, operation: 'upload', fault: 'slow', delayMs: 0 })
    await frogy.simulator.fault({ platform, operation: 'upload', fault: 'drop_after' })
    await frogy.simulator.fault({ platform, operation: 'upload', fault: 'status', status: 400 })
    const post = await schedule(platform, 'Ended twice', video)
    await untilStatus(frogy, layla, post, 'published')
    expect(await filesOf(platform, 'Ended twice')).toEqual(once(file))
  },
)

test.each(UPLOADING)(
  'retries an upload that the network %s does not accept at first, and publishes the video once',
  async (platform) => {
    for (const fault of [{ fault: 'status', status: 500 }, { fault: 'drop_after' }] as const) {
      const content = `After ${fault.fault}`
      const file = clip(7, fault.fault === 'status' ? 300_000 : 310_000)
      await frogy.simulator.fault({ platform, operation: 'upload', ...fault })
      const post = await schedule(platform, content, await uploadVideo(layla, file))
      await untilStatus(frogy, layla, post, 'published')
      expect(await filesOf(platform, content)).toEqual(once(file))
    }
  },
)

// https://developers.facebook.com/docs/video-api/guides/reels-publishing: an upload continues at the number of bytes
// that its state reports, and Facebook refuses every other offset.
test.each([
  ['the whole file', undefined],
  ['the beginning of the file', 100_000],
  ['nothing of the file', 0],
])('continues the interrupted upload of a reel if Facebook already has %s', async (had, bodyBytes) => {
  const file = clip(11, 320_000 + (bodyBytes ?? 1))
  const video = await uploadVideo(layla, file)
  // Let the request that begins the upload succeed.
  await frogy.simulator.fault({ platform: 'facebook', operation: 'upload', fault: 'slow', delayMs: 0 })
  await frogy.simulator.fault({ platform: 'facebook', operation: 'upload', fault: 'drop_after', bodyBytes })
  const post = await schedule('facebook', `Had ${had}`, video)
  await untilStatus(frogy, layla, post, 'published')
  expect(await frogy.simulator.faults()).toEqual([])
  expect(await filesOf('facebook', `Had ${had}`)).toEqual(once(file))
  expect((await frogy.simulator.uploads('facebook')).filter((hash) => hash === hashOf(file))).toHaveLength(1)
})

test.each(PLATFORMS)('never publishes a video twice when the response of the network %s is lost', async (platform) => {
  const readsOwn = rulesOf(platform).tellsOwnPosts
  const file = clip(6, 250_000)
  await frogy.simulator.manners({ processingMs: 0 })
  const video = await uploadVideo(layla, file)
  await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_after' })
  const post = await schedule(platform, 'Lost on the way', video)
  if (!readsOwn) {
    await untilLastAttempt(layla, post, 'unknown')
    frogy.clock.advance(SETTLE_MS)
  }
  expect((await layla.decided(post)).status).toBe(readsOwn ? 'published' : 'unconfirmed')
  expect(await filesOf(platform, 'Lost on the way')).toEqual(once(file))
})

test('waits for networks that process a video slowly, and publishes it afterwards', async () => {
  await frogy.simulator.manners({ processingMs: 20_000 })
  const file = clip(5, 260_000)
  const slowly = async (platform: Platform) => {
    const post = await schedule(platform, 'Processed for long', await uploadVideo(layla, file))
    await layla.until(post, ({ failure }) => failure?.code === 'still_processing')
    return { platform, post }
  }
  const posts = await Promise.all((['linkedin', 'twitter', 'instagram', 'threads'] as const).map(slowly))
  for (const { platform, post } of posts) {
    await untilStatus(frogy, layla, post, 'published')
    expect(await filesOf(platform, 'Processed for long')).toEqual(once(file))
  }
})
