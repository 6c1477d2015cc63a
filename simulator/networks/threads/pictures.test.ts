import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client } from '../../test-client.ts'
import { addressOf, picture } from '../../test-pictures.ts'

const V = '/threads/v1.0'
const PROCESSING_MS = 60_000

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  // Make processing longer than the pause between two calls, even on a busy machine.
  await client.control('manners', { processingMs: PROCESSING_MS })
  token = await client.signIn('threads')
})
afterAll(() => simulator.close())

const create = (form: object) => client.call('POST', `${V}/me/threads`, { token, form })
const image = async (form: object = {}) =>
  create({ media_type: 'IMAGE', image_url: await addressOf(await picture(800, 600)), ...form })
const child = async (alt_text: string) => (await image({ is_carousel_item: 'true', alt_text })).json.id as string
const carousel = (children: string[], form: object = {}) =>
  create({ media_type: 'CAROUSEL', children: children.join(','), ...form })
const publish = (creation_id: string) =>
  client.call('POST', `${V}/me/threads_publish`, { token, form: { creation_id } })
const state = async (id: string) => (await client.get(`${V}/${id}?fields=status,error_message`, token)).json
const ready = () => client.passes(PROCESSING_MS)

test('fetches and processes a Threads picture, and posts it with its text and alt text', async () => {
  const { id } = (await image({ text: 'Look', alt_text: 'شاحنة' })).json
  expect((await state(id)).status).toBe('IN_PROGRESS')
  expect((await publish(id)).json.error).toMatchObject({ code: 24, error_subcode: 4_279_009 })
  await ready()
  expect((await state(id)).status).toBe('FINISHED')
  const post = (await publish(id)).json.id
  expect(await client.posts('threads')).toMatchObject([{ text: 'Look', media: [{ type: 'image', altText: 'شاحنة' }] }])
  expect((await client.get(`${V}/${post}?fields=media_type,alt_text`, token)).json).toMatchObject({
    media_type: 'IMAGE',
  })
})

test('publishes a Threads carousel as one post in the order of its items', async () => {
  const children = [await child('One'), await child('Two'), await child('Three')]
  expect((await carousel(children)).json.error.code).toBe(24)
  await ready()
  const { id } = (await carousel(children.toReversed(), { text: 'Three of them' })).json
  await ready()
  const post = (await publish(id)).json.id
  const [{ media }] = await client.posts('threads')
  expect(media.map((one: { altText: string }) => one.altText)).toEqual(['Three', 'Two', 'One'])
  expect((await client.get(`${V}/${post}?fields=media_type`, token)).json.media_type).toBe('CAROUSEL_ALBUM')
  const limit = await client.get(`${V}/me/threads_publishing_limit?fields=quota_usage`, token)
  expect(limit.json.data).toEqual([{ quota_usage: 1 }])
})

test('rejects a Threads carousel unless it has two to twenty carousel items', async () => {
  const one = await child('One')
  const alone = (await image()).json.id
  await ready()
  expect((await carousel([one])).json.error.message).toContain('2 to 20')
  expect((await carousel([one, alone])).json.error.code).toBe(100)
  expect((await carousel([one, '1'])).json.error.code).toBe(100)
  expect((await publish(one)).json.error.code).toBe(24)
})

test('rejects a Threads picture that is unreachable, neither JPEG nor PNG, too wide or too large', async () => {
  const from = async (bytes: Buffer) => (await image({ image_url: await addressOf(bytes) })).json.error
  expect((await image({ image_url: 'http://127.0.0.1:1/x.jpg' })).json.error.message).toContain('could not be fetched')
  expect((await from(await picture(50, 50, 'webp'))).message).toContain('JPEG or PNG')
  expect((await from(Buffer.from('<html>'))).message).toContain('JPEG or PNG')
  expect((await from(await picture(1100, 100))).message).toContain('aspect ratio')
  expect((await from(Buffer.alloc(8 * 1024 * 1024 + 1))).message).toContain('8 MB')
  expect((await create({ media_type: 'IMAGE' })).json.error.code).toBe(100)
  expect((await image({ alt_text: 'a'.repeat(1001) })).json.error.code).toBe(100)
})

test("accepts a bad Threads picture and then reports an error as its media container's status, if configured", async () => {
  await client.control('manners', { threadsBadMedia: 'container' })
  const { id } = (await image({ image_url: await addressOf(await picture(1100, 100)) })).json
  await ready()
  expect(await state(id)).toMatchObject({ status: 'ERROR', error_message: 'INVALID_ASPEC_RATIO' })
  expect((await publish(id)).json.error.code).toBe(100)
})

test('applies a fault of the operation "upload" to the creation of a Threads media container', async () => {
  await client.fault('threads', 'upload', 'drop_before')
  await expect(image()).rejects.toThrow('fetch failed')
  expect((await image()).status).toBe(200)
})

test('requires a separate scope to reply to a Threads post if configured', async () => {
  const first = (await create({ media_type: 'TEXT', text: 'First', auto_publish_text: 'true' })).json.id
  await client.control('manners', { threadsReplies: 'threads_manage_replies' })
  const reply = { media_type: 'TEXT', text: 'Reply', reply_to_id: first }
  expect((await create(reply)).json.error.code).toBe(10)
  const scope = 'threads_basic,threads_content_publish,threads_manage_replies'
  token = await client.signIn('threads', { scope })
  expect((await create(reply)).status).toBe(200)
})
