import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookOf } from '#core/platforms/looks.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { later, untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { addCoverAndCaptions, coverForm, SUBRIP, uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person(...PLATFORMS)
})
afterAll(() => frogy[Symbol.asyncDispose]())

const WITH_COVERS = PLATFORMS.filter((platform) => lookOf(platform).hasVideoCover)
const WITH_CAPTIONS = PLATFORMS.filter((platform) => lookOf(platform).maxCaptionBytes)
const AT_MS = 2_500

const clip = (seconds = 8, sizeBytes = 300_000) => videoFile({ seconds, sizeBytes, width: 720, height: 1280 })

const setCover = async (id: string, atMs = AT_MS, who = layla) =>
  await who.call('POST /api/videos/{id}/cover', { params: { id }, form: await coverForm(atMs) })

const setCaptions = (id: string, language: 'en' | 'ar' = 'ar', text = SUBRIP) =>
  layla.call('PUT /api/videos/{id}/captions', { params: { id }, body: { language, text } })

const schedule = (platform: Platform, content: string, video: string, at = frogy.clock.now()) =>
  layla.call('POST /api/posts', {
    body: { platform, content, status: 'scheduled', scheduledAt: at.toISOString(), media: { images: [video] } },
  })

const shown = async (platform: Platform, text: string) =>
  (await frogy.simulator.posts(platform)).filter((post) => post.text === text).map(({ media }) => media[0])

const coverOf = async (id: string): Promise<string> => {
  const [image] = await layla.call('GET /api/images', { query: { ids: id } })
  const file = await layla.fetch(image?.cover?.url ?? '')
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
}

describe('covers', () => {
  test("stores a video's cover as a small JPEG without metadata, and gives a new cover a new address", async () => {
    const id = await uploadVideo(layla, clip())
    const { cover } = await setCover(id)
    expect(cover).toEqual({ atMs: AT_MS, url: expect.stringMatching(`^/media/${id}/cover\\?v=`) as string })
    const file = await layla.fetch(cover?.url ?? '')
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    expect((await file.arrayBuffer()).byteLength).toBeLessThanOrEqual(300_000)
    expect((await setCover(id, 0)).cover?.url).not.toBe(cover?.url)
    const without = await layla.call('DELETE /api/videos/{id}/cover', { params: { id } })
    expect(without.cover).toBeUndefined()
    expect((await layla.fetch(`/media/${id}/cover`)).status).toBe(404)
  })

  test("rejects other files as covers, and covers of photos and of other users' videos", async () => {
    const id = await uploadVideo(layla, clip())
    const ask = async (who: Person, form: FormData, of = id) =>
      await who.ask('POST /api/videos/{id}/cover', { params: { id: of }, form })
    const notPicture = await ask(layla, await coverForm(0, new Uint8Array(Buffer.from('frogs'))))
    expect([notPicture.status, notPicture.body.code]).toEqual([415, 'image_type'])
    expect((await ask(await frogy.person(), await coverForm(AT_MS))).status).toBe(404)
    const form = new FormData()
    form.append('images', new Blob([new Uint8Array(await pictureFile())]), 'photo.jpg')
    const [photo] = (await layla.call('POST /api/images/upload', { form })).media.images
    expect((await ask(layla, await coverForm(AT_MS), photo?.id)).status).toBe(404)
  })

  test.each(WITH_COVERS)('sends the cover to the network %s with the upload of the video', async (platform) => {
    const id = await uploadVideo(layla, clip())
    await setCover(id)
    expect(await layla.decided(await schedule(platform, 'With a cover', id))).toMatchObject({ status: 'published' })
    // As the cover, Instagram takes the time of a frame, and the other networks take a picture.
    const expected = platform === 'instagram' ? AT_MS : await coverOf(id)
    expect((await shown(platform, 'With a cover')).map((media) => media?.cover)).toEqual([expected])
  })

  test('uploads the video again if the author chooses another cover before the post is due', async () => {
    const at = later(frogy)
    const id = await uploadVideo(layla, clip(9, 310_000))
    await setCover(id, 1_000)
    const post = await schedule('linkedin', 'Another cover', id, at)
    const prepared = async () => {
      const [attempt] = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
      expect(attempt?.state).toBe('prepared')
    }
    frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
    await eventually(prepared)
    const form = await coverForm(2_000, new Uint8Array(await pictureFile('png', 720, 1_280)))
    await layla.call('POST /api/videos/{id}/cover', { params: { id }, form })
    frogy.clock.advanceTo(at)
    expect((await layla.decided(post)).status).toBe('published')
    expect((await shown('linkedin', 'Another cover')).map((media) => media?.cover)).toEqual([await coverOf(id)])
  })
})

describe('captions', () => {
  test('stores SubRip and WebVTT files, and rejects other texts', async () => {
    const id = await uploadVideo(layla, clip())
    expect((await setCaptions(id)).captions).toMatchObject({ language: 'ar', count: 2 })
    expect((await setCaptions(id, 'en', 'WEBVTT\n\n00:01.000 --> 00:02.000\nFrogs\n')).captions).toMatchObject({
      language: 'en',
      count: 1,
    })
    const refused = async (text: string) => {
      const { status, body } = await layla.ask('PUT /api/videos/{id}/captions', {
        params: { id },
        body: { language: 'en', text },
      })
      return [status, body.code]
    }
    expect(await refused('Frogs jump at dawn')).toEqual([422, 'captions_invalid'])
    expect(await refused(`1\n00:00:01,000 --> 00:00:02,000\n${'ضفدع '.repeat(30_000)}`)).toEqual([
      413,
      'captions_too_large',
    ])
    const without = await layla.call('DELETE /api/videos/{id}/captions', { params: { id } })
    expect(without.captions).toBeUndefined()
  })

  test.each(WITH_CAPTIONS)('sends the captions to the network %s in the format that it accepts', async (platform) => {
    const id = await uploadVideo(layla, clip())
    await setCaptions(id)
    expect(await layla.decided(await schedule(platform, 'With captions', id))).toMatchObject({ status: 'published' })
    const [media] = await shown(platform, 'With captions')
    expect(media?.captions?.language.toLowerCase()).toBe('ar')
    expect(media?.captions?.text).toContain('تقفز الضفادع')
    expect(media?.captions?.text).toContain(platform === 'bluesky' ? '00:00:03.000 --> ' : '00:00:03,000 --> ')
  })

  test('publishes a video on Bluesky without its captions if they exceed 20 kB', async () => {
    const id = await uploadVideo(layla, clip())
    await setCaptions(id, 'en', `1\n00:00:01,000 --> 00:00:02,000\n${'frogs '.repeat(4_000)}`)
    expect(await layla.decided(await schedule('bluesky', 'Long captions', id))).toMatchObject({ status: 'published' })
    expect((await shown('bluesky', 'Long captions'))[0]).not.toHaveProperty('captions')
  })

  // The faults stand for any error, because the vendors document none for captions in an unknown language.
  test.each([
    ['linkedin', 3],
    ['twitter', 4],
    ['bluesky', 2],
  ] as const)('publishes a video once when the network %s refuses its captions', async (platform, requestsBefore) => {
    const id = await uploadVideo(layla, clip(7, 320_000))
    await setCaptions(id)
    for (let request = 0; request < requestsBefore - 1; request++)
      await frogy.simulator.fault({ platform, operation: 'upload', fault: 'slow', delayMs: 0 })
    await frogy.simulator.fault({ platform, operation: 'upload', fault: 'status', status: 400 })
    const post = await schedule(platform, 'Refused captions', id)
    await untilStatus(frogy, layla, post, 'published')
    expect(await frogy.simulator.faults()).toEqual([])
    const media = await shown(platform, 'Refused captions')
    expect(media).toHaveLength(1)
    expect(media[0]).not.toHaveProperty('captions')
  })
})

test.each(['linkedin', 'twitter', 'bluesky', 'mastodon', 'telegram'] as const)(
  'sends cover and captions again when a response of the upload to the network %s is lost, and publishes the video once',
  async (platform) => {
    const id = await uploadVideo(layla, clip(6, 330_000))
    await addCoverAndCaptions(layla, id)
    const uploads = platform === 'telegram' ? 0 : 3
    for (let request = 0; request < uploads; request++)
      await frogy.simulator.fault({ platform, operation: 'upload', fault: 'drop_after' })
    const post = await schedule(platform, 'Lost uploads', id)
    await untilStatus(frogy, layla, post, 'published')
    const media = await shown(platform, 'Lost uploads')
    expect(media).toHaveLength(1)
    expect(media[0]?.cover).toBe(lookOf(platform).hasVideoCover ? await coverOf(id) : undefined)
    expect(media[0]?.captions !== undefined).toBe(lookOf(platform).maxCaptionBytes !== undefined)
  },
)

test.each(WITH_COVERS)(
  'never publishes a video with a cover twice when the response of the network %s is lost',
  async (platform) => {
    const id = await uploadVideo(layla, clip(5, 340_000))
    await setCover(id)
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_after' })
    const post = await schedule(platform, 'Lost with a cover', id)
    const readsOwn = rulesOf(platform).tellsOwnPosts
    if (!readsOwn) {
      await untilLastAttempt(layla, post, 'unknown')
      frogy.clock.advance(SETTLE_MS)
    }
    expect((await layla.decided(post)).status).toBe(readsOwn ? 'published' : 'unconfirmed')
    expect(await shown(platform, 'Lost with a cover')).toHaveLength(1)
  },
)
