import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Scope } from '#core/programs/scopes.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { joinWorkspace, makeTeam, nameOf } from '#tests/support/team.ts'

const HOUR_MS = 3_600_000
const BACK = 'http://127.0.0.1:7777/back'
let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** A simulated assistant: the SDK's OAuth client, which keeps its tokens in memory. */
function assistant(scope?: string, name = 'Desk assistant') {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; sentTo?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: BACK,
    clientMetadata: { client_name: name, redirect_uris: [BACK], ...(scope && { scope }) },
    state: () => 'its-own-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    invalidateCredentials: () => void delete kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider, scope }
}
type Assistant = ReturnType<typeof assistant>

/** Starts the OAuth flow up to Frogy's consent page. @returns the id of the consent request */
async function startAuthorization({ kept, provider, scope }: Assistant, who: Person): Promise<string> {
  expect(await auth(provider, { serverUrl: new URL('/mcp', frogy.url), ...(scope && { scope }) })).toBe('REDIRECT')
  const page = await who.fetch((kept.sentTo?.pathname ?? '') + (kept.sentTo?.search ?? ''))
  expect(page.status).toBe(302)
  const to = new URL(page.headers.get('location') ?? '', frogy.url)
  expect(to.pathname).toBe('/settings/connect')
  return to.searchParams.get('request') ?? ''
}

async function permit(who: Person, id: string, scopes: Scope[], workspaceId?: string): Promise<URL> {
  const body = { scopes, ...(workspaceId !== undefined && { workspaceId }) }
  const { redirectTo } = await who.call('POST /api/oauth/requests/{id}', { params: { id }, body })
  return new URL(redirectTo)
}

const finishAuthorization = async ({ provider }: Assistant, to: URL) =>
  await auth(provider, { serverUrl: new URL('/mcp', frogy.url), authorizationCode: to.searchParams.get('code') ?? '' })

/** An assistant to which the user has granted these scopes. */
async function connected(who: Person, ...scopes: Scope[]): Promise<Assistant> {
  const it = assistant(scopes.join(' '))
  expect(await finishAuthorization(it, await permit(who, await startAuthorization(it, who), scopes))).toBe('AUTHORIZED')
  return it
}

async function post(path: string, body: string, type: string): Promise<{ status: number; body: unknown }> {
  const response = await frogy.visitor().fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
  return { status: response.status, body: await response.json() }
}

const token = (clientId: string, given: Record<string, string>) =>
  post('/token', String(new URLSearchParams({ client_id: clientId, ...given })), 'application/x-www-form-urlencoded')

const asks = async ({ kept }: Assistant) =>
  (
    await frogy
      .visitor()
      .ask('GET /api/posts', { headers: { authorization: `Bearer ${kept.tokens?.access_token ?? ''}` } })
  ).status

test("signs an assistant in after the user's consent, and schedules a post through it", async () => {
  const layla = await frogy.person('linkedin')
  const it = assistant('posts:read posts:write posts:publish')
  const id = await startAuthorization(it, layla)
  expect(await layla.call('GET /api/oauth/requests/{id}', { params: { id } })).toEqual({
    name: 'Desk assistant',
    leadsTo: '127.0.0.1:7777',
    scopes: ['posts:read', 'posts:write', 'posts:publish'],
    workspaces: [],
  })
  // The user grants fewer scopes than the assistant requested.
  const back = await permit(layla, id, ['posts:read', 'posts:write'])
  expect(`${back.origin}${back.pathname}`).toBe(BACK)
  expect(back.searchParams.get('state')).toBe('its-own-state')
  expect(await finishAuthorization(it, back)).toBe('AUTHORIZED')

  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', frogy.url), { authProvider: it.provider }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('publish_post')
  const given = { platform: 'linkedin', content: 'Written by an assistant' }
  const draft = (await client.callTool({ name: 'draft_post', arguments: given })).structuredContent as Post
  const when = { id: draft.id, scheduledAt: later(frogy).toISOString() }
  await client.callTool({ name: 'schedule_post', arguments: when })
  expect((await layla.read(draft)).status).toBe('scheduled')
  await client.close()
  expect(await layla.call('GET /api/keys', {})).toMatchObject([{ name: 'Desk assistant', isConnection: true }])
})

describe('OAuth tokens', () => {
  test('expires an access token after an hour, and accepts each refresh token once', async () => {
    const layla = await frogy.person()
    const it = await connected(layla, 'posts:read')
    expect(await asks(it)).toBe(200)
    frogy.clock.advance(HOUR_MS)
    expect(await asks(it)).toBe(401)
    const former = it.kept.tokens
    expect(await auth(it.provider, { serverUrl: new URL('/mcp', frogy.url) })).toBe('AUTHORIZED')
    expect(await asks(it)).toBe(200)
    if (former) it.kept.tokens = former
    // The refresh token was used already, so the user must consent again.
    expect(await auth(it.provider, { serverUrl: new URL('/mcp', frogy.url) })).toBe('REDIRECT')
  })

  const former = (it: Assistant): [string, Record<string, string>] => [
    it.kept.client?.client_id ?? '',
    { grant_type: 'refresh_token', refresh_token: it.kept.tokens?.refresh_token ?? '' },
  ]
  const use = async ({ access_token: access }: OAuthTokens) =>
    (await frogy.visitor().ask('GET /api/posts', { headers: { authorization: `Bearer ${access}` } })).status

  test('returns the same tokens to a client that repeats a refresh within a minute or refreshes concurrently', async () => {
    const it = await connected(await frogy.person(), 'posts:read')
    const given = former(it)
    const [first, ...others] = await Promise.all([token(...given), token(...given), token(...given)])
    frogy.clock.advance(50_000)
    for (const one of [...others, await token(...given)]) expect(one).toEqual(first)
    expect(await use(first.body as OAuthTokens)).toBe(200)
  })

  test.each([
    ['after the new tokens are used', async (tokens: OAuthTokens) => void (await use(tokens))],
    ['after a minute', () => Promise.resolve(frogy.clock.advance(60_000))],
    [
      'after a further refresh',
      async ({ refresh_token: next = '' }: OAuthTokens, clientId: string) =>
        void (await token(clientId, { grant_type: 'refresh_token', refresh_token: next })),
    ],
  ])("revokes a program's permission when its refresh token is reused %s", async (_, happens) => {
    const layla = await frogy.person()
    const it = await connected(layla, 'posts:read')
    const given = former(it)
    const { body } = await token(...given)
    const tokens = body as OAuthTokens
    await happens(tokens, given[0])
    expect(await token(...given)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await use(tokens)).toBe(401)
    const next = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    expect(await token(given[0], next)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await layla.call('GET /api/keys', {})).toEqual([])
  })

  test("rejects another program's refresh token and keeps it valid", async () => {
    const layla = await frogy.person()
    const [it, other] = [await connected(layla, 'posts:read'), await connected(layla, 'posts:read')]
    const [, given] = former(it)
    expect((await token(former(other)[0], given)).status).toBe(400)
    expect((await token(...former(it))).status).toBe(200)
  })

  test("rejects a program's tokens immediately after the user removes the program", async () => {
    const layla = await frogy.person()
    const it = await connected(layla, 'posts:read')
    const [key] = await layla.call('GET /api/keys', {})
    await layla.call('DELETE /api/keys/{id}', { params: { id: key?.id ?? '' } })
    expect(await asks(it)).toBe(401)
    expect(await auth(it.provider, { serverUrl: new URL('/mcp', frogy.url) })).toBe('REDIRECT')
  })
})

describe('an assistant in a workspace', () => {
  // Only twenty programs may register from one address within 15 minutes, so advance the clock.
  beforeEach(() => frogy.clock.advance(HOUR_MS))
  afterAll(() => frogy.clock.advance(HOUR_MS))

  /** A workspace with an account and a writer, whose posts need approval. `person` is the writer outside the workspace. */
  async function team() {
    const made = await makeTeam(frogy, 'writer')
    await made.owner.connect('linkedin')
    const body = { approval: { of: 'writers', platforms: [] } } as const
    await made.owner.call('PATCH /api/workspaces/{id}', { params: { id: made.id }, body })
    const [writer] = made.members
    return { ...made, writer, person: await frogy.visitor().signIn(writer.user?.email ?? '') }
  }

  async function connectedIn(workspaceId: string | undefined, who: Person, it = assistant('posts:read posts:write')) {
    const back = await permit(who, await startAuthorization(it, who), ['posts:read', 'posts:write'], workspaceId)
    expect(await finishAuthorization(it, back)).toBe('AUTHORIZED')
    return it
  }

  async function openClient(it: Assistant) {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', frogy.url), { authProvider: it.provider }))
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
  }

  test("lets an assistant act in a workspace as the member who chose it, and tells it the workspace's name", async () => {
    const { id, writer, person } = await team()
    const it = assistant('posts:read posts:write')
    const request = await startAuthorization(it, person)
    const { workspaces } = await person.call('GET /api/oauth/requests/{id}', { params: { id: request } })
    expect(workspaces).toEqual([{ id, name: 'Najd Logistics' }])
    await finishAuthorization(it, await permit(person, request, ['posts:read', 'posts:write'], id))
    await using client = await openClient(it)
    expect(client.getInstructions()).toContain('"Najd Logistics"')
    const given = { platform: 'linkedin', content: 'Written for the team' }
    const draft = (await client.callTool({ name: 'draft_post', arguments: given })).structuredContent as Post
    const when = { id: draft.id, scheduledAt: later(frogy).toISOString() }
    await client.callTool({ name: 'schedule_post', arguments: when })
    expect((await writer.read(draft)).status).toBe('in_review')
    expect(await person.call('GET /api/posts', {})).toEqual([])
    await using own = await openClient(await connectedIn(undefined, person))
    expect(own.getInstructions()).not.toContain('workspace')
  })

  test('lists an assistant to the owners of its workspace and to its user, and lets either revoke it', async () => {
    const { id, owner, person } = await team()
    for (const revoking of [owner, person]) {
      const it = await connectedIn(id, person)
      const [key] = await owner.call('GET /api/keys', {})
      expect(key).toMatchObject({ isConnection: true, createdBy: 'Huda Qasim', workspace: 'Najd Logistics' })
      expect(await person.call('GET /api/keys', {})).toEqual([key])
      const params = { id: key?.id ?? '' }
      const other = await frogy.person()
      expect((await other.ask('DELETE /api/keys/{id}', { params })).status).toBe(404)
      expect(await asks(it)).toBe(200)
      await revoking.call('DELETE /api/keys/{id}', { params })
      expect(await asks(it)).toBe(401)
    }
  })

  test('logs for the workspace who connected, moved or revoked an assistant, and that its authorization code was stolen', async () => {
    const { id, owner, person } = await team()
    const colleague = await frogy.visitor().signIn(owner.user?.email ?? '')
    const it = assistant('posts:read posts:write')
    await connectedIn(id, person, it)
    const [key] = await person.call('GET /api/keys', {})
    await owner.call('DELETE /api/keys/{id}', { params: { id: key?.id ?? '' } })
    for (const workspaceId of [id, id, undefined]) {
      delete it.kept.tokens
      await connectedIn(workspaceId, person, it)
    }
    const stolen = assistant('posts:read')
    const back = await permit(colleague, await startAuthorization(stolen, colleague), ['posts:read'], id)
    await finishAuthorization(stolen, back)
    await expect(finishAuthorization(stolen, back)).rejects.toThrow('was used')
    const log = await owner.call('GET /api/workspaces/{id}/events', { params: { id } })
    const entries = log.filter(({ act }) => act.startsWith('assistant')).toReversed()
    expect(entries.map(({ act, actor }) => [act, actor])).toEqual([
      ['assistant_allowed', 'Huda Qasim'],
      ['assistant_revoked', nameOf(owner)],
      ['assistant_allowed', 'Huda Qasim'],
      ['assistant_allowed', 'Huda Qasim'],
      ['assistant_revoked', 'Huda Qasim'],
      ['assistant_allowed', nameOf(owner)],
      ['assistant_stopped', null],
    ])
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(['Desk assistant']))
  })

  test("ends an assistant's access permanently when its user leaves, even if its authorization code is still unused", async () => {
    const { id, owner, writer, person } = await team()
    const [it, waiting] = [await connectedIn(id, person), assistant('posts:read')]
    const code = await permit(person, await startAuthorization(waiting, person), ['posts:read'], id)
    await person.call('DELETE /api/workspaces/{id}/members/{userId}', {
      params: { id, userId: person.user?.id ?? '' },
    })
    expect(await asks(it)).toBe(401)
    expect(await owner.call('GET /api/keys', {})).toEqual([])
    await joinWorkspace(owner, id, writer.movedTo(frogy.url), 'owner')
    await expect(finishAuthorization(waiting, code)).rejects.toThrow('unknown')
    expect(await auth(it.provider, { serverUrl: new URL('/mcp', frogy.url) })).toBe('REDIRECT')
  })

  test('moves an assistant when its user connects it elsewhere, and keeps the assistant of another member', async () => {
    const { id, owner, person } = await team()
    const [it, colleague] = [assistant('posts:read posts:write'), await frogy.visitor().signIn(owner.user?.email ?? '')]
    await connectedIn(id, person, it)
    const theirs = assistant('posts:read posts:write')
    Object.assign(theirs.kept, { client: it.kept.client })
    await connectedIn(id, colleague, theirs)
    expect(await owner.call('GET /api/keys', {})).toHaveLength(2)
    delete it.kept.tokens
    await connectedIn(undefined, person, it)
    expect(await owner.call('GET /api/keys', {})).toMatchObject([{ createdBy: nameOf(owner) }])
    expect(await person.call('GET /api/keys', {})).toMatchObject([{ workspace: null }])
    expect([await asks(it), await asks(theirs)]).toEqual([200, 200])
  })

  test('refuses an assistant in a workspace that is deleted or that its user does not belong to', async () => {
    const { id, owner, person } = await team()
    const refusedFor = async (who: Person) => {
      const request = await startAuthorization(assistant('posts:read'), who)
      const { workspaces } = await who.call('GET /api/oauth/requests/{id}', { params: { id: request } })
      const body = { scopes: ['posts:read' as const], workspaceId: id }
      const { status } = await who.ask('POST /api/oauth/requests/{id}', { params: { id: request }, body })
      return { workspaces, status }
    }
    expect(await refusedFor(await frogy.person())).toEqual({ workspaces: [], status: 404 })
    await owner.call('DELETE /api/workspaces/{id}', { params: { id }, query: { name: 'Najd Logistics' } })
    expect(await refusedFor(person)).toEqual({ workspaces: [], status: 404 })
  })
})

describe('rejected OAuth requests', () => {
  test('issues no token after the user denies consent', async () => {
    const layla = await frogy.person()
    const id = await startAuthorization(assistant(), layla)
    const { redirectTo } = await layla.call('DELETE /api/oauth/requests/{id}', { params: { id } })
    expect(new URL(redirectTo).searchParams.get('error')).toBe('access_denied')
    expect((await layla.ask('GET /api/oauth/requests/{id}', { params: { id } })).status).toBe(404)
  })

  test('issues tokens only once per authorization code', async () => {
    const layla = await frogy.person()
    const it = assistant('posts:read')
    const back = await permit(layla, await startAuthorization(it, layla), ['posts:read'])
    expect(await finishAuthorization(it, back)).toBe('AUTHORIZED')
    expect(await asks(it)).toBe(200)
    await expect(finishAuthorization(it, back)).rejects.toThrow('was used')
    // A thief may have exchanged the same code, so the second exchange also ends the tokens of the first.
    expect(await asks(it)).toBe(401)
    expect(await auth(it.provider, { serverUrl: new URL('/mcp', frogy.url) })).toBe('REDIRECT')
  })

  test('keeps tokens valid when their used authorization code comes back with a wrong PKCE verifier', async () => {
    const layla = await frogy.person()
    const it = assistant('posts:read')
    const back = await permit(layla, await startAuthorization(it, layla), ['posts:read'])
    await finishAuthorization(it, back)
    const [verifier, tokens] = [it.kept.verifier, it.kept.tokens]
    it.kept.verifier = 'x'.repeat(43)
    await expect(finishAuthorization(it, back)).rejects.toThrow('challenge')
    Object.assign(it.kept, { verifier, tokens })
    expect(await asks(it)).toBe(200)
  })

  test.each(['https://other.example/mcp', 'https://other.example/', '/api', '/mcp/other', '/mcp?x=1'])(
    'issues no token for the foreign resource %s',
    async (resource) => {
      const layla = await frogy.person()
      const it = assistant('posts:read')
      const back = await permit(layla, await startAuthorization(it, layla), ['posts:read'])
      const foreign = new URL(it.kept.sentTo ?? '')
      foreign.searchParams.set('resource', new URL(resource, frogy.url).href)
      const { headers } = await layla.fetch(foreign.pathname + foreign.search)
      expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_target')
      const target = { resource: new URL(resource, frogy.url).href }
      const exchange = { code: back.searchParams.get('code') ?? '', code_verifier: it.kept.verifier ?? '' }
      const { client_id: clientId = '' } = it.kept.client ?? {}
      const first = await token(clientId, { grant_type: 'authorization_code', ...exchange, ...target })
      expect(first).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
      expect(await finishAuthorization(it, back)).toBe('AUTHORIZED')
      const renewal = { grant_type: 'refresh_token', refresh_token: it.kept.tokens?.refresh_token ?? '' }
      const renewed = await token(clientId, { ...renewal, ...target })
      expect(renewed).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
      expect((await token(clientId, renewal)).status).toBe(200)
    },
  )

  test("issues no token for another program's authorization code", async () => {
    const layla = await frogy.person()
    const [it, thief] = [assistant('posts:read'), assistant('posts:read')]
    const back = await permit(layla, await startAuthorization(it, layla), ['posts:read'])
    await startAuthorization(thief, layla)
    await expect(finishAuthorization(thief, back)).rejects.toThrow('unknown')
    // A stolen code with the client id is not enough without the PKCE verifier.
    if (it.kept.client) thief.kept.client = it.kept.client
    await expect(finishAuthorization(thief, back)).rejects.toThrow('challenge')
    expect(await finishAuthorization(it, back)).toBe('AUTHORIZED')
  })

  test('grants no scope beyond the requested ones, and expires a request after ten minutes', async () => {
    const layla = await frogy.person()
    const it = assistant('posts:read')
    await finishAuthorization(
      it,
      await permit(layla, await startAuthorization(it, layla), ['posts:read', 'posts:publish']),
    )
    expect(it.kept.tokens?.scope).toBe('posts:read')
    const late = await startAuthorization(assistant(), layla)
    frogy.clock.advance(10 * 60_000)
    const { status } = await layla.ask('GET /api/oauth/requests/{id}', { params: { id: late } })
    expect(status).toBe(404)
  })

  test('rejects a redirect URI that is unregistered or unsafe', async () => {
    const layla = await frogy.person()
    const it = assistant()
    await startAuthorization(it, layla)
    const forged = new URL(it.kept.sentTo ?? '')
    forged.searchParams.set('redirect_uri', 'https://evil.example/')
    expect((await layla.fetch(forged.pathname + forged.search)).status).toBe(400)
    for (const port of ['1', '65535']) {
      const [here, elsewhere] = [new URL(it.kept.sentTo ?? ''), new URL(it.kept.sentTo ?? '')]
      here.searchParams.set('redirect_uri', `http://127.0.0.1:${port}/back`)
      expect((await layla.fetch(here.pathname + here.search)).status).toBe(302)
      for (const near of ['/back/', '/Back', '/back?x=1', '/back#x', '/back#']) {
        elsewhere.searchParams.set('redirect_uri', `http://127.0.0.1:${port}${near}`)
        expect({ near, status: (await layla.fetch(elsewhere.pathname + elsewhere.search)).status }).toEqual({
          near,
          status: 400,
        })
      }
    }
    forged.searchParams.set('redirect_uri', BACK.replace('//', '//frogy.example@'))
    expect((await layla.fetch(forged.pathname + forged.search)).status).toBe(400)
    for (const address of [
      'https://good.example/back#part',
      'https://good.example/back#',
      'http://127.0.0.1/#x',
      'com.example.app:/back#x',
      'https://user:password@good.example/',
      'https://good.example@evil.example/',
      'https://@evil.example/',
      'http://user@127.0.0.1/',
      'com.example.app://user@host/',
      'intent://scan/#Intent;scheme=frogy;end',
      'intent:back',
      'android-app://com.example/',
      'myapp://back',
      'app:/back',
      'mailto:a@example.com',
      'tel:1',
      'https://*.good.example/',
      'https://good.example/*',
      'https:\\\\evil.example/',
      'https:evil.example',
      'http://127.0.0.1.evil.example/',
      'http://localhost.evil.example/',
      'http://[::2]/',
      'http://10.0.0.1/',
      'JaVaScRiPt:alert(1)',
      'http://evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'view-source:https://evil.example/',
      'filesystem:https://evil.example/',
      'ftp://evil.example/',
      'ws://evil.example/',
      undefined,
    ]) {
      const response = await frogy.visitor().fetch('/register', {
        method: 'POST',
        body: JSON.stringify({ client_name: 'x', redirect_uris: address === undefined ? [] : [address] }),
        headers: { 'content-type': 'application/json' },
      })
      expect({ address, status: response.status }).toEqual({ address, status: 400 })
    }
  })
})

test.each([
  'https://good.example/back?to=1',
  'http://localhost/back',
  'http://127.0.0.1:9999/back',
  'http://[::1]:1/back',
  'com.example.app:/back',
  'com.example.app://oauth/back',
])('registers the redirect URI %s', async (address) => {
  const client = { client_name: 'Desk assistant', redirect_uris: [address] }
  expect(await post('/register', JSON.stringify(client), 'application/json')).toMatchObject({
    status: 201,
    body: { redirect_uris: [address] },
  })
})

test.each([
  ['code_challenge_method', 'plain'],
  ['code_challenge_method', undefined],
  ['code_challenge', undefined],
  ['code_challenge', ''],
  ['code_challenge', 'short'],
  ['response_type', 'token'],
])(
  'rejects an authorization request that does not use the code flow, or PKCE with S256: %s = %s',
  async (name, value) => {
    const layla = await frogy.person()
    const it = assistant()
    await startAuthorization(it, layla)
    const weak = new URL(it.kept.sentTo ?? '')
    if (value === undefined) weak.searchParams.delete(name)
    else weak.searchParams.set(name, value)
    const { headers } = await layla.fetch(weak.pathname + weak.search)
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  },
)

describe('malformed OAuth requests', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  test.each([
    ['/register', { body: '{bad', headers: json }],
    ['/register', { body: '{}', headers: { 'content-type': 'application/json; charset=none' } }],
    ['/register', { body: `{"client_name":"${'x'.repeat(200_000)}"}`, headers: json }],
    ['/register', { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } }],
    ['/token', { body: 'client_id=%00&grant_type=refresh_token&refresh_token=x', headers: form }],
    ['/token', { body: `grant_type=x${'&a=1'.repeat(2_000)}`, headers: form }],
    ['/revoke', { body: 'client_id=%00&token=x', headers: form }],
  ])('answers a malformed request to %s (case %#) in JSON, without file paths', async (path, { body, headers }) => {
    const response = await frogy.visitor().fetch(path, { method: 'POST', body, headers })
    const said = await response.text()
    expect({ status: Math.floor(response.status / 100), said }).toMatchObject({ status: 4 })
    expect(JSON.parse(said)).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
    expect(said).not.toContain('node_modules')
  })

  test.each(['client_id', 'state', 'code_challenge'])(
    'rejects a NUL character in the OAuth parameter %s',
    async (name) => {
      const layla = await frogy.person()
      const it = assistant()
      await startAuthorization(it, layla)
      const odd = new URL(it.kept.sentTo ?? '')
      odd.searchParams.set(name, '\0')
      const { status, headers } = await layla.fetch(odd.pathname + odd.search)
      if (status !== 302) expect(status).toBe(400)
      else expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
    },
  )
})

test('rejects a consent that grants none of the requested scopes', async () => {
  const layla = await frogy.person()
  const id = await startAuthorization(assistant('posts:read'), layla)
  const given = { params: { id }, body: { scopes: ['accounts:read'] as Scope[] } }
  expect(await layla.ask('POST /api/oauth/requests/{id}', given)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  })
  expect((await permit(layla, id, ['posts:read'])).searchParams.get('code')).toBeTruthy()
})

test('omits posts:publish from the default scopes of a request that names none', async () => {
  const layla = await frogy.person()
  const id = await startAuthorization(assistant(), layla)
  const { scopes } = await layla.call('GET /api/oauth/requests/{id}', { params: { id } })
  expect(scopes).toEqual(['posts:read', 'posts:write', 'accounts:read', 'results:read'])
})

test("shows a program's name as one line of plain text on the consent page", async () => {
  const layla = await frogy.person()
  const id = await startAuthorization(assistant(undefined, `Desk\u202e\n${'x'.repeat(200)}`), layla)
  const { name } = await layla.call('GET /api/oauth/requests/{id}', { params: { id } })
  expect(name).toMatch(/^Desk x+$/)
  expect(name).toHaveLength(80)
})

test('shows the host of the redirect URL instead of a program name that looks like the name Frogy', async () => {
  const layla = await frogy.person()
  const id = await startAuthorization(assistant(undefined, 'Fr\u200bоgy Official'), layla)
  const shown = await layla.call('GET /api/oauth/requests/{id}', { params: { id } })
  expect(shown).toMatchObject({ name: '127.0.0.1:7777', leadsTo: '127.0.0.1:7777' })
})

test('offers OAuth only over HTTPS or on a loopback address', async () => {
  const metadata = '/.well-known/oauth-protected-resource/mcp'
  const found = await frogy.visitor().fetch(metadata)
  expect(await found.json()).toMatchObject({ resource: new URL('/mcp', frogy.url).href })
  expect(found.headers.get('x-content-type-options')).toBe('nosniff')
  await using plain = await startFrogy({ PUBLIC_URL: 'http://frogy.example' })
  expect((await plain.visitor().fetch(metadata)).status).toBe(404)
})
