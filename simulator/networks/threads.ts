import { issueToken, redeemCode, rememberApp } from '../grants.ts'
import { spend } from '../limits.ts'
import { json, parameter, Refusal, type Answer, type Call, type Network, type Route } from '../network.ts'
import type { Post, PublicPost } from '../posts.ts'
import type { Token, World } from '../world.ts'
import { checkUser, findContainer, statusOf, withBareId } from './containers.ts'
import {
  authorizeGraph,
  badParameter,
  fieldsOf,
  graphError,
  graphFault,
  graphTime,
  insights,
  metered,
  missingObject,
  pageOf,
  pickFields,
  timeOf,
} from './graph.ts'
import { authorize, people, personOf } from './threads-answers.ts'
import {
  createContainer,
  notFoundYet,
  publishContainer,
  publishingLimit,
  quotaUsedUp,
  THREADS_LIMITS,
} from './threads-publishing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONG_LIFE_S = 5_184_000

export const threads: Network = {
  platform: 'threads',
  name: 'Threads',
  people,

  consent: {
    path: '/oauth/authorize',
    scopeSeparator: /[,\s]+/,
    codeLifeMs: HOUR_MS,
    fragment: '#_',
    pkce: false,
    cancelled: {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    },
    troubles: {
      redirect: {
        page: '{"error_message": "Blocked URL: This redirect failed because the redirect URI is not whitelisted", "error_code": 1349168}',
      },
      right: {
        page: '{"error_message": "Invalid scope: threads_content_publish", "error_code": 100}',
        returned: { error_code: '100', error_message: 'Invalid scope: threads_content_publish' },
      },
      'app-type': {
        page: '{"error_message": "No application data was given: There was a problem getting data for an application.", "error_code": 1349026}',
        returned: { error_code: '1349026', error_message: 'No application data was given' },
      },
      development: {
        page: '{"error_message": "The user has not accepted the invite to test the app.", "error_code": 1349245}',
        returned: { error_code: '1349245', error_message: 'The user has not accepted the invite to test the app.' },
      },
    },
  },

  limits: Object.values(THREADS_LIMITS),
  routes: (world) => metered(world, THREADS_LIMITS, routes(world)),
  faultAnswer: graphFault,
  signedId: (accountId) => accountId,
}

function routes(world: World): Route[] {
  return [
    // tokens
    {
      method: 'POST',
      path: '/oauth/access_token',
      operation: 'token',
      handle: (call) => exchange(world, call),
    },
    { method: 'GET', path: '/access_token', operation: 'token', handle: (call) => lengthen(world, call) },
    { method: 'GET', path: '/refresh_access_token', operation: 'refresh', handle: (call) => refresh(world, call) },
    // identity
    { method: 'GET', path: '/v1.0/debug_token', handle: (call) => debugToken(world, call) },
    { method: 'GET', path: '/v1.0/me', handle: (call) => me(world, call) },
    {
      method: 'GET',
      path: '/v1.0/:user/threads_publishing_limit',
      handle: (call) => publishingLimit(world, call),
    },
    // publishing
    {
      method: 'POST',
      path: '/v1.0/:user/threads',
      operation: (call) => (parameter(call, 'auto_publish_text') === 'true' ? 'publish' : 'upload'),
      handle: (call) => createContainer(world, call),
    },
    {
      method: 'POST',
      path: '/v1.0/:user/threads_publish',
      operation: 'publish',
      handle: (call) => publishContainer(world, call),
    },
    { method: 'DELETE', path: '/v1.0/:id', handle: (call) => deletePost(world, call) },
    // reading and metrics
    ...(['threads', 'replies'] as const).map((edge) => ({
      method: 'GET' as const,
      path: `/v1.0/:user/${edge}`,
      operation: 'list' as const,
      handle: (call: Call) => listPosts(world, call, edge),
    })),
    { method: 'GET', path: '/v1.0/:id', operation: 'list', handle: (call) => readObject(world, call) },
    {
      method: 'GET',
      path: '/v1.0/:id/insights',
      operation: 'metrics',
      handle: (call) => postInsights(world, call),
    },
  ]
}

function exchange(world: World, call: Call): Answer {
  const [clientId, clientSecret] = [parameter(call, 'client_id'), parameter(call, 'client_secret')]
  if (!clientId || !clientSecret) {
    return graphError({ message: 'Missing client_id or client_secret parameter.', code: 101 })
  }
  if (parameter(call, 'grant_type') !== 'authorization_code') return badParameter('Param grant_type is not supported')
  const grant = redeemCode(world, 'threads', {
    code: parameter(call, 'code') ?? '',
    clientId,
    redirectUri: parameter(call, 'redirect_uri') ?? '',
  })
  if (grant === 'redirect') {
    const message = 'Error validating verification code. The redirect_uri must be identical to the one used before'
    return graphError({ message, code: 100, subcode: 36008 })
  }
  if (typeof grant === 'string') {
    return graphError({ message: 'This authorization code has expired or has been used.', code: 100, subcode: 36009 })
  }
  rememberApp(world, grant, clientSecret)
  const { accountId, scopes } = grant
  const token = { platform: 'threads', kind: 'access', accountId, clientId, clientSecret, scopes } as const
  const text = issueToken(world, 'THAA', HOUR_MS, token)
  const answer = { access_token: text, user_id: accountId }
  return world.manner('threadsUserId') === 'number' ? withBareId(answer, 'user_id', accountId) : json(200, answer)
}

function lengthen(world: World, call: Call): Answer {
  if (parameter(call, 'grant_type') !== 'th_exchange_token') return badParameter('Param grant_type is not supported')
  const { token } = authorizeGraph(world, 'threads', ['access'], call)
  if (token.clientSecret !== parameter(call, 'client_secret')) {
    return graphError({ message: 'Error validating client secret.', code: 1, status: 400 })
  }
  if (token.longLived) return graphError({ message: 'The access token is long-lived already.', code: 100 })
  return json(200, longToken(world, token))
}

function refresh(world: World, call: Call): Answer {
  if (parameter(call, 'grant_type') !== 'th_refresh_token') return badParameter('Param grant_type is not supported')
  const { token } = authorizeGraph(world, 'threads', ['access'], call)
  if (!token.longLived) return badParameter('Only a long-lived token can be refreshed')
  if (world.now() - token.issuedAt < DAY_MS) return badParameter('The token must be at least 24 hours old')
  return json(200, longToken(world, token))
}

function longToken(world: World, { accountId, clientId, clientSecret, scopes }: Token) {
  const token = { platform: 'threads', kind: 'access', accountId, clientId, scopes, longLived: true } as const
  const text = issueToken(world, 'THAA', LONG_LIFE_S * 1000, { ...token, ...(clientSecret && { clientSecret }) })
  return { access_token: text, token_type: 'bearer', expires_in: LONG_LIFE_S }
}

/** Asked with the token of a tester of the app: which here everybody is. */
function debugToken(world: World, call: Call): Answer {
  authorize(world, call)
  const token = world.tokens.get(parameter(call, 'input_token') ?? '')
  if (token?.platform !== 'threads') return badParameter('The input_token cannot be inspected')
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return json(200, {
    data: {
      type: 'USER',
      application: 'Frogy',
      is_valid: !token.dead,
      issued_at: seconds(token.issuedAt),
      expires_at: seconds(token.expiresAt ?? 0),
      scopes: token.scopes,
      user_id: token.accountId,
    },
  })
}

function me(world: World, call: Call): Answer {
  const token = authorize(world, call)
  const { id, username, name, headline } = personOf(token.accountId)
  const all = {
    id,
    username,
    name,
    threads_profile_picture_url: `${call.origin}/pictures/threads/${id}.svg`,
    threads_biography: headline,
    is_verified: false,
  }
  return json(200, pickFields(all, fieldsOf(call, 'id,username')))
}

function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_delete')
  const post = findOwn(world, call.params.id ?? '', token)
  if (spend(world, THREADS_LIMITS.deletions, token.accountId).isOver) return quotaUsedUp(world, 'deletion')
  world.posts.change(post, { deleted: true })
  return json(200, { success: true, deleted_id: post.id })
}

function listPosts(world: World, call: Call, edge: 'threads' | 'replies'): Answer {
  const token = authorize(world, call)
  checkUser(call, token)
  const fields = fieldsOf(call, 'id')
  const rows = visible(world, call, token.accountId, edge === 'replies')
  const page = pageOf(call, `/threads/v1.0/${call.params.user}/${edge}`, rows)
  const data = page.rows.map((post) => pickFields(postView(call, post), fields))
  return json(200, { data, ...(page.paging && { paging: page.paging }) })
}

function* visible(world: World, call: Call, accountId: string, replies: boolean): Generator<PublicPost> {
  const [since, until] = [timeOf(call, 'since') ?? -Infinity, timeOf(call, 'until') ?? Infinity]
  for (const post of world.posts.of('threads', accountId)) {
    if (post.deleted || Boolean(post.replyTo) !== replies) continue
    if (post.publishedAt >= since && post.publishedAt <= until) yield post
  }
}

function readObject(world: World, call: Call): Answer {
  const token = authorize(world, call)
  const id = call.params.id ?? ''
  const container = findContainer(world, 'threads', id, token)
  if (container?.isLost && world.manner('threadsLostIs') === 'unknown') return notFoundYet()
  if (container) {
    const all = { id, status: statusOf(world, container), error_message: container.error }
    return json(200, pickFields(all, fieldsOf(call, 'id,status')))
  }
  if (id === token.accountId) return me(world, call)
  return json(200, pickFields(postView(call, findOwn(world, id, token)), fieldsOf(call, 'id')))
}

function postInsights(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_manage_insights')
  const post = findOwn(world, call.params.id ?? '', token)
  const asked = (parameter(call, 'metric') ?? '').split(',').filter(Boolean)
  const { impressions, likes, comments, shares } = post.engagement
  return insights(post.id, asked, {
    views: impressions,
    likes,
    replies: comments,
    reposts: shares,
    quotes: 0,
    shares: 0,
  })
}

function findOwn(world: World, id: string, token: Token): Post {
  const post = world.posts.find('threads', id)
  if (!post || post.deleted || post.accountId !== token.accountId) throw new Refusal(missingObject(id))
  return post
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { username } = personOf(post.accountId)
  return {
    id: post.id,
    media_product_type: 'THREADS',
    media_type: ['TEXT_POST', 'IMAGE'][post.media.length] ?? 'CAROUSEL_ALBUM',
    media_url: post.media[0] && `${call.origin}/media/${post.media[0].file}`,
    alt_text: post.media[0]?.altText ?? undefined,
    permalink: `${call.origin}/threads/@${username}/post/${post.shortcode}`,
    owner: { id: post.accountId },
    username,
    text: post.text,
    timestamp: graphTime(post.publishedAt ?? post.createdAt),
    shortcode: post.shortcode,
    is_quote_post: false,
    is_reply: post.replyTo !== undefined,
    link_attachment_url: post.link?.url,
  }
}
