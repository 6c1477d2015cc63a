import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { accountsOf } from '#tests/support/accounts.ts'
import type { Person } from '#tests/support/person.ts'
import { untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const RIGHT = { handle: 'layla.bsky.social', password: 'abcd-efgh-2345-6789' }
const connect = (who: Person, fields: Record<string, string>, platform = 'bluesky') =>
  who.ask('POST /api/social-accounts/{platform}/connect', { params: { platform }, body: { fields } })

describe('connecting an account by a form', () => {
  test('connects an account, and returns neither the password nor tokens', async () => {
    const layla = await frogy.person()
    const { status, body } = await connect(layla, RIGHT)
    expect(status).toBe(200)
    expect(body).toMatchObject({ consentUrl: null, accounts: [{ platform: 'bluesky', username: RIGHT.handle }] })
    expect(await accountsOf(layla)).toEqual(body.accounts)
    expect(JSON.stringify(body)).not.toMatch(/abcd-efgh|Jwt|token/i)
  })

  test.each([
    ['@Layla.bsky.social'],
    ['  layla '],
    ['\u200Flayla.bsky.social\u200E'],
    ['did:plc:laylahaddad2345677abcdef'],
  ])('accepts a Bluesky handle in each form in which people paste it: %j', async (handle) => {
    const layla = await frogy.person()
    expect((await connect(layla, { ...RIGHT, handle })).body).toMatchObject({ accounts: [{ username: RIGHT.handle }] })
  })

  test.each([
    [{ handle: '', password: RIGHT.password }, 'handle', 'required'],
    [{ handle: RIGHT.handle, server: 'bsky.social' }, 'password', 'required'],
    [{ ...RIGHT, colour: 'blue' }, 'colour', 'unknown_field'],
    [{ ...RIGHT, password: 'My main password 1' }, 'password', 'bluesky_app_password'],
    [{ ...RIGHT, handle: 'two words.example' }, 'handle', 'account_unknown'],
    [{ ...RIGHT, handle: 'a..b' }, 'handle', 'handle_invalid'],
    [{ ...RIGHT, handle: 'absent.bsky.social' }, 'handle', 'account_unknown'],
  ])('reports which field of the form is wrong: %j', async (fields, field, code) => {
    const layla = await frogy.person()
    const { status, body } = await connect(layla, fields)
    expect([status, body.code, body.issues?.map(({ path, code }) => [path, code])]).toEqual([
      422,
      'validation_failed',
      [[`fields.${field}`, code]],
    ])
    expect(await accountsOf(layla)).toEqual([])
  })

  test.each([
    [401, 'AuthFactorTokenRequired', 'password', 'bluesky_app_password'],
    [401, 'AuthenticationRequired', 'password', 'bluesky_sign_in'],
    [401, 'AccountTakedown', 'handle', 'account_unusable'],
  ])(
    'reports which field is wrong when Bluesky refuses the sign-in with the status %i and the error %s',
    async (status, error, field, code) => {
      const layla = await frogy.person()
      const body = { error, message: 'Refused' }
      await frogy.simulator.fault({ platform: 'bluesky', operation: 'token', fault: 'status', status, body })
      const refused = await connect(layla, RIGHT)
      expect(refused.body.issues?.map((issue) => [issue.path, issue.code])).toEqual([[`fields.${field}`, code]])
      expect(await accountsOf(layla)).toEqual([])
    },
  )

  test('reports a network that does not respond, and stores no account', async () => {
    const layla = await frogy.person()
    await frogy.simulator.fault({ platform: 'bluesky', operation: 'token', fault: 'status', as: 'server' })
    expect(await connect(layla, RIGHT)).toMatchObject({ status: 502, body: { code: 'platform_failed' } })
    expect(await accountsOf(layla)).toEqual([])
  })

  test('offers a form or a consent page for each network, never both', async () => {
    const layla = await frogy.person()
    expect((await connect(layla, {}, 'linkedin')).status).toBe(404)
    expect((await connect(layla, {}, '__proto__')).status).toBe(404)
    const start = await layla.fetch('/api/social-accounts/bluesky/connect')
    expect(start.headers.get('location')).toBe('/social-accounts?connect=bluesky')
  })
})

describe('publishing on Bluesky', () => {
  const posts = async () => (await frogy.simulator.posts('bluesky')).filter(({ deleted }) => !deleted)

  /** Deletes a post as its author does in Bluesky's app. */
  async function deleteInTheApp(rkey: string): Promise<void> {
    const call = async (name: string, body: object, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const address = `${frogy.simulator.url}/bluesky/xrpc/com.atproto.${name}`
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status).toBe(200)
      return (await response.json()) as { accessJwt: string; did: string }
    }
    const { accessJwt, did } = await call('server.createSession', {
      identifier: RIGHT.handle,
      password: RIGHT.password,
    })
    await call('repo.deleteRecord', { repo: did, collection: 'app.bsky.feed.post', rkey }, accessJwt)
  }

  test.each(['drop_before', 'drop_after'] as const)(
    'publishes a post once when the simulated fault %s loses the response',
    async (fault) => {
      const layla = await frogy.person('bluesky')
      await frogy.simulator.fault({ platform: 'bluesky', operation: 'publish', fault })
      const post = await layla.schedule({ platform: 'bluesky', content: 'Once #مرة', at: frogy.clock.now() })
      await layla.until(post, ({ status }) => {
        frogy.clock.advance(1_000)
        return status === 'published'
      })
      expect((await posts()).map(({ text }) => text)).toEqual(['Once #مرة'])
      expect((await layla.read(post)).permalink).toContain((await posts())[0]?.id.split('/').at(-1) ?? '-')
    },
  )

  test('does not resend a post that its author deleted at Bluesky before the look-up', async () => {
    const layla = await frogy.person('bluesky')
    await frogy.simulator.fault({ platform: 'bluesky', operation: 'publish', fault: 'drop_after' })
    await frogy.simulator.fault({ platform: 'bluesky', operation: 'list', fault: 'status', as: 'server', count: 1 })
    const post = await layla.schedule({ platform: 'bluesky', content: 'Regretted', at: frogy.clock.now() })
    await layla.until(post, async () => (await posts()).length === 1)
    const [live] = await posts()
    await deleteInTheApp(live?.id.split('/').at(-1) ?? '')
    frogy.clock.advance(10 * 60_000)
    expect((await layla.decided(post)).status).toBe('unconfirmed')
    frogy.clock.advance(SEND_AGAIN_AFTER_MS)
    expect(await posts()).toEqual([])
  })

  test('renews an expired Bluesky session, and then publishes the post', async () => {
    const layla = await frogy.person('bluesky')
    await frogy.simulator.passes(3 * 3_600_000)
    const post = await layla.schedule({ platform: 'bluesky', content: 'After hours', at: frogy.clock.now() })
    expect((await layla.decided(post)).status).toBe('published')
  })

  test('asks the user to reconnect after they have revoked the app password, and publishes afterwards', async () => {
    const layla = await frogy.person('bluesky')
    await frogy.simulator.revoke('bluesky', 'did:plc:laylahaddad2345677abcdef')
    const post = await layla.schedule({ platform: 'bluesky', content: 'Revoked', at: frogy.clock.now() })
    expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: true }])
    await layla.connect('bluesky')
    await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
    expect((await layla.decided(post)).status).toBe('published')
    expect((await posts()).map(({ text }) => text)).toEqual(['Revoked'])
  })

  // Bluesky limits an account's sign-ins to 300 a day, but not the renewals of its session.
  test('signs in to Bluesky once for all posts of two days', async () => {
    const layla = await frogy.person('bluesky')
    await frogy.simulator.limit('bluesky', 'sessions', 0)
    for (let hour = 0; hour < 48; hour += 8) {
      frogy.clock.advance(8 * 3_600_000)
      const post = await layla.schedule({ platform: 'bluesky', content: `Hour ${hour}`, at: frogy.clock.now() })
      expect((await layla.decided(post)).status).toBe('published')
    }
    expect(await posts()).toHaveLength(6)
  })

  test('waits until the time in Bluesky’s header for rate limits, and then publishes the post once', async () => {
    const layla = await frogy.person('bluesky')
    await frogy.simulator.fault({
      platform: 'bluesky',
      operation: 'publish',
      fault: 'status',
      as: 'rate',
      retryAfter: 90,
    })
    const post = await layla.schedule({ platform: 'bluesky', content: 'Limited', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'rejected')
    frogy.clock.advance(80_000)
    expect((await layla.read(post)).status).toBe('scheduled')
    expect(await posts()).toEqual([])
    frogy.clock.advance(11_000)
    expect((await layla.decided(post)).status).toBe('published')
    expect(await posts()).toHaveLength(1)
  })

  test('reports the video as the cause when the server refuses it as too large', async () => {
    const layla = await frogy.person('bluesky')
    const video = await uploadVideo(layla, videoFile())
    const body = { error: 'PayloadTooLarge', message: 'request entity too large' }
    await frogy.simulator.fault({ platform: 'bluesky', operation: 'upload', fault: 'status', status: 413, body })
    const post = { platform: 'bluesky', content: 'Too large', status: 'published', media: { images: [video] } } as const
    const { id } = await layla.call('POST /api/posts', { body: post })
    expect(await layla.decided({ id })).toMatchObject({ status: 'failed', failure: { code: 'media' } })
    expect(await posts()).toEqual([])
  })

  test('deletes a post on Bluesky', async () => {
    const layla = await frogy.person('bluesky')
    const body = { platform: 'bluesky', content: 'Not for long', status: 'published' } as const
    const post = await layla.call('POST /api/posts', { body })
    expect(post.status).toBe('published')
    await layla.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'true' } })
    expect(await posts()).toEqual([])
  })

  test('refuses a Bluesky text with more than 300 graphemes or 3,000 bytes', async () => {
    const layla = await frogy.person('bluesky')
    const create = (content: string) =>
      layla.ask('POST /api/posts', { body: { platform: 'bluesky', content, status: 'published' } })
    expect((await create('بِ'.repeat(300))).body.status).toBe('published')
    expect((await create('a'.repeat(301))).status).toBe(422)
    expect((await create('👨‍👩‍👧‍👦'.repeat(121))).status).toBe(422)
  })
})
