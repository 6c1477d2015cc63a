import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './open-simulator.ts'
import { APP, Client, LINKEDIN } from './test-client.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// LinkedIn's daily limits reset at midnight UTC. This is two hours later.
const START = Date.parse('2026-11-02T02:00:00Z')

let simulator: Simulator
let client: Client

beforeAll(async () => {
  simulator = await openSimulator({ port: 0, now: () => START })
  client = new Client(simulator)
})
beforeEach(async () => void (await client.control('reset', {})))
afterAll(() => simulator.close())

const limit = (platform: string, name: string, most: number | null) =>
  client.control('limits', { platform, name, most })

test('lists rate limits, changes one, and restores all defaults on reset', async () => {
  const find = (list: { name: string; platform: string }[]) =>
    list.find(({ platform, name }) => platform === 'linkedin' && name === 'member')
  expect(find((await client.get('/_sim/limits')).json)).toMatchObject({ most: 150, windowMs: DAY_MS })
  expect(find((await limit('linkedin', 'member', 7)).json)).toMatchObject({ most: 7 })
  expect(find((await client.control('limits', { most: null })).json)).toMatchObject({ most: null })
  await client.control('reset', {})
  expect(find((await client.get('/_sim/limits')).json)).toMatchObject({ most: 150 })
  expect((await limit('linkedin', 'nothing', 7)).status).toBe(400)
  expect((await client.control('limits', { most: -1 })).status).toBe(400)
})

test('limits LinkedIn to 150 calls per member and resource until midnight UTC', async () => {
  await limit('linkedin', 'member', 2)
  const token = await client.signIn('linkedin')
  const post = (text: string) => client.linkedinPost(token, 'fR7layla2H', text)
  await post('One')
  await post('Two')
  const over = await post('Three')
  expect(over.json).toMatchObject({
    status: 429,
    serviceErrorCode: 101,
    message: expect.stringContaining('MEMBER DAY'),
  })
  const json = { initializeUploadRequest: { owner: 'urn:li:person:fR7layla2H' } }
  const path = '/linkedin/rest/images?action=initializeUpload'
  expect((await client.call('POST', path, { token, headers: LINKEDIN, json })).status).toBe(200)
  await client.passes(21.9 * HOUR_MS)
  expect((await post('Three')).status).toBe(429)
  await client.passes(0.1 * HOUR_MS)
  expect((await post('Three')).status).toBe(201)
})

test("reports X's rate limit window in the headers of every response", async () => {
  const token = await client.signIn('twitter')
  const post = (text: string) => client.publish('twitter', token, text)
  const rateHeaders = async (text: string) => {
    const { headers } = await post(text)
    return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)))
  }
  expect(await rateHeaders('One')).toEqual([100, 99, (START + 15 * 60_000) / 1000])
  await client.passes(60_000)
  expect(await rateHeaders('One')).toEqual([100, 98, (START + 15 * 60_000) / 1000])
})

test("reports the daily reset when X's daily limit per person is reached", async () => {
  await limit('twitter', 'user day', 1)
  const token = await client.signIn('twitter')
  const first = await client.publish('twitter', token, 'One')
  expect(first.headers.get('x-user-limit-24hour-remaining')).toBe('0')
  const over = await client.publish('twitter', token, 'Two')
  expect([over.status, over.headers.get('x-rate-limit-remaining')]).toEqual([429, '98'])
  expect(Number(over.headers.get('x-user-limit-24hour-reset'))).toBe((START + DAY_MS) / 1000)
})

test("reports in percent how much of Facebook's hourly app limit and daily Page limit is used", async () => {
  await limit('facebook', 'app hour', 10)
  const { code } = await client.approve('facebook')
  const person = (await client.exchange('facebook', code)).json.access_token
  const me = () => client.get('/facebook/v26.0/me', person)
  expect(JSON.parse((await me()).headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 10 })
  for (let call = 0; call < 9; call++) await me()
  const over = await me()
  expect(JSON.parse(over.headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 100 })
  expect(over.json.error.code).toBe(4)

  await client.control('reset', {})
  const page = await client.signIn('facebook')
  await limit('facebook', 'page day', 1)
  await client.publish('facebook', page, 'One')
  const answer = await client.publish('facebook', page, 'Two')
  const usage = JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '')
  expect(usage['104857639217745'][0]).toMatchObject({ type: 'pages', estimated_time_to_regain_access: 24 * 60 })
  expect(answer.json.error.code).toBe(32)
})

test.each(['instagram', 'threads'] as const)(
  'reports the minutes until a rate-limited account on the network %s may call again',
  async (platform) => {
    const token = await client.signIn(platform)
    await limit(platform, 'account day', 1)
    const path = platform === 'threads' ? '/threads/v1.0/me' : '/instagram/v26.0/me'
    await client.get(path, token)
    const over = await client.get(path, token)
    const [usage] = Object.values<Record<string, unknown>[]>(
      JSON.parse(over.headers.get('x-business-use-case-usage') ?? ''),
    ).flat()
    expect(usage).toMatchObject({ type: platform, estimated_time_to_regain_access: 24 * 60 })
    expect(over.json.error.code).toBe(platform === 'threads' ? 4 : 80_002)
  },
)

test('reports the exhausted quota on Threads with error code 4, or with 10 if configured', async () => {
  await limit('threads', 'posts', 0)
  const token = await client.signIn('threads')
  expect((await client.publish('threads', token, 'Hello')).json.error.code).toBe(4)
  await client.control('manners', { threadsQuotaCode: '10' })
  expect((await client.publish('threads', token, 'Hello')).json.error).toMatchObject({
    code: 10,
    message: expect.stringContaining('24-hour publishing quota'),
  })
})

test('blocks a burst of posts on a Facebook Page if a limit is set', async () => {
  await limit('facebook', 'posts', 1)
  const token = await client.signIn('facebook')
  await client.publish('facebook', token, 'One')
  expect((await client.publish('facebook', token, 'Two')).json.error).toMatchObject({
    code: 368,
    error_subcode: 1_390_008,
  })
  expect(await client.texts()).toEqual(['One'])
})

test('accepts a thousand posts in a row when all limits are turned off', async () => {
  await client.control('limits', { most: null })
  const tokens = [await client.signIn('linkedin'), await client.signIn('twitter'), await client.signIn('facebook')]
  const [linkedin = '', twitter = '', facebook = ''] = tokens
  for (let number = 0; number < 334; number++) {
    const answers = await Promise.all([
      client.linkedinPost(linkedin, 'fR7layla2H', `Post ${number}`),
      client.publish('twitter', twitter, `Post ${number}`),
      client.publish('facebook', facebook, `Post ${number}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200])
  }
  expect(await client.texts()).toHaveLength(1002)
})

test("sends Meta's signed callback when a person removes the app", async () => {
  const received: string[] = []
  const app = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => received.push(part))
    request.on('end', () => response.end('{"url":"https://najd.example/x","confirmation_code":"x"}'))
  })
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/deletion`
  const asked = { platform: 'threads', accountId: '17841405793187219', url, secret: APP.client_secret }
  const answer = await client.control('callback', asked)
  expect(answer.json).toEqual({ status: 200, body: expect.stringContaining('confirmation_code') })
  const [signature = '', payload = ''] = new URLSearchParams(received.join('')).get('signed_request')?.split('.') ?? []
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
    user_id: '17841405793187219',
    algorithm: 'HMAC-SHA256',
    issued_at: START / 1000,
  })
  expect(signature).toBe(createHmac('sha256', APP.client_secret).update(payload).digest('base64url'))
  expect((await client.control('callback', { ...asked, platform: 'twitter' })).status).toBe(400)
  app.close()
})
