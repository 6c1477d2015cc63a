import { spend } from '../../limits.ts'
import { json, parameter, type Answer, type Call, type Network, type Route } from '../../network.ts'
import type { Post } from '../../posts.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { World } from '../../world.ts'
import { findContainer, statusOf, withBareId } from '../containers.ts'
import {
  ACCOUNT_CONSENT,
  exchangeCode,
  findOwnPost,
  findPerson,
  listOwnPosts,
  metricsOf,
  tokenRoutes,
  type AccountTokens,
  type ExchangeTrouble,
} from '../graph-accounts.ts'
import {
  badParameter,
  fieldsOf,
  graphError,
  graphFault,
  graphTime,
  insights,
  metered,
  pickFields,
  type GraphError,
} from '../graph.ts'
import { authorize, people } from './answers.ts'
import {
  createContainer,
  notFoundYet,
  publishContainer,
  publishingLimit,
  quotaUsedUp,
  THREADS_LIMITS,
} from './publishing.ts'

const TOKENS: AccountTokens = {
  platform: 'threads',
  prefix: 'THAA',
  grant: 'th',
  longLifeS: 5_184_000,
  wrongSecret: { message: 'Error validating client secret.', code: 1 },
}

export const threads: Network = {
  platform: 'threads',
  name: 'Threads',
  people,

  consent: {
    ...ACCOUNT_CONSENT,
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

  postPath: ({ shortcode }, username) => `/@${username}/post/${shortcode}`,
  postPages: { '/@:username/post/:code': (world, { code }) => world.posts.byShortcode('threads', code) },
}

function routes(world: World): Route[] {
  return [
    ...tokenRoutes(world, TOKENS, (call) => exchange(world, call)),
    { method: 'GET', path: '/v1.0/debug_token', handle: (call) => debugToken(world, call) },
    { method: 'GET', path: '/v1.0/me', handle: (call) => me(world, call) },
    {
      method: 'GET',
      path: '/v1.0/:user/threads_publishing_limit',
      handle: (call) => publishingLimit(world, call),
    },
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
  const exchanged = exchangeCode(world, TOKENS, (name) => parameter(call, name))
  if (typeof exchanged === 'string') return graphError(EXCHANGE_ERRORS[exchanged])
  const { accountId } = exchanged.code
  const answer = { access_token: exchanged.text, user_id: accountId }
  return world.manner('threadsUserId') === 'number' ? withBareId(answer, 'user_id', accountId) : json(200, answer)
}

const EXCHANGE_ERRORS: Record<ExchangeTrouble, GraphError> = {
  client: { message: 'Missing client_id or client_secret parameter.', code: 101 },
  'grant-type': { message: '(#100) Param grant_type is not supported', code: 100 },
  redirect: {
    message: 'Error validating verification code. The redirect_uri must be identical to the one used before',
    code: 100,
    subcode: 36008,
  },
  code: { message: 'This authorization code has expired or has been used.', code: 100, subcode: 36009 },
}

/** Describes a token. The real network accepts only the token of an app tester; the simulator accepts every token. */
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
  const { id, username, name, headline } = findPerson(people, token.accountId)
  const all = {
    id,
    username,
    name,
    threads_profile_picture_url: portraitAddress(world, `${call.origin}/pictures/threads/${id}`),
    threads_biography: headline,
    is_verified: false,
  }
  return json(200, pickFields(all, fieldsOf(call, 'id,username')))
}

function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_delete')
  const post = findOwnPost(world, call, token)
  if (spend(world, THREADS_LIMITS.deletions, token.accountId).isOver) return quotaUsedUp(world, 'deletion')
  world.posts.change(post, { deleted: true })
  return json(200, { success: true, deleted_id: post.id })
}

function listPosts(world: World, call: Call, edge: 'threads' | 'replies'): Answer {
  return listOwnPosts(world, call, authorize(world, call), {
    path: `/threads/v1.0/${call.params.user}/${edge}`,
    includes: (post) => (post.replyTo !== undefined) === (edge === 'replies'),
    view: (post) => postView(call, post),
  })
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
  return json(200, pickFields(postView(call, findOwnPost(world, call, token)), fieldsOf(call, 'id')))
}

function postInsights(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_manage_insights')
  const post = findOwnPost(world, call, token)
  const { impressions, likes, comments, shares } = post.engagement
  return insights(post.id, metricsOf(call), {
    views: impressions,
    likes,
    replies: comments,
    reposts: shares,
    quotes: 0,
    shares: 0,
  })
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { username } = findPerson(people, post.accountId)
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
    ...(post.replyTo !== undefined && { replied_to: { id: post.replyTo } }),
    link_attachment_url: post.link?.url,
  }
}
