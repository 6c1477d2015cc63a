import { createHash, createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person } from './person.ts'

type Claims = Record<string, unknown>

/** Faults that a test asks for. Without any, the provider behaves correctly. */
export interface Hostility {
  /** Replaces claims of the ID token. */
  claims?: Claims
  header?: { alg?: string; kid?: string }
  isSignedByAnotherKey?: boolean
  isTokenWithoutSignature?: boolean
  /** Claims of the userinfo endpoint, which the ID token then lacks. */
  userInfo?: Claims
  metadata?: Claims
  /** The endpoint that does not answer. */
  isSilentAt?: '/.well-known/openid-configuration' | '/token' | '/keys' | '/userinfo'
  status?: number
  /** Whether authorization codes stay valid after their first use. */
  keepsCodes?: boolean
}

interface Code {
  claims: Claims
  query: URLSearchParams
}

export const CLIENT = { id: 'frogy-at-acme', secret: 's3cret of acme' }
const path = '/realms/acme/'

/** A small OpenID Connect provider with ES256 keys. It gives consent without a page, as the user that a test names. */
export async function openIdProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Claims>()
  const seen: { path: string; authorization: string | undefined; body: URLSearchParams }[] = []
  let hostility: Hostility = {}
  /** The user who is signed in at the provider. */
  let user: Claims = {}

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', issuer())
      const at = url.pathname.slice(path.length - 1)
      const body = new URLSearchParams(text)
      seen.push({ path: at, authorization: request.headers.authorization, body })
      if (at === hostility.isSilentAt) return
      if (at === '/authorize') return void response.writeHead(302, { location: consent(url, user) }).end()
      const [status, answer] = answerTo(at, body, request.headers.authorization)
      response.writeHead(hostility.status ?? status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = () => `http://127.0.0.1:${port}${path}`
  const endpoint = (name: string) => `${issuer()}${name}`

  function answerTo(at: string, body: URLSearchParams, authorization: string | undefined): [number, unknown] {
    if (at === '/.well-known/openid-configuration') return [200, { ...metadata(), ...hostility.metadata }]
    if (at === '/keys')
      return [200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] }]
    if (at === '/userinfo') {
      const claims = tokens.get((authorization ?? '').replace('Bearer ', ''))
      return claims ? [200, { sub: claims['sub'], ...hostility.userInfo }] : [401, { error: 'invalid_token' }]
    }
    return at === '/token' ? exchange(body, authorization) : [404, {}]
  }

  const metadata = () => ({
    issuer: issuer(),
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    userinfo_endpoint: endpoint('userinfo'),
    jwks_uri: endpoint('keys'),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'email', 'profile', 'groups'],
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  })

  function consent(to: URL, claims: Claims): string {
    const code = randomUUID()
    codes.set(code, { claims, query: to.searchParams })
    const back = new URL(to.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', to.searchParams.get('state') ?? '')
    return back.href
  }

  function exchange(body: URLSearchParams, authorization: string | undefined): [number, unknown] {
    const basic = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64').toString()
    const [id, secret] = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    if (id !== CLIENT.id || secret !== CLIENT.secret) return [401, { error: 'invalid_client' }]
    const key = body.get('code') ?? ''
    const code = codes.get(key)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.query.get('code_challenge') !== challenge) return [400, { error: 'invalid_grant' }]
    if (code.query.get('redirect_uri') !== body.get('redirect_uri')) return [400, { error: 'invalid_grant' }]
    if (!hostility.keepsCodes) codes.delete(key)
    const access = randomUUID()
    tokens.set(access, code.claims)
    return [200, { access_token: access, token_type: 'Bearer', expires_in: 300, id_token: idToken(code) }]
  }

  function idToken({ claims, query }: Code): string {
    const now = Math.floor(Date.now() / 1000)
    const own = { iss: issuer(), aud: CLIENT.id, iat: now, exp: now + 300, nonce: query.get('nonce') }
    const header = { alg: 'ES256', kid: 'one', typ: 'JWT', ...hostility.header }
    const text = [header, { ...own, ...claims, ...hostility.claims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (hostility.isTokenWithoutSignature) return `${text}.`
    if (header.alg === 'HS256') return `${text}.${createHmac('sha256', CLIENT.secret).update(text).digest('base64url')}`
    const key = createPrivateKey(
      (hostility.isSignedByAnotherKey ? other : privateKey).export({ type: 'pkcs8', format: 'pem' }),
    )
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }

  return {
    issuer: issuer(),
    seen,
    environment: {
      OIDC_ISSUER: issuer(),
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme',
    },
    behave: (next: Hostility) => {
      hostility = next
    },
    signInAs: (claims: Claims) => {
      user = claims
    },
    /** Signs in at the provider. @returns the path of the callback */
    consent: (to: URL, claims: Claims): string => {
      const back = new URL(consent(to, claims))
      return back.pathname + back.search
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof openIdProvider>>

/** Starts sign-in. @returns the provider's address */
export async function startOidc(who: Person, query = ''): Promise<URL> {
  const location = (await who.fetch(`/api/auth/oidc${query}`)).headers.get('location') ?? ''
  return new URL(location, who.url)
}

/** Signs in through the provider as a user with these claims. @returns where Frogy redirects */
export async function signInByOidc(
  provider: OpenIdProvider,
  who: Person,
  claims: Claims,
  query = '',
): Promise<string | null> {
  const back = provider.consent(await startOidc(who, query), claims)
  return (await who.fetch(back)).headers.get('location')
}
