import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { APP, Client } from '../../test-client.ts'

const V = '/facebook/v26.0'
const PAGE = '104857639217745'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('facebook')
})
afterAll(() => simulator.close())

const feed = (form: object, as = token) => client.call('POST', `${V}/${PAGE}/feed`, { token: as, form })
const shortToken = async () =>
  (await client.exchange('facebook', (await client.approve('facebook')).code)).json.access_token

test('expires short-lived Facebook tokens after two hours and long-lived ones after sixty days, but not their Page tokens', async () => {
  const short = await client.exchange('facebook', (await client.approve('facebook')).code)
  expect(short.json.expires_in).toBeLessThanOrEqual(7200)
  const exchange = (client_id: string) =>
    client.get(
      `${V}/oauth/access_token?${new URLSearchParams({ grant_type: 'fb_exchange_token', ...APP, client_id, fb_exchange_token: short.json.access_token })}`,
    )
  expect((await exchange('other')).json.error.code).toBe(190)
  const long = (await exchange(APP.client_id)).json
  expect(long.expires_in).toBeGreaterThan(59 * 86_400)
  await client.control('clock', { advanceMs: 3 * 3_600_000 })
  expect((await exchange(APP.client_id)).json.error).toMatchObject({ code: 190, error_subcode: 463 })
  await client.control('clock', { advanceMs: 100 * 86_400_000 })
  expect((await client.get(`${V}/me`, long.access_token)).json.error.code).toBe(190)
  expect((await feed({ message: 'Still here' })).status).toBe(200)
})

test("returns the same Facebook Page token again on a second request for a person's Pages", async () => {
  const person = await shortToken()
  const read = async () =>
    (await client.get(`${V}/me/accounts?fields=id,name,access_token,tasks,picture.type(large)&limit=100`, person)).json
  const { data } = await read()
  expect(data.map((page: { name: string }) => page.name)).toEqual(['Najd Logistics', 'مقهى البركة'])
  expect(data[0].tasks).toContain('CREATE_CONTENT')
  expect(data[0].picture.data.url).toMatch(simulator.url)
  expect((await read()).data[1].access_token).toBe(data[1].access_token)
  expect((await client.get(`${V}/me?fields=id,name`, data[1].access_token)).json.name).toBe('مقهى البركة')
})

test("rejects a post to a Facebook Page with a person's token or another Page's token", async () => {
  expect((await feed({ message: 'Hello' }, await shortToken())).json.error).toMatchObject({
    code: 200,
    type: 'OAuthException',
  })
  const other = await client.call('POST', `${V}/108230947561182/feed`, { token, form: { message: 'Hello' } })
  expect(other.json.error).toMatchObject({ code: 100, error_subcode: 33 })
  expect(await client.texts()).toEqual([])
})

test('publishes an uploaded Facebook post in an idempotent second step', async () => {
  const { id } = (await feed({ message: 'Two steps', published: 'false' })).json
  expect(id).toMatch(new RegExp(`^${PAGE}_\\d+$`))
  expect(await client.texts()).toEqual([])
  const state = async () => (await client.get(`${V}/${id}?fields=is_published,permalink_url`, token)).json
  expect(await state()).toMatchObject({ is_published: false, id })
  const publish = () => client.call('POST', `${V}/${id}`, { token, form: { is_published: 'true' } })
  expect((await publish()).json).toEqual({ success: true })
  expect((await publish()).json).toEqual({ success: true })
  expect(await client.posts('facebook')).toMatchObject([{ id, accountId: PAGE, text: 'Two steps' }])
  const { permalink_url } = await state()
  expect((await client.get(permalink_url)).text).toContain('Two steps')
})

test('lists unpublished Facebook posts, and publishes or deletes them on behalf of a person', async () => {
  const hidden = async () => (await client.get('/_sim/hidden?platform=facebook')).json
  const [first, second] = [
    (await feed({ message: 'First', published: 'false' })).json.id,
    (await feed({ message: 'Second', published: 'false' })).json.id,
  ]
  expect(await hidden()).toMatchObject([{ id: first, accountId: PAGE, text: 'First' }, { id: second }])
  await client.control('by-hand', { platform: 'facebook', id: first, does: 'publish' })
  await client.control('by-hand', { platform: 'facebook', id: second, does: 'delete' })
  expect(await hidden()).toEqual([])
  expect(await client.texts()).toEqual(['First'])
  expect((await client.get(`${V}/${second}`, token)).json.error.error_subcode).toBe(33)
  expect((await client.control('by-hand', { platform: 'facebook', id: second, does: 'publish' })).status).toBe(404)
  await client.fault('facebook', 'upload', 'drop_after')
  const third = (await feed({ message: 'Third', published: 'false' }).catch(() => undefined))?.json
  expect({ third, hidden: await hidden() }).toMatchObject({ third: undefined, hidden: [{ text: 'Third' }] })
  const [{ id }] = await hidden()
  await client.fault('facebook', 'upload', 'drop_after')
  await expect(client.call('DELETE', `${V}/${id}`, { token })).rejects.toThrow('fetch failed')
  expect(await hidden()).toEqual([])
})

test('applies "upload" faults to preparing a Facebook post and "publish" faults to making it public', async () => {
  await client.fault('facebook', 'publish', 'drop_after')
  const { id } = (await feed({ message: 'Prepared', published: 'false' })).json
  await expect(client.call('POST', `${V}/${id}`, { token, form: { is_published: 'true' } })).rejects.toThrow(
    'fetch failed',
  )
  expect(await client.texts()).toEqual(['Prepared'])
  await client.fault('facebook', 'upload', 'status', { status: 500 })
  expect((await feed({ message: 'Again', published: 'false' })).json.error).toMatchObject({
    code: 2,
    is_transient: true,
  })
})

test('answers error code 100 to a Facebook post that is empty or has unknown photos or an invalid link', async () => {
  for (const form of [{}, { message: ' ' }, { message: 'x', attached_media: '[{"media_fbid":"1"}]' }, { link: 'no' }]) {
    expect((await feed(form)).json.error.code).toBe(100)
  }
  expect((await feed({ link: 'https://najd.example/a' })).status).toBe(200)
})

test("accepts parameters of Facebook's API in a JSON body or in the query", async () => {
  await client.call('POST', `${V}/${PAGE}/feed?access_token=${token}`, {
    json: { message: 'By JSON', published: true },
  })
  await client.call('POST', `${V}/${PAGE}/feed?message=By+query&access_token=${token}`)
  expect(await client.texts()).toEqual(['By JSON', 'By query'])
})

test('lists the published posts of a Facebook Page in portions, newest first, without hidden and deleted posts', async () => {
  for (const message of ['One', 'Two', 'Three']) await feed({ message })
  await feed({ message: 'Hidden', published: 'false' })
  const first = (
    await client.get(`${V}/${PAGE}/published_posts?fields=id,message,created_time,is_published&limit=2`, token)
  ).json
  expect(first.data.map((post: { message: string }) => post.message)).toEqual(['Three', 'Two'])
  expect(first.data[0].created_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  const next = (await client.get(first.paging.next, token)).json
  expect(next.data.map((post: { message: string }) => post.message)).toEqual(['One'])
  expect((await client.call('DELETE', `${V}/${first.data[0].id}`, { token })).json).toEqual({ success: true })
  expect((await client.get(`${V}/${PAGE}/published_posts`, token)).json.data).toHaveLength(2)
  expect((await client.get(`${V}/${first.data[0].id}`, token)).json.error.error_subcode).toBe(33)
})

test("returns a Facebook post's metrics and rejects a call with an unknown metric", async () => {
  const { id } = (await feed({ message: 'Counted' })).json
  await client.control('engage', { platform: 'facebook', id, impressions: 40, likes: 5, comments: 2, shares: 3 })
  const fields = 'reactions.summary(total_count).limit(0),comments.summary(true).limit(0),shares'
  const { json } = await client.get(`${V}/${id}?fields=${fields}`, token)
  expect([json.reactions.summary.total_count, json.comments.summary.total_count, json.shares.count]).toEqual([5, 2, 3])
  const good = (await client.get(`${V}/${id}/insights?metric=post_media_view,post_clicks`, token)).json
  expect(good.data[0]).toMatchObject({ name: 'post_media_view', values: [{ value: 40 }] })
  expect((await client.get(`${V}/${id}/insights?metric=post_media_view,post_impressions`, token)).json.error.code).toBe(
    100,
  )
})

test('ends the Facebook tokens of a person and of their Pages when the person withdraws permissions', async () => {
  const person = await shortToken()
  const me = (await client.get(`${V}/me`, person)).json
  expect((await client.get(`${V}/me/permissions`, person)).json.data).toContainEqual({
    permission: 'pages_manage_posts',
    status: 'granted',
  })
  expect((await client.call('DELETE', `${V}/${me.id}/permissions`, { token: person })).json).toEqual({ success: true })
  expect((await feed({ message: 'Hello' })).json.error).toMatchObject({ code: 190, error_subcode: 458 })
})

test("rejects a Facebook Page's token with a separate error code when the person lost their role on the Page", async () => {
  await client.control('revoke', { platform: 'facebook', accountId: PAGE })
  expect((await feed({ message: 'Hello' })).json.error).toMatchObject({ code: 190, error_subcode: 492 })
})

test("describes a Facebook token to a caller with the app's own token", async () => {
  const query = `input_token=${token}&access_token=${encodeURIComponent(`${APP.client_id}|${APP.client_secret}`)}`
  const { data } = (await client.get(`${V}/debug_token?${query}`)).json
  expect(data).toMatchObject({ type: 'PAGE', is_valid: true, expires_at: 0 })
  expect(data.granular_scopes[0]).toMatchObject({ scope: 'pages_show_list' })
})

test("rejects an expired version of Facebook's API", async () => {
  expect((await client.get('/facebook/v20.0/me', token)).json.error.code).toBe(2635)
})
