import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto'
import { endTokens, issueToken, redeemCode } from '../../grants.ts'
import { json, member, Refusal, type Answer, type Call, type Route } from '../../network.ts'
import { secret, type Token, type World } from '../../world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The lifetimes of a refresh token: without a client key, and with one. */
const REFRESH_LIFE_MS = { public: 14 * DAY_MS, confidential: 90 * DAY_MS }
const PROOF_TOLERANCE_S = 190
const MAX_ASSERTION_AGE_S = 60

const issuerOf = ({ origin }: Call): string => `${origin}/bluesky`

/** The authorization server: pushed requests, and tokens that are bound to a key. */
export const oauthRoutes = (world: World): Route[] => [
  {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    handle: (call) => json(200, { resource: issuerOf(call), authorization_servers: [issuerOf(call)] }),
  },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', handle: (call) => metadata(call) },
  { method: 'POST', path: '/oauth/par', operation: 'register', handle: (call) => push(world, call) },
  {
    method: 'POST',
    path: '/oauth/token',
    operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
    handle: (call) => tokens(world, call),
  },
  { method: 'POST', path: '/oauth/revoke', handle: (call) => revoke(world, call) },
]

function metadata(call: Call): Answer {
  const issuer = issuerOf(call)
  return json(200, {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: true,
    scopes_supported: ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
}

function push(world: World, call: Call): Answer {
  const client = clientOf(world, call)
  const redirectUri = call.form.get('redirect_uri') ?? ''
  if (!mayReturnTo(client.id, redirectUri)) throw refusal(world, 'invalid_request', 'Invalid redirect_uri')
  if (call.form.get('code_challenge_method') !== 'S256')
    throw refusal(world, 'invalid_request', 'code_challenge_method must be S256')
  if (!call.form.get('scope')?.split(' ').includes('atproto'))
    throw refusal(world, 'invalid_scope', 'The "atproto" scope is required')
  const uri = `urn:ietf:params:oauth:request_uri:req-${secret('', 32)}`
  world.pushedRequests.put(uri, { query: call.form.toString(), expiresAt: world.now() + 5 * MINUTE_MS })
  return json(201, { request_uri: uri, expires_in: 299 }, nonceHeader(world))
}

/** The request that the address of the consent page refers to, or why there is no request. */
export function pushedRequest(world: World, call: Call): URLSearchParams | string {
  const pushed = world.pushedRequests.get(call.query.get('request_uri') ?? '')
  if (!pushed || pushed.expiresAt <= world.now()) return 'Unknown request_uri'
  const query = new URLSearchParams(pushed.query)
  return query.get('client_id') === call.query.get('client_id') ? query : 'The client_id does not match the request'
}

/**
 * Whether the server may redirect to this address: any port of this machine with the registered path, or the host of
 * the client's metadata document.
 */
function mayReturnTo(clientId: string, redirectUri: string): boolean {
  const [client, back] = [URL.parse(clientId), URL.parse(redirectUri)]
  if (!client || !back) return false
  if (client.protocol === 'https:') return back.origin === client.origin
  const registered = URL.parse(client.searchParams.get('redirect_uri') ?? '')
  return /^(?:127\.0\.0\.1|\[::1\])$/.test(back.hostname) && registered?.pathname === back.pathname
}

function tokens(world: World, call: Call): Answer {
  const client = clientOf(world, call)
  const given = (name: string) => call.form.get(name) ?? ''
  if (given('grant_type') === 'refresh_token') return renew(world, client, given('refresh_token'))
  if (given('grant_type') !== 'authorization_code')
    throw refusal(world, 'unsupported_grant_type', 'Grant type not supported')
  const code = redeemCode(world, 'bluesky', {
    code: given('code'),
    clientId: client.id,
    redirectUri: given('redirect_uri'),
    verifier: given('code_verifier'),
  })
  if (typeof code === 'string') throw refusal(world, 'invalid_grant', 'Invalid code')
  const grant = { accountId: code.accountId, scopes: code.scopes, session: secret('ses-', 16) }
  const answer = issue(world, client, grant)
  const left = world.manner('blueskyGrantLacks')
  return left === 'nothing' ? answer : json(200, withoutMember(answer, left), answer.headers)
}

/** Renews a session. A second use of a refresh token ends the whole session, without any grace. */
function renew(world: World, client: Client, text: string): Answer {
  const token = world.tokens.get(text)
  if (!token?.session || token.kind !== 'refresh' || token.clientId !== client.id)
    throw refusal(world, 'invalid_grant', 'Invalid refresh token')
  if (token.jkt !== client.jkt || token.clientKeyId !== client.keyId) {
    endTokens(world, 'revoked', ({ session }) => session === token.session)
    throw refusal(world, 'invalid_grant', 'The session was initiated with a different key')
  }
  if (token.dead === 'used') {
    endTokens(world, 'revoked', ({ session }) => session === token.session)
    throw refusal(world, 'invalid_grant', 'Refresh token replayed')
  }
  if (token.dead) throw refusal(world, 'invalid_grant', 'Invalid refresh token')
  if (token.expiresAt !== null && token.expiresAt <= world.now())
    throw refusal(world, 'invalid_grant', 'Session expired')
  world.tokens.put(text, { ...token, dead: 'used' })
  if (world.manner('blueskyFormerAccess') === 'ends')
    endTokens(world, 'revoked', ({ session, kind }) => session === token.session && kind === 'access')
  return issue(world, client, { accountId: token.accountId, scopes: token.scopes, session: token.session })
}

function issue(
  world: World,
  { id, jkt, keyId }: Client,
  grant: { accountId: string; scopes: string[]; session: string },
): Answer {
  const token = { platform: 'bluesky' as const, clientId: id, jkt, ...(keyId && { clientKeyId: keyId }), ...grant }
  const refreshLifeMs = REFRESH_LIFE_MS[keyId ? 'confidential' : 'public']
  return json(
    200,
    {
      access_token: issueToken(world, 'at-', HOUR_MS, { ...token, kind: 'access' }),
      token_type: 'DPoP',
      refresh_token: issueToken(world, 'ref-', refreshLifeMs, { ...token, kind: 'refresh' }),
      scope: grant.scopes.join(' '),
      expires_in: HOUR_MS / 1_000 - 1,
      sub: grant.accountId,
    },
    nonceHeader(world),
  )
}

function withoutMember({ body }: Answer, name: string): object {
  const { [name]: _, ...rest } = body as Record<string, unknown>
  return rest
}

/** Ends the session of a token. Also succeeds for unknown tokens (RFC 7009). */
function revoke(world: World, call: Call): Answer {
  const client = clientOf(world, call)
  const ended = world.tokens.get(call.form.get('token') ?? '')
  const isOwn = ended?.clientId === client.id && ended.jkt === client.jkt && ended.clientKeyId === client.keyId
  if (ended?.session && !isOwn) throw refusal(world, 'invalid_grant', 'Token was not issued to this client')
  if (ended?.session) endTokens(world, 'revoked', ({ session }) => session === ended.session)
  return json(200, {}, nonceHeader(world))
}

interface Client {
  id: string
  /** The thumbprint of the key of the request's proof. */
  jkt: string
  /** The id of the key with which a confidential client has authenticated itself. */
  keyId?: string
}

/** Checks the client and the proof of a request to the authorization server. */
function clientOf(world: World, call: Call): Client {
  const id = call.form.get('client_id') ?? ''
  const isConfidential = id.startsWith('https://')
  if (!isConfidential && !/^http:\/\/localhost\/?(?:\?|$)/.test(id))
    throw refusal(world, 'invalid_client_metadata', 'Invalid client_id')
  const proof = readProof(call)
  const error = proof ? faultIn(world, call, proof) : 'use_dpop_nonce'
  if (!proof || error) throw refusal(world, error ?? 'invalid_dpop_proof', 'Invalid DPoP proof')
  if (!isConfidential) return { id, jkt: proof.jkt }
  const assertion = call.form.get('client_assertion') ?? ''
  const [keyId, claims] = [member(claimsIn(assertion, 0), 'kid'), claimsIn(assertion, 1)]
  const ageS = Math.floor(world.now() / 1_000) - Number(member(claims, 'iat'))
  const isFresh = ageS >= 0 && ageS <= MAX_ASSERTION_AGE_S
  const isRight = isFresh && member(claims, 'sub') === id && member(claims, 'aud') === issuerOf(call)
  if (!isRight || typeof keyId !== 'string') throw refusal(world, 'invalid_client', 'Failed to authenticate the client')
  return { id, jkt: proof.jkt, keyId }
}

/** The errors of the authorization server. */
function refusal(world: World, error: string, description: string): Refusal {
  return new Refusal(json(400, { error, error_description: description }, nonceHeader(world)))
}

/** Checks the proof of a call to the API with a bound token. */
export function checkProof(world: World, call: Call, accessToken: string, token: Token): void {
  const proof = readProof(call)
  const error = proof ? faultIn(world, call, proof) : 'use_dpop_nonce'
  if (error) throw challenge(world, error)
  const hash = createHash('sha256').update(accessToken).digest('base64url')
  if (!proof || proof.ath !== hash || proof.jkt !== token.jkt) throw challenge(world, 'invalid_dpop_proof')
}

export function challenge(world: World, error: string): Refusal {
  const headers = { ...nonceHeader(world), 'www-authenticate': `DPoP algs="ES256", error="${error}"` }
  return new Refusal(json(401, { error, message: error.replaceAll('_', ' ') }, headers))
}

/** A new nonce each minute. The server accepts the last three. */
const nonceAt = (world: World, minutesAgo = 0): string =>
  createHash('sha256')
    .update(`nonce ${Math.floor(world.now() / MINUTE_MS) - minutesAgo}`)
    .digest('base64url')

const nonceHeader = (world: World) => ({ 'dpop-nonce': nonceAt(world) })

interface Proof {
  jkt: string
  htu: unknown
  iat: unknown
  nonce: unknown
  ath: unknown
}

function faultIn(world: World, call: Call, { htu, iat, nonce }: Proof): string | undefined {
  if (typeof htu !== 'string' || !htu.startsWith(`${issuerOf(call)}/`) || htu.includes('?')) return 'invalid_dpop_proof'
  if (Math.abs(Number(iat) - world.now() / 1_000) > PROOF_TOLERANCE_S) return 'invalid_dpop_proof'
  return [0, 1, 2].some((minutes) => nonce === nonceAt(world, minutes)) ? undefined : 'use_dpop_nonce'
}

/** Reads a proof and verifies its signature. Undefined if there is none or it is forged. */
function readProof({ headers }: Call): Proof | undefined {
  const text = typeof headers.dpop === 'string' ? headers.dpop : ''
  const [head, claims] = [claimsIn(text, 0), claimsIn(text, 1)]
  const jwk = member(head, 'jwk') as webcrypto.JsonWebKey | undefined
  const [signed, signature = ''] = [text.split('.').slice(0, 2).join('.'), text.split('.')[2]]
  if (member(head, 'typ') !== 'dpop+jwt' || member(head, 'alg') !== 'ES256' || !jwk || 'd' in jwk) return undefined
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'))) return undefined
  const { crv, kty, x, y } = jwk
  const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  return {
    jkt,
    htu: member(claims, 'htu'),
    iat: member(claims, 'iat'),
    nonce: member(claims, 'nonce'),
    ath: member(claims, 'ath'),
  }
}

function claimsIn(jwt: string, part: 0 | 1): unknown {
  try {
    return JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
