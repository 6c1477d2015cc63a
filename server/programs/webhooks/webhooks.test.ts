import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#core/programs/webhooks-contract.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { openWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { revokeThreads } from '#tests/support/notification-fixtures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { pauseAfter } from './send-webhooks.ts'

const OLD = 'the-first-secret-of-this-installation'
const NEW = 'another-secret-of-this-installation'
const HOUR_MS = 3_600_000

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let frogy: Frogy
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: receiver.host })
})
beforeEach(() => receiver.begin())
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const add = async (who: Person, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  await who.call('POST /api/webhooks', { body: { url: receiver.url, events: [...events] } })
const publish = async (who: Person, content: string) =>
  await who.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
const deliveries = async (who: Person, { id }: { id: string }) =>
  await who.call('GET /api/webhooks/{id}/deliveries', { params: { id } })
/** Whether the webhook has recorded its last failure and waits for the next attempt. */
const isPaused = async (who: Person) => {
  const [webhook] = await who.call('GET /api/webhooks', {})
  return webhook?.nextTryAt ? new Date(webhook.nextTryAt) > frogy.clock.now() : false
}

test('delivers a published post with a signature of Standard Webhooks', async () => {
  const layla = await frogy.person('linkedin')
  const { webhook, secret } = await add(layla)
  expect(secret).toMatch(/^whsec_/)
  const post = await publish(layla, 'A frog in the morning')
  await expect.poll(() => receiver.received).toHaveLength(1)
  const [message] = receiver.received
  if (!message) throw new Error('Nothing came')
  expect(message).toMatchObject({
    type: 'post.published',
    data: { id: post.id, content: 'A frog in the morning', status: 'published', permalink: post.permalink },
  })
  expect(message.id).toMatch(/^msg_/)
  expect(receiver.isSigned(message, secret)).toBe(true)
  expect(receiver.isSigned({ ...message, body: message.body.replace('frog', 'dog') }, secret)).toBe(false)
  await expect.poll(() => deliveries(layla, webhook)).toMatchObject([{ state: 'delivered', status: 204, tries: 1 }])
})

test('delivers all messages after an outage of the receiver, in order and with the same ids', async () => {
  const layla = await frogy.person('linkedin')
  const { webhook } = await add(layla)
  receiver.status = 503
  const posts: string[] = []
  for (const content of ['First', 'Second', 'Third']) {
    const { id } = await publish(layla, content)
    posts.push(id)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  }
  // Let ten attempts fail, with growing pauses between them.
  for (let tries = receiver.received.length; tries < 10; tries++) {
    await expect.poll(() => isPaused(layla)).toBe(true)
    frogy.clock.advance(pauseAfter(tries) + 1_000)
    await expect.poll(() => receiver.received).toHaveLength(tries + 1)
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  await expect.poll(() => isPaused(layla)).toBe(true)
  const [shown] = await layla.call('GET /api/webhooks', {})
  expect(shown).toMatchObject({ waiting: 3, failingSince: expect.any(String), nextTryAt: expect.any(String) })

  receiver.status = 200
  frogy.clock.advance(2 * HOUR_MS)
  await expect.poll(receiver.taken).toHaveLength(3)
  expect(receiver.taken().map(({ data }) => data.id)).toEqual(posts)
  expect(receiver.taken()[0]?.id).toBe(receiver.received[0]?.id)
  expect(new Set(receiver.taken().map(({ id }) => id)).size).toBe(3)
  await expect
    .poll(() => layla.call('GET /api/webhooks', {}))
    .toMatchObject([{ id: webhook.id, waiting: 0, failingSince: null, nextTryAt: null }])
})

test('delivers the post as it was at the event, even after later changes', async () => {
  const layla = await frogy.person('linkedin')
  await add(layla, ['post.published'])
  receiver.status = 500
  const post = await publish(layla, 'Soon gone')
  await expect.poll(() => receiver.received).toHaveLength(1)
  await layla.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'false' } })
  await expect.poll(() => isPaused(layla)).toBe(true)
  receiver.status = 200
  frogy.clock.advance(pauseAfter(1) + 1_000)
  await expect.poll(receiver.taken).toMatchObject([{ data: { id: post.id, content: 'Soon gone' } }])
})

test('delivers queued messages unchanged, even if their posts were republished or deleted since', async () => {
  const layla = await frogy.person('linkedin')
  const { webhook } = await add(layla)
  receiver.status = 503
  await layla.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
  await expect.poll(() => isPaused(layla)).toBe(true)
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400, count: 2 })
  const [mended, gone] = [await publish(layla, 'Mended'), await publish(layla, 'Gone')]
  await layla.call('POST /api/posts/{id}/publish', { params: { id: mended.id } })
  await layla.call('DELETE /api/posts/{id}', { params: { id: gone.id } })
  receiver.status = 200
  frogy.clock.advance(pauseAfter(1) + 1_000)
  await expect
    .poll(receiver.taken)
    .toMatchObject([
      { type: 'webhook.test' },
      { type: 'post.failed', data: { id: mended.id, content: 'Mended', status: 'failed', failure: mended.failure } },
      { type: 'post.failed', data: { ...gone, content: 'Gone', status: 'failed', updatedAt: expect.any(String) } },
      { type: 'post.published', data: { id: mended.id, status: 'published', failure: null } },
    ])
})

test("delivers only subscribed events about the owner's posts", async () => {
  const [layla, omar] = [await frogy.person('linkedin'), await frogy.person('linkedin')]
  await add(layla, ['post.failed'])
  await publish(omar, "Omar's")
  await publish(layla, 'Fine')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400, count: 1 })
  const failed = await publish(layla, 'Refused')
  await expect.poll(() => receiver.received).toMatchObject([{ type: 'post.failed', data: { id: failed.id } }])
})

test('delivers events about unconfirmed posts and lost accounts', async () => {
  const layla = await frogy.person('linkedin', 'threads')
  await add(layla, ['post.unconfirmed', 'account.lost'])
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after', count: 1 })
  await publish(layla, 'Perhaps')
  await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['post.unconfirmed'])
  await revokeThreads(frogy)
  await layla.call('POST /api/posts', { body: { platform: 'threads', content: 'Too late', status: 'published' } })
  await expect.poll(() => receiver.received.map(({ type }) => type)).toContain('account.lost')
  const lost = receiver.received.find(({ type }) => type === 'account.lost')
  expect(lost?.data).toMatchObject({ platform: 'threads', needsReconnect: true })
})

describe('webhook settings', () => {
  test('sends a test message, and resends it on request', async () => {
    const layla = await frogy.person()
    const { webhook } = await add(layla)
    const params = { id: webhook.id }
    await layla.call('POST /api/webhooks/{id}/test', { params })
    await expect.poll(receiver.taken).toMatchObject([{ type: 'webhook.test' }])
    await expect.poll(async () => (await deliveries(layla, webhook))[0]?.state).toBe('delivered')
    const [delivery] = await deliveries(layla, webhook)
    const again = { params: { ...params, delivery: delivery?.id ?? '' } }
    await layla.call('POST /api/webhooks/{id}/deliveries/{delivery}/resend', again)
    await expect.poll(receiver.taken).toHaveLength(2)
    const [first, second] = receiver.taken()
    expect({ id: second?.id, body: second?.body }).toEqual({ id: first?.id, body: first?.body })
    await expect.poll(() => deliveries(layla, webhook)).toMatchObject([{ tries: 2, state: 'delivered' }])
  })

  test('signs all messages with the new secret after a renewal', async () => {
    const layla = await frogy.person()
    const { webhook, secret: former } = await add(layla)
    const params = { id: webhook.id }
    const { secret } = await layla.call('POST /api/webhooks/{id}/secret', { params })
    await layla.call('POST /api/webhooks/{id}/test', { params })
    await expect.poll(() => receiver.received).toHaveLength(1)
    const [message] = receiver.received
    if (!message) throw new Error('Nothing came')
    expect([receiver.isSigned(message, former), receiver.isSigned(message, secret)]).toEqual([false, true])
  })

  test('uses a changed secret or URL for the next message', async () => {
    await using elsewhere = await openWebhookReceiver()
    await using frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: `${receiver.host},${elsewhere.host}` })
    const layla = await frogy.person()
    const { webhook } = await add(layla)
    const params = { id: webhook.id }
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    receiver.held = until
    receiver.status = 500
    for (let messages = 0; messages < 3; messages++) await layla.call('POST /api/webhooks/{id}/test', { params })
    await expect.poll(() => receiver.received).toHaveLength(1)
    const { secret } = await layla.call('POST /api/webhooks/{id}/secret', { params })
    await layla.call('PATCH /api/webhooks/{id}', { params, body: { url: elsewhere.url } })
    proceed()
    await expect.poll(elsewhere.taken).toHaveLength(3)
    expect(elsewhere.received.every((message) => elsewhere.isSigned(message, secret))).toBe(true)
    expect(receiver.received).toHaveLength(1)
  })

  test('pauses webhook deliveries while the owner is suspended and resumes them afterwards', async () => {
    await using frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: receiver.host })
    const [admin, layla] = [await frogy.person(), await frogy.person()]
    const { webhook } = await add(layla)
    const { promise: until, resolve: proceed } = Promise.withResolvers<void>()
    receiver.held = until
    for (let messages = 0; messages < 3; messages++)
      await layla.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
    await expect.poll(() => receiver.received).toHaveLength(1)
    const params = { id: layla.user?.id ?? '' }
    await admin.call('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam' } })
    proceed()
    // The administrator's later message has arrived, so a message of Layla's webhook would have arrived too.
    const { webhook: other } = await add(admin)
    await admin.call('POST /api/webhooks/{id}/test', { params: { id: other.id } })
    await expect.poll(() => receiver.received.map(({ data }) => data.id)).toEqual([webhook.id, other.id])
    await admin.call('POST /api/admin/users/{id}/restore', { params })
    const back = await frogy.visitor().signIn(layla.user?.email ?? '')
    await back.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
    await expect
      .poll(() => receiver.received.map(({ data }) => data.id))
      .toEqual([webhook.id, other.id, webhook.id, webhook.id, webhook.id])
  })

  test('shows, changes and removes a webhook only for its owner', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const { webhook } = await add(layla)
    const params = { id: webhook.id }
    const asked = [
      await omar.ask('PATCH /api/webhooks/{id}', { params, body: { events: ['post.missed'] } }),
      await omar.ask('DELETE /api/webhooks/{id}', { params }),
      await omar.ask('POST /api/webhooks/{id}/secret', { params }),
      await omar.ask('POST /api/webhooks/{id}/test', { params }),
      await omar.ask('GET /api/webhooks/{id}/deliveries', { params }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const changed = await layla.call('PATCH /api/webhooks/{id}', { params, body: { events: ['post.missed'] } })
    expect(changed.events).toEqual(['post.missed'])
    await layla.call('DELETE /api/webhooks/{id}', { params })
    expect(await layla.call('GET /api/webhooks', {})).toEqual([])
  })
})

test('pauses a webhook after three days of failures, and delivers the pending message after its owner resumes it', async () => {
  const layla = await frogy.person()
  const { webhook } = await add(layla)
  const params = { id: webhook.id }
  receiver.status = 500
  await layla.call('POST /api/webhooks/{id}/test', { params })
  await expect.poll(() => receiver.received).toHaveLength(1)
  const state = async () => (await layla.call('GET /api/webhooks', {}))[0]
  await expect.poll(() => isPaused(layla)).toBe(true)
  frogy.clock.advance(73 * HOUR_MS)
  await expect.poll(async () => (await state())?.restsSince).not.toBeNull()
  const tries = receiver.received.length
  receiver.status = 200
  frogy.clock.advance(24 * HOUR_MS)
  expect(receiver.received).toHaveLength(tries)
  await layla.call('PATCH /api/webhooks/{id}', { params, body: { rests: false } })
  await expect.poll(receiver.taken).toHaveLength(1)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test.each(['tests', 'resends a message of'])(
  'resumes a paused webhook when its owner %s it, even if the receiver still fails',
  async (what) => {
    const layla = await frogy.person()
    const { webhook } = await add(layla)
    const params = { id: webhook.id }
    receiver.status = 410
    await layla.call('POST /api/webhooks/{id}/test', { params })
    const state = async () => (await layla.call('GET /api/webhooks', {}))[0]
    await expect.poll(async () => (await state())?.restsSince).not.toBeNull()
    receiver.status = 500
    // The webhook has now failed for longer than the limit of three days.
    frogy.clock.advance(100 * HOUR_MS)
    const [delivery] = await deliveries(layla, webhook)
    if (what === 'tests') await layla.call('POST /api/webhooks/{id}/test', { params })
    else {
      const again = { params: { ...params, delivery: delivery?.id ?? '' } }
      await layla.call('POST /api/webhooks/{id}/deliveries/{delivery}/resend', again)
    }
    await expect.poll(() => receiver.received.length).toBe(2)
    await expect.poll(() => isPaused(layla)).toBe(true)
    expect(await state()).toMatchObject({ restsSince: null, failingSince: expect.any(String) })
  },
)

describe('forbidden webhook targets', () => {
  test.each([
    'http://example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://frogy.internal/',
    'https://user:secret@example.com/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'nonsense',
  ])('rejects the webhook URL %s', async (url) => {
    const layla = await frogy.person()
    const { status } = await layla.ask('POST /api/webhooks', { body: { url, events: ['post.failed'] } })
    expect(status).toBe(422)
  })

  test("does not follow a redirect of a webhook's receiver", async () => {
    await using elsewhere = await openWebhookReceiver()
    const layla = await frogy.person()
    const { webhook } = await add(layla)
    receiver.status = 307
    receiver.location = elsewhere.url
    await layla.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
    await expect.poll(() => deliveries(layla, webhook)).toMatchObject([{ state: 'waiting', status: 307 }])
    expect(elsewhere.received).toEqual([])
    await layla.call('DELETE /api/webhooks/{id}', { params: { id: webhook.id } })
  })
})

test('limits a user to ten webhooks', async () => {
  const layla = await frogy.person()
  const made = await Promise.all(
    Array.from({ length: 12 }, () =>
      layla.ask('POST /api/webhooks', { body: { url: receiver.url, events: ['post.failed'] } }),
    ),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10)
})

test('delivers pending messages after a restart, and stores the signing secret encrypted', async () => {
  await using place = await installation()
  const allow = { EXTRACT_ALLOW_HOSTS: receiver.host }
  let secret = ''
  {
    await using here = await place.start({ ...allow, APP_SECRET: OLD })
    const layla = await here.visitor().register()
    const { webhook, secret: made } = await add(layla)
    secret = made
    receiver.status = 500
    await layla.call('POST /api/webhooks/{id}/test', { params: { id: webhook.id } })
    await expect.poll(() => receiver.received).toHaveLength(1)
  }
  expect(await place.everythingStored()).not.toContain(secret.slice('whsec_'.length))
  receiver.status = 200
  place.clock.advance(pauseAfter(1) + 60_000)
  await using here = await place.start({ ...allow, APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD })
  await here.visitor().fetch('/healthz')
  await expect.poll(receiver.taken).toHaveLength(1)
  expect(receiver.taken().every((message) => receiver.isSigned(message, secret))).toBe(true)
})
