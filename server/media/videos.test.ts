import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { partForm, uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
let omar: Person
beforeAll(async () => {
  frogy = await startFrogy({ STORAGE_QUOTA_MB: '60' })
  layla = await frogy.person('linkedin', 'twitter')
  omar = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const TWO_AND_A_HALF_PARTS = 2.5 * VIDEO_PART_BYTES

const begin = (who: Person, file: Buffer, key: string) =>
  who.call('POST /api/videos', { body: { name: 'pond.mp4', size: file.byteLength, key } })

describe('upload', () => {
  test('stores a video in parts and serves any range of it', async () => {
    const file = videoFile({ seconds: 9, sizeBytes: TWO_AND_A_HALF_PARTS })
    const id = await uploadVideo(layla, file)
    const [image] = await layla.call('GET /api/images', { query: { ids: id } })
    expect(image).toMatchObject({
      originalName: 'pond.mp4',
      size: TWO_AND_A_HALF_PARTS,
      url: `/media/${id}/video`,
      video: { type: 'video/mp4', durationMs: 9_000, codec: 'h264', audio: 'aac' },
    })
    const whole = await layla.fetch(`/media/${id}/video`)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), file)).toBe(0)
    const from = VIDEO_PART_BYTES - 10
    const range = await layla.fetch(`/media/${id}/video`, { headers: { range: `bytes=${from}-${from + 19}` } })
    expect(range.status).toBe(206)
    expect(range.headers.get('content-range')).toBe(`bytes ${from}-${from + 19}/${TWO_AND_A_HALF_PARTS}`)
    expect(Buffer.from(await range.arrayBuffer())).toEqual(file.subarray(from, from + 20))
    const end = await layla.fetch(`/media/${id}/video`, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(file.subarray(-5))
  })

  test('continues an upload of the same file after a reload of the page', async () => {
    const file = videoFile({ sizeBytes: TWO_AND_A_HALF_PARTS })
    const begun = await begin(layla, file, 'reloaded')
    await layla.call('POST /api/videos/{id}/parts', { params: { id: begun.id }, form: partForm(file, 0) })
    expect(await begin(layla, file, 'reloaded')).toMatchObject({ id: begun.id, offset: VIDEO_PART_BYTES })
    expect((await begin(layla, file, 'another file')).id).not.toBe(begun.id)
    expect((await begin(omar, file, 'reloaded')).id).not.toBe(begun.id)
  })

  test('stores each part once, in any order and with repeated requests', async () => {
    const file = videoFile({ sizeBytes: TWO_AND_A_HALF_PARTS })
    const { id } = await begin(layla, file, 'repeated')
    const send = (offset: number) =>
      layla.call('POST /api/videos/{id}/parts', { params: { id }, form: partForm(file, offset) })
    expect(await send(VIDEO_PART_BYTES)).toMatchObject({ offset: 0 })
    await Promise.all([send(0), send(0), send(0)])
    expect(await send(0)).toMatchObject({ offset: VIDEO_PART_BYTES })
    await send(VIDEO_PART_BYTES)
    expect(await send(2 * VIDEO_PART_BYTES)).toMatchObject({ offset: file.byteLength })
    await layla.call('POST /api/videos/{id}/finish', { params: { id } })
    const whole = await layla.fetch(`/media/${id}/video`)
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), file)).toBe(0)
  })

  test('keeps the stored parts when the connection breaks within a part', async () => {
    const file = videoFile({ sizeBytes: TWO_AND_A_HALF_PARTS })
    const { id } = await begin(layla, file, 'cut off')
    await layla.call('POST /api/videos/{id}/parts', { params: { id }, form: partForm(file, 0) })
    const { hostname, port, host } = new URL(frogy.url)
    const socket = connect(Number(port), hostname)
    const form = new Response(partForm(file, VIDEO_PART_BYTES))
    const bytes = Buffer.from(await form.arrayBuffer())
    socket.write(
      `POST /api/videos/${id}/parts HTTP/1.1\r\nhost: ${host}\r\ncookie: ${layla.cookie}\r\ncontent-type: ${form.headers.get('content-type')}\r\ncontent-length: ${bytes.byteLength}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, 1_000_000), () => socket.destroy())
    await once(socket, 'close')
    expect(await layla.call('GET /api/videos/{id}', { params: { id } })).toMatchObject({ offset: VIDEO_PART_BYTES })
  })

  test('refuses to finish an incomplete upload', async () => {
    const { id } = await begin(layla, videoFile(), 'unfinished')
    const { status, body } = await layla.ask('POST /api/videos/{id}/finish', { params: { id } })
    expect([status, body.code]).toEqual([409, 'video_incomplete'])
  })

  test.each([
    ['a text', Buffer.from('words '.repeat(1_000)), 415, 'video_type'],
    ['a shortened video', Buffer.from(videoFile().subarray(0, 150_000)), 422, 'video_damaged'],
  ] as const)('deletes an uploaded file that is %s, and reports the deletion', async (_what, file, status, code) => {
    const { id } = await begin(layla, file, code)
    await layla.call('POST /api/videos/{id}/parts', { params: { id }, form: partForm(file, 0) })
    const reply = await layla.ask('POST /api/videos/{id}/finish', { params: { id } })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.body.message).toContain('pond.mp4')
    expect((await layla.ask('GET /api/videos/{id}', { params: { id } })).status).toBe(404)
  })

  test("hides a user's videos and uploads from other users", async () => {
    const id = await uploadVideo(layla, videoFile())
    expect((await omar.fetch(`/media/${id}/video`)).status).toBe(404)
    const upload = await begin(layla, videoFile(), 'mine')
    const params = { id: upload.id }
    expect((await omar.ask('GET /api/videos/{id}', { params })).status).toBe(404)
    expect((await omar.ask('POST /api/videos/{id}/finish', { params })).status).toBe(404)
    expect((await omar.ask('DELETE /api/videos/{id}', { params })).status).toBe(404)
    expect((await omar.ask('POST /api/videos/{id}/parts', { params, form: partForm(videoFile(), 0) })).status).toBe(404)
  })

  test('cancels an upload and frees its space', async () => {
    const sara = await frogy.person()
    const { id } = await begin(sara, videoFile({ sizeBytes: 8_000_000 }), 'unwanted')
    expect(await sara.call('GET /api/storage', {})).toMatchObject({ usedBytes: 8_000_000 })
    await sara.call('DELETE /api/videos/{id}', { params: { id } })
    expect(await sara.call('GET /api/storage', {})).toMatchObject({ usedBytes: 0 })
  })

  test("counts a video towards its user's storage from the beginning of the upload", async () => {
    const sara = await frogy.person()
    const body = { name: 'a.mp4', size: 40_000_000, key: 'one' }
    expect((await sara.ask('POST /api/videos', { body })).status).toBe(201)
    const { status, body: refused } = await sara.ask('POST /api/videos', { body: { ...body, key: 'two' } })
    expect([status, refused.code]).toEqual([413, 'storage_full'])
  })
})

describe('posts', () => {
  const create = (images: string[], platform: 'linkedin' | 'twitter' | 'threads', status = 'scheduled') =>
    layla.ask('POST /api/posts', {
      body: {
        platform,
        content: 'Frogs at dawn',
        status,
        ...(status === 'scheduled' && { scheduledAt: later(frogy).toISOString() }),
        media: { images },
      },
    })

  test('rejects a video together with a photo or another video', async () => {
    const video = await uploadVideo(layla, videoFile())
    const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile())])
    const [photo] = (await layla.call('POST /api/images/upload', { form })).media.images
    for (const images of [
      [video, photo?.id ?? ''],
      [video, await uploadVideo(layla, videoFile())],
    ])
      for (const status of ['scheduled', 'draft']) {
        const { body } = await create(images, 'linkedin', status)
        expect(body.issues).toMatchObject([{ path: 'media.images', code: 'media_alone' }])
      }
  })

  test("rejects a video that exceeds the network's limits, but stores it in a draft", async () => {
    const video = await uploadVideo(layla, videoFile({ seconds: 200, codec: 'hvc1' }))
    expect((await create([video], 'linkedin')).status).toBe(201)
    const { body } = await create([video], 'twitter')
    expect(body.issues?.map(({ code }) => code)).toEqual(['video_codec', 'video_too_long'])
    expect((await create([video], 'twitter', 'draft')).status).toBe(201)
  })
})
