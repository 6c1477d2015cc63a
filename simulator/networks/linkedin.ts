import { endTokens, issueToken, readToken, redeemCode } from '../grants.ts'
import { lengthOfLittleText, readLittleText, writeLittleText } from '../little-text.ts'
import { bearer, json, member, Refusal, type Answer, type Call, type Network, type Person } from '../network.ts'
import type { Post } from '../posts.ts'
import type { Token, World } from '../world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const OLDEST_VERSION = '202510'
const LONGEST_TEXT = 3000
const DUPLICATE_WINDOW_MS = 10 * MINUTE_MS
const EVERYONES_SCOPES = ['openid', 'profile', 'email', 'w_member_social']

/** LinkedIn gives refresh tokens and reading rights to vetted apps only; here those whose id begins so. */
const VETTED = /^vetted/

const people: Person[] = [
  {
    id: 'fR7layla2H',
    name: 'Layla Haddad',
    headline: 'Operations Director, Najd Logistics',
    email: 'layla@najd.example',
  },
  { id: 'fR8omar5Qt', name: 'عمر القحطاني', headline: 'مدير المشاريع، شركة أفق للهندسة', email: 'omar@ofoq.example' },
  {
    id: 'fR9maya4Lk',
    name: 'Maya Lindqvist',
    headline: 'Independent brand strategist',
    email: 'maya@lindqvist.example',
  },
]

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
    refusesScopes(scopes, clientId) {
      const refused = VETTED.test(clientId) ? [] : scopes.filter((scope) => !EVERYONES_SCOPES.includes(scope))
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

  routes: (world) => [
    // tokens
    {
      method: 'POST',
      path: '/oauth/v2/accessToken',
      operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => exchange(world, call),
    },
    { method: 'POST', path: '/oauth/v2/revoke', handle: (call) => revoke(world, call) },
    { method: 'POST', path: '/oauth/v2/introspectToken', handle: (call) => introspect(world, call) },
    // identity
    { method: 'GET', path: '/v2/userinfo', handle: (call) => userinfo(world, call) },
    // publishing
    {
      method: 'POST',
      path: '/rest/posts',
      operation: 'publish',
      handle: (call) => createPost(world, call),
    },
    { method: 'POST', path: '/rest/posts/:urn', handle: (call) => editPost(world, call) },
    { method: 'DELETE', path: '/rest/posts/:urn', handle: (call) => deletePost(world, call) },
    { method: 'POST', path: '/rest/socialActions/:urn/comments', handle: (call) => comment(world, call) },
    // reading and metrics
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
      handle: (call) => socialActions(world, call, 'r_member_social'),
    },
    {
      // The older path lets an app with nothing but the right to post read its own posts' counts.
      method: 'GET',
      path: '/v2/socialActions/:urn',
      operation: 'metrics',
      handle: (call) => socialActions(world, call, 'w_member_social'),
    },
  ],

  faultAnswer(fault) {
    const status = fault.status ?? 500
    const headers: Record<string, string> =
      fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
    if (fault.operation === 'token' || fault.operation === 'refresh') {
      const error = status >= 500 ? 'server_error' : status === 401 ? 'invalid_client' : 'invalid_request'
      return json(status, { error, error_description: 'The request could not be handled' }, headers)
    }
    const [code, message, serviceErrorCode] = FAULTS[status] ?? FAULTS[status >= 500 ? 500 : 400] ?? ['', '']
    if (status === 429) {
      const text = `Resource level throttle ${fault.day ? 'APPLICATION' : 'MEMBER'} DAY limit for calls to this resource is reached.`
      return json(429, { status, serviceErrorCode: 101, code, message: text }, headers)
    }
    return json(status, { status, ...(serviceErrorCode ? { serviceErrorCode } : {}), code, message }, headers)
  },
}

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
    scope: grant.scopes.join(','),
    token_type: 'Bearer',
  }
  if (grant.scopes.includes('openid')) body.id_token = idToken(world, grant.accountId, clientId, call.origin)
  if (VETTED.test(clientId)) {
    body.refresh_token = issueToken(world, 'AQW', 365 * DAY_MS, { ...given, kind: 'refresh' })
    body.refresh_token_expires_in = 31_536_000
  }
  return json(200, body)
}

/** The refresh token stays what it was, and so does the day on which it ends. */
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

/** Unsigned: LinkedIn's own keys can't be played, and who it is comes from the userinfo call. */
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
      picture: `${call.origin}/pictures/linkedin/${token.accountId}.svg`,
      locale: { country: 'US', language: 'en' },
    }),
    ...(token.scopes.includes('email') && { email: person?.email, email_verified: true }),
  })
}

function createPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'w_member_social')
  const post = call.json
  if (typeof post !== 'object' || post === null) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The body is not JSON')
  for (const field of ['author', 'visibility', 'distribution', 'lifecycleState']) {
    if (member(post, field) === undefined) return invalid(400, 'MISSING_FIELD', `Field /${field} is required`)
  }
  if (member(post, 'author') !== urnOf(token.accountId)) return denied('partnerApiPostsExternal.CREATE')
  if (!['PUBLIC', 'CONNECTIONS', 'LOGGED_IN', 'CONTAINER'].includes(String(member(post, 'visibility')))) {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /visibility has an unknown value')
  }
  if (member(post, 'lifecycleState') !== 'PUBLISHED') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /lifecycleState must be PUBLISHED')
  }
  const commentary = member(post, 'commentary') ?? ''
  if (typeof commentary !== 'string') return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /commentary must be text')
  if (lengthOfLittleText(commentary) > LONGEST_TEXT) {
    return invalid(400, 'FIELD_LENGTH_TOO_LONG', `Field /commentary is longer than ${LONGEST_TEXT} characters`)
  }
  const link = readArticle(member(post, 'content'))
  if (!commentary.trim() && !link) return invalid(400, 'MISSING_FIELD', 'Field /commentary is required')

  const twin = findTwin(world, token.accountId, commentary)
  if (twin) return duplicate(twin)

  const now = world.now()
  const id = `urn:li:share:${world.timeOrderedId()}`
  const { shown } = readLittleText(commentary)
  const draft = {
    platform: 'linkedin',
    id,
    accountId: token.accountId,
    text: shown,
    sent: commentary,
    createdAt: now,
  } as const
  world.posts.publish(world.posts.prepare({ ...draft, ...(link ? { link } : {}) }), now)
  return { status: 201, headers: { 'x-restli-id': id, 'x-linkedin-id': id } }
}

function readArticle(content: unknown): Post['link'] | undefined {
  if (content === undefined || content === null) return undefined
  const article = member(content, 'article')
  if (typeof article !== 'object' || article === null) {
    const image = member(member(content, 'media'), 'id') ?? member(content, 'multiImage')
    throw new Refusal(
      image === undefined
        ? invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /content has no known member')
        : invalid(400, 'INVALID_IMAGE_ID', 'Field /content names media that does not exist'),
    )
  }
  const [url, title, description] = ['source', 'title', 'description'].map((name) => member(article, name))
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /content/article/source must be a URL'))
  }
  if (typeof title !== 'string' || !title) {
    throw new Refusal(invalid(400, 'MISSING_FIELD', 'Field /content/article/title is required'))
  }
  return { url, title, ...(typeof description === 'string' ? { description } : {}) }
}

function findTwin(world: World, accountId: string, commentary: string): Post | undefined {
  for (const post of world.posts.of('linkedin', accountId)) {
    if (post.publishedAt <= world.now() - DUPLICATE_WINDOW_MS) return undefined
    if (post.sent === commentary && !post.deleted) return post
  }
  return undefined
}

function duplicate(twin: Post): Answer {
  return json(422, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    status: 422,
    message: `Unprocessable Entity: Content is a duplicate of ${twin.id}`,
    errorDetails: {
      inputErrors: [{ code: 'DUPLICATE_POST', description: 'Duplicate post is detected', input: {} }],
    },
  })
}

function editPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'w_member_social', 'urn')
  const post = findOwn(world, call, token)
  if (call.headers['x-restli-method'] !== 'PARTIAL_UPDATE') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'X-RestLi-Method must be PARTIAL_UPDATE')
  }
  const commentary = member(member(member(call.json, 'patch'), '$set'), 'commentary')
  if (typeof commentary !== 'string') return invalid(400, 'MISSING_FIELD', 'Field /patch/$set/commentary is required')
  if (lengthOfLittleText(commentary) > LONGEST_TEXT) {
    return invalid(400, 'FIELD_LENGTH_TOO_LONG', `Field /commentary is longer than ${LONGEST_TEXT} characters`)
  }
  world.posts.change(post, { text: readLittleText(commentary).shown, sent: commentary })
  return { status: 204 }
}

/** Answers 204 for a post that is gone already, too. */
function deletePost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'w_member_social', 'urn')
  const post = world.posts.find('linkedin', call.params.urn ?? '')
  if (post && post.accountId !== token.accountId) return denied('partnerApiPostsExternal.DELETE')
  if (post && !post.deleted) world.posts.change(post, { deleted: true })
  return { status: 204 }
}

function comment(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'w_member_social', 'urn')
  const post = world.posts.find('linkedin', call.params.urn ?? '')
  if (!post || post.deleted) return invalid(404, 'NOT_FOUND', 'Could not find entity')
  if (member(call.json, 'actor') !== urnOf(token.accountId)) return denied('partnerApiSocialActions.CREATE')
  const text = member(member(call.json, 'message'), 'text')
  if (typeof text !== 'string' || !text.trim()) return invalid(400, 'MISSING_FIELD', 'Field /message/text is required')

  const id = world.timeOrderedId()
  const created = world.now()
  world.posts.change(post, {
    comments: [...post.comments, { id, accountId: token.accountId, text, createdAt: created }],
  })
  const commentUrn = `urn:li:comment:(${post.id},${id})`
  const actor = urnOf(token.accountId)
  const body = { id, commentUrn, actor, object: post.id, message: { text }, created: { actor, time: created } }
  return json(201, body, { 'x-restli-id': id })
}

function listPosts(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'r_member_social', 'query')
  if (call.query.get('q') !== 'author') return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter q must be author')
  if (call.query.get('author') !== urnOf(token.accountId)) return denied('partnerApiPostsExternal.FINDER-author')
  const start = Math.max(0, Number(call.query.get('start') ?? 0) || 0)
  const count = Math.min(100, Math.max(1, Number(call.query.get('count') ?? 10) || 10))
  const own = [...world.posts.of('linkedin', token.accountId)].filter((post) => !post.deleted)
  return json(200, { paging: { start, count, links: [] }, elements: own.slice(start, start + count).map(element) })
}

function readPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'r_member_social', 'urn')
  return json(200, element(findOwn(world, call, token)))
}

function element(post: Post) {
  return {
    id: post.id,
    author: urnOf(post.accountId),
    commentary: writeLittleText(post.text),
    lifecycleState: 'PUBLISHED',
    visibility: 'PUBLIC',
    createdAt: post.createdAt,
    publishedAt: post.publishedAt,
    lastModifiedAt: post.publishedAt,
  }
}

function analytics(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, 'r_member_postAnalytics', 'query')
  const urn = /urn:li:(?:share|ugcPost):\d+/.exec(decodeURIComponent(call.query.get('entity') ?? ''))?.[0] ?? ''
  const post = findOwn(world, { ...call, params: { urn } }, token)
  const { impressions, likes, comments, shares } = post.engagement
  const numbers: Record<string, number> = {
    IMPRESSION: impressions,
    MEMBERS_REACHED: impressions,
    REACTION: likes,
    COMMENT: comments,
    RESHARE: shares,
  }
  const metricType = call.query.get('queryType') ?? ''
  const count = numbers[metricType]
  if (count === undefined) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter queryType has an unknown value')
  const targetEntity = { share: post.id }
  const elements = count === 0 ? [] : [{ count, metricType, targetEntity }]
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements })
}

function socialActions(world: World, call: Call, scope: string): Answer {
  const token = scope === 'w_member_social' ? authorize(world, call, scope) : authorizeRest(world, call, scope, 'urn')
  const { id, engagement, comments } = findOwn(world, call, token)
  const total = engagement.comments + comments.length
  return json(200, {
    likesSummary: { totalLikes: engagement.likes, aggregatedTotalLikes: engagement.likes },
    commentsSummary: { totalFirstLevelComments: total, aggregatedTotalComments: total },
    target: id,
  })
}

function findOwn(world: World, call: Call, token: Token): Post {
  const post = world.posts.find('linkedin', call.params.urn ?? '')
  if (!post || post.deleted) throw new Refusal(invalid(404, 'NOT_FOUND', 'Could not find entity'))
  if (post.accountId !== token.accountId) throw new Refusal(denied('partnerApiPostsExternal.GET'))
  return post
}

/** The checks of every `/rest` call, in LinkedIn's order: who, which version, which protocol, may they. */
function authorizeRest(world: World, call: Call, scope: string, urnIn?: 'urn' | 'query'): Token {
  const token = authorize(world, call)
  const version = String(call.headers['linkedin-version'] ?? '')
  if (!version)
    throw new Refusal(invalid(400, 'VERSION_MISSING', 'A version must be present. Please specify a version.'))
  if (!/^\d{4}(0[1-9]|1[0-2])(\.\d\d)?$/.test(version) || version < OLDEST_VERSION) {
    throw new Refusal(invalid(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`))
  }
  if (urnIn && call.headers['x-restli-protocol-version'] !== '2.0.0') {
    throw new Refusal(invalid(400, 'ILLEGAL_ARGUMENT', 'The URN cannot be read with this X-Restli-Protocol-Version'))
  }
  if (!token.scopes.includes(scope)) throw new Refusal(denied('partnerApiPostsExternal'))
  return token
}

function authorize(world: World, call: Call, scope?: string): Token {
  const state = readToken(world, 'linkedin', ['access'], bearer(call))
  if (typeof state === 'string') {
    const [serviceErrorCode, code, message] = TOKEN_ERRORS[state]
    throw new Refusal(json(401, { status: 401, serviceErrorCode, code, message }))
  }
  if (scope && !state.token.scopes.includes(scope)) throw new Refusal(denied('userinfo.GET'))
  return state.token
}

const TOKEN_ERRORS = {
  missing: [65604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token'],
  unknown: [65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token'],
  revoked: [65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'],
  'role-lost': [65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'],
  expired: [65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired'],
} as const

function urnOf(accountId: string): string {
  return `urn:li:person:${accountId}`
}

function denied(what: string): Answer {
  const message = `Not enough permissions to access: ${what}.20260901`
  return json(403, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
}

function invalid(status: number, code: string, message: string): Answer {
  return json(status, { status, code, message })
}

function oauthError(status: number, error: string, error_description: string): Answer {
  return json(status, { error, error_description })
}
