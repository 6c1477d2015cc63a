import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client, LINKEDIN } from '../../test-client.ts'
import { picture } from '../../test-pictures.ts'

const SUB = 'fR7layla2H'
const OWNER = `urn:li:person:${SUB}`
const READER = { clientId: 'vetted-app', scope: 'openid profile w_member_social r_member_social' }

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

const begin = async (owner = OWNER) =>
  client.call('POST', '/linkedin/rest/images?action=initializeUpload', {
    token,
    headers: LINKEDIN,
    json: { initializeUploadRequest: { owner } },
  })

async function upload(bytes: Buffer): Promise<string> {
  const { value } = (await begin()).json
  expect((await client.call('PUT', value.uploadUrl, { token, bytes })).status).toBe(201)
  return value.image
}

const ready = () => client.passes(250)
const status = async (urn: string) =>
  (await client.get(`/linkedin/rest/images/${encodeURIComponent(urn)}`, token, LINKEDIN)).json
const post = (content: object, commentary = 'With a picture') =>
  client.linkedinPost(token, SUB, commentary, { content })

test('registers an image at LinkedIn, accepts its bytes and posts it with its alt text', async () => {
  const { value } = (await begin()).json
  expect(value.image).toMatch(/^urn:li:image:C5\w+$/)
  expect(value.uploadUrl).toMatch(`${simulator.url}/linkedin/dms-uploads/`)
  expect(value.uploadUrlExpiresAt).toBeGreaterThan(Date.now())
  const bytes = await picture(640, 480)
  expect((await client.call('PUT', value.uploadUrl, { token, bytes })).status).toBe(201)
  await ready()
  expect((await post({ media: { id: value.image, altText: 'شاحنات عند الفجر' } })).status).toBe(201)
  const [{ media }] = await client.posts('linkedin')
  expect(media).toMatchObject([{ type: 'image', altText: 'شاحنات عند الفجر', contentType: 'image/jpeg', width: 640 }])
  const shown = await fetch(simulator.url + media[0].path)
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
})

test("keeps the order of a LinkedIn post's images, and rejects a multi-image post with one image", async () => {
  const images = []
  for (const width of [100, 200, 300]) images.push({ id: await upload(await picture(width, 100)), altText: `${width}` })
  await ready()
  expect((await post({ multiImage: { images } })).status).toBe(201)
  const [{ media }] = await client.posts('linkedin')
  expect(media.map((one: { altText: string }) => one.altText)).toEqual(['100', '200', '300'])
  expect((await post({ multiImage: { images: images.slice(0, 1) } })).json.code).toBe('INVALID_VALUE_FOR_FIELD')
})

test('rejects a LinkedIn post with a pending image as retryable, and accepts an image without text', async () => {
  const { value } = (await begin()).json
  const content = { media: { id: value.image } }
  expect((await post(content)).json).toMatchObject({ status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD' })
  await client.call('PUT', value.uploadUrl, { token, bytes: await picture(100, 100) })
  expect((await post(content)).json.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  await ready()
  expect((await post(content, '')).status).toBe(201)
})

test('accepts any bytes uploaded to LinkedIn, but processes only JPEG, PNG and GIF within the size limit', async () => {
  for (const bytes of [await picture(100, 100, 'webp'), Buffer.from('no picture at all')]) {
    const id = await upload(bytes)
    await ready()
    expect((await post({ media: { id } })).json.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
  }
  const large = await upload(await picture(7000, 5200, 'png'))
  await ready()
  expect((await post({ media: { id: large } })).json.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
})

test("hides a LinkedIn image's status from an app without reading scopes, or returns the status if configured", async () => {
  const id = await upload(await picture(100, 100))
  expect(await status(id)).toMatchObject({ status: 403, code: 'ACCESS_DENIED' })
  await client.control('manners', { linkedinImageStatus: 'everyone', processingMs: 60_000 })
  expect((await status(id)).status).toBe('PROCESSING')
  await client.passes(60_000)
  expect(await status(id)).toEqual({ id, owner: OWNER, status: 'AVAILABLE' })
})

test('returns the status of each LinkedIn image to an app with reading scopes', async () => {
  token = await client.signIn('linkedin', READER)
  const { value } = (await begin()).json
  expect((await status(value.image)).status).toBe('WAITING_UPLOAD')
  await client.call('PUT', value.uploadUrl, { token, bytes: Buffer.from('words') })
  await ready()
  expect((await status(value.image)).status).toBe('PROCESSING_FAILED')
})

test("rejects another LinkedIn member's images, unknown images and an overlong alt text", async () => {
  const id = await upload(await picture(100, 100))
  await ready()
  expect((await post({ media: { id, altText: 'a'.repeat(4087) } })).json.code).toBe('FIELD_LENGTH_TOO_LONG')
  expect((await post({ media: { id: 'urn:li:image:C5none' } })).json.code).toBe('INVALID_IMAGE_ID')
  expect((await post({ media: { id: 'urn:li:share:1' } })).json.code).toBe('INVALID_URN_TYPE')
  expect((await begin('urn:li:person:other')).json.code).toBe('ACCESS_DENIED')
  token = await client.signIn('linkedin', { account: 'fR8omar5Qt' })
  const answer = await client.linkedinPost(token, 'fR8omar5Qt', 'Not mine', { content: { media: { id } } })
  expect(answer.json.code).toBe('INVALID_IMAGE_ID')
})

test("requires the token at LinkedIn's upload address and expires the address after a day", async () => {
  const { value } = (await begin()).json
  const bytes = await picture(100, 100)
  expect((await client.call('PUT', value.uploadUrl, { bytes })).json.code).toBe('EMPTY_ACCESS_TOKEN')
  await client.passes(86_400_001)
  expect((await client.call('PUT', value.uploadUrl, { token, bytes })).json.code).toBe('EXPIRED_UPLOAD_URL')
})

test('shows an article on LinkedIn with the picture that the app uploaded for it', async () => {
  const thumbnail = await upload(await picture(400, 200))
  await ready()
  const article = { source: 'https://najd.example/a', title: 'Why', thumbnail }
  expect((await post({ article })).status).toBe(201)
  expect((await client.get('/?platform=linkedin')).text).toMatch(/class="link-card"[^]*<img src="\/media\/\w{64}"/)
})

test('applies faults of the operation "upload" to each step of an image upload to LinkedIn', async () => {
  await client.fault('linkedin', 'upload', 'status', { status: 503 })
  expect((await begin()).json).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  const { value } = (await begin()).json
  await client.fault('linkedin', 'upload', 'drop_after')
  const bytes = await picture(100, 100)
  await expect(client.call('PUT', value.uploadUrl, { token, bytes })).rejects.toThrow('fetch failed')
  await ready()
  expect((await post({ media: { id: value.image } })).status).toBe(201)
})
