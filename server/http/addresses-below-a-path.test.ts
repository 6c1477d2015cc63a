import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE, startBelowPath, type Follow } from '#tests/support/below-a-path.ts'
import { SARA_AT_THREADS } from '#tests/support/accounts.ts'
import { createGoogleUser, signInWithGoogle } from '#tests/support/google.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import type { Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let origin: string
let follow: Follow
let layla: Person
beforeAll(async () => {
  ;({ frogy, origin, follow } = await startBelowPath())
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('signs in with Google and connects networks through callback URLs below the base path', async () => {
  const visitor = frogy.visitor()
  expect(await signInWithGoogle(visitor, await createGoogleUser(frogy), '?next=/schedule')).toBe(`${BASE}/schedule`)
  const start = await layla.fetch('/api/social-accounts/twitter/connect')
  const consent = new URL(start.headers.get('location') ?? '')
  expect(consent.searchParams.get('redirect_uri')).toBe(`${frogy.url}/api/social-accounts/twitter/callback`)
})

test('adds the base path to picture URLs in responses and pages', async () => {
  const form = uploadForm(['quay.jpg', new Uint8Array(await pictureFile())])
  const { media } = await layla.call('POST /api/images/upload', { form })
  const [image] = media.images
  const portrait = new FormData()
  portrait.append('picture', new Blob([new Uint8Array(await pictureFile())]), 'me.jpg')
  const { profileImageUrl } = await layla.call('POST /api/profile/picture', { form: portrait })
  for (const url of [image?.url, profileImageUrl]) {
    expect(url).toMatch(`${BASE}/media/`)
    expect((await fetch(origin + url, { headers: { cookie: layla.cookie } })).status).toBe(200)
  }
  expect(await follow(`${frogy.url}/create`, layla)).toContain(`"${profileImageUrl}"`)
})

test('adds the base path to URLs in mails and feeds', async () => {
  const omar = await frogy.visitor().register()
  const mail = await mailTo(frogy.dataDir, omar.user?.email ?? '')
  expect(mail).toContain(`${frogy.url}/confirm-email?token=`)
  await layla.schedule({ platform: 'linkedin', content: 'Four reviewers', at: later(frogy) })
  for (const kind of ['calendar', 'published'] as const) {
    const address = (await layla.call('POST /api/feeds/{kind}', { params: { kind } }))[kind] ?? ''
    expect(await follow(address, layla)).toContain(frogy.url)
  }
})

test('directs AI assistants from /mcp below the base path to sign-in, and runs the tools that they call', async () => {
  const unsigned = await fetch(`${frogy.url}/mcp`, { method: 'POST' })
  const challenge = /resource_metadata="([^"]+)"/.exec(unsigned.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  expect(challenge).toBe(`${origin}/.well-known/oauth-protected-resource${BASE}/mcp`)
  const resource = (await (await fetch(challenge)).json()) as { resource: string; authorization_servers: string[] }
  expect(resource).toMatchObject({ resource: `${frogy.url}/mcp`, authorization_servers: [frogy.url] })
  const server = (await (await fetch(`${origin}/.well-known/oauth-authorization-server${BASE}`)).json()) as object
  expect(server).toMatchObject({
    issuer: frogy.url,
    authorization_endpoint: `${frogy.url}/authorize`,
    token_endpoint: `${frogy.url}/token`,
    registration_endpoint: `${frogy.url}/register`,
    revocation_endpoint: `${frogy.url}/revoke`,
  })
  const { token } = await layla.call('POST /api/keys', { body: { name: 'Assistant', scopes: ['posts:read'] } })
  const use = await fetch(`${frogy.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_posts', arguments: {} },
    }),
  })
  expect(await use.text()).toContain('Four reviewers')
  const openApi = (await (await fetch(`${frogy.url}/api/openapi.json`)).json()) as { servers: unknown }
  expect(openApi.servers).toEqual([{ url: frogy.url }])
})

test('lets Threads fetch pictures and report a deletion at URLs below the base path', async () => {
  const sara = await frogy.person()
  await sara.connect('threads', SARA_AT_THREADS)
  const form = uploadForm(['quay.jpg', new Uint8Array(await pictureFile())])
  const { media } = await sara.call('POST /api/images/upload', { form })
  const images = media.images.map(({ id }) => id)
  const body = { platform: 'threads', content: 'One picture', status: 'published', media: { images } } as const
  const { id } = await sara.call('POST /api/posts', { body })
  expect(await sara.decided({ id })).toMatchObject({ status: 'published', failure: null })
  const answer = await frogy.simulator.callBack('threads', SARA_AT_THREADS, 'delete-data')
  expect(answer.status).toBe(200)
  const { url } = JSON.parse(answer.body) as { url: string }
  expect(url.startsWith(`${frogy.url}/data-deletion?code=`)).toBe(true)
  await follow(url, frogy.visitor())
})

test('signs an assistant in through the OAuth discovery of the MCP SDK, below the base path', async () => {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; sentTo?: URL } = {}
  const back = 'http://127.0.0.1:7777/back'
  const authProvider: OAuthClientProvider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Desk assistant', redirect_uris: [back], scope: 'posts:read' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  }
  const serverUrl = new URL(`${frogy.url}/mcp`)
  expect(await auth(authProvider, { serverUrl })).toBe('REDIRECT')
  const page = await layla.fetch(kept.sentTo?.href ?? '')
  const consent = new URL(page.headers.get('location') ?? '', origin)
  expect(consent.pathname).toBe(`${BASE}/settings/connect`)
  const { redirectTo } = await layla.call('POST /api/oauth/requests/{id}', {
    params: { id: consent.searchParams.get('request') ?? '' },
    body: { scopes: ['posts:read'] },
  })
  const authorizationCode = new URL(redirectTo).searchParams.get('code') ?? ''
  expect(await auth(authProvider, { serverUrl, authorizationCode })).toBe('AUTHORIZED')
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider }))
  expect((await client.callTool({ name: 'list_posts', arguments: {} })).isError).toBeFalsy()
  await client.close()
})
