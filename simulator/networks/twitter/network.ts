import { endTokens, issueToken, readToken, redeemCode } from '../../grants.ts'
import { json, Refusal, type Answer, type Call, type Network } from '../../network.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { Token, World } from '../../world.ts'
import { authorize, invalid, limited, listOf, oauthError, pick, problem, tooMany, TWITTER_LIMITS } from './answers.ts'
import { addSubtitles, append, describe, finalize, initialize, status, upload } from './media.ts'
import { people, personOf } from './people.ts'
import { createPost, deletePost, lookup, lookupOne, timeline } from './posts.ts'

const MINUTE_MS = 60_000

export const twitter: Network = {
  platform: 'twitter',
  name: 'X',
  people,

  consent: {
    path: '/i/oauth2/authorize',
    scopeSeparator: /\s+/,
    codeLifeMs: 30_000,
    fragment: '',
    pkce: true,
    cancelled: { error: 'access_denied' },
    troubles: {
      redirect: {
        page: 'Something went wrong. You weren’t able to give access to the App. Go back and try logging in again.',
      },
      right: {
        page: 'Something went wrong. You weren’t able to give access to the App. Go back and try logging in again.',
        returned: { error: 'invalid_scope', error_description: 'The requested scope is invalid' },
      },
    },
  },

  limits: TWITTER_LIMITS,

  routes: (world) => [
    {
      method: 'POST',
      path: '/2/oauth2/token',
      operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => exchange(world, call),
    },
    { method: 'POST', path: '/2/oauth2/revoke', handle: (call) => revoke(world, call) },
    { method: 'GET', path: '/2/users/me', handle: (call) => me(world, call) },
    { method: 'POST', path: '/2/media/upload', operation: 'upload', handle: (call) => upload(world, call) },
    { method: 'GET', path: '/2/media/upload', operation: 'upload', handle: (call) => status(world, call) },
    {
      method: 'POST',
      path: '/2/media/upload/initialize',
      operation: 'upload',
      handle: (call) => initialize(world, call),
    },
    { method: 'POST', path: '/2/media/upload/:id/append', operation: 'upload', handle: (call) => append(world, call) },
    {
      method: 'POST',
      path: '/2/media/upload/:id/finalize',
      operation: 'upload',
      handle: (call) => finalize(world, call),
    },
    { method: 'POST', path: '/2/media/metadata', operation: 'upload', handle: (call) => describe(world, call) },
    { method: 'POST', path: '/2/media/subtitles', operation: 'upload', handle: (call) => addSubtitles(world, call) },
    { method: 'POST', path: '/2/tweets', operation: 'publish', handle: (call) => createPost(world, call) },
    { method: 'DELETE', path: '/2/tweets/:id', handle: (call) => deletePost(world, call) },
    { method: 'GET', path: '/2/users/:id/tweets', operation: 'list', handle: (call) => timeline(world, call) },
    { method: 'GET', path: '/2/tweets', operation: 'metrics', handle: (call) => lookup(world, call) },
    { method: 'GET', path: '/2/tweets/:id', operation: 'list', handle: (call) => lookupOne(world, call) },
  ],

  faultAnswer(fault, world) {
    const status = fault.status ?? STATUSES[fault.as ?? 'server']
    const isDay = fault.day || fault.as === 'quota'
    const headers: Record<string, string> = {}
    if (fault.retryAfter !== undefined) headers['retry-after'] = `${fault.retryAfter}`
    if (status === 429) {
      const reset = `${Math.ceil(world.now() / 1000 + (fault.retryAfter ?? (isDay ? 86_400 : 900)))}`
      headers['x-rate-limit-limit'] = '100'
      headers['x-rate-limit-remaining'] = isDay ? '99' : '0'
      headers['x-rate-limit-reset'] = reset
      if (isDay) {
        headers['x-user-limit-24hour-limit'] = '100'
        headers['x-user-limit-24hour-remaining'] = '0'
        headers['x-user-limit-24hour-reset'] = reset
      }
      return { ...tooMany(world, isDay), headers }
    }
    if (status < 500 && (fault.operation === 'token' || fault.operation === 'refresh')) {
      return { ...oauthError(status, 'invalid_request', 'Value passed for the token was invalid.'), headers }
    }
    return { ...problem(world, status, TITLES[status] ?? 'Error'), headers }
  },

  postPath: ({ id }, username) => `/${username}/status/${id}`,
  postPages: { '/:username/status/:id': (world, { id = '' }) => world.posts.find('twitter', id) },
}

const STATUSES = { rate: 429, quota: 429, server: 503, token: 401, permission: 403 } as const

const TITLES: Record<number, string> = {
  400: 'Invalid Request',
  401: 'Unauthorized',
  402: 'CreditsDepleted',
  403: 'Forbidden',
  404: 'Not Found Error',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function exchange(world: World, call: Call): Answer {
  const clientId = clientOf(call)
  const grantType = call.form.get('grant_type')
  if (grantType === 'refresh_token') return refresh(world, call, clientId)
  if (grantType !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.')
  }
  const grant = redeemCode(world, 'twitter', {
    code: call.form.get('code') ?? '',
    clientId,
    redirectUri: call.form.get('redirect_uri') ?? '',
    verifier: call.form.get('code_verifier') ?? '',
  })
  if (typeof grant === 'string') {
    const what = { redirect: 'redirect uri', verifier: 'code verifier' }[grant as string] ?? 'authorization code'
    return oauthError(400, 'invalid_request', `Value passed for the ${what} was invalid.`)
  }
  return json(200, tokens(world, { accountId: grant.accountId, clientId, scopes: grant.scopes }))
}

/** Exchanges a refresh token, which works once, for a new pair. A client that loses the response must sign in again. */
function refresh(world: World, call: Call, clientId: string): Answer {
  const text = call.form.get('refresh_token') ?? ''
  const state = readToken(world, 'twitter', ['refresh'], text)
  if (typeof state === 'string' || state.token.clientId !== clientId) {
    return oauthError(400, world.manner('twitterDeadToken'), 'Value passed for the token was invalid.')
  }
  world.tokens.put(text, { ...state.token, dead: 'used' })
  return json(200, tokens(world, state.token))
}

function tokens(world: World, { accountId, clientId, scopes }: Pick<Token, 'accountId' | 'clientId' | 'scopes'>) {
  const given = { platform: 'twitter', accountId, clientId, scopes } as const
  return {
    token_type: 'bearer',
    expires_in: 7200,
    access_token: issueToken(world, '', 2 * 60 * MINUTE_MS, { ...given, kind: 'access' }),
    scope: scopes.join(' '),
    ...(scopes.includes('offline.access') && {
      refresh_token: issueToken(world, '', world.manner('twitterRefreshMs'), { ...given, kind: 'refresh' }),
    }),
  }
}

function revoke(world: World, call: Call): Answer {
  const clientId = clientOf(call)
  const text = call.form.get('token') ?? ''
  const token = world.tokens.get(text)
  if (token?.platform !== 'twitter' || token.clientId !== clientId) {
    return oauthError(400, 'invalid_request', 'Value passed for the token was invalid.')
  }
  const both = (other: Token) =>
    other.platform === 'twitter' && other.clientId === clientId && other.accountId === token.accountId
  endTokens(world, 'revoked', both)
  return json(200, { revoked: true })
}

/** Authenticates a confidential client by HTTP Basic. A client id in the body is not enough. */
function clientOf(call: Call): string {
  const encoded = /^Basic\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  const [id = '', ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  if (!id || rest.join(':') === '') {
    throw new Refusal(oauthError(401, 'unauthorized_client', 'Missing valid authorization header'))
  }
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function me(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'users/me', () => {
    const person = personOf(token.accountId)
    const fields = listOf(call, 'user.fields')
    const subscription = world.manner('twitterSubscription')
    if (subscription === 'unknown_field' && fields.includes('subscription_type'))
      return invalid(world, 'The `user.fields` query parameter value [subscription_type] is not one of the allowed.', {
        'user.fields': ['subscription_type'],
      })
    const posts = [...world.posts.of('twitter', token.accountId)].filter((post) => !post.deleted).length
    const all: Record<string, unknown> = {
      profile_image_url: portraitAddress(world, `${call.origin}/pictures/twitter/${token.accountId}_normal`),
      verified: false,
      verified_type: 'none',
      subscription_type: subscription,
      description: person.headline,
      public_metrics: { followers_count: 412, following_count: 180, tweet_count: posts, listed_count: 3 },
    }
    return json(200, { data: { id: person.id, name: person.name, username: person.username, ...pick(all, fields) } })
  })
}
