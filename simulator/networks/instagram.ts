import { issueToken, redeemCode, rememberApp } from '../grants.ts'
import { json, parameter, Refusal, type Answer, type Call, type Network, type Route } from '../network.ts'
import type { Post, PublicPost } from '../posts.ts'
import type { Token, World } from '../world.ts'
import { checkUser, findContainer, statusOf, withBareId, type ContainerStatus } from './containers.ts'
import {
  authorizeGraph,
  badParameter,
  fieldsOf,
  graphFault,
  graphTime,
  insights,
  metered,
  missingObject,
  noPermission,
  pageOf,
  pickFields,
  timeOf,
} from './graph.ts'
import { appScopedId, authorize, people, personOf } from './instagram-answers.ts'
import { createContainer, INSTAGRAM_LIMITS, publishContainer, publishingLimit } from './instagram-publishing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONG_LIFE_S = 5_183_944

/** Instagram with its own sign-in, for professional accounts; the way over Facebook's is not played. */
export const instagram: Network = {
  platform: 'instagram',
  name: 'Instagram',
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
}

function routes(world: World): Route[] {
  return [
    // tokens
    { method: 'POST', path: '/oauth/access_token', operation: 'token', handle: (call) => exchange(world, call) },
    { method: 'GET', path: '/access_token', operation: 'token', handle: (call) => lengthen(world, call) },
    { method: 'GET', path: '/refresh_access_token', operation: 'refresh', handle: (call) => refresh(world, call) },
    // identity
    { method: 'GET', path: '/:version/me', handle: (call) => me(world, call) },
    {
      method: 'GET',
      path: '/:version/:user/content_publishing_limit',
      handle: (call) => publishingLimit(world, call),
    },
    // publishing
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
    { method: 'POST', path: '/:version/:id/comments', handle: (call) => comment(world, call) },
    { method: 'DELETE', path: '/:version/:id', handle: (call) => deletePost(world, call) },
    // reading and metrics
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
  const [clientId, clientSecret] = [call.form.get('client_id'), call.form.get('client_secret')]
  if (!clientId || !clientSecret) return refusedExchange('Missing client_id or client_secret')
  if (call.form.get('grant_type') !== 'authorization_code') return refusedExchange('Invalid grant_type')
  const grant = redeemCode(world, 'instagram', {
    code: call.form.get('code') ?? '',
    clientId,
    redirectUri: call.form.get('redirect_uri') ?? '',
  })
  if (grant === 'redirect') return refusedExchange('Error validating verification code. The redirect_uri differs')
  if (typeof grant === 'string') return refusedExchange('Matching code was not found or was already used')

  rememberApp(world, grant, clientSecret)
  const { accountId, scopes } = grant
  const token = { platform: 'instagram', kind: 'access', accountId, clientId, clientSecret, scopes } as const
  const access_token = issueToken(world, 'IGAA', HOUR_MS, token)
  const isWrapped = world.manner('instagramWraps') === 'yes'
  const given = { access_token, user_id: accountId, permissions: isWrapped ? scopes.join(',') : scopes }
  if (world.manner('instagramUserId') === 'number') {
    const answer = withBareId(given, 'user_id', accountId)
    return isWrapped ? { ...answer, body: `{"data":[${String(answer.body)}]}` } : answer
  }
  return json(200, isWrapped ? { data: [given] } : given)
}

function refusedExchange(error_message: string): Answer {
  return json(400, { error_type: 'OAuthException', code: 400, error_message })
}

function lengthen(world: World, call: Call): Answer {
  if (parameter(call, 'grant_type') !== 'ig_exchange_token') return badParameter('Param grant_type is not supported')
  const { token } = authorizeGraph(world, 'instagram', ['access'], call)
  if (token.clientSecret !== parameter(call, 'client_secret')) return badParameter('Error validating client secret.')
  if (token.longLived) return badParameter('The access token is long-lived already.')
  return json(200, longToken(world, token))
}

function refresh(world: World, call: Call): Answer {
  if (parameter(call, 'grant_type') !== 'ig_refresh_token') return badParameter('Param grant_type is not supported')
  const { token } = authorizeGraph(world, 'instagram', ['access'], call)
  if (!token.longLived) return badParameter('Only a long-lived token can be refreshed')
  if (world.now() - token.issuedAt < DAY_MS) return badParameter('The token must be at least 24 hours old')
  return json(200, longToken(world, token))
}

function longToken(world: World, { accountId, clientId, clientSecret, scopes }: Token) {
  const given = { platform: 'instagram', kind: 'access', accountId, clientId, clientSecret, scopes } as const
  const text = issueToken(world, 'IGAA', LONG_LIFE_S * 1000, { ...given, longLived: true })
  return { access_token: text, token_type: 'bearer', expires_in: LONG_LIFE_S }
}

function me(world: World, call: Call): Answer {
  const token = authorize(world, call)
  const { id, username, name, isPersonal } = personOf(token.accountId)
  const all = {
    id: appScopedId(id),
    user_id: id,
    username,
    name,
    account_type: isPersonal ? 'PERSONAL' : 'BUSINESS',
    profile_picture_url: `${call.origin}/pictures/instagram/${id}.svg`,
    followers_count: 412,
    media_count: [...world.posts.of('instagram', id)].filter((post) => !post.deleted).length,
  }
  const picked = pickFields(all, fieldsOf(call, 'user_id,username'))
  return json(200, world.manner('instagramWraps') === 'yes' ? { data: [picked] } : picked)
}

function comment(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_manage_comments')
  const post = findOwn(world, call.params.id ?? '', token)
  const message = parameter(call, 'message') ?? ''
  if (!message.trim()) return badParameter('Param message must not be empty')
  const id = `18${String(100_000_000_000_000 + world.sequence())}`
  const added = { id, accountId: token.accountId, text: message, createdAt: world.now() }
  world.posts.change(post, { comments: [...post.comments, added] })
  return json(200, { id })
}

/** Apps with Instagram's own sign-in may not: the person deletes by hand. */
function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call)
  if (world.manner('instagramDeletes') === 'no') return noPermission('instagram_manage_contents', 10)
  world.posts.change(findOwn(world, call.params.id ?? '', token), { deleted: true })
  return json(200, { success: true })
}

function listPosts(world: World, call: Call): Answer {
  const token = authorize(world, call)
  checkUser(call, token)
  const fields = fieldsOf(call, 'id')
  const path = `/instagram/${call.params.version}/${call.params.user}/media`
  const page = pageOf(call, path, visible(world, call, token.accountId))
  const data = page.rows.map((post) => pickFields(postView(call, post), fields))
  return json(200, { data, ...(page.paging && { paging: page.paging }) })
}

function* visible(world: World, call: Call, accountId: string): Generator<PublicPost> {
  const [since, until] = [timeOf(call, 'since') ?? -Infinity, timeOf(call, 'until') ?? Infinity]
  for (const post of world.posts.of('instagram', accountId)) {
    if (!post.deleted && post.publishedAt >= since && post.publishedAt <= until) yield post
  }
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
  return json(200, pickFields(postView(call, findOwn(world, id, token)), fieldsOf(call, 'id')))
}

function postInsights(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_manage_insights')
  const post = findOwn(world, call.params.id ?? '', token)
  const asked = (parameter(call, 'metric') ?? '').split(',').filter(Boolean)
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
  return insights(post.id, asked, numbers, world.manner('instagramInsights'))
}

function findOwn(world: World, id: string, token: Token): Post {
  const post = world.posts.find('instagram', id)
  if (!post || post.deleted || post.accountId !== token.accountId) throw new Refusal(missingObject(id))
  return post
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { username } = personOf(post.accountId)
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
