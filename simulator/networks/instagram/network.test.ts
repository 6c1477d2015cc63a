import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { APP, Client } from '../../test-client.ts'
import { addressOf, picture } from '../../test-pictures.ts'

const V = '/instagram/v26.0'
const USER = '17841405309211847'
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
  token = await client.signIn('instagram')
})
afterAll(() => simulator.close())

const create = (form: object) => client.call('POST', `${V}/${USER}/media`, { token, form })
const image = async (form: object = {}, bytes?: Buffer) =>
  create({ image_url: await addressOf(bytes ?? (await picture(400, 400))), ...form })
const publish = (creation_id: string) =>
  client.call('POST', `${V}/${USER}/media_publish`, { token, form: { creation_id } })
const state = async (id: string) => (await client.get(`${V}/${id}?fields=status_code,status`, token)).json
const ready = () => client.passes(250)
const code = async () => (await client.approve('instagram')).code

async function post(caption: string): Promise<string> {
  const { id } = (await image({ caption })).json
  await ready()
  return (await publish(id)).json.id
}

test("appends #_ to Instagram's authorization code and returns a short-lived token inside a list", async () => {
  const { address, code } = await client.approve('instagram')
  expect(address.hash).toBe('#_')
  const [given] = (await client.exchange('instagram', code)).json.data
  expect(given).toMatchObject({ user_id: USER, permissions: expect.stringContaining('instagram_business_basic,') })
  const used = await client.exchange('instagram', code)
  expect(used.json).toMatchObject({ error_type: 'OAuthException', code: 400 })
})

test("returns Instagram's token outside a list and the user id as a number if configured", async () => {
  await client.control('manners', { instagramWraps: 'no', instagramUserId: 'number' })
  const { text, json } = await client.exchange('instagram', await code())
  expect(text).toContain(`"user_id":${USER}`)
  expect(String(json.user_id)).not.toBe(USER)
  expect(json.permissions).toContain('instagram_business_basic')
  const me = (await client.get(`${V}/me?fields=user_id,username`, json.access_token)).json
  expect(me).toMatchObject({ user_id: USER, username: 'layla.haddad' })
})

test('expires short-lived Instagram tokens after an hour and long-lived ones after sixty days, and refreshes the latter after a day', async () => {
  const { access_token } = (await client.exchange('instagram', await code())).json.data[0]
  const exchangeForLongLived = (secret: string) =>
    client.get(
      `/instagram/access_token?grant_type=ig_exchange_token&client_secret=${secret}&access_token=${access_token}`,
    )
  expect((await exchangeForLongLived('wrong')).status).toBe(400)
  expect((await exchangeForLongLived(APP.client_secret)).json).toMatchObject({
    token_type: 'bearer',
    expires_in: 5_183_944,
  })
  const refresh = () => client.get(`/instagram/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`)
  expect((await refresh()).status).toBe(400)
  await client.passes(DAY_MS)
  expect((await exchangeForLongLived(APP.client_secret)).json.error).toMatchObject({ code: 190, error_subcode: 463 })
  const fresh = (await refresh()).json.access_token
  await client.passes(59.5 * DAY_MS)
  expect((await refresh()).json.error.code).toBe(190)
  expect((await client.get(`${V}/me`, fresh)).status).toBe(200)
})

test('returns the Instagram account id that API paths accept, and a separate app-scoped id', async () => {
  const [me] = (await client.get(`${V}/me?fields=user_id,username,account_type,media_count`, token)).json.data
  expect(me).toMatchObject({ user_id: USER, username: 'layla.haddad', account_type: 'BUSINESS', media_count: 0 })
  expect(me.id).not.toBe(USER)
  expect((await client.call('POST', `${V}/${me.id}/media`, { token, form: {} })).json.error.error_subcode).toBe(33)
})

test("rejects a call to Instagram's API if the token lacks the required scope", async () => {
  token = await client.signIn('instagram', { scope: 'instagram_business_basic' })
  expect((await image()).json.error.code).toBe(10)
  expect((await client.get(`${V}/${USER}/media`, token)).status).toBe(200)
})

test('fetches and processes an Instagram picture, and publishes it only once', async () => {
  const { id } = (await image({ caption: 'صباح الخير\n#riyadh', alt_text: 'Trucks' })).json
  expect(id).toMatch(/^1[78]\d{15}$/)
  expect(await state(id)).toMatchObject({ status_code: 'IN_PROGRESS' })
  expect((await publish(id)).json.error).toMatchObject({ code: 9007, error_subcode: 2_207_027 })
  await ready()
  expect(await state(id)).toMatchObject({ status_code: 'FINISHED', status: expect.stringContaining('Finished') })
  const published = (await publish(id)).json.id
  expect(await state(id)).toMatchObject({ status_code: 'PUBLISHED' })
  expect((await publish(id)).json.error).toMatchObject({ code: 24, error_subcode: 2_207_006 })
  expect(await client.posts('instagram')).toMatchObject([
    { text: 'صباح الخير\n#riyadh', media: [{ type: 'image', altText: 'Trucks' }] },
  ])
  const { permalink, shortcode } = (await client.get(`${V}/${published}?fields=permalink,shortcode`, token)).json
  expect(shortcode).toMatch(/^\w{11}$/)
  expect(permalink).toBe(`${simulator.url}/instagram/p/${shortcode}/`)
  expect((await client.get(permalink)).text).toContain('صباح الخير')
})

test('publishes a carousel of two to ten pictures as one Instagram post', async () => {
  const children = []
  for (const alt_text of ['One', 'Two']) children.push((await image({ alt_text, is_carousel_item: 'true' })).json.id)
  const make = (ids: string[]) => create({ media_type: 'CAROUSEL', children: ids.join(','), caption: 'Both' })
  expect((await make(children)).json.error.code).toBe(9007)
  await ready()
  expect((await make(children.slice(1))).json.error.error_subcode).toBe(2_207_028)
  expect((await publish(children[0])).json.error.code).toBe(24)
  const { id } = (await make(children)).json
  await ready()
  await publish(id)
  const [{ media, text }] = await client.posts('instagram')
  expect([text, media.map((one: { altText: string }) => one.altText)]).toEqual(['Both', ['One', 'Two']])
})

type Refused = [what: string, form: object, size: [number, number, 'png'?] | undefined, code: number, subcode?: number]

test.each<Refused>([
  ['a text without a picture', { caption: 'Words' }, undefined, 100],
  ['a PNG', {}, [400, 400, 'png'], 36_001, 2_207_005],
  ['a picture taller than 4:5', {}, [400, 510], 36_003, 2_207_009],
  ['a picture wider than 1.91:1', {}, [400, 200], 36_003, 2_207_009],
  ['a picture at an unreachable address', { image_url: 'http://127.0.0.1:1/x.jpg' }, undefined, 9004, 2_207_052],
  ['a caption of 2201 characters', { caption: 'ا'.repeat(2201) }, [400, 400], 36_004, 2_207_010],
  ['6 hashtags', { caption: '#a '.repeat(6) }, [400, 400], 36_004, 2_207_010],
  ['21 mentions', { caption: '@a '.repeat(21) }, [400, 400], 36_004, 2_207_010],
  ['a story', { media_type: 'STORIES', video_url: 'http://127.0.0.1:1/x.mp4' }, undefined, 100, 2_207_023],
  ['an alt text of 1001 characters', { alt_text: 'a'.repeat(1001) }, [400, 400], 100],
])('rejects an Instagram media container for %s', async (_what, form, size, code, subcode) => {
  const bytes = size && (await picture(size[0], size[1], size[2]))
  const answer = await create({ ...(bytes && { image_url: await addressOf(bytes) }), ...form })
  expect([answer.status, answer.json.error.code, answer.json.error.error_subcode]).toEqual([400, code, subcode])
})

test('rejects a picture file over 8 MB on Instagram', async () => {
  expect((await image({}, Buffer.alloc(8 * 1024 * 1024 + 1))).json.error.code).toBe(36_000)
})

test('reports a retryable error when the address of an Instagram picture responds too slowly', async () => {
  await client.control('manners', { fetchLimitMs: 1 })
  const server = createServer(() => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const image_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.jpg`
  expect((await create({ image_url })).json.error).toMatchObject({ code: -2, error_subcode: 2_207_003 })
  server.closeAllConnections()
  server.close()
})

test('accepts an Instagram caption of 2200 characters and pictures at the limits of 4:5 and 1.91:1', async () => {
  expect((await image({ caption: 'ا'.repeat(2200) })).status).toBe(200)
  expect((await image({ caption: '#a '.repeat(5) })).status).toBe(200)
  expect((await image({}, await picture(1080, 1350))).status).toBe(200)
  expect((await image({}, await picture(1080, 566))).status).toBe(200)
})

test('removes surplus hashtags from an Instagram caption if configured', async () => {
  await client.control('manners', { instagramHashtags: 'dropped' })
  await post('Dawn #one #two#three ＃four\n#٥ https://example.com/#top #six')
  const [{ text }] = await client.posts('instagram')
  expect(text.trim()).toBe('Dawn #one #two#three ＃four\n#٥ https://example.com/#top')
})

test('expires an Instagram media container after a day, and reports a new one as missing at first if configured', async () => {
  const { id } = (await image()).json
  await client.passes(DAY_MS + 1)
  expect(await state(id)).toMatchObject({ status_code: 'EXPIRED' })
  expect((await publish(id)).json.error).toMatchObject({ code: -2, error_subcode: 2_207_020 })
  await client.control('manners', { instagramHiddenMs: 30_000 })
  const fresh = (await image()).json.id
  expect((await publish(fresh)).json.error).toMatchObject({ code: 24, error_subcode: 2_207_008 })
  await client.passes(30_000)
  expect((await publish(fresh)).status).toBe(200)
})

test("returns Instagram's daily quota and rejects posts once the quota is exhausted", async () => {
  await client.control('limits', { platform: 'instagram', name: 'posts', most: 1 })
  const limit = () => client.get(`${V}/${USER}/content_publishing_limit?fields=quota_usage,config`, token)
  expect((await limit()).json.data).toEqual([{ quota_usage: 0, config: { quota_total: 1, quota_duration: 86_400 } }])
  await post('One')
  expect((await limit()).json.data[0].quota_usage).toBe(1)
  await client.passes(60_000)
  const { id } = (await image()).json
  await ready()
  expect((await publish(id)).json.error).toMatchObject({ code: 9, error_subcode: 2_207_042 })
  await client.passes(DAY_MS - 60_000)
  expect((await publish(id)).status).toBe(200)
})

test('lists the posts of an Instagram account newest first, in portions and since a given time', async () => {
  for (const caption of ['One', 'Two', 'Three']) await post(caption)
  const first = (await client.get(`${V}/${USER}/media?fields=id,caption,timestamp,media_type&limit=2`, token)).json
  expect(first.data.map((one: { caption: string }) => one.caption)).toEqual(['Three', 'Two'])
  expect(first.data[0]).toMatchObject({ media_type: 'IMAGE', timestamp: expect.stringMatching(/\+0000$/) })
  const next = (await client.get(first.paging.next, token)).json
  expect(next.data.map((one: { caption: string }) => one.caption)).toEqual(['One'])
  const since = Math.floor(Date.now() / 1000) + 60
  expect((await client.get(`${V}/me/media?since=${since}`, token)).json.data).toEqual([])
})

test("returns an Instagram post's metrics in the configured format and rejects a call with an unknown metric", async () => {
  const id = await post('Counted')
  await client.control('engage', { platform: 'instagram', id, impressions: 40, likes: 5, comments: 2, shares: 3 })
  const read = async (metric: string) => (await client.get(`${V}/${id}/insights?metric=${metric}`, token)).json
  expect((await read('views,likes')).data).toMatchObject([{ values: [{ value: 40 }] }, { values: [{ value: 5 }] }])
  await client.control('manners', { instagramInsights: 'total_value' })
  expect((await read('total_interactions')).data).toMatchObject([{ total_value: { value: 10 } }])
  expect((await read('views,impressions')).error.code).toBe(100)
  const counts = (await client.get(`${V}/${id}?fields=like_count,comments_count`, token)).json
  expect([counts.like_count, counts.comments_count]).toEqual([5, 2])
})

test('rejects the deletion of an Instagram post, or accepts it if configured', async () => {
  const id = await post('Stays')
  const erase = () => client.call('DELETE', `${V}/${id}`, { token })
  expect((await erase()).json.error.code).toBe(10)
  await client.control('manners', { instagramDeletes: 'yes' })
  expect((await erase()).json).toEqual({ success: true })
  expect(await client.posts('instagram')).toMatchObject([{ deleted: true }])
  expect((await client.get(`${V}/${id}`, token)).json.error.error_subcode).toBe(33)
})

test('stores a comment on an Instagram post', async () => {
  const id = await post('Asked')
  const answer = await client.call('POST', `${V}/${id}/comments`, { token, form: { message: 'First' } })
  expect(answer.json.id).toMatch(/^18\d{15}$/)
  expect(await client.posts('instagram')).toMatchObject([{ comments: ['First'] }])
})
