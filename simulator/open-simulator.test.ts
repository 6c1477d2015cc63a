import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './open-simulator.ts'
import { APP, Client, CONSENT, type TestedPlatform } from './test-client.ts'

let simulator: Simulator
let client: Client
const TESTED_PLATFORMS = Object.keys(CONSENT) as TestedPlatform[]

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => void (await client.control('reset', {})))
afterAll(() => simulator.close())

test('identifies itself as the simulator to other processes', async () => {
  expect((await client.get('/_sim')).json).toEqual({ name: 'frogy-simulator', version: 1 })
})

test.each(TESTED_PLATFORMS)('publishes on the network %s as the account that the user approved', async (platform) => {
  const token = await client.signIn(platform)
  expect(await client.publish(platform, token, 'سلام\nand hello')).toMatchObject({
    status: expect.toBeOneOf([200, 201]),
  })
  const [post] = await client.posts(platform)
  expect(post).toMatchObject({ platform, text: 'سلام\nand hello', deleted: false })
  expect(post.media).toHaveLength(platform === 'instagram' ? 1 : 0)
  expect(post.accountId).toMatch(/^\w+$/)
  expect(Math.abs(Date.parse(post.createdAt) - Date.now())).toBeLessThan(60_000)
})

test.each(TESTED_PLATFORMS)(
  'accepts an authorization code on the network %s once, and only from its app and redirect address',
  async (platform) => {
    const { code, state, query } = await client.approve(platform)
    expect(state).toBe(query.get('state'))
    const wrongRequests: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'http://127.0.0.1:3000/else' },
      { code: 'made-up' },
    ]
    for (const wrong of wrongRequests) {
      const refused = await client.exchange(platform, code, wrong)
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.json.error ?? refused.json.error_type).toBeTruthy()
    }
    expect((await client.exchange(platform, code)).status).toBe(200)
    expect((await client.exchange(platform, code)).status).toBeGreaterThanOrEqual(400)
  },
)

test.each(TESTED_PLATFORMS)(
  "redirects a cancelled consent on the network %s with the network's error",
  async (platform) => {
    const { query } = await client.approve(platform)
    const answer = await client.call('POST', `${CONSENT[platform][0]}?${query}`, { form: { decision: 'cancel' } })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(answer.status).toBe(302)
    expect(back.searchParams.get('state')).toBe(query.get('state'))
    expect(back.searchParams.get('error')).toBe(platform === 'linkedin' ? 'user_cancelled_authorize' : 'access_denied')
  },
)

test.each(TESTED_PLATFORMS)(
  "offers at least three accounts on the consent page of the network %s, in the browser's language",
  async (platform) => {
    const { page, query } = await client.approve(platform)
    expect(page.text.match(/type="radio"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(page.text).toContain('>Approve</button>')
    expect(page.text).toContain('>Cancel</button>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const path = `${CONSENT[platform][0]}?${query}`
    const arabic = await client.get(path, undefined, { 'accept-language': 'ar-SA,ar;q=0.9,en;q=0.8' })
    expect(arabic.text).toContain('dir="rtl"')
    expect(arabic.text).toContain('>موافقة</button>')
    expect(arabic.text).toContain('>إلغاء</button>')
  },
)

test('shows an error page for an invalid consent request without a redirect', async () => {
  const { query } = await client.approve('twitter')
  for (const missing of ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge']) {
    const incomplete = new URLSearchParams(query)
    incomplete.delete(missing)
    const answer = await client.get(`${CONSENT.twitter[0]}?${incomplete}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.text).toContain(missing)
  }
})

test('approves a consent request without a page, for the first or the requested account, when consent is automatic', async () => {
  await using automatic = await openSimulator({ port: 0, autoConsent: true })
  const visitor = new Client(automatic)
  const query = new URLSearchParams({ response_type: 'code', ...APP, state: 's', scope: 'threads_basic' })
  const codeFor = async (more: string) => {
    const back = await visitor.get(`${CONSENT.threads[0]}?${query}${more}`)
    return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  expect((await visitor.exchange('threads', await codeFor(''))).text).toContain('"user_id":17841405793187219}')
  const second = await codeFor('&sim_account=17841461820937455')
  expect((await visitor.exchange('threads', second)).text).toContain('"user_id":17841461820937455}')
})

test('listens on loopback only', async () => {
  await expect(openSimulator({ port: 0, host: '0.0.0.0' })).rejects.toThrow('loopback')
})

test.each(TESTED_PLATFORMS)(
  'cuts the connection on the network %s before handling a request with the fault drop_before',
  async (platform) => {
    const token = await client.signIn(platform)
    await client.fault(platform, 'publish', 'drop_before')
    await expect(client.publish(platform, token, 'Hello')).rejects.toThrow('fetch failed')
    expect(await client.texts(platform)).toEqual([])
    await client.publish(platform, token, 'Hello')
    expect(await client.texts(platform)).toEqual(['Hello'])
  },
)

test.each(TESTED_PLATFORMS)(
  'publishes on the network %s and then cuts the connection with the fault drop_after',
  async (platform) => {
    const token = await client.signIn(platform)
    await client.fault(platform, 'publish', 'drop_after')
    await expect(client.publish(platform, token, 'Hello')).rejects.toThrow('fetch failed')
    expect(await client.texts(platform)).toEqual(['Hello'])
  },
)

test.each(TESTED_PLATFORMS)(
  'answers a post on the network %s with the HTTP status that a fault requests, and publishes nothing',
  async (platform) => {
    const token = await client.signIn(platform)
    for (const status of [400, 401, 403, 429, 500, 503]) {
      await client.fault(platform, 'publish', 'status', { status, retryAfter: 30 })
      const answer = await client.publish(platform, token, 'Hello')
      expect(answer.status).toBe(status)
      expect(answer.headers.get('retry-after')).toBe('30')
      const code = { 400: 100, 401: 190, 403: 200, 429: 4, 500: 2, 503: 2 }[status]
      const isMeta = platform !== 'linkedin' && platform !== 'twitter'
      expect(answer.json).toMatchObject(isMeta ? { error: { code, type: 'OAuthException' } } : { status })
    }
    expect(await client.texts(platform)).toEqual([])
  },
)

test.each(TESTED_PLATFORMS)(
  'publishes on the network %s but answers 500 for a fault with "afterWork"',
  async (platform) => {
    const token = await client.signIn(platform)
    await client.fault(platform, 'publish', 'status', { status: 500, afterWork: true })
    expect((await client.publish(platform, token, 'Hello')).status).toBe(500)
    expect(await client.texts(platform)).toEqual(['Hello'])
  },
)

test('publishes and answers 200 with an HTML page for the fault "garbage"', async () => {
  const token = await client.signIn('twitter')
  await client.fault('twitter', 'publish', 'garbage')
  const answer = await client.publish('twitter', token, 'Hello')
  expect([answer.status, answer.headers.get('content-type'), answer.json]).toEqual([
    200,
    'text/html; charset=utf-8',
    undefined,
  ])
  expect(await client.texts('twitter')).toEqual(['Hello'])
})

test('delays publishing for the fault "slow"', async () => {
  const token = await client.signIn('twitter')
  await client.fault('twitter', 'publish', 'slow', { delayMs: 80 })
  const start = performance.now()
  expect((await client.publish('twitter', token, 'Hello')).status).toBe(201)
  expect(performance.now() - start).toBeGreaterThan(75)
})

test('applies a fault only to the given number of requests of its operation', async () => {
  await client.fault('twitter', 'publish', 'status', { status: 503, count: 2 })
  await client.fault('twitter', 'token', 'status', { status: 500 })
  expect((await client.get('/_sim/faults')).json).toMatchObject([
    { operation: 'publish', count: 2 },
    { operation: 'token', count: 1 },
  ])
  const { code } = await client.approve('twitter')
  expect((await client.exchange('twitter', code)).status).toBe(500)
  const token = (await client.exchange('twitter', code)).json.access_token
  const statuses = []
  for (let round = 0; round < 3; round++) statuses.push((await client.publish('twitter', token, 'Hello')).status)
  expect(statuses).toEqual([503, 503, 201])
  expect((await client.get('/_sim/faults')).json).toEqual([])
  await client.fault('linkedin', 'list', 'drop_before', { count: 5 })
  await client.call('DELETE', '/_sim/faults')
  expect((await client.get('/_sim/faults')).json).toEqual([])
})

test("reports the reset time of X's rate limit with a 429 response", async () => {
  const token = await client.signIn('twitter')
  await client.fault('twitter', 'publish', 'status', { status: 429, retryAfter: 60 })
  const { headers } = await client.publish('twitter', token, 'Hello')
  expect(headers.get('x-rate-limit-remaining')).toBe('0')
  expect(Number(headers.get('x-rate-limit-reset')) - Date.now() / 1000).toBeGreaterThan(55)
})

const MALFORMED: [path: string, body: unknown, named: string][] = [
  ['faults', {}, 'platform'],
  ['faults', { platform: 'myspace', operation: 'publish', fault: 'slow', delayMs: 1 }, 'platform'],
  ['faults', { platform: 'twitter', operation: 'sing', fault: 'drop_after' }, 'operation'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'explode' }, 'fault'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'status' }, 'status'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'status', status: 200 }, 'status'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'slow' }, 'delayMs'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'drop_after', count: 0 }, 'count'],
  ['faults', { platform: 'twitter', operation: 'publish', fault: 'drop_after', often: 2 }, 'often'],
  ['faults', [], 'JSON object'],
  ['revoke', { platform: 'twitter', accountId: 'nobody' }, 'accountId'],
  ['engage', { platform: 'twitter', id: '1', likes: -1 }, 'No post'],
  ['engage', { platform: 'twitter' }, 'id'],
  ['clock', { advanceMs: 'soon' }, 'advanceMs'],
]

test.each(MALFORMED)('explains why a control call is invalid: %s %j', async (path, body, named) => {
  const answer = await client.control(path, body)
  expect(answer.status).toBeOneOf([400, 404])
  expect(answer.json.message).toContain(named)
})

test('answers 400 to a control call with an invalid body or an unknown platform', async () => {
  expect((await client.call('POST', '/_sim/faults', { form: { platform: 'twitter' } })).status).toBe(400)
  expect((await client.get('/_sim/posts?platform=myspace')).status).toBe(400)
})

test.each(TESTED_PLATFORMS)('rejects a revoked account on the network %s until it signs in again', async (platform) => {
  const token = await client.signIn(platform)
  await client.publish(platform, token, 'One')
  const [{ accountId }] = await client.posts(platform)
  expect((await client.control('revoke', { platform, accountId })).json.revoked).toBeGreaterThan(0)
  const refused = await client.get(
    {
      linkedin: '/linkedin/v2/userinfo',
      twitter: '/twitter/2/users/me',
      facebook: '/facebook/v26.0/me',
      instagram: '/instagram/v26.0/me',
      threads: '/threads/v1.0/me',
    }[platform],
    token,
  )
  expect(refused.status).toBeOneOf([400, 401])
  await client.publish(platform, await client.signIn(platform), 'Two')
  expect(await client.texts(platform)).toEqual(['One', 'Two'])
})

test('lists posts in the order of publishing', async () => {
  const page = await client.signIn('facebook')
  const x = await client.signIn('twitter')
  const hidden = await client.call('POST', '/facebook/v26.0/me/feed', {
    token: page,
    form: { message: 'prepared first', published: 'false' },
  })
  await client.publish('twitter', x, 'out first')
  expect(await client.texts()).toEqual(['out first'])
  await client.call('POST', `/facebook/v26.0/${hidden.json.id}`, { token: page, form: { is_published: 'true' } })
  expect(await client.texts()).toEqual(['out first', 'prepared first'])
})

test('restores the state after a crash and ignores the incomplete last line of its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  const stateFile = join(folder, 'simulator.json')
  try {
    const first = await openSimulator({ port: 0, stateFile })
    const before = new Client(first)
    const tokens = new Map<TestedPlatform, string>()
    for (const platform of TESTED_PLATFORMS) tokens.set(platform, await before.signIn(platform))
    const { code } = await before.approve('twitter')
    const token = tokens.get('threads') ?? ''
    const form = { media_type: 'TEXT', text: 'from before' }
    const container = await before.call('POST', '/threads/v1.0/me/threads', { token, form })
    for (const platform of TESTED_PLATFORMS)
      await before.publish(platform, tokens.get(platform) ?? '', `Kept by ${platform}`)
    await before.fault('twitter', 'list', 'drop_before')
    const posts = await before.posts()

    // This is the state after a kill: every confirmed change is in the file, and the last line may be incomplete.
    const crashed = join(folder, 'crashed.json')
    appendFileSync(crashed, `${readFileSync(stateFile, 'utf8')}[["posts","twitter:1",{"platf`)
    await first.close()

    await using second = await openSimulator({ port: 0, stateFile: crashed })
    const after = new Client(second)
    expect(await after.posts()).toEqual(posts)
    expect((await after.get('/_sim/faults')).json).toHaveLength(1)
    expect((await after.exchange('twitter', code)).status).toBe(200)
    const published = await after.call('POST', '/threads/v1.0/me/threads_publish', {
      token,
      form: { creation_id: container.json.id },
    })
    expect(published.status).toBe(200)
    expect(await after.texts('threads')).toEqual(['Kept by threads', 'from before'])
    expect(readFileSync(crashed, 'utf8').split('\n')[0]).toContain('Kept by threads')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('escapes the HTML in posts that the feed shows', async () => {
  const token = await client.signIn('twitter')
  await client.publish('twitter', token, '<script>alert("x")</script> & #tag')
  const page = await client.get('/')
  expect(page.text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; <span class="tag">#tag</span>')
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w-]+'/)
})

test('sends a new post to an open feed page immediately, and shuts down without waiting for that page', async () => {
  const own = await openSimulator({ port: 0 })
  const visitor = new Client(own)
  const token = await visitor.signIn('twitter')
  const events = await fetch(`${own.url}/_sim/events`)
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  await visitor.publish('twitter', token, 'Fresh from the pond')
  let seen = ''
  while (!/event: card[^]*\n\n/.test(seen)) seen += (await reader?.read())?.value ?? ''
  expect(seen).toContain('Fresh from the pond')
  await own.close()
  await reader?.cancel().catch(() => {})
})

test.each(TESTED_PLATFORMS)(
  "serves a post's page on the network %s at an address like the real one",
  async (platform) => {
    const token = await client.signIn(platform)
    await client.publish(platform, token, 'Look at me')
    const feed = await client.get(`/?platform=${platform}`)
    const address = /class="corner" href="([^"]+)"/.exec(feed.text)?.[1] ?? ''
    expect((await client.get(address)).text).toContain('Look at me')
    expect((await client.get(`${address.replaceAll(/\d{3}/g, '000')}x`)).status).toBe(404)
  },
)
