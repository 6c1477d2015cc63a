import { createHash, createHmac, createPrivateKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { languageOf } from './consent.ts'
import { googlePage, googleRefusal } from './google-page.ts'
import { PEOPLE, type GoogleCode, type GoogleKey, type GooglePerson } from './google-people.ts'
import { html } from './html.ts'
import { json, type Answer, type Call, type Route } from './network.ts'
import { secret, type World } from './world.ts'

const CODE_LIFE_MS = 10 * 60_000
const TOKEN_LIFE_S = 3_599
const AUTHORIZE = '/o/oauth2/v2/auth'
const ALGORITHMS = ['RS256']

export const googlePeople = (world: World): GooglePerson[] => [
  ...PEOPLE,
  ...[...world.googlePeople.entries()].map(([, person]) => person),
]

/** Google's sign-in by OpenID Connect, as documented. */
export function googleRoutes(world: World, autoConsent: boolean): Route[] {
  return [
    { method: 'GET', path: '/.well-known/openid-configuration', handle: (call) => json(200, configuration(call)) },
    { method: 'GET', path: AUTHORIZE, handle: (call) => consent(world, call, autoConsent) },
    { method: 'POST', path: AUTHORIZE, handle: (call) => decided(world, call) },
    { method: 'POST', path: '/token', handle: (call) => exchange(world, call) },
    { method: 'GET', path: '/certs', handle: () => certs(world) },
  ]
}

const issuer = (call: Call) => `${call.origin}/google`

function configuration(call: Call) {
  const at = (path: string) => issuer(call) + path
  return {
    issuer: issuer(call),
    authorization_endpoint: at(AUTHORIZE),
    token_endpoint: at('/token'),
    userinfo_endpoint: at('/userinfo'),
    revocation_endpoint: at('/revoke'),
    jwks_uri: at('/certs'),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ALGORITHMS,
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  }
}

/** Returns the reason why a request is invalid and must not redirect; undefined if it is valid. */
function faultOf({ query }: Call): string | undefined {
  const redirect = URL.parse(query.get('redirect_uri') ?? '')
  if (!query.get('client_id')) return 'The parameter client_id is missing.'
  if (!redirect || !/^https?:$/.test(redirect.protocol) || redirect.hash) return 'Error 400: redirect_uri_mismatch'
  if (redirect.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(redirect.hostname))
    return 'Error 400: redirect_uri_mismatch'
  if (query.get('response_type') !== 'code') return 'Error 400: unsupported_response_type'
  if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'Error 400: invalid_scope'
  const [challenge, method] = [query.get('code_challenge'), query.get('code_challenge_method')]
  return challenge && method !== 'S256' ? 'Error 400: invalid_request, code_challenge_method' : undefined
}

function consent(world: World, call: Call, autoConsent: boolean): Answer {
  const fault = faultOf(call)
  const people = googlePeople(world)
  const wanted = call.query.get('sim_account')
  const person = wanted === null ? people[0] : people.find(({ sub, email }) => wanted === sub || wanted === email)
  if (fault || !person) {
    const why = fault ?? `sim_account ${wanted} does not exist.`
    return html(400, (nonce) => googleRefusal({ why, language: languageOf(call), nonce }))
  }
  if (autoConsent) return approve(world, call, person)
  return html(200, (nonce) => googlePage({ people, chosen: person, language: languageOf(call), nonce }))
}

function decided(world: World, call: Call): Answer {
  const fault = faultOf(call)
  if (fault) return html(400, (nonce) => googleRefusal({ why: fault, language: languageOf(call), nonce }))
  const person = googlePeople(world).find(({ sub }) => sub === call.form.get('account'))
  if (call.form.get('decision') !== 'approve' || !person) return redirectBack(call, { error: 'access_denied' })
  return approve(world, call, person)
}

function approve(world: World, call: Call, { sub }: GooglePerson): Answer {
  const code = secret('4/', 40)
  world.googleCodes.put(code, {
    sub,
    clientId: call.query.get('client_id') ?? '',
    redirectUri: call.query.get('redirect_uri') ?? '',
    nonce: call.query.get('nonce'),
    challenge: call.query.get('code_challenge'),
    expiresAt: world.now() + CODE_LIFE_MS,
  })
  return redirectBack(call, { code, scope: 'email profile openid', authuser: '0', prompt: 'consent' })
}

function redirectBack({ query }: Call, given: Record<string, string>): Answer {
  const address = new URL(query.get('redirect_uri') ?? '')
  const state = query.get('state')
  for (const [name, value] of Object.entries({ ...(state && { state }), ...given })) {
    address.searchParams.set(name, value)
  }
  return { status: 302, headers: { location: address.href, 'cache-control': 'no-store' } }
}

async function exchange(world: World, call: Call): Promise<Answer> {
  const { form } = call
  const basic = /^Basic (.+)$/i.exec(call.headers.authorization ?? '')?.[1]
  const [basicId = '', basicSecret = ''] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent)
  const [clientId, clientSecret] = [form.get('client_id') ?? basicId, form.get('client_secret') ?? basicSecret]
  if (!clientId || !clientSecret) return refused(401, 'invalid_client', 'The OAuth client was not found.')
  if (form.get('grant_type') !== 'authorization_code') {
    return refused(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`)
  }
  const key = form.get('code') ?? ''
  const code = world.googleCodes.get(key)
  if (!code || code.used || code.expiresAt <= world.now() || code.clientId !== clientId) {
    return refused(400, 'invalid_grant', 'Bad Request')
  }
  if (code.redirectUri !== form.get('redirect_uri')) return refused(400, 'redirect_uri_mismatch', 'Bad Request')
  const verifier = form.get('code_verifier') ?? ''
  if (code.challenge && createHash('sha256').update(verifier).digest('base64url') !== code.challenge) {
    return refused(400, 'invalid_grant', 'Invalid code verifier.')
  }
  const person = googlePeople(world).find(({ sub }) => sub === code.sub)
  if (!person) return refused(400, 'invalid_grant', 'Bad Request')
  world.googleCodes.put(key, { ...code, used: true })
  const access_token = secret('ya29.', 60)
  return json(200, {
    access_token,
    expires_in: TOKEN_LIFE_S,
    scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    token_type: 'Bearer',
    id_token: await idToken(world, call, code, person, access_token, clientSecret),
  })
}

const refused = (status: number, error: string, error_description: string): Answer =>
  json(status, { error, error_description })

/** Returns a valid ID token, or one with the single defect that a test has requested. */
async function idToken(
  world: World,
  call: Call,
  { clientId, nonce }: GoogleCode,
  { sub, email, verified, given, family }: GooglePerson,
  accessToken: string,
  clientSecret: string,
): Promise<string> {
  const manner = world.manner('googleToken')
  const now = Math.floor(world.now() / 1000)
  const { kid, key } = await currentKey(world)
  const at_hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  const claims = {
    iss: manner === 'wrong_issuer' ? 'https://accounts.elsewhere.example' : issuer(call),
    azp: clientId,
    aud: manner === 'wrong_audience' ? 'another-app' : clientId,
    sub,
    email,
    email_verified: verified,
    at_hash,
    ...(nonce !== null && manner !== 'no_nonce' && { nonce: manner === 'wrong_nonce' ? 'another' : nonce }),
    name: [given, family].filter(Boolean).join(' '),
    given_name: given,
    ...(family && { family_name: family }),
    iat: manner === 'expired' ? now - 7_200 : now,
    exp: manner === 'expired' ? now - 3_600 : now + TOKEN_LIFE_S,
  }
  const alg = manner === 'alg_none' ? 'none' : manner === 'alg_hs256' ? 'HS256' : 'RS256'
  const header = { alg, kid: manner === 'unknown_key' ? 'nobody-knows' : kid, typ: 'JWT' }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  if (alg === 'none') return `${text}.`
  if (alg === 'HS256') return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`
  const signer = manner === 'wrong_signature' ? (await newKey()).key : key
  return `${text}.${sign('sha256', Buffer.from(text), createPrivateKey({ key: signer, format: 'jwk' })).toString('base64url')}`
}

const makeKeys = promisify(generateKeyPair)

async function newKey(): Promise<GoogleKey> {
  const { privateKey } = await makeKeys('rsa', { modulusLength: 2048 })
  return { kid: secret('', 20), key: privateKey.export({ format: 'jwk' }) }
}

async function currentKey(world: World): Promise<GoogleKey> {
  return world.googleKeys.get('current') ?? (await rotateKeys(world))
}

/** Replaces the signing key. The previous key still verifies tokens; the one before it does not. */
export async function rotateKeys(world: World): Promise<GoogleKey> {
  const before = world.googleKeys.get('current')
  const key = await newKey()
  if (before) world.googleKeys.put('former', before)
  return world.googleKeys.put('current', key)
}

async function certs(world: World): Promise<Answer> {
  const keys = [await currentKey(world), world.googleKeys.get('former')].filter((one) => one !== undefined)
  const shown = keys.map(({ kid, key: { kty, n, e } }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }))
  return json(200, { keys: shown }, { 'cache-control': 'public, max-age=19204, must-revalidate, no-transform' })
}
