import { json, parameter, type Answer, type Call, type Network, type Route } from '../../network.ts'
import { isTooNewForComments, type Post } from '../../posts.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { World } from '../../world.ts'
import { findContainer, statusOf, withBareId, type ContainerStatus } from '../containers.ts'
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
  missingObject,
  noPermission,
  pickFields,
} from '../graph.ts'
import { appScopedId, authorize, people } from './answers.ts'
import { createContainer, INSTAGRAM_LIMITS, publishContainer, publishingLimit } from './publishing.ts'

const TOKENS: AccountTokens = {
  platform: 'instagram',
  prefix: 'IGAA',
  grant: 'ig',
  longLifeS: 5_183_944,
  wrongSecret: { message: '(#100) Error validating client secret.', code: 100 },
}

/** Instagram with its own sign-in, for professional accounts. Sign-in through Facebook is not simulated. */
export const instagram: Network = {
  platform: 'instagram',
  name: 'Instagram',
  people,

  consent: {
    ...ACCOUNT_CONSENT,
    troubles: {
      redirect: { page: '{"error_type": "OAuthException", "code": 400, "error_message": "Invalid redirect_uri"}' },
      right: {
        page: '{"error_type": "OAuthException", "code": 400, "error_message": "Invalid scope: instagram_business_content_publish"}',
        returned: {
          error_type: 'OAuthException',
          error_code: '400',
          error_message: 'Invalid scope: instagram_business_content_publish',
        },
      },
      'app-type': {
        page: 'Invalid Request: Request parameters are invalid: Invalid platform app',
        returned: { error_type: 'OAuthException', error_code: '400', error_message: 'Invalid platform app' },
      },
      development: {
        page: '{"error_type": "OAuthException", "code": 400, "error_message": "Insufficient developer role"}',
        returned: { error_type: 'OAuthException', error_code: '400', error_message: 'Insufficient developer role' },
      },
      personal: {
        page: 'To use this app, switch to a professional account first.',
        returned: {
          error_type: 'OAuthException',
          error_code: '400',
          error_message: 'The account must be a professional account',
        },
      },
    },
  },

  limits: Object.values(INSTAGRAM_LIMITS),
  routes: (world) => metered(world, INSTAGRAM_LIMITS, routes(world)),
  faultAnswer: graphFault,
  signedId: appScopedId,

  postPath: ({ shortcode }) => `/p/${shortcode}/`,
  postPages: { '/p/:code': (world, { code }) => world.posts.byShortcode('instagram', code) },
}

function routes(world: World): Route[] {
  return [
    ...tokenRoutes(world, TOKENS, (call) => exchange(world, call)),
    { method: 'GET', path: '/:version/me', handle: (call) => me(world, call) },
    {
      method: 'GET',
      path: '/:version/:user/content_publishing_limit',
      handle: (call) => publishingLimit(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:user/media',
      operation: 'upload',
      handle: (call) => createContainer(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:user/media_publish',
      operation: 'publish',
      handle: (call) => publishContainer(world, call),
    },
    { method: 'POST', path: '/:version/:id/comments', operation: 'comment', handle: (call) => comment(world, call) },
    { method: 'GET', path: '/:version/:id/comments', operation: 'list', handle: (call) => listComments(world, call) },
    { method: 'DELETE', path: '/:version/:id', handle: (call) => deletePost(world, call) },
    { method: 'GET', path: '/:version/:user/media', operation: 'list', handle: (call) => listPosts(world, call) },
    { method: 'GET', path: '/:version/:id', operation: 'list', handle: (call) => readObject(world, call) },
    {
      method: 'GET',
      path: '/:version/:id/insights',
      operation: 'metrics',
      handle: (call) => postInsights(world, call),
    },
  ]
}

function exchange(world: World, call: Call): Answer {
  const exchanged = exchangeCode(world, TOKENS, (name) => call.form.get(name))
  if (typeof exchanged === 'string') {
    return json(400, { error_type: 'OAuthException', code: 400, error_message: EXCHANGE_ERRORS[exchanged] })
  }
  const { accountId, scopes } = exchanged.code
  const isWrapped = world.manner('instagramWraps') === 'yes'
  const permissions = isWrapped ? scopes.join(',') : scopes
  const given = { access_token: exchanged.text, user_id: accountId, permissions }
  if (world.manner('instagramUserId') === 'number') {
    const answer = withBareId(given, 'user_id', accountId)
    return isWrapped ? { ...answer, body: `{"data":[${String(answer.body)}]}` } : answer
  }
  return json(200, isWrapped ? { data: [given] } : given)
}

const EXCHANGE_ERRORS: Record<ExchangeTrouble, string> = {
  client: 'Missing client_id or client_secret',
  'grant-type': 'Invalid grant_type',
  redirect: 'Error validating verification code. The redirect_uri differs',
  code: 'Matching code was not found or was already used',
}

function me(world: World, call: Call): Answer {
  const token = authorize(world, call)
  const { id, username, name, isPersonal } = findPerson(people, token.accountId)
  const all = {
    id: appScopedId(id),
    user_id: id,
    username,
    name,
    account_type: isPersonal ? 'PERSONAL' : 'BUSINESS',
    profile_picture_url: portraitAddress(world, `${call.origin}/pictures/instagram/${id}`),
    followers_count: 412,
    media_count: [...world.posts.of('instagram', id)].filter((post) => !post.deleted).length,
  }
  const picked = pickFields(all, fieldsOf(call, 'user_id,username'))
  return json(200, world.manner('instagramWraps') === 'yes' ? { data: [picked] } : picked)
}

function comment(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_manage_comments')
  const post = findOwnPost(world, call, token)
  const message = parameter(call, 'message') ?? ''
  if (isTooNewForComments(world, post)) return missingObject(post.id)
  if (!message.trim()) return badParameter('Param message must not be empty')
  // Refuse a repeated comment, which Instagram treats as spam.
  if (post.comments.some(({ text }) => text === message))
    return graphError({ message: 'The comment was rejected as spam', code: 368 })
  const id = `18${String(100_000_000_000_000 + world.sequence())}`
  const added = { id, accountId: token.accountId, text: message, createdAt: world.now() }
  world.posts.change(post, { comments: [...post.comments, added] })
  return json(200, { id })
}

function listComments(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_manage_comments')
  const { comments } = findOwnPost(world, call, token)
  return json(200, { data: comments.map(({ id, text, createdAt }) => ({ id, text, timestamp: graphTime(createdAt) })) })
}

/** Apps with Instagram sign-in may not delete posts, unless a test sets `instagramDeletes`. */
function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call)
  if (world.manner('instagramDeletes') === 'no') return noPermission('instagram_manage_contents', 10)
  world.posts.change(findOwnPost(world, call, token), { deleted: true })
  return json(200, { success: true })
}

function listPosts(world: World, call: Call): Answer {
  const path = `/instagram/${call.params.version}/${call.params.user}/media`
  return listOwnPosts(world, call, authorize(world, call), { path, view: (post) => postView(call, post) })
}

const STATUSES: Record<ContainerStatus, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours.',
  ERROR: 'Error: Media could not be processed, error code 2207053',
}

function readObject(world: World, call: Call): Answer {
  const token = authorize(world, call)
  const id = call.params.id ?? ''
  const container = findContainer(world, 'instagram', id, token)
  if (container && world.now() - container.createdAt >= world.manner('instagramHiddenMs')) {
    const status_code = statusOf(world, container)
    return json(200, pickFields({ id, status_code, status: STATUSES[status_code] }, fieldsOf(call, 'id')))
  }
  if (id === token.accountId) return me(world, call)
  return json(200, pickFields(postView(call, findOwnPost(world, call, token)), fieldsOf(call, 'id')))
}

function postInsights(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_manage_insights')
  const post = findOwnPost(world, call, token)
  const { impressions, likes, comments, shares } = post.engagement
  const numbers = {
    views: impressions,
    reach: impressions,
    likes,
    comments: comments + post.comments.length,
    saved: 0,
    shares,
    total_interactions: likes + comments + post.comments.length + shares,
    profile_visits: 0,
    follows: 0,
  }
  return insights(post.id, metricsOf(call), numbers, world.manner('instagramInsights'))
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { username } = findPerson(people, post.accountId)
  const { likes, comments } = post.engagement
  return {
    id: post.id,
    caption: post.text || undefined,
    media_type: post.media.length > 1 ? 'CAROUSEL_ALBUM' : 'IMAGE',
    media_product_type: 'FEED',
    media_url: post.media[0] && `${call.origin}/media/${post.media[0].file}`,
    permalink: `${call.origin}/instagram/p/${post.shortcode}/`,
    shortcode: post.shortcode,
    timestamp: graphTime(post.publishedAt ?? post.createdAt),
    username,
    owner: { id: post.accountId },
    like_count: likes,
    comments_count: comments + post.comments.length,
  }
}
