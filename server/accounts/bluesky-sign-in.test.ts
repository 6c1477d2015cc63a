import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { clientKeys } from '#server/accounts/client-keys.ts'
import { PINNED_VERSIONS } from '#server/adapters/platforms/api-versions.ts'
import { bluesky } from '#server/adapters/platforms/bluesky/client.ts'
import { secretsFrom } from '#server/secrets.ts'
import { accountsOf } from '#tests/support/accounts.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openFaultyTokenEndpoints } from '#tests/support/faulty-token-endpoints.ts'
import { installation } from '#tests/support/installation.ts'
import { appsInMemory, NEVER } from '#tests/support/network-clients.ts'
import { finishConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { startWithPausingProxy, type PausableFrogy } from '#tests/support/publishing.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

// Signing in on the pages of an account's own server (OAuth). The browser test `bluesky-sign-in` repeats the main steps
// with Bluesky's own server.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HANDLE = 'layla.bsky.social'
const LAYLA = 'did:plc:laylahaddad2345677abcdef'
const NOURA = 'did:plc:nouraalotaibi2345677abcd'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const connect = (who: Person, fields: Record<string, string>) =>
  who.ask('POST /api/social-accounts/{platform}/connect', { params: { platform: 'bluesky' }, body: { fields } })

/** Begins a sign-in. @returns the address of the server's page */
async function begin(who: Person, handle = HANDLE): Promise<URL> {
  const { status, body } = await connect(who, { handle })
  expect([status, body.accounts]).toEqual([200, []])
  return new URL(body.consentUrl ?? '')
}

/** Gives consent on the server's page. @returns the path to which the server returns */
async function agree(page: URL, asked: Record<string, string> = {}): Promise<string> {
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value)
  return await pathBack(await fetch(page, { redirect: 'manual' }))
}

/** Follows the return address on 127.0.0.1, which redirects the user to the host that they opened. */
async function pathBack(response: Response): Promise<string> {
  let back = new URL(response.headers.get('location') ?? '')
  if (back.pathname.startsWith('/oauth-return/')) {
    const passed = await fetch(back, { redirect: 'manual' })
    back = new URL(passed.headers.get('location') ?? '')
    expect(back.hostname).toBe('localhost')
  }
  return back.pathname + back.search
}

async function signIn(who: Person): Promise<void> {
  expect(await finishConsent(who, await agree(await begin(who)))).toBe('/social-accounts?connected=bluesky')
}

const publish = async (who: Person, content: string) =>
  (await who.ask('POST /api/posts', { body: { platform: 'bluesky', content, status: 'published' } })).body

const sessions = () => frogy.simulator.sessions('bluesky')
const texts = async () => (await frogy.simulator.posts('bluesky')).map(({ text }) => text)
const isRevocation = ({ path }: { path: string }) => path.endsWith('/oauth/revoke')
const isTokenRequest = ({ path }: { path: string }) => path.endsWith('/oauth/token')

describe('signing in to Bluesky', () => {
  test('connects and publishes after consent, and ends the session when the user disconnects', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    const [account] = await accountsOf(layla)
    expect(account).toMatchObject({ platform: 'bluesky', username: HANDLE, renewsItself: true, needsReconnect: false })
    expect(JSON.stringify(account)).not.toMatch(/at-|ref-|"d"/)
    expect((await publish(layla, 'Signed in')).status).toBe('published')
    expect(await texts()).toEqual(['Signed in'])

    expect(await sessions()).toBe(1)
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect([await accountsOf(layla), await sessions()]).toEqual([[], 0])
  })

  test('ends the session later if the server does not answer when the user disconnects', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    const [account] = await accountsOf(layla)
    const held = frogy.gate.hold('request', isRevocation)
    const disconnecting = layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    ;(await held).cut()
    await disconnecting
    expect(await accountsOf(layla)).toEqual([])
    await eventually(async () => expect(await sessions()).toBe(0))
  })

  test('ends the session of a failed sign-in later if the server does not answer', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla), { sim_account: NOURA })
    const held = frogy.gate.hold('request', isRevocation)
    const finishing = finishConsent(layla, back)
    ;(await held).cut()
    expect(await finishing).toBe('/social-accounts?error=other_account&platform=bluesky')
    await eventually(async () => expect(await sessions()).toBe(0))
  })

  test("ends only the user's session when another user has connected the same account", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    await signIn(layla)
    await signIn(omar)
    const [account] = await accountsOf(layla)
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(await sessions()).toBe(1)
    expect((await publish(omar, 'Still connected')).status).toBe('published')
  })

  test.each<Record<string, string>>([{ handle: HANDLE }, { handle: HANDLE, password: 'abcd-efgh-ijkl-mnop' }])(
    'ends the former session of an account when the user reconnects it with the form fields %j',
    async (fields) => {
      const layla = await frogy.person()
      if (fields.password) await connect(layla, fields)
      else await signIn(layla)
      await signIn(layla)
      expect(await sessions()).toBe(1)
      expect((await publish(layla, 'Reconnected')).status).toBe('published')
    },
  )

  test('publishes a post once when the user reconnects while it is being sent', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    const sending = frogy.gate.hold('request', ({ path }) => path.endsWith('putRecord'))
    const publishing = publish(layla, 'In between')
    const held = await sending
    await signIn(layla)
    held.release()
    expect((await publishing).status).toBe('published')
    expect(await texts()).toEqual(['In between'])
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: false }])
  })

  test('reports that the user refused consent', async () => {
    const layla = await frogy.person()
    const page = await begin(layla)
    const body = new URLSearchParams({ decision: 'cancel' })
    const back = await pathBack(await fetch(page, { method: 'POST', body, redirect: 'manual' }))
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=oauth_cancelled')
    expect(await accountsOf(layla)).toEqual([])
  })

  test.each(['https://other.example', ''])(
    'ignores an error that another server returned, with the issuer %j',
    async (issuer) => {
      const layla = await frogy.person()
      const page = await begin(layla)
      const body = new URLSearchParams({ decision: 'cancel' })
      const back = new URL(await pathBack(await fetch(page, { method: 'POST', body, redirect: 'manual' })), frogy.url)
      expect(back.searchParams.get('error')).toBe('access_denied')
      if (issuer) back.searchParams.set('iss', issuer)
      else back.searchParams.delete('iss')
      expect(await finishConsent(layla, back.pathname + back.search)).toBe('/social-accounts?error=invalid_state')
    },
  )

  test('reports a sign-in that took longer than 15 minutes', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla))
    frogy.clock.advance(16 * MINUTE_MS)
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=connection_expired&platform=bluesky')
  })

  test('ignores a repeated redirect, which could end the session from the first one', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla))
    expect(await finishConsent(layla, back)).toBe('/social-accounts?connected=bluesky')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=invalid_state')
    expect((await publish(layla, 'Still connected')).status).toBe('published')
  })

  test.each(['https://other.example', ''])(
    'redeems no code that another server returned, with the issuer %j',
    async (issuer) => {
      const layla = await frogy.person()
      const back = new URL(await agree(await begin(layla)), frogy.url)
      if (issuer) back.searchParams.set('iss', issuer)
      else back.searchParams.delete('iss')
      let isRedeemed = false
      void frogy.gate.hold('request', (request) => {
        isRedeemed ||= isTokenRequest(request)
        return false
      })
      expect(await finishConsent(layla, back.pathname + back.search)).toBe('/social-accounts?error=invalid_state')
      expect([isRedeemed, await accountsOf(layla)]).toEqual([false, []])
      frogy.gate.open()
    },
  )

  test('rejects a sign-in with another Bluesky account than the user entered, and ends its session', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla), { sim_account: NOURA })
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=other_account&platform=bluesky')
    expect([await accountsOf(layla), await sessions()]).toEqual([[], 0])
  })

  test('rejects a sign-in without the permission to post, and ends its session', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla), { sim_decline: 'transition:generic' })
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=right_declined&platform=bluesky')
    expect([await accountsOf(layla), await sessions()]).toEqual([[], 0])
  })

  test.each([
    ['scope', 'connection_failed'],
    ['token_type', 'connection_failed'],
    ['refresh_token', 'connection_failed'],
    ['sub', 'other_account&platform=bluesky'],
  ])('rejects a token response without the field %s, and ends its session', async (blueskyGrantLacks, error) => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla))
    await frogy.simulator.manners({ blueskyGrantLacks })
    expect(await finishConsent(layla, back)).toBe(`/social-accounts?error=${error}`)
    expect([await accountsOf(layla), await sessions()]).toEqual([[], 0])
  })

  test('ends the new session if its account cannot be read', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla))
    const reading = frogy.gate.hold('answer', ({ path }) => path.endsWith('getSession'))
    const finishing = finishConsent(layla, back)
    ;(await reading).cut()
    expect(await finishing).toBe('/social-accounts?error=network_down&platform=bluesky')
    expect(await sessions()).toBe(0)
  })

  test('shows the handle of an account that the user named by its id', async () => {
    const layla = await frogy.person()
    const back = await agree(await begin(layla, LAYLA))
    expect(await finishConsent(layla, back)).toBe('/social-accounts?connected=bluesky')
    expect(await accountsOf(layla)).toMatchObject([{ username: HANDLE }])
  })

  test.each([
    [{ handle: 'absent.bsky.social' }, 'account_unknown'],
    [{ handle: 'a..b' }, 'handle_invalid'],
    [{ handle: '' }, 'required'],
  ])('rejects the connect form with the fields %j, and reports an error at its handle field', async (fields, code) => {
    const layla = await frogy.person()
    const { status, body } = await connect(layla, fields)
    expect([status, body.issues?.map((issue) => [issue.path, issue.code])]).toEqual([422, [['fields.handle', code]]])
  })

  test('asks for a reconnect after the user revoked the session, and publishes again after another sign-in', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    await frogy.simulator.revoke('bluesky', LAYLA)
    const post = await publish(layla, 'After the end')
    await expectReconnect(layla, post)
    expect(await texts()).toEqual(['After the end'])
  })

  test('ends the session of a deleted user, and not the session of another user of the same account', async () => {
    const [omar, layla] = [await frogy.person(), await frogy.person()]
    for (const who of [omar, layla]) await connect(who, { handle: HANDLE, password: 'abcd-efgh-ijkl-mnop' })
    expect((await layla.ask('DELETE /api/profile', {})).status).toBe(202)
    frogy.clock.advance(14 * 24 * HOUR_MS + 1)
    await eventually(async () => expect(await sessions()).toBe(1))
  })
})

/** Expects that a failed post asks for a reconnect, and is published after another sign-in. */
async function expectReconnect(person: Person, post: Post): Promise<void> {
  expect(post).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  expect(await accountsOf(person)).toMatchObject([{ needsReconnect: true }])
  await signIn(person)
  const { status } = await person.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
  expect(status).toBe('published')
}

describe('the session of a sign-in', () => {
  /** The nonce of the last hour is stale, so the server refuses the first request of a renewal. */
  const second = () => {
    let requests = 0
    return (request: { path: string }) => isTokenRequest(request) && ++requests === 2
  }
  const lateInTheHour = 52 * MINUTE_MS

  test('keeps a session alive for hours by renewals', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    for (const text of ['One', 'Two', 'Three']) {
      frogy.clock.advance(3 * HOUR_MS)
      expect((await publish(layla, text)).status).toBe('published')
    }
    expect((await texts()).toSorted()).toEqual(['One', 'Three', 'Two'])
  })

  test.each([20 * MINUTE_MS, 3 * HOUR_MS])(
    'keeps a session with a server whose clock is ahead by %d ms',
    async (aheadMs) => {
      const layla = await frogy.person()
      await signIn(layla)
      await frogy.simulator.passes(aheadMs)
      expect((await publish(layla, 'Another time')).status).toBe('published')
      expect(await texts()).toEqual(['Another time'])
    },
  )

  test('keeps the account connected if a renewal did not reach the server', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    frogy.clock.advance(lateInTheHour)
    const held = frogy.gate.hold('request', second())
    const publishing = publish(layla, 'During the renewal')
    ;(await held).cut()
    expect((await publishing).status).toBe('published')
    let isRepeated = false
    void frogy.gate.hold('request', (request) => {
      isRepeated ||= isTokenRequest(request)
      return false
    })
    expect((await publish(layla, 'With the old token')).status).toBe('published')
    expect(isRepeated).toBe(false)
    frogy.gate.open()
    frogy.clock.advance(HOUR_MS)
    expect((await publish(layla, 'After the old token')).status).toBe('published')
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: false }])
  })

  test('asks for a reconnect if the response to a renewal was lost and the server has ended the old token', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    frogy.clock.advance(lateInTheHour)
    const held = frogy.gate.hold('answer', second())
    const publishing = publish(layla, 'During the renewal')
    ;(await held).cut()
    const post = await publishing
    await expectReconnect(layla, post)
    expect(await texts()).toEqual(['During the renewal'])
  })

  test('uses the old token until it expires if the response to a renewal was lost, then asks for a reconnect', async () => {
    await frogy.simulator.manners({ blueskyFormerAccess: 'lives' })
    const layla = await frogy.person()
    await signIn(layla)
    frogy.clock.advance(lateInTheHour)
    const held = frogy.gate.hold('answer', second())
    const publishing = publish(layla, 'During the renewal')
    ;(await held).cut()
    expect((await publishing).status).toBe('published')
    expect((await publish(layla, 'With the old token')).status).toBe('published')
    frogy.clock.advance(HOUR_MS)
    expect(await publish(layla, 'Too late')).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
    expect(await accountsOf(layla)).toMatchObject([{ needsReconnect: true }])
    expect(await texts()).toEqual(['During the renewal', 'With the old token'])
  })

  test('publishes a post once if the server asks for another nonce', async () => {
    const layla = await frogy.person()
    await signIn(layla)
    frogy.clock.advance(10 * MINUTE_MS)
    let requests = 0
    void frogy.gate.hold('request', ({ path }) => {
      requests += Number(path.endsWith('putRecord'))
      return false
    })
    expect((await publish(layla, 'Once')).status).toBe('published')
    expect(requests).toBe(2)
    expect(await texts()).toEqual(['Once'])
    frogy.gate.open()
  })

  test('renews the session once when two processes need it at the same time', async () => {
    await using place = await installation()
    await using endpoints = await openFaultyTokenEndpoints(place.simulator.url, 0, Math.random)
    const address = { BLUESKY_BASE_URL: `${endpoints.url}/bluesky` }
    await using one = await place.start(address)
    // Two processes cannot share the embedded database. Without a database server, requests of one process compete with
    // each other.
    await using two = SERVER_URL ? await place.start(address) : undefined
    const layla = await one.visitor().register()
    await signIn(layla)
    place.clock.advance(2 * HOUR_MS)
    const before = endpoints.requests.length
    const elsewhere = two ? layla.movedTo(two.url) : layla
    const posts = await Promise.all([
      publish(layla, 'From one process'),
      publish(elsewhere, 'From the other'),
      publish(layla, 'Again'),
    ])
    for (const post of posts) expect((await layla.decided(post)).status).toBe('published')
    const renewals = endpoints.requests.slice(before)
    expect(renewals.filter(({ granted }) => granted)).toHaveLength(1)
    expect(renewals.filter(({ overlaps }) => overlaps)).toEqual([])
  })
})

describe('this installation as a client', () => {
  test('describes this installation to servers at a public https address, without its private key', async () => {
    await using place = await startFrogy({ PUBLIC_URL: 'https://frogy.example.com' })
    const response = await fetch(`${place.url}/oauth-client-metadata.json`, { redirect: 'error' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const document = (await response.json()) as { jwks: { keys: Record<string, string>[] } }
    expect(document).toMatchObject({
      client_id: 'https://frogy.example.com/oauth-client-metadata.json',
      redirect_uris: ['https://frogy.example.com/api/social-accounts/bluesky/callback'],
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
    })
    expect(document.jwks.keys).toHaveLength(1)
    expect(document.jwks.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
    expect(document.jwks.keys[0]).not.toHaveProperty('d')
  })

  test('renews and ends a session with the key of its sign-in after APP_SECRET has changed', async () => {
    const [former, secret] = ['a former secret of 32 characters!', 'the secret of 32 characters or so']
    await using place = await installation()
    const environment = { PUBLIC_URL: 'https://frogy.example.com' }
    const keysAt = async (url: string) => {
      const document = await fetch(`${url}/oauth-client-metadata.json`)
      return ((await document.json()) as { jwks: { keys: { kid: string }[] } }).jwks.keys.map(({ kid }) => kid)
    }
    let layla: Person
    let keys: string[]
    {
      await using before = await place.start({ ...environment, APP_SECRET: former })
      layla = await before.visitor().register()
      await signIn(layla)
      keys = await keysAt(before.url)
    }
    await using after = await place.start({ ...environment, APP_SECRET: secret, APP_SECRET_PREVIOUS: former })
    layla.movedTo(after.url)
    expect((await keysAt(after.url)).slice(1)).toEqual(keys)
    place.clock.advance(2 * HOUR_MS)
    expect((await publish(layla, 'Renewed')).status).toBe('published')
    const [account] = await accountsOf(layla)
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(await place.simulator.sessions('bluesky')).toBe(0)
    await signIn(layla)
    expect((await publish(layla, 'With the new key')).status).toBe('published')
  })

  test.each([-4_000, 4_000])('signs in at a server whose clock is %d ms ahead', async (aheadMs) => {
    await using place = await startFrogy({ PUBLIC_URL: 'https://frogy.example.com' })
    await place.simulator.passes(aheadMs)
    const layla = await place.person()
    await signIn(layla)
    expect((await publish(layla, 'Nearly the same time')).status).toBe('published')
  })

  test('keeps the client keys while the previous secret is known, and has different keys for each secret', () => {
    const [former, secret] = ['a former secret of 32 characters!', 'the secret of 32 characters or so']
    const before = clientKeys(secretsFrom([former]))
    const keys = clientKeys(secretsFrom([secret, former]))
    expect(keys[1]).toEqual(before[0])
    expect(keys[0]).not.toEqual(keys[1])
  })

  test('serves no metadata document at a loopback address, and redirects users only to localhost', async () => {
    expect((await fetch(`${frogy.url}/oauth-client-metadata.json`)).status).toBe(404)
    const { port } = new URL(frogy.url)
    const passed = await fetch(`http://127.0.0.1:${port}/oauth-return/bluesky?code=a&state=//b.example`, {
      redirect: 'manual',
    })
    expect(passed.headers.get('location')).toBe(
      `http://localhost:${port}/api/social-accounts/bluesky/callback?code=a&state=//b.example`,
    )
    expect((await fetch(`http://localhost:${port}/oauth-return/bluesky`, { redirect: 'manual' })).status).toBe(404)
  })
})

describe('a hostile server', () => {
  const REDIRECT_URI = 'http://127.0.0.1:3000/api/social-accounts/bluesky/callback'

  /** A server that imitates the directory, the account's server and the authorization server. */
  async function hostile(wrong: (own: string, trap: string) => Record<string, string>) {
    const hits: string[] = []
    const trap = http.createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end('{}')
    })
    let replies: Record<string, string> = {}
    const server = http.createServer((request, response) => {
      const own = replies
      const answers: Record<string, object> = {
        [`resolveHandle?handle=${HANDLE}`]: { did: own.did },
        'resolveHandle?handle=news.example': { did: NOURA },
        [`/${LAYLA}`]: {
          id: own.id,
          alsoKnownAs: [`at://${own.handle}`],
          service: [{ id: '#atproto_pds', serviceEndpoint: own.server }],
        },
        '/.well-known/oauth-protected-resource': {
          resource: own.resource,
          authorization_servers: own.issuer?.split(' '),
        },
        '/.well-known/oauth-authorization-server': {
          issuer: own.claimedIssuer,
          authorization_endpoint: own.page,
          pushed_authorization_request_endpoint: own.par,
          token_endpoint: own.token,
          ...(own.revocation && { revocation_endpoint: own.revocation }),
        },
        '/par': { request_uri: own.requestUri },
        '/token': {
          access_token: 'an access token',
          token_type: 'DPoP',
          refresh_token: 'a refresh token',
          scope: 'atproto transition:generic',
          expires_in: Number(own.expiresIn),
          sub: LAYLA,
        },
        'com.atproto.server.getSession': { did: LAYLA, handle: 'news.example', active: true },
      }
      const name = Object.keys(answers).find((end) => end !== own.missing && request.url?.endsWith(end))
      response.setHeader('content-type', 'application/json')
      response.writeHead(name ? 200 : 404).end(JSON.stringify(answers[name ?? ''] ?? {}))
    })
    for (const one of [server, trap]) {
      one.listen(0, '127.0.0.1')
      await once(one, 'listening')
    }
    const addressOf = (one: http.Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`
    const own = addressOf(server)
    const identity = { did: LAYLA, id: LAYLA, handle: HANDLE }
    const servers = { server: own, resource: own, issuer: own, claimedIssuer: own }
    const pages = { page: `${own}/page`, par: `${own}/par`, token: `${own}/token`, revocation: `${own}/token` }
    const values = { requestUri: 'urn:x', expiresIn: '3600' }
    replies = { ...identity, ...servers, ...pages, ...values, ...wrong(own, addressOf(trap)) }
    const client = bluesky.open({
      clientId: '',
      clientSecret: '',
      scopes: [],
      baseUrl: own,
      versions: PINNED_VERSIONS,
      now: () => new Date(),
      registeredApps: appsInMemory(),
    })
    const begin = (redirectUri = REDIRECT_URI, handle = HANDLE) =>
      client.connectByForm?.({ handle }, { redirectUri, state: 's', codeChallenge: 'c' }, NEVER)
    return {
      hits,
      trap: addressOf(trap),
      client,
      begin,
      async signIn(handle = HANDLE) {
        const outcome = await begin(REDIRECT_URI, handle)
        const kept = outcome && 'kept' in outcome ? outcome.kept : undefined
        const grant = { code: 'c', issuer: own, redirectUri: REDIRECT_URI, codeVerifier: 'v', kept }
        const [connection] = (await client.connect?.(grant, NEVER)) ?? []
        if (!connection) throw new Error('no account was connected')
        return connection
      },
      async [Symbol.asyncDispose]() {
        for (const one of [server, trap]) {
          one.closeAllConnections()
          one.close()
          await once(one, 'close')
        }
      },
    }
  }

  test.each<[string, (own: string, trap: string) => Record<string, string>]>([
    ['an account id', (_own, trap) => ({ did: `did:web:${new URL(trap).host}` })],
    ["an account's server", (_own, trap) => ({ server: trap })],
    ["an account's server by name", (_own, trap) => ({ server: trap.replace('127.0.0.1', 'localhost') })],
    ["an account's server by IPv6", (_own, trap) => ({ server: trap.replace('127.0.0.1', '[::ffff:127.0.0.1]') })],
    ['an authorization server', (_own, trap) => ({ issuer: trap, claimedIssuer: trap })],
    ['a page', (_own, trap) => ({ page: trap })],
    ['a page of scripts', () => ({ page: 'javascript:alert(1)' })],
    ['an address for requests', (_own, trap) => ({ par: trap })],
    ['an address for tokens', (_own, trap) => ({ token: trap })],
    ['an address for revocations', (_own, trap) => ({ revocation: trap })],
    ['another issuer', () => ({ claimedIssuer: 'https://bsky.social' })],
    ['the id of another account', () => ({ id: NOURA })],
    ['the handle of another account', () => ({ handle: 'news.example' })],
    ['the authorization server of another server', () => ({ resource: 'https://bsky.social' })],
    ['two authorization servers', (own) => ({ issuer: `${own} https://bsky.social` })],
    ['an issuer with a path', (own) => ({ issuer: `${own}/user`, claimedIssuer: `${own}/user` })],
    ['a page in memory', (own) => ({ page: `blob:${own}/page` })],
    ['a request of 300 KB', () => ({ requestUri: `urn:${'x'.repeat(300_000)}` })],
  ])('rejects a hostile server that names %s, and contacts no private address', async (_what, wrong) => {
    await using server = await hostile(wrong)
    await expect(server.begin()).rejects.toBeInstanceOf(Error)
    expect(server.hits).toEqual([])
  })

  test.each<Record<string, string>>([{}, { revocation: '' }])(
    'begins a sign-in at a server with valid answers, even with other values of optional fields: %j',
    async (honest) => {
      await using server = await hostile(() => honest)
      expect(await server.begin()).toMatchObject({ consentUrl: expect.stringContaining('/page?client_id=') as string })
    },
  )

  test('reports an account whose server has no sign-in page', async () => {
    await using server = await hostile(() => ({ missing: '/.well-known/oauth-protected-resource' }))
    await expect(server.begin()).rejects.toMatchObject({ field: 'handle', code: 'sign_in_missing' })
  })

  test.each<[string, Record<string, string>, string]>([
    [HANDLE, {}, HANDLE],
    [LAYLA, {}, HANDLE],
    [LAYLA, { handle: 'news.example' }, LAYLA],
  ])(
    'does not show a handle that only a hostile server confirms: sign-in as %s, false answers %j',
    async (name, wrong, username) => {
      await using server = await hostile(() => wrong)
      expect(await server.signIn(name)).toMatchObject({ remoteId: LAYLA, username, displayName: username })
    },
  )

  test('sends no token revocation to a private address, even for tokens of a trusted server', async () => {
    await using server = await hostile(() => ({}))
    const { tokens } = await server.signIn()
    if (!tokens.dpop) throw new Error('the tokens are not bound to a key')
    const dpop = { ...tokens.dpop, revocationUrl: server.trap }
    await server.client.revoke?.({ ...tokens, dpop }, NEVER)
    expect(server.hits).toEqual([])
  })

  test("limits the lifetime of a hostile server's token to ten years", async () => {
    await using server = await hostile(() => ({ expiresIn: '1e300' }))
    const { tokens } = await server.signIn()
    expect(tokens.expiresAt?.getFullYear()).toBeLessThan(new Date().getFullYear() + 11)
  })

  test('asks for a reconnect when a renewal returns the session of another account', async () => {
    await using server = await hostile(() => ({}))
    const { tokens } = await server.signIn()
    if (!tokens.dpop) throw new Error('the tokens are not bound to a key')
    const dpop = { ...tokens.dpop, subject: NOURA }
    expect((await server.client.refresh?.(tokens, NEVER))?.ok).toBe(true)
    expect(await server.client.refresh?.({ ...tokens, dpop }, NEVER)).toMatchObject({ failure: { kind: 'reconnect' } })
  })

  test('sends no sign-in request if servers cannot reach this installation by https', async () => {
    await using server = await hostile(() => ({}))
    await expect(server.begin('http://frogy.lan/api/social-accounts/bluesky/callback')).rejects.toMatchObject({
      field: 'handle',
      code: 'sign_in_unavailable',
    })
  })
})
