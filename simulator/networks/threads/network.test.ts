import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { APP, Client } from '../../test-client.ts'
import { threadsLength } from './publishing.ts'

const V = '/threads/v1.0'
const DAY_MS = 86_400_000

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('threads')
})
afterAll(() => simulator.close())

const create = (form: object) =>
  client.call('POST', `${V}/me/threads`, { token, form: { media_type: 'TEXT', ...form } })
const publish = (creation_id: string) =>
  client.call('POST', `${V}/me/threads_publish`, { token, form: { creation_id } })
const status = async (id: string) => (await client.get(`${V}/${id}?fields=id,status,error_message`, token)).json.status

test('returns the Threads user id as a number too large for JavaScript to read exactly', async () => {
  const { text, json } = await client.exchange('threads', (await client.approve('threads')).code)
  expect(text).toContain('"user_id":17841405793187219}')
  expect(String(json.user_id)).not.toBe('17841405793187219')
  expect((await client.get(`${V}/me?fields=id,username,name`, json.access_token)).json.id).toBe('17841405793187219')
})

test('requires the secret of the Threads app to exchange a short-lived token for a long-lived one', async () => {
  const { access_token } = (await client.exchange('threads', (await client.approve('threads')).code)).json
  const exchange = (secret: string) =>
    client.get(
      `/threads/access_token?grant_type=th_exchange_token&client_secret=${secret}&access_token=${access_token}`,
    )
  expect((await exchange('wrong')).status).toBe(400)
  expect((await exchange(APP.client_secret)).json).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
  await client.control('clock', { advanceMs: 3_601_000 })
  expect((await exchange(APP.client_secret)).json.error).toMatchObject({ code: 190, error_subcode: 463 })
})

test('refreshes a long-lived Threads token after a day and before it expires', async () => {
  const refresh = () => client.get(`/threads/refresh_access_token?grant_type=th_refresh_token&access_token=${token}`)
  expect((await refresh()).status).toBe(400)
  await client.control('clock', { advanceMs: DAY_MS })
  const fresh = (await refresh()).json.access_token
  await client.control('clock', { advanceMs: 59.5 * DAY_MS })
  expect((await refresh()).json.error.code).toBe(190)
  expect((await client.get(`${V}/me`, fresh)).status).toBe(200)
})

test("publishes a finished Threads media container only once, and then reports the container's status as published", async () => {
  const { id } = (await create({ text: 'Hello' })).json
  expect(await status(id)).toBe('FINISHED')
  expect(await client.texts()).toEqual([])
  const post = (await publish(id)).json.id
  expect(await status(id)).toBe('PUBLISHED')
  expect((await publish(id)).json.error).toMatchObject({ code: 24, error_subcode: 4_279_009 })
  expect(await client.texts('threads')).toEqual(['Hello'])
  const { permalink } = (await client.get(`${V}/${post}?fields=id,permalink`, token)).json
  expect(permalink).toMatch(/\/threads\/@laylahaddad\/post\/D\w{10}$/)
  expect((await client.get(permalink)).text).toContain('Hello')
})

test.each(['finished', 'unknown'])(
  "loses a finished Threads media container if configured, and reports the container's status as %s",
  async (called) => {
    const statusOrUnknown = async (id: string) => (await status(id)) ?? 'unknown'
    await client.control('manners', { threadsLoses: 'finished', threadsLostIs: called })
    const { id } = (await create({ text: 'Gone' })).json
    expect(await status(id)).toBe('FINISHED')
    expect((await publish(id)).json.error).toMatchObject({ code: 24, error_subcode: 4_279_009 })
    await client.control('manners', { threadsLoses: 'published' })
    expect((await publish(id)).json.error.code).toBe(24)
    expect((await statusOrUnknown(id)).toLowerCase()).toBe(called)
    const other = (await create({ text: 'Out, and gone' })).json.id
    expect((await publish(other)).status).toBe(200)
    expect((await publish(other)).json.error.code).toBe(24)
    expect((await statusOrUnknown(other)).toLowerCase()).toBe(called)
    expect(await client.texts('threads')).toEqual(['Out, and gone'])
  },
)

test('expires a Threads media container after a day', async () => {
  const { id } = (await create({ text: 'Forgotten' })).json
  await client.control('clock', { advanceMs: DAY_MS + 1 })
  expect(await status(id)).toBe('EXPIRED')
  expect((await publish(id)).status).toBe(400)
})

test('publishes a Threads text in one call with auto_publish_text', async () => {
  await create({ text: 'At once', auto_publish_text: 'true' })
  expect(await client.texts('threads')).toEqual(['At once'])
})

test.each([
  ['a'.repeat(500), 500],
  ['مرحبا', 5],
  ['🐸', 4],
  ['👨‍👩‍👧‍👦', 25],
  ['❤️', 6],
  ['1 # ©', 5],
])('counts the text %j on Threads as %i characters', (text, length) => {
  expect(threadsLength(text)).toBe(length)
})

test('rejects on Threads a text over 500 characters, six links, an empty text and an unsupported media type', async () => {
  expect((await create({ text: '🐸'.repeat(126) })).json.error.message).toContain('at most 500 characters')
  const links = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`).join(' ')
  expect((await create({ text: links })).json.error.message).toContain('LINK_LIMIT_EXCEEDED')
  expect((await create({ text: '' })).json.error.code).toBe(100)
  expect((await create({ media_type: 'SONG', text: 'x' })).json.error.code).toBe(100)
})

test("lists a Threads account's posts newest first, and replies in a separate list", async () => {
  const first = (await create({ text: 'First', auto_publish_text: 'true' })).json.id
  await create({ text: 'Second', auto_publish_text: 'true', link_attachment: 'https://najd.example/a' })
  await create({ text: 'Reply', auto_publish_text: 'true', reply_to_id: first })
  const texts = async (edge: string) =>
    (await client.get(`${V}/me/${edge}?fields=id,text,timestamp,permalink`, token)).json.data.map(
      (post: { text: string }) => post.text,
    )
  expect(await texts('threads')).toEqual(['Second', 'First'])
  expect(await texts('replies')).toEqual(['Reply'])
  const since = Math.floor(Date.now() / 1000) + 60
  expect(await texts(`threads?since=${since}&x=`)).toEqual([])
})

test('limits Threads posts to 250 a day and reports the limit and its usage', async () => {
  for (let number = 0; number < 250; number++) await create({ text: `Post ${number}`, auto_publish_text: 'true' })
  const limit = await client.get(`${V}/me/threads_publishing_limit?fields=quota_usage,config`, token)
  expect(limit.json.data).toEqual([{ quota_usage: 250, config: { quota_total: 250, quota_duration: 86_400 } }])
  expect((await create({ text: 'One more', auto_publish_text: 'true' })).json.error.code).toBe(4)
  await client.control('clock', { advanceMs: DAY_MS })
  expect((await create({ text: 'One more', auto_publish_text: 'true' })).status).toBe(200)
})

test("requires a separate scope to delete a Threads post, and returns the post's metrics", async () => {
  const { id } = (await create({ text: 'Counted', auto_publish_text: 'true' })).json
  await client.control('engage', { platform: 'threads', id, impressions: 12, likes: 3, comments: 2, shares: 1 })
  const { data } = (await client.get(`${V}/${id}/insights?metric=views,likes,replies,reposts,quotes,shares`, token))
    .json
  expect(data.map((one: { values: { value: number }[] }) => one.values[0]?.value)).toEqual([12, 3, 2, 1, 0, 0])
  const limited = await client.signIn('threads', { scope: 'threads_basic,threads_content_publish' })
  expect((await client.call('DELETE', `${V}/${id}`, { token: limited })).json.error.code).toBe(10)
  expect((await client.call('DELETE', `${V}/${id}`, { token })).json).toEqual({ success: true, deleted_id: id })
  expect(await client.posts('threads')).toMatchObject([{ deleted: true }])
})
