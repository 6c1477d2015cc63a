import { endTokens, issueToken, readToken, redeemCode } from '../../grants.ts'
import { json, type Answer, type Call, type Network } from '../../network.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { World } from '../../world.ts'
import { authorize, LINKEDIN_LIMITS, oauthError, throttled, VETTED } from './answers.ts'
import { initializeDocument, readDocument, receiveDocument } from './documents.ts'
import { initializeUpload, readImage, receiveBytes } from './images.ts'
import { listRoles, readPages, shareStatistics } from './pages.ts'
import { people } from './people.ts'
import { analytics, comment, createPost, deletePost, editPost, listPosts, readPost, socialActions } from './posts.ts'
import { changeVideo, readVideo, receiveCaptions, receiveCover, receivePart } from './videos.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const OPENID_SCOPES = ['openid', 'profile', 'email']
const EVERYONES_SCOPES = [...OPENID_SCOPES, 'w_member_social']
/** Apps whose only product is the Community Management API. They cannot use OpenID Connect. */
const ONLY_PAGES = /^vetted-pages/

export const linkedin: Network = {
  platform: 'linkedin',
  name: 'LinkedIn',
  people,

  consent: {
    path: '/oauth/v2/authorization',
    scopeSeparator: /[\s,]+/,
    codeLifeMs: 30 * MINUTE_MS,
    fragment: '',
    pkce: false,
    cancelled: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
    troubles: {
      redirect: { page: 'Bummer, something went wrong. The redirect_uri does not match the registered value' },
      right: {
        page: 'Bummer, something went wrong. Scope "w_member_social" is not authorized for your application',
        returned: {
          error: 'unauthorized_scope_error',
          error_description: 'Scope "w_member_social" is not authorized for your application',
        },
      },
    },
    refusesScopes(scopes, clientId) {
      const refused = VETTED.test(clientId)
        ? scopes.filter((scope) => ONLY_PAGES.test(clientId) && OPENID_SCOPES.includes(scope))
        : scopes.filter((scope) => !EVERYONES_SCOPES.includes(scope))
      if (refused.length === 0) return undefined
      return {
        error: 'unauthorized_scope_error',
        error_description: `Scope "${refused[0]}" is not authorized for your application`,
      }
    },
    approved(world, { accountId, clientId, scopes }) {
      const asked = [...scopes].sort().join(' ')
      endTokens(
        world,
        'revoked',
        (token) =>
          token.platform === 'linkedin' &&
          token.accountId === accountId &&
          token.clientId === clientId &&
          [...token.scopes].sort().join(' ') !== asked,
      )
    },
  },

  limits: LINKEDIN_LIMITS,

  routes: (world) => [
    {
      method: 'POST',
      path: '/oauth/v2/accessToken',
      operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => exchange(world, call),
    },
    { method: 'POST', path: '/oauth/v2/revoke', handle: (call) => revoke(world, call) },
    { method: 'POST', path: '/oauth/v2/introspectToken', handle: (call) => introspect(world, call) },
    { method: 'GET', path: '/v2/userinfo', handle: (call) => userinfo(world, call) },
    { method: 'GET', path: '/v2/me', handle: (call) => me(world, call) },
    { method: 'GET', path: '/rest/organizationAcls', handle: (call) => listRoles(world, call) },
    { method: 'GET', path: '/rest/organizations', handle: (call) => readPages(world, call) },
    {
      method: 'GET',
      path: '/rest/organizationalEntityShareStatistics',
      operation: 'metrics',
      handle: (call) => shareStatistics(world, call),
    },
    {
      method: 'POST',
      path: '/rest/images',
      operation: 'upload',
      handle: (call) => initializeUpload(world, call),
    },
    { method: 'PUT', path: '/dms-uploads/:key', operation: 'upload', handle: (call) => receiveBytes(world, call) },
    { method: 'GET', path: '/rest/images/:urn', operation: 'upload', handle: (call) => readImage(world, call) },
    { method: 'POST', path: '/rest/videos', operation: 'upload', handle: (call) => changeVideo(world, call) },
    {
      method: 'PUT',
      path: '/dms-video-uploads/:key/:part',
      operation: 'upload',
      handle: (call) => receivePart(world, call),
    },
    { method: 'PUT', path: '/dms-video-covers/:key', operation: 'upload', handle: (call) => receiveCover(world, call) },
    { method: 'POST', path: '/ambry-video/:key', operation: 'upload', handle: (call) => receiveCaptions(world, call) },
    { method: 'GET', path: '/rest/videos/:urn', operation: 'upload', handle: (call) => readVideo(world, call) },
    {
      method: 'POST',
      path: '/rest/documents',
      operation: 'upload',
      handle: (call) => initializeDocument(world, call),
    },
    {
      method: 'PUT',
      path: '/dms-document-uploads/:key',
      operation: 'upload',
      handle: (call) => receiveDocument(world, call),
    },
    {
      method: 'GET',
      path: '/rest/documents/:urn',
      operation: 'upload',
      handle: (call) => readDocument(world, call),
    },
    {
      method: 'POST',
      path: '/rest/posts',
      operation: 'publish',
      handle: (call) => createPost(world, call),
    },
    { method: 'POST', path: '/rest/posts/:urn', handle: (call) => editPost(world, call) },
    { method: 'DELETE', path: '/rest/posts/:urn', handle: (call) => deletePost(world, call) },
    {
      method: 'POST',
      path: '/rest/socialActions/:urn/comments',
      operation: 'comment',
      handle: (call) => comment(world, call),
    },
    { method: 'GET', path: '/rest/posts', operation: 'list', handle: (call) => listPosts(world, call) },
    { method: 'GET', path: '/rest/posts/:urn', operation: 'list', handle: (call) => readPost(world, call) },
    {
      method: 'GET',
      path: '/rest/memberCreatorPostAnalytics',
      operation: 'metrics',
      handle: (call) => analytics(world, call),
    },
    {
      method: 'GET',
      path: '/rest/socialActions/:urn',
      operation: 'metrics',
      handle: (call) => socialActions(world, call, 'rest'),
    },
    {
      method: 'GET',
      path: '/v2/socialActions/:urn',
      operation: 'metrics',
      handle: (call) => socialActions(world, call, 'v2'),
    },
  ],

  faultAnswer(fault) {
    const status = fault.status ?? STATUSES[fault.as ?? 'server']
    const headers: Record<string, string> =
      fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
    if (fault.operation === 'token' || fault.operation === 'refresh') {
      const error = status >= 500 ? 'server_error' : status === 401 ? 'invalid_client' : 'invalid_request'
      return json(status, { error, error_description: 'The request could not be handled' }, headers)
    }
    const [code, message, serviceErrorCode] = FAULTS[status] ?? FAULTS[status >= 500 ? 500 : 400] ?? ['', '']
    if (status === 429) return throttled(fault.day || fault.as === 'quota' ? 'APPLICATION' : 'MEMBER', headers)
    return json(status, { status, ...(serviceErrorCode ? { serviceErrorCode } : {}), code, message }, headers)
  },

  postPath: ({ id }) => `/feed/update/${id}/`,
  postPages: { '/feed/update/:urn': (world, { urn = '' }) => world.posts.find('linkedin', urn) },
}

const STATUSES = { rate: 429, quota: 429, server: 500, token: 401, permission: 403 } as const

const FAULTS: Record<number, [code: string, message: string, serviceErrorCode?: number]> = {
  400: ['INVALID_VALUE_FOR_FIELD', 'A field has a value that cannot be used'],
  401: ['REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65601],
  403: ['ACCESS_DENIED', 'Not enough permissions to access: partnerApiPostsExternal.CREATE.20260901', 100],
  404: ['NOT_FOUND', 'Could not find entity'],
  409: ['CONFLICT', 'Write conflict, try again'],
  413: ['REQUEST_TOO_LARGE', 'The request is too large'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Unsupported media type'],
  422: ['UNPROCESSABLE_ENTITY', 'The request could not be processed'],
  426: ['NONEXISTENT_VERSION', 'Requested version is not active'],
  429: ['TOO_MANY_REQUESTS', ''],
  500: ['INTERNAL_SERVER_ERROR', 'Internal Server Error'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable'],
  504: ['GATEWAY_TIMEOUT', 'Gateway Timeout'],
}

function exchange(world: World, call: Call): Answer {
  const clientId = call.form.get('client_id') ?? ''
  if (!clientId || !call.form.get('client_secret')) {
    return oauthError(401, 'invalid_client', 'Client authentication failed')
  }
  if (call.form.get('grant_type') === 'refresh_token') return refresh(world, call, clientId)
  if (call.form.get('grant_type') !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported')
  }

  const grant = redeemCode(world, 'linkedin', {
    code: call.form.get('code') ?? '',
    clientId,
    redirectUri: call.form.get('redirect_uri') ?? '',
  })
  if (grant === 'redirect') return oauthError(400, 'invalid_redirect_uri', 'The redirect uri does not match')
  if (typeof grant === 'string') {
    return oauthError(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
  }

  const given = { platform: 'linkedin', accountId: grant.accountId, clientId, scopes: grant.scopes } as const
  const body: Record<string, unknown> = {
    access_token: issueToken(world, 'AQX', 60 * DAY_MS, { ...given, kind: 'access' }),
    expires_in: 5_184_000,
    scope: grant.scopes.join(world.manner('linkedinScopes') === 'commas' ? ',' : ' '),
    token_type: 'Bearer',
  }
  if (grant.scopes.includes('openid')) body.id_token = idToken(world, grant.accountId, clientId, call.origin)
  if (VETTED.test(clientId)) {
    body.refresh_token = issueToken(world, 'AQW', 365 * DAY_MS, { ...given, kind: 'refresh' })
    body.refresh_token_expires_in = 31_536_000
  }
  return json(200, body)
}

/** Exchanges a refresh token for an access token. The refresh token and its expiry stay the same. */
function refresh(world: World, call: Call, clientId: string): Answer {
  const text = call.form.get('refresh_token') ?? ''
  const state = readToken(world, 'linkedin', ['refresh'], text)
  if (typeof state === 'string' || state.token.clientId !== clientId) {
    return oauthError(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked',
    )
  }
  const { accountId, scopes, expiresAt } = state.token
  return json(200, {
    access_token: issueToken(world, 'AQX', 60 * DAY_MS, {
      platform: 'linkedin',
      kind: 'access',
      accountId,
      clientId,
      scopes,
    }),
    expires_in: 5_184_000,
    scope: scopes.join(','),
    token_type: 'Bearer',
    refresh_token: text,
    refresh_token_expires_in: Math.floor(((expiresAt ?? 0) - world.now()) / 1000),
  })
}

function revoke(world: World, call: Call): Answer {
  const token = world.tokens.get(call.form.get('token') ?? '')
  const clientId = call.form.get('client_id')
  if (!clientId || !call.form.get('client_secret')) {
    return oauthError(401, 'invalid_client', 'Client authentication failed')
  }
  if (token?.platform !== 'linkedin' || token.clientId !== clientId) {
    return oauthError(400, 'invalid_request', 'The token is not valid')
  }
  endTokens(
    world,
    'revoked',
    (other) => other.platform === 'linkedin' && other.clientId === clientId && other.accountId === token.accountId,
  )
  return { status: 200 }
}

function introspect(world: World, call: Call): Answer {
  const text = call.form.get('token') ?? ''
  const state = readToken(world, 'linkedin', ['access', 'refresh'], text)
  const token = world.tokens.get(text)
  if (!token || token.clientId !== call.form.get('client_id')) return json(200, { active: false })
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return json(200, {
    active: typeof state !== 'string',
    status: typeof state !== 'string' ? 'active' : state,
    scope: token.scopes.join(','),
    expires_at: seconds(token.expiresAt ?? 0),
    authorized_at: seconds(token.issuedAt),
    created_at: seconds(token.issuedAt),
    client_id: token.clientId,
    auth_type: '3L',
  })
}

/** An unsigned ID token, because LinkedIn's keys are private. Clients must read the identity from the userinfo call. */
function idToken(world: World, accountId: string, clientId: string, origin: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(world.now() / 1000)
  const claims = { iss: `${origin}/linkedin/oauth`, aud: clientId, sub: accountId, iat, exp: iat + 3600 }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

function userinfo(world: World, call: Call): Answer {
  const token = authorize(world, call, 'openid')
  const person = people.find((one) => one.id === token.accountId)
  const [given, ...family] = (person?.name ?? '').split(' ')
  return json(200, {
    sub: token.accountId,
    ...(token.scopes.includes('profile') && {
      name: person?.name,
      given_name: given,
      family_name: family.join(' '),
      picture: portraitAddress(world, `${call.origin}/pictures/linkedin/${token.accountId}`),
      locale: world.manner('linkedinLocale') === 'object' ? { country: 'US', language: 'en' } : 'en-US',
    }),
    ...(token.scopes.includes('email') && { email: person?.email, email_verified: true }),
  })
}

/** The identity for apps without OpenID Connect. */
function me(world: World, call: Call): Answer {
  const token = authorize(world, call, 'r_basicprofile')
  const person = people.find((one) => one.id === token.accountId)
  const [localizedFirstName, ...family] = (person?.name ?? '').split(' ')
  return json(200, { id: token.accountId, localizedFirstName, localizedLastName: family.join(' ') })
}
