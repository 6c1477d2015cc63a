import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { MetaPlatform } from '#core/people/meta-contract.ts'
import { WEBHOOK_EVENTS } from '#core/programs/webhooks-contract.ts'
import { accountsOf, SARA_AT_THREADS } from '#tests/support/accounts.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { openWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let frogy: Frogy
let admin: Person
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: receiver.host })
  admin = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/** The app secret of the simulated platforms. */
const SECRET = 'simulated'
const LAYLA_AT_THREADS = '17841405793187219'
const HOUR_MS = 3_600_000

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = (payload: string, secret = SECRET) => createHmac('sha256', secret).update(payload).digest('base64url')
const claims = (more: Record<string, unknown> = {}) => ({
  user_id: LAYLA_AT_THREADS,
  algorithm: 'HMAC-SHA256',
  issued_at: Math.floor(frogy.clock.now().getTime() / 1000),
  ...more,
})
function signed(more: Record<string, unknown> = {}, secret = SECRET): string {
  const payload = encoded(claims(more))
  return `${signature(payload, secret)}.${payload}`
}

async function callMeta(kind: 'deauthorize' | 'delete-data', request: string, platform: string = 'threads') {
  const response = await fetch(`${frogy.url}/api/meta/${platform}/${kind}`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: request }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Record<string, string> }
}

/** Log entries about a user's connections, latest first. By default, returns only those about lost accounts. */
const logged = async (who: Person, query: Record<string, string> = { what: 'lost' }) =>
  (await admin.call('GET /api/admin/connections', { query: { search: who.user?.email ?? '', ...query } })).entries

const personOf = async (platform: MetaPlatform) =>
  (await frogy.simulator.accounts()).find((one) => one.platform === platform)?.id ?? ''

async function schedule(who: Person, platform: MetaPlatform, content: string, at: Date): Promise<Post> {
  const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile('jpeg'))])
  const images = platform === 'instagram' ? (await who.call('POST /api/images/upload', { form })).media.images : []
  const media = { images: images.map(({ id }) => id) }
  const scheduledAt = at.toISOString()
  return await who.call('POST /api/posts', { body: { platform, content, status: 'scheduled', scheduledAt, media } })
}

describe('deauthorization', () => {
  test.each(['facebook', 'instagram', 'threads'] as const)(
    'marks accounts on the network %s as lost when their Meta user revokes access, and notifies their owner',
    async (platform) => {
      const layla = await frogy.person(platform, 'linkedin')
      const answer = await frogy.simulator.callBack(platform, await personOf(platform), 'deauthorize')
      expect(answer).toEqual({ status: 200, body: '' })
      const accounts = await accountsOf(layla)
      const [theirs, others] = [
        accounts.filter((one) => one.platform === platform),
        accounts.filter((one) => one.platform !== platform),
      ]
      expect(theirs.length).toBeGreaterThan(0)
      expect(theirs.every(({ needsReconnect }) => needsReconnect)).toBe(true)
      expect(others).toMatchObject([{ platform: 'linkedin', needsReconnect: false }])
      expect(await logged(layla)).toMatchObject(theirs.map(() => ({ platform, what: 'lost' })))
      const { items } = await layla.call('GET /api/notifications', {})
      expect(items).toHaveLength(theirs.length)
      expect(items[0]).toMatchObject({ kind: 'reconnect', platform })

      await layla.connect(platform)
      expect((await accountsOf(layla)).every(({ needsReconnect }) => !needsReconnect)).toBe(true)
      const post = await schedule(layla, platform, 'Back again', frogy.clock.now())
      expect((await layla.decided(post)).status).toBe('published')
    },
  )

  test('marks as lost all accounts of a Meta user who revokes access, for every owner, and no others', async () => {
    const [layla, omar, sara] = [await frogy.person('threads'), await frogy.person('threads'), await frogy.person()]
    await sara.connect('threads', SARA_AT_THREADS)
    await frogy.simulator.callBack('threads', LAYLA_AT_THREADS, 'deauthorize')
    for (const one of [layla, omar]) expect(await accountsOf(one)).toMatchObject([{ needsReconnect: true }])
    expect(await accountsOf(sara)).toMatchObject([{ needsReconnect: false }])
  })

  test('ignores an old Meta callback after the user has reconnected the account', async () => {
    const layla = await frogy.person('threads')
    const before = signed()
    expect((await callMeta('deauthorize', before)).status).toBe(200)
    frogy.clock.advance(5 * 60_000)
    await layla.connect('threads')
    expect((await callMeta('deauthorize', before)).status).toBe(200)
    expect((await callMeta('delete-data', before)).status).toBe(200)
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: false }])
  })
})

describe('data deletion', () => {
  test.each(['facebook', 'instagram', 'threads'] as const)(
    "deletes the user's data from the network %s and reports the state under the deletion's code",
    async (platform) => {
      const layla = await frogy.person(platform)
      const coming = await schedule(layla, platform, 'Of mine', later(frogy))
      const [account] = await accountsOf(layla)
      const sent = await schedule(layla, platform, `Out ${crypto.randomUUID()}`, frogy.clock.now())
      // Some platforms send the permalink only later, so wait for it.
      const out = await layla.until(sent, ({ permalink }) => permalink !== null)

      // Advance the clock: within the same second, this callback would be identical to the previous one.
      frogy.clock.advance(2_000)
      const answer = await frogy.simulator.callBack(platform, await personOf(platform), 'delete-data')
      expect(answer.status).toBe(200)
      const { url, confirmation_code: code } = JSON.parse(answer.body) as Record<string, string>
      expect(code).toMatch(/^[a-z0-9]{16}$/)
      expect(url).toBe(`${frogy.url}/data-deletion?code=${code}`)
      expect(await accountsOf(layla)).toEqual([])
      expect(await layla.read(coming)).toMatchObject({ content: 'Of mine', status: 'scheduled', accountId: null })
      expect((await layla.read(coming)).formerAccount).not.toBe(account?.displayName)
      expect(await layla.read(out)).toMatchObject({
        content: out.content,
        status: 'published',
        accountId: null,
        formerAccount: null,
        permalink: null,
      })

      const found = await frogy.visitor().ask('GET /api/data-deletions/{code}', { params: { code: code ?? '' } })
      expect(found.body).toMatchObject({ code, platform, state: 'done' })
      expect(found.body.accounts).toBeGreaterThan(0)
      expect(JSON.stringify(found.body)).not.toContain(account?.displayName)

      // The scheduled post uses no account until its author chooses one.
      await layla.connect(platform)
      expect(await layla.read(coming)).toMatchObject({ accountId: null, status: 'scheduled' })
    },
  )

  test("keeps the user's data out of logs, pending deliveries and stored responses", async () => {
    const layla = await frogy.person()
    await layla.call('POST /api/webhooks', { body: { url: receiver.url, events: [...WEBHOOK_EVENTS] } })
    receiver.status = 503
    await layla.connect('facebook')
    const accounts = await accountsOf(layla)
    // One account is already disconnected when the platform asks to delete the data.
    const [gone] = accounts
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: gone?.id ?? '' } })
    const body = { platform: 'facebook', content: `Out ${crypto.randomUUID()}`, status: 'published' } as const
    const call = { body, headers: { 'idempotency-key': crypto.randomUUID() } }
    const post = await layla.call('POST /api/posts', call)
    expect(post.permalink).not.toBeNull()
    const change = { params: { id: post.id }, body: { content: 'Other' }, headers: { 'idempotency-key': 'a change' } }
    await layla.ask('PATCH /api/posts/{id}', change)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const before = receiver.received.length
    const names = accounts.map(({ displayName }) => displayName)
    expect((await logged(layla, {})).map(({ account }) => account)).toEqual(expect.arrayContaining(names))

    frogy.clock.advance(2_000)
    expect((await frogy.simulator.callBack('facebook', await personOf('facebook'), 'delete-data')).status).toBe(200)
    const entries = await logged(layla, {})
    expect(entries.map(({ what }) => what)).toContain('removed')
    expect(entries.filter(({ account }) => account !== null)).toEqual([])

    receiver.status = 204
    frogy.clock.advance(HOUR_MS)
    const waiting = async () => (await layla.call('GET /api/webhooks', {}))[0]?.waiting
    await expect.poll(waiting).toBe(0)
    const told = JSON.stringify(receiver.received.slice(before).filter(({ status }) => status < 300))
    expect(told).toContain(post.id)
    for (const text of [...names, post.permalink ?? '']) expect(told).not.toContain(text)

    const again = await layla.call('POST /api/posts', call)
    expect(again).toMatchObject({ id: post.id, permalink: null })
  })

  test('deletes post data of an account that was disconnected before the deletion request', async () => {
    const layla = await frogy.person('facebook')
    const post = await layla.schedule({ platform: 'facebook', content: 'Of mine', at: later(frogy) })
    const accounts = await accountsOf(layla)
    for (const { id } of accounts) await layla.call('DELETE /api/social-accounts/{id}', { params: { id } })
    const name = (await layla.read(post)).formerAccount
    expect(accounts.map(({ displayName }) => displayName)).toContain(name)
    frogy.clock.advance(2_000)
    expect((await frogy.simulator.callBack('facebook', await personOf('facebook'), 'delete-data')).status).toBe(200)
    expect(await layla.read(post)).toMatchObject({ content: 'Of mine', formerAccount: 'Facebook' })
  })

  test('reports a deletion as under way while a post is being sent, then completes it', async () => {
    const layla = await frogy.person('facebook')
    const slow = { platform: 'facebook', operation: 'publish', fault: 'slow', delayMs: 3_000, afterWork: true } as const
    await frogy.simulator.fault(slow)
    const post = await layla.schedule({ platform: 'facebook', content: 'On its way', at: frogy.clock.now() })
    await layla.until(post, ({ status }) => status === 'publishing')
    frogy.clock.advance(2_000)
    const answer = await callMeta('delete-data', signed({ user_id: await personOf('facebook') }), 'facebook')
    const { confirmation_code: code = '' } = answer.body
    const state = () => frogy.visitor().call('GET /api/data-deletions/{code}', { params: { code } })
    expect(await state()).toMatchObject({ state: 'under_way', doneAt: null })
    expect((await layla.decided(post)).status).toBe('published')
    frogy.clock.advance(15_000)
    await eventually(async () => expect(await state()).toMatchObject({ state: 'done', doneAt: expect.any(String) }))
    expect(await layla.read(post)).toMatchObject({ content: 'On its way', permalink: null, formerAccount: null })
  })

  test('returns the same code for a repeated deletion request and a new code for a new request', async () => {
    const first = signed()
    const [one, again] = await Promise.all([callMeta('delete-data', first), callMeta('delete-data', first)])
    expect(again?.body).toEqual(one?.body)
    const other = await callMeta('delete-data', signed({ expires: 1 }))
    expect(other.body.confirmation_code).not.toBe(one?.body.confirmation_code)
  })

  test('returns a code for a deletion request about an unknown Meta user', async () => {
    const { status, body } = await callMeta('delete-data', signed({ user_id: '1' }))
    expect(status).toBe(200)
    const params = { code: body.confirmation_code ?? '' }
    const found = await frogy.visitor().call('GET /api/data-deletions/{code}', { params })
    expect(found).toMatchObject({ state: 'done', accounts: 0 })
  })

  test('finds no data deletion under an unknown code', async () => {
    const found = await frogy.visitor().ask('GET /api/data-deletions/{code}', { params: { code: 'abcdefgh23456789' } })
    expect(found).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('signed requests', () => {
  const payload = () => encoded(claims())
  test.each<[string, () => string]>([
    ['signed with another secret', () => signed({}, 'another')],
    ['signed with an empty secret', () => signed({}, '')],
    ['without a signature', () => `.${payload()}`],
    ['without a payload', () => signature('')],
    ['that is empty', () => ''],
    ['with another payload than was signed', () => `${signature(payload())}.${encoded(claims({ user_id: '2' }))}`],
    ['with half a signature', () => `${signature(payload()).slice(0, 20)}.${payload()}`],
    ['with a signature that goes on', () => `${signature(payload())}AAAA.${payload()}`],
    ['with a third part', () => `${signed()}.${payload()}`],
    ['with characters outside base64url', () => `${signature(payload()).slice(0, -1)}!.${payload()}`],
    ['of another algorithm', () => signed({ algorithm: 'none' })],
    ['without an algorithm', () => signed({ algorithm: undefined })],
    ['without a user', () => signed({ user_id: undefined })],
    ['about a list of people', () => signed({ user_id: ['17841405793187219'] })],
    ['without a time', () => signed({ issued_at: undefined })],
    ['of a time that is none', () => signed({ issued_at: 1e300 })],
    [
      'of more than an hour ago',
      () => signed({ issued_at: Math.floor((frogy.clock.now().getTime() - HOUR_MS) / 1000) - 1 }),
    ],
    ['of tomorrow', () => signed({ issued_at: Math.floor(frogy.clock.now().getTime() / 1000) + 86_400 })],
    ['whose payload is no JSON', () => `${signature('bm8')}.bm8`],
    ['whose payload is null', () => `${signature(encoded(null))}.${encoded(null)}`],
  ])('rejects a Meta callback %s and changes nothing', async (_, request) => {
    const layla = await frogy.person('threads')
    for (const kind of ['deauthorize', 'delete-data'] as const) {
      const answer = await callMeta(kind, request())
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_signature' } })
    }
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: false }])
  })

  test('accepts a numeric Meta user id of any length', async () => {
    const layla = await frogy.person('threads')
    const text = JSON.stringify(claims()).replace(`"${LAYLA_AT_THREADS}"`, LAYLA_AT_THREADS)
    const sent = Buffer.from(text).toString('base64url')
    expect((await callMeta('deauthorize', `${signature(sent)}.${sent}`)).status).toBe(200)
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: true }])
  })

  test('responds 404 to callbacks of other platforms', async () => {
    for (const platform of ['linkedin', 'twitter', 'nowhere'])
      expect((await callMeta('deauthorize', signed(), platform)).status).toBe(404)
  })

  test('rejects a simulated callback where real app credentials are set', async () => {
    const layla = await frogy.person('threads')
    const real = await startFrogy({
      // Use the same secret for both installations, because they use one database.
      APP_SECRET: await readFile(join(frogy.dataDir, 'secret'), 'utf8'),
      THREADS_CLIENT_ID: 'real',
      THREADS_CLIENT_SECRET: 'of the real app',
      THREADS_BASE_URL: `${frogy.simulator.url}/threads`,
      ...(frogy.databaseUrl ? { DATABASE_URL: frogy.databaseUrl } : {}),
    })
    try {
      const answer = await fetch(`${real.url}/api/meta/threads/deauthorize`, {
        method: 'POST',
        body: new URLSearchParams({ signed_request: signed() }),
      })
      expect(answer.status).toBe(400)
    } finally {
      await real[Symbol.asyncDispose]()
    }
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: false }])
  })

  test('rejects a callback that a page of another site sends', async () => {
    const response = await fetch(`${frogy.url}/api/meta/threads/deauthorize`, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signed() }),
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(response.status).toBe(403)
  })

  test('rejects form data in calls other than Meta callbacks', async () => {
    const response = await fetch(`${frogy.url}/api/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', password: 'correct horse' }),
    })
    expect(response.status).toBe(415)
  })
})
