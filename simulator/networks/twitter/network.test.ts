import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { APP, Client } from '../../test-client.ts'

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

const post = (json: object) => client.call('POST', '/twitter/2/tweets', { token, json })
const basic = (id = APP.client_id) => ({ authorization: `Basic ${Buffer.from(`${id}:secret`).toString('base64')}` })
const refresh = (refresh_token: string, headers: object = basic()) =>
  client.call('POST', '/twitter/2/oauth2/token', { form: { grant_type: 'refresh_token', refresh_token }, headers })

test("requires the PKCE verifier to redeem X's authorization code", async () => {
  const { code } = await client.approve('twitter')
  const wrong = await client.exchange('twitter', code, {
    code_verifier: 'another-verifier-that-is-long-enough-for-the-rules',
  })
  expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_request'])
  expect((await client.exchange('twitter', code)).status).toBe(200)
})

test("expires X's authorization code after thirty seconds", async () => {
  const { code } = await client.approve('twitter')
  await client.control('clock', { advanceMs: 31_000 })
  expect((await client.exchange('twitter', code)).json.error_description).toContain('authorization code')
})

test('rejects an app of X that sends its id in the body instead of HTTP Basic', async () => {
  const { code } = await client.approve('twitter')
  const form = { grant_type: 'authorization_code', code, ...APP }
  const answer = await client.call('POST', '/twitter/2/oauth2/token', { form })
  expect([answer.status, answer.json.error]).toEqual([401, 'unauthorized_client'])
})

test("accepts X's refresh token once, only from its own app, and returns a new one", async () => {
  const { code } = await client.approve('twitter')
  const first = (await client.exchange('twitter', code)).json
  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 7200 })
  expect((await refresh(first.refresh_token, basic('other'))).status).toBe(400)
  const second = (await refresh(first.refresh_token)).json
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await refresh(first.refresh_token)).json).toEqual({
    error: 'invalid_request',
    error_description: 'Value passed for the token was invalid.',
  })
  expect((await refresh(second.refresh_token)).status).toBe(200)
})

test('invalidates a used refresh token of X even if the response with the new one is lost', async () => {
  const { code } = await client.approve('twitter')
  const { refresh_token } = (await client.exchange('twitter', code)).json
  await client.fault('twitter', 'refresh', 'drop_after')
  await expect(refresh(refresh_token)).rejects.toThrow('fetch failed')
  expect((await refresh(refresh_token)).status).toBe(400)
})

test("issues X's refresh token only with the scope offline.access, and expires access tokens after two hours", async () => {
  const scope = 'tweet.read users.read'
  const { code } = await client.approve('twitter', { scope })
  const given = (await client.exchange('twitter', code)).json
  expect(given).not.toHaveProperty('refresh_token')
  expect((await client.get('/twitter/2/users/me', given.access_token)).status).toBe(200)
  expect(
    (await client.call('POST', '/twitter/2/tweets', { token: given.access_token, json: { text: 'x' } })).status,
  ).toBe(403)
  await client.control('clock', { advanceMs: 7_201_000 })
  expect((await client.get('/twitter/2/users/me', given.access_token)).json).toMatchObject({
    title: 'Unauthorized',
    status: 401,
  })
})

test('returns the requested identity fields of an X user', async () => {
  const { json } = await client.get('/twitter/2/users/me?user.fields=profile_image_url,verified', token)
  expect(json.data).toMatchObject({
    id: '1584203955861331969',
    name: 'Layla Haddad',
    username: 'laylahaddad',
    verified: false,
  })
  expect(json.data).not.toHaveProperty('public_metrics')
})

test("counts 280 characters by X's weights", async () => {
  const url = `https://example.com/${'a'.repeat(300)}`
  expect((await post({ text: `${'x'.repeat(256)} ${url}` })).status).toBe(201)
  expect((await post({ text: `${'x'.repeat(257)} ${url}` })).json.title).toBe('Invalid Request')
  expect((await post({ text: '…'.repeat(141) })).status).toBe(400)
  expect((await post({ text: 'ل'.repeat(280) })).status).toBe(201)
  expect((await post({ text: '👨‍👩‍👧‍👦'.repeat(141) })).status).toBe(400)
  expect((await post({ text: '   ' })).status).toBe(400)
})

test('rejects an X post with an unknown field or unknown media', async () => {
  expect((await post({ text: 'Hello', txt: 1 })).json).toMatchObject({ title: 'Invalid Request' })
  const media = await post({ text: 'Hello', media: { media_ids: ['1880028106020515840'] } })
  expect(media.json.errors[0]).toMatchObject({ message: 'Your media IDs are invalid.' })
  expect(await client.texts()).toEqual([])
})

test('rejects a repeated text on X for a day unless the first post is deleted', async () => {
  const { id } = (await post({ text: 'Once' })).json.data
  expect((await post({ text: 'Once ' })).json).toMatchObject({
    status: 403,
    detail: expect.stringContaining('duplicate content'),
  })
  expect((await client.call('DELETE', `/twitter/2/tweets/${id}`, { token })).json).toEqual({ data: { deleted: true } })
  expect((await post({ text: 'Once' })).status).toBe(201)
  await client.control('clock', { advanceMs: 24 * 3_600_000 + 1 })
  token = await client.signIn('twitter')
  expect((await post({ text: 'Once' })).status).toBe(201)
})

test('limits X posts to a hundred in fifteen minutes, then answers 429', async () => {
  let last = await post({ text: 'Post 1' })
  expect(last.headers.get('x-rate-limit-remaining')).toBe('99')
  for (let number = 2; number <= 101; number++) last = await post({ text: `Post ${number}` })
  expect(last.status).toBe(429)
  expect(last.headers.get('x-rate-limit-remaining')).toBe('0')
  expect(await client.texts()).toHaveLength(100)
  const other = await client.signIn('twitter', { account: '2244994951' })
  expect((await client.call('POST', '/twitter/2/tweets', { token: other, json: { text: 'Mine' } })).status).toBe(201)
  await client.control('clock', { advanceMs: 15 * 60_000 })
  expect((await post({ text: 'Post 101' })).status).toBe(201)
})

test("returns posts in X's timeline with short links and with &, < and > escaped", async () => {
  await post({ text: 'Q&A <now> https://example.com/a' })
  const path =
    '/twitter/2/users/1584203955861331969/tweets?max_results=5&tweet.fields=created_at,entities,public_metrics'
  const [found] = (await client.get(path, token)).json.data
  expect(found.text).toMatch(/^Q&amp;A &lt;now&gt; https:\/\/t\.co\/\w{10}$/)
  const [url] = found.entities.urls
  expect(found.text.slice(url.start, url.end)).toBe(url.url)
  expect(url.expanded_url).toBe('https://example.com/a')
  expect(await client.texts()).toEqual(['Q&A <now> https://example.com/a'])
})

test('returns the timeline of an X account in portions and since a given time', async () => {
  const path = '/twitter/2/users/1584203955861331969/tweets'
  expect((await client.get(path, token)).json).toEqual({ meta: { result_count: 0 } })
  for (let number = 0; number < 7; number++) await post({ text: `Number ${number}` })
  const first = (await client.get(`${path}?max_results=5`, token)).json
  expect(first.meta.result_count).toBe(5)
  const rest = (await client.get(`${path}?max_results=5&pagination_token=${first.meta.next_token}`, token)).json
  expect(rest.data.map((one: { text: string }) => one.text)).toEqual(['Number 1', 'Number 0'])
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await client.get(`${path}?start_time=${later}`, token)).json.meta.result_count).toBe(0)
  expect((await client.get(`${path}?max_results=3`, token)).status).toBe(400)
})

test("returns an X post's metrics, but private ones only for thirty days", async () => {
  const { id } = (await post({ text: 'Counted' })).json.data
  await client.control('engage', { platform: 'twitter', id, impressions: 90, likes: 5, comments: 2, shares: 1 })
  const path = `/twitter/2/tweets?ids=${id},1&tweet.fields=public_metrics`
  const { data, errors } = (await client.get(path, token)).json
  expect(data[0].public_metrics).toMatchObject({
    impression_count: 90,
    like_count: 5,
    reply_count: 2,
    retweet_count: 1,
  })
  expect(errors).toMatchObject([{ resource_id: '1' }])
  await client.control('clock', { advanceMs: 31 * 86_400_000 })
  token = await client.signIn('twitter')
  const private_ = (await client.get(`/twitter/2/tweets?ids=${id}&tweet.fields=non_public_metrics`, token)).json
  expect(private_.errors[0].type).toMatch(/not-authorized-for-field$/)
})

test('accepts a reply only to an X post of the same account', async () => {
  const { id } = (await post({ text: 'Parent' })).json.data
  expect((await post({ text: 'Child', reply: { in_reply_to_tweet_id: id } })).status).toBe(201)
  expect(await client.posts('twitter')).toMatchObject([{}, { replyTo: id }])
  token = await client.signIn('twitter', { account: '2244994951' })
  expect((await post({ text: 'Stranger', reply: { in_reply_to_tweet_id: id } })).status).toBe(403)
})

test('ends a token of X when the app revokes it', async () => {
  const answer = await client.call('POST', '/twitter/2/oauth2/revoke', { form: { token }, headers: basic() })
  expect(answer.status).toBe(200)
  expect((await client.get('/twitter/2/users/me', token)).status).toBe(401)
})

test("accepts X's fields parameter only under its configured name", async () => {
  const path = '/twitter/2/users/1584203955861331969/tweets'
  for (const [known, other] of [
    ['tweet.fields', 'post.fields'],
    ['post.fields', 'tweet.fields'],
  ]) {
    await client.control('manners', { twitterFields: known })
    expect((await client.get(`${path}?${known}=created_at`, token)).status).toBe(200)
    const refused = await client.get(`${path}?${other}=created_at`, token)
    expect(refused.status).toBe(400)
    expect(refused.json.errors[0].message).toContain(`[${other}] is not one of`)
  }
  expect((await client.get(`${path}?post.fields=note_tweet`, token)).status).toBe(400)
})

test.each([
  ['suspended', 'about:blank', 64],
  ['locked', 'about:blank', 326],
  ['not-enrolled', 'client-forbidden', undefined],
  ['app-permissions', 'oauth1-permissions', undefined],
  ['scope', 'about:blank', undefined],
  ['action', 'about:blank', undefined],
])('rejects every post on X for the configured reason: %s', async (twitterForbids, type, number) => {
  await client.control('manners', { twitterForbids })
  const answer = await post({ text: 'Hello' })
  expect([answer.status, answer.json.type.split('/').at(-1)]).toEqual([403, type])
  await client.control('manners', { twitterErrors: 'legacy' })
  if (number) expect((await post({ text: 'Hello' })).json.errors[0].code).toBe(number)
  expect(await client.posts('twitter')).toEqual([])
})

test('rejects an X post with two cashtags', async () => {
  expect((await post({ text: '$TWTR for $5 or $1.50' })).status).toBe(201)
  const refused = await post({ text: '$TWTR and $FB' })
  expect([refused.status, refused.json.detail]).toEqual([403, 'Posts are limited to 1 cashtag.'])
})
