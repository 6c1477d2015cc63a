import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { pushServices, type PushOutcome } from '#server/adapters/push/push-service.ts'
import sql from '#server/db/sql.ts'
import { secretsFrom } from '#server/secrets.ts'
import { installation } from '#tests/support/installation.ts'
import { openPushService, signedClaims } from '#tests/support/push-service.ts'
import type { Person } from '#tests/support/person.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { createRefusedPosts, revokeThreads, userWithPublishedPost } from '#tests/support/notification-fixtures.ts'
import { sendDuePushes } from './send-pushes.ts'

const MINUTE_MS = 60_000

let service: Awaited<ReturnType<typeof openPushService>>
let frogy: Frogy
beforeAll(async () => {
  service = await openPushService()
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: service.host })
})
beforeEach(() => {
  service.taken.length = 0
  service.answers.length = 0
  service.refused = 0
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const told = (to: { endpoint: string }) =>
  service.taken.filter(({ path }) => to.endpoint.endsWith(path)).map(({ payload }) => payload)

/** Subscribes a browser of this user to push messages. */
async function subscribe(person: Person) {
  const subscription = service.subscription()
  await person.call('POST /api/push', { body: subscription })
  return subscription
}

const endpointOf = async (person: Person) => (await person.call('GET /api/push', {})).endpoint

test('sends encrypted push messages about published and failed posts', async () => {
  const layla = await frogy.person('threads', 'twitter')
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  const { publicKey, endpoint } = await layla.call('GET /api/push', {})
  expect(endpoint).toBeNull()
  const browser = await subscribe(layla)
  expect(await endpointOf(layla)).toBe(browser.endpoint)
  const other = await frogy.person('threads')
  const othersBrowser = await subscribe(other)

  const body = { platform: 'threads', content: 'A frog in the morning', status: 'published' } as const
  const post = await layla.call('POST /api/posts', { body })
  await expect.poll(() => told(browser)).toHaveLength(1)
  expect(told(browser)).toEqual([
    {
      title: 'نُشر منشور على Threads',
      body: '\u2068A frog in the morning\u2069',
      lang: 'ar',
      dir: 'rtl',
      tag: post.id,
      path: `/?post=${post.id}`,
    },
  ])
  const headers = service.taken[0]?.headers ?? {}
  expect(headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: post.id.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
  })
  expect(signedClaims(String(headers['authorization']), publicKey)).toMatchObject({
    aud: `http://${service.host}`,
    sub: expect.stringMatching(/^mailto:/) as string,
  })

  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 403, count: 1 })
  const failed = await layla.call('POST /api/posts', { body: { ...body, platform: 'twitter' } })
  await expect.poll(() => told(browser)).toHaveLength(2)
  const { items } = await layla.call('GET /api/notifications', {})
  expect(told(browser)[1]).toMatchObject({
    title: items[0]?.title,
    body: `${items[0]?.text}\n\u2068A frog in the morning\u2069`,
    tag: items[0]?.id,
    path: `/?post=${failed.id}`,
  })
  expect(service.taken[1]?.headers).toMatchObject({ urgency: 'high' })

  // A user's subscription gets no messages of other users, who cannot end it either.
  expect(told(othersBrowser)).toEqual([])
  await layla.call('DELETE /api/push', {})
  expect(await endpointOf(layla)).toBeNull()
  expect(await endpointOf(other)).toBe(othersBrowser.endpoint)
})

test('sends a browser only the topics that its user chose', async () => {
  const layla = await frogy.person('threads', 'twitter')
  const browser = service.subscription()
  await layla.call('POST /api/push', { body: { ...browser, topics: ['trouble'] } })
  expect(await layla.call('GET /api/push', {})).toMatchObject({ endpoint: browser.endpoint, topics: ['trouble'] })
  const post = async (platform: 'threads' | 'twitter', content: string) =>
    await layla.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  await post('threads', 'Nobody is told of this one')
  expect(await layla.call('PATCH /api/push', { body: { topics: ['published', 'trouble'] } })).toMatchObject({
    topics: ['trouble', 'published'],
  })
  await post('threads', 'And of this one')
  await expect.poll(() => told(browser)).toHaveLength(1)
  expect(told(browser)[0]).toMatchObject({ body: '\u2068And of this one\u2069' })
  await layla.call('PATCH /api/push', { body: { topics: ['published'] } })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 403, count: 1 })
  await post('twitter', 'Refused')
  await post('threads', 'And of the last one')
  await expect.poll(() => told(browser)).toHaveLength(2)
  expect(told(browser)[1]).toMatchObject({ body: '\u2068And of the last one\u2069' })
})

test('retries a push at the time that the service requests, unless the subscription has expired', async () => {
  const layla = await userWithPublishedPost(frogy)
  const browser = await subscribe(layla)
  service.answers.push({ status: 429, headers: { 'retry-after': '600' } }, { status: 500 })
  await createRefusedPosts(layla, 1)
  await expect.poll(() => service.refused).toBe(1)
  frogy.clock.advance(9 * MINUTE_MS)
  await layla.call('GET /api/push', {})
  expect(service.refused).toBe(1)
  const later = () => {
    frogy.clock.advance(MINUTE_MS)
    return told(browser)
  }
  await expect.poll(later).toMatchObject([{ lang: 'en', title: 'A post on X was not published' }])
  expect(service.refused).toBe(2)

  service.answers.push({ status: 410 })
  const body = { platform: 'twitter', content: 'Told to nobody', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await expect.poll(() => endpointOf(layla)).toBeNull()
  expect(told(browser)).toHaveLength(1)
})

test.each(['Infinity', '1e20', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'waits at most one day when the push service requests a retry after %s',
  async (wait) => {
    const { endpoint, keys } = service.subscription()
    const message = { payload: {}, ttlS: 60, urgency: 'normal', topic: 'later' } as const
    const ours = webPush.generateVAPIDKeys()
    const outcome = async () => {
      service.answers.splice(0, Infinity, { status: 429, headers: { 'retry-after': wait } })
      const from = 'mailto:frogy@example.com'
      return await pushServices([service.host]).send({ endpoint, ...keys }, message, ours, from, new Date())
    }
    // Retry, because on a busy machine the service may not answer within ten seconds, which causes another pause.
    await expect.poll(outcome).toEqual({ did: 'later', afterMs: 24 * 60 * MINUTE_MS })
  },
)

test('deletes a subscription with an invalid key on its first push', async () => {
  const layla = await frogy.person('threads')
  const { endpoint, keys } = service.subscription()
  const taken = service.taken.length
  await layla.call('POST /api/push', { body: { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } } })
  const body = { platform: 'threads', content: 'For nobody', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await expect.poll(() => endpointOf(layla)).toBeNull()
  expect([service.taken.length, service.refused]).toEqual([taken, 0])
})

test('does not push a failure that the user has resolved before the push is sent', async () => {
  const layla = await userWithPublishedPost(frogy)
  const browser = await subscribe(layla)
  service.answers.push({ status: 503 })
  const [id = ''] = await createRefusedPosts(layla, 1)
  await expect.poll(() => service.refused).toBe(1)
  await layla.call('DELETE /api/posts/{id}', { params: { id } })
  frogy.clock.advance(10 * MINUTE_MS)
  const body = { platform: 'twitter', content: 'The only thing to tell', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await expect.poll(() => told(browser)).toMatchObject([{ body: '\u2068The only thing to tell\u2069' }])
  expect(service.refused).toBe(1)
})

test("stops pushes at sign-out, and sends the browser's next user only that user's messages", async () => {
  const layla = await frogy.person('threads')
  const elsewhere = await frogy.visitor().signIn(layla.user?.email ?? '')
  const browser = await subscribe(layla)
  const kept = await subscribe(elsewhere)
  await layla.call('POST /api/logout', {})
  const body = { platform: 'threads', content: 'After signing out', status: 'published' } as const
  await elsewhere.call('POST /api/posts', { body })
  await expect.poll(() => told(kept)).toHaveLength(1)
  expect(told(browser)).toEqual([])

  const next = await frogy.person('threads')
  await next.call('POST /api/push', { body: browser })
  await next.call('POST /api/posts', { body: { ...body, content: 'Of the next' } })
  await expect.poll(() => told(browser)).toMatchObject([{ body: '\u2068Of the next\u2069' }])
  // When another user takes over this browser, the previous user's subscription ends.
  await elsewhere.call('POST /api/push', { body: browser })
  expect(await endpointOf(next)).toBeNull()
  expect(await endpointOf(elsewhere)).toBe(browser.endpoint)
})

test('sends pending pushes to a renewed subscription, and does not restart a subscription that has ended', async () => {
  const layla = await frogy.person('threads')
  const former = await subscribe(layla)
  service.answers.push({ status: 503 })
  const body = { platform: 'threads', content: 'Before it was renewed', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await expect.poll(() => service.refused).toBe(1)

  const renewed = service.subscription()
  const renew = (person: Person) => person.call('POST /api/push', { body: { ...renewed, former: former.endpoint } })
  const other = await frogy.person()
  await renew(other)
  expect(await endpointOf(other)).toBeNull()
  await renew(layla)
  expect(await endpointOf(layla)).toBe(renewed.endpoint)
  await layla.call('POST /api/posts', { body: { ...body, content: 'After it' } })
  await expect.poll(() => told(renewed)).toMatchObject([{ body: '\u2068After it\u2069' }])
  frogy.clock.advance(10 * MINUTE_MS)
  await layla.call('POST /api/posts', { body: { ...body, content: 'And on' } })
  const bodies = () => told(renewed).map((one) => (one as { body: string }).body)
  await expect.poll(bodies).toContain('\u2068Before it was renewed\u2069')
  expect(told(former)).toEqual([])

  await layla.call('DELETE /api/push', {})
  await layla.call('POST /api/push', { body: { ...service.subscription(), former: renewed.endpoint } })
  expect(await endpointOf(layla)).toBeNull()
})

test('sends a push for a lost account before any of its posts fails', async () => {
  const layla = await frogy.person('threads')
  const body = { platform: 'threads', content: 'Out before that', status: 'published' } as const
  const { id } = await layla.call('POST /api/posts', { body })
  const browser = await subscribe(layla)
  const [account] = await layla.call('GET /api/social-accounts', {})
  await revokeThreads(frogy)
  await layla.ask('DELETE /api/posts/{id}', { params: { id }, query: { network: 'true' } })
  await expect.poll(() => told(browser)).toHaveLength(1)
  const { items } = await layla.call('GET /api/notifications', {})
  expect(items[0]).toMatchObject({ kind: 'reconnect', accountId: account?.id })
  expect(told(browser)).toMatchObject([
    { title: items[0]?.title, body: items[0]?.text, tag: items[0]?.id, path: '/social-accounts', lang: 'en' },
  ])
})

test('accepts push subscriptions only at public https addresses', async () => {
  const layla = await frogy.person()
  const { keys } = service.subscription()
  const wrong = [
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://a:b@push.example.com/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'not an address',
  ]
  for (const endpoint of wrong)
    expect((await layla.ask('POST /api/push', { body: { endpoint, keys } })).status).toBe(422)
  expect(await endpointOf(layla)).toBeNull()
})

test('ends the oldest push subscription when a user has too many browsers', async () => {
  const browsers: Person[] = []
  for (let n = 0; n < 21; n++) {
    const one = await frogy.visitor().signIn(fixtureEmail(10))
    await subscribe(one)
    frogy.clock.advance(1_000)
    browsers.push(one)
  }
  const endpoints = await Promise.all(browsers.map(endpointOf))
  expect(endpoints.map((one) => one !== null)).toEqual([false, ...Array<boolean>(20).fill(true)])
})

test("sends a push from only one process, and resends a dead process's push with the same tag", async () => {
  await using place = await installation()
  const body = { platform: 'threads', content: 'Told by one', status: 'published' } as const
  {
    await using running = await place.start({ ROLE: 'all', EXTRACT_ALLOW_HOSTS: service.host })
    const layla = await running.visitor().register()
    await layla.connect('threads')
    await subscribe(layla)
    service.answers.push({ status: 503 })
    await layla.call('POST /api/posts', { body })
    await expect.poll(() => service.refused).toBe(1)
  }
  place.clock.advance(10 * MINUTE_MS)
  await using database = await place.database()
  // Make the message due again, because the first process may already have postponed it for a retry.
  await database.query(sql`update pushes set claimed_until = null, due_at = at`)
  const sent: string[] = []
  const worker = (outcome: PushOutcome) =>
    sendDuePushes({
      database,
      clock: place.clock,
      secrets: secretsFrom([readFileSync(join(place.dataDir, 'secret'), 'utf8').trim()]),
      pushService: { send: async (_, { topic }) => (sent.push(topic), outcome) },
      publicUrl: () => 'http://localhost',
      log: console,
    })
  await Promise.all([worker({ did: 'later', afterMs: 0 }), worker({ did: 'later', afterMs: 0 })])
  expect(sent).toHaveLength(1)
  // Simulate a process that died just before it sent the push.
  await database.query(sql`update pushes set due_at = at, claimed_until = now() + interval '1 minute'`)
  await worker({ did: 'taken' })
  expect(sent).toHaveLength(1)
  await database.query(sql`update pushes set claimed_until = now()`)
  await worker({ did: 'taken' })
  await worker({ did: 'taken' })
  expect(sent).toEqual([sent[0], sent[0]])
})
