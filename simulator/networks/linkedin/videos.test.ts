import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client, LINKEDIN } from '../../test-client.ts'

const SUB = 'fR7layla2H'
const PART_BYTES = 4_194_304

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('linkedin')
})
afterAll(() => simulator.close())

/** The beginning of an MP4 file, then zeros. */
const film = (size: number) => Buffer.concat([Buffer.from('\0\0\0\u0014ftypisom\0\0\u0002\0isom', 'latin1')], size)

const act = (action: string, json: object) =>
  client.call('POST', `/linkedin/rest/videos?action=${action}`, { token, headers: LINKEDIN, json })
const begin = async (fileSizeBytes: number) =>
  (await act('initializeUpload', { initializeUploadRequest: { owner: `urn:li:person:${SUB}`, fileSizeBytes } })).json
const finalize = (video: string, uploadedPartIds: string[]) =>
  act('finalizeUpload', { finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds } })
const read = async (urn: string) =>
  (await client.get(`/linkedin/rest/videos/${encodeURIComponent(urn)}`, token, LINKEDIN)).json
const post = (id: string) => client.linkedinPost(token, SUB, 'With a video', { content: { media: { id } } })

test('accepts a LinkedIn video in parts, processes it, and posts it', async () => {
  const bytes = film(PART_BYTES + 100_000)
  const { value } = await begin(bytes.byteLength)
  expect(value.uploadInstructions).toMatchObject([
    { firstByte: 0, lastByte: PART_BYTES - 1 },
    { firstByte: PART_BYTES, lastByte: bytes.byteLength - 1 },
  ])
  expect((await post(value.video)).json.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  const tags: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
    const part = await client.call('PUT', uploadUrl, { bytes: bytes.subarray(firstByte, lastByte + 1) })
    tags.push(String(part.headers.get('etag')).replaceAll('"', ''))
  }
  expect((await finalize(value.video, tags.toReversed())).status).toBe(400)
  expect((await finalize(value.video, tags.slice(1))).status).toBe(400)
  expect((await finalize(value.video, tags)).status).toBe(200)
  expect(await read(value.video)).toMatchObject({ status: 'PROCESSING' })
  expect((await post(value.video)).status).toBe(400)
  await client.passes(250)
  expect(await read(value.video)).toMatchObject({ status: 'AVAILABLE' })
  expect((await post(value.video)).status).toBe(201)
  const [{ media }] = await client.posts('linkedin')
  expect(media).toMatchObject([{ type: 'video', contentType: 'video/mp4', sizeBytes: bytes.byteLength }])
})

test('reports after processing that a file uploaded to LinkedIn is not a video', async () => {
  const bytes = Buffer.alloc(100_000, 'words ')
  const { value } = await begin(bytes.byteLength)
  const part = await client.call('PUT', value.uploadInstructions[0].uploadUrl, { bytes })
  await finalize(value.video, [String(part.headers.get('etag')).replaceAll('"', '')])
  await client.passes(250)
  expect(await read(value.video)).toMatchObject({ status: 'PROCESSING_FAILED' })
  expect((await post(value.video)).json.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
})

test('rejects a part of a LinkedIn video with the wrong size, and a video that is too small', async () => {
  const { value } = await begin(100_000)
  expect((await client.call('PUT', value.uploadInstructions[0].uploadUrl, { bytes: film(99_999) })).status).toBe(400)
  expect((await begin(70_000)).status).toBe(400)
})
