import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client } from '../../test-client.ts'
import { picture } from '../../test-pictures.ts'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('twitter')
})
afterAll(() => simulator.close())

const UPLOAD = '/twitter/2/media/upload'
const send = (media: Buffer, more: object = {}) =>
  client.call('POST', UPLOAD, {
    token,
    parts: { media, media_category: 'tweet_image', ...more },
  })
const upload = async (bytes: Buffer) => (await send(bytes)).json.data.id as string
const post = (media_ids: unknown, text?: string) =>
  client.call('POST', '/twitter/2/tweets', {
    token,
    json: { ...(text !== undefined && { text }), media: { media_ids } },
  })
const describe = (id: string, text: string) =>
  client.call('POST', '/twitter/2/media/metadata', { token, json: { id, metadata: { alt_text: { text } } } })
const initialize = (total_bytes: number, media_category = 'tweet_gif', media_type = 'image/gif') =>
  client.call('POST', `${UPLOAD}/initialize`, { token, json: { media_type, total_bytes, media_category } })
const append = (id: string, media: Buffer, index: number) =>
  client.call('POST', `${UPLOAD}/${id}/append`, { token, parts: { media, segment_index: `${index}` } })
const finalize = (id: string) => client.call('POST', `${UPLOAD}/${id}/finalize`, { token })
const state = async (id: string) => (await client.get(`${UPLOAD}?command=STATUS&media_id=${id}`, token)).json.data

test('uploads an image to X in one call and posts it with its alt text', async () => {
  const bytes = await picture(800, 600, 'png')
  const answer = await send(bytes)
  expect([answer.status, answer.headers.get('x-rate-limit-remaining')]).toEqual([200, '499'])
  const { id, media_key, size, expires_after_secs } = answer.json.data
  expect([media_key, size, expires_after_secs]).toEqual([`3_${id}`, bytes.byteLength, 86_400])
  expect((await describe(id, 'Trucks at dawn')).json.data).toMatchObject({ id })
  expect((await post([id], 'Look')).status).toBe(201)
  const [{ media, text }] = await client.posts('twitter')
  expect([text, media]).toMatchObject([
    'Look',
    [{ type: 'image', altText: 'Trucks at dawn', contentType: 'image/png' }],
  ])
})

test('rejects an image upload to X in one call with unknown fields', async () => {
  const answer = await send(await picture(100, 100), { media_type: 'image/jpeg' })
  expect([answer.status, answer.json.errors[0].message]).toEqual([
    400,
    '[media_type] is not one of the allowed members.',
  ])
})

test('returns the text of an X post with an additional link for its pictures', async () => {
  const answer = await post([await upload(await picture(100, 100))], 'A & B')
  expect(answer.json.data.text).toMatch(/^A &amp; B https:\/\/t\.co\/\w{10}$/)
  const path = '/twitter/2/users/1584203955861331969/tweets?tweet.fields=entities'
  const [found] = (await client.get(path, token)).json.data
  expect(found.entities.urls[0].expanded_url).toMatch(/\/photo\/1$/)
  expect((await post([await upload(await picture(100, 100))])).json.data.text).toMatch(/^https:\/\/t\.co\/\w{10}$/)
})

test('rejects an X post with more than four pictures or with the same picture twice', async () => {
  const ids = []
  for (let count = 0; count < 5; count++) ids.push(await upload(await picture(50, 50)))
  expect((await post(ids, 'Five')).json.title).toBe('Invalid Request')
  expect((await post([ids[0], ids[0]], 'Twice')).status).toBe(400)
  expect((await post([], 'None')).status).toBe(400)
  expect((await post(ids.slice(0, 4), 'Four')).status).toBe(201)
})

test("rejects media ids that are unknown to X, a day old or another account's", async () => {
  const id = await upload(await picture(50, 50))
  const other = await client.signIn('twitter', { account: '2244994951' })
  const stolen = await client.call('POST', '/twitter/2/tweets', { token: other, json: { media: { media_ids: [id] } } })
  for (const answer of [stolen, await post(['1880028106020515840'], 'Hello')]) {
    expect(answer.json.errors[0].message).toBe('Your media IDs are invalid.')
  }
  await client.passes(86_400_000)
  token = await client.signIn('twitter')
  expect((await post([id], 'Late')).json.errors[0].message).toBe('Your media IDs are invalid.')
})

test('rejects the upload to X of a file that is too large or not a picture', async () => {
  expect((await send(Buffer.concat([await picture(50, 50), Buffer.alloc(5 * 1024 * 1024)]))).status).toBe(413)
  expect((await send(Buffer.from('words'))).status).toBe(400)
  expect((await send(await picture(50, 50), { media_category: 'tweet_video' })).status).toBe(400)
  const limited = await client.signIn('twitter', { scope: 'tweet.read users.read tweet.write' })
  expect((await client.call('POST', UPLOAD, { token: limited, parts: { media: await picture(50, 50) } })).status).toBe(
    403,
  )
})

test('accepts an X post with a GIF only after the uploaded GIF is processed', async () => {
  const bytes = await picture(200, 200, 'gif')
  const { id } = (await initialize(bytes.byteLength)).json.data
  expect((await post([id], 'Early')).status).toBe(400)
  expect((await append(id, bytes.subarray(20), 1)).json.data.expires_at).toBeGreaterThan(Date.now() / 1000)
  await append(id, bytes.subarray(0, 20), 0)
  expect((await finalize(id)).json.data.processing_info).toEqual({ state: 'pending', check_after_secs: 1 })
  await client.passes(250)
  expect((await state(id)).processing_info.state).toBe('in_progress')
  await client.passes(250)
  expect((await state(id)).processing_info.state).toBe('succeeded')
  expect((await post([id], 'Ready')).status).toBe(201)
})

test('accepts an X post right after an image upload in chunks, but rejects a post with chunks that are no picture', async () => {
  const bytes = await picture(300, 300)
  const image = (await initialize(bytes.byteLength, 'tweet_image', 'image/jpeg')).json.data.id
  await append(image, bytes, 0)
  expect((await finalize(image)).json.data).not.toHaveProperty('processing_info')
  expect((await post([image], 'Whole')).status).toBe(201)

  const bad = (await initialize(5)).json.data.id
  await append(bad, Buffer.from('words'), 0)
  await finalize(bad)
  await client.passes(500)
  expect((await state(bad)).processing_info).toMatchObject({ state: 'failed', error: { name: 'InvalidMedia' } })
  expect((await post([bad], 'Bad')).status).toBe(400)
})

test('rejects an upload to X with a chunk over 5 MB, a missing chunk or a wrong total size', async () => {
  const { id } = (await initialize(12)).json.data
  const large = await append(id, Buffer.alloc(5 * 1024 * 1024 + 1), 0)
  expect([large.status, large.text]).toEqual([413, ''])
  await append(id, Buffer.from('123456'), 1)
  expect((await finalize(id)).status).toBe(400)
  expect((await append(id, Buffer.from('x'), 1000)).status).toBe(400)
  expect((await initialize(16 * 1024 * 1024)).status).toBe(400)
})

test('accepts a repeated text on X if the picture is different', async () => {
  const [one, two] = [await upload(await picture(50, 50)), await upload(await picture(60, 60))]
  expect((await post([one], 'Same')).status).toBe(201)
  expect((await post([one], 'Same')).status).toBe(403)
  expect((await post([two], 'Same')).status).toBe(201)
})

test('rejects an alt text over a thousand characters on X', async () => {
  const id = await upload(await picture(50, 50))
  expect((await describe(id, 'a'.repeat(1001))).status).toBe(400)
  expect((await describe('1', 'Unknown')).status).toBe(404)
})

test('rejects an X post with both pictures and a poll', async () => {
  const media_ids = [await upload(await picture(50, 50))]
  const json = { text: 'Both', media: { media_ids }, poll: { options: ['a', 'b'], duration_minutes: 5 } }
  expect((await client.call('POST', '/twitter/2/tweets', { token, json })).status).toBe(400)
})
