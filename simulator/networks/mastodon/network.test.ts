import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client } from '../../test-client.ts'
import { picture } from '../../test-pictures.ts'

const REDIRECT_URI = 'http://127.0.0.1:3000/back'
const SCOPES = 'profile read:statuses write:statuses write:media'

let simulator: Simulator
let client: Client
beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(() => client.control('reset', {}))
afterAll(() => simulator.close())

async function register(server: string, scopes = SCOPES) {
  const form = { client_name: 'Test', redirect_uris: REDIRECT_URI, scopes }
  return (await client.call('POST', `/mastodon/${server}/api/v1/apps`, { form })).json
}

async function signIn(server = 'mastodon.example', scopes = SCOPES) {
  const { client_id, client_secret } = await register(server, scopes)
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: REDIRECT_URI, scope: scopes })
  const address = `/mastodon/${server}/oauth/authorize?${query}`
  const form = { decision: 'approve', account: '109402877341006315' }
  const back = new URL((await client.call('POST', address, { form })).headers.get('location') ?? '')
  const exchange = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    client_id,
    client_secret,
  }
  return (await client.call('POST', `/mastodon/${server}/oauth/token`, { form: exchange })).json
}

const post = (token: string, json: object, headers = {}, server = 'mastodon.example') =>
  client.call('POST', `/mastodon/${server}/api/v1/statuses`, { token, json, headers })

test('issues Mastodon tokens that never expire, except on a server that expires and renews them', async () => {
  expect(await signIn()).toMatchObject({ token_type: 'Bearer', scope: SCOPES })
  expect(await signIn()).not.toHaveProperty('expires_in')
  const expiring = await signIn('akkoma.example', 'read:accounts read:statuses write:statuses write:media')
  expect(expiring).toMatchObject({ expires_in: 3600 })
  expect(expiring.refresh_token).toBeTruthy()
})

test('accepts a token only at the Mastodon server that issued it', async () => {
  const { access_token: token } = await signIn()
  expect((await post(token, { status: 'Here' })).status).toBe(200)
  expect((await post(token, { status: 'There' }, {}, 'long.example')).json).toEqual({
    error: 'The access token is invalid',
  })
})

test('returns the same Mastodon post for a repeated idempotency key for an hour, and later a new post', async () => {
  const { access_token: token } = await signIn()
  const key = { 'idempotency-key': 'one' }
  const first = await post(token, { status: 'Once' }, key)
  expect((await post(token, { status: 'Another text' }, key)).json.id).toBe(first.json.id)
  await client.control('manners', { mastodonRepeat: 'error' })
  expect((await post(token, { status: 'Once' }, key)).status).toBe(500)
  await client.control('manners', { mastodonRepeat: 'same' })
  await client.control('clock', { advanceMs: 3_600_000 })
  expect((await post(token, { status: 'Once' }, key)).json.id).not.toBe(first.json.id)
})

test('answers 206 for a Mastodon picture until it is processed, then 200, and rejects a post with an unprocessed picture', async () => {
  await client.control('manners', { mastodonPictures: 'processed_later', processingMs: 60_000 })
  const { access_token: token } = await signIn()
  const parts = { file: await picture(60, 40), description: 'A frog' }
  const uploaded = await client.call('POST', '/mastodon/mastodon.example/api/v2/media', { token, parts })
  expect([uploaded.status, uploaded.json.url]).toEqual([202, null])
  const address = `/mastodon/mastodon.example/api/v1/media/${uploaded.json.id}`
  expect((await client.get(address, token)).status).toBe(206)
  expect((await post(token, { status: 'Too early', media_ids: [uploaded.json.id] })).status).toBe(422)
  await client.control('clock', { advanceMs: 61_000 })
  expect((await client.get(address, token)).status).toBe(200)
  expect((await post(token, { status: 'Ready', media_ids: [uploaded.json.id] })).status).toBe(200)
  // The server no longer finds a file that a post uses.
  expect((await client.get(address, token)).status).toBe(404)
})

test('counts a link as 23 characters on Mastodon, and a mention without its server name', async () => {
  const { access_token: token } = await signIn()
  const link = `https://najd.example/${'a'.repeat(400)}`
  expect((await post(token, { status: `${link} ${'a'.repeat(476)}` })).status).toBe(200)
  expect((await post(token, { status: `${link} ${'a'.repeat(477)}` })).status).toBe(422)
  expect((await post(token, { status: `@sara@other.example ${'a'.repeat(494)}` })).status).toBe(200)
})

test("sends the reset time of Mastodon's rate limit as ISO text", async () => {
  const { access_token: token } = await signIn()
  await client.control('limits', { platform: 'mastodon', name: 'posts', most: 0 })
  const answer = await post(token, { status: 'Too many' })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test("returns a Mastodon server's limits by the newer API call, or on older servers by the older call", async () => {
  const limitsOf = async (server: string, version: string) =>
    (await client.get(`/mastodon/${server}/api/${version}/instance`)).json
  expect((await limitsOf('long.example', 'v2')).configuration.statuses.max_characters).toBe(5000)
  expect(await limitsOf('old.example', 'v2')).toEqual({ error: 'Record not found' })
  expect((await limitsOf('akkoma.example', 'v1')).max_toot_chars).toBe(5000)
  expect((await client.get('/mastodon/blog.example/api/v2/instance')).status).toBe(404)
})

test('counts every letter of a Mastodon content warning, and hides the media behind it', async () => {
  const { access_token: token } = await signIn()
  const spoiler_text = `https://najd.example/${'a'.repeat(79)}`
  expect((await post(token, { status: 'b'.repeat(401), spoiler_text })).status).toBe(422)
  const { json } = await post(token, { status: 'b'.repeat(400), spoiler_text, visibility: 'private' })
  expect(json).toMatchObject({ spoiler_text, sensitive: true, visibility: 'private' })
  expect((await post(token, { status: 'Plain', visibility: 'everyone' })).status).toBe(422)
})
