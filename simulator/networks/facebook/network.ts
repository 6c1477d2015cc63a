import { endTokens, issueToken, readToken, redeemCode, rememberApp } from '../../grants.ts'
import { json, parameter, type Answer, type Call, type Network, type Page, type Route } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import {
  authorize,
  checkVersion,
  FACEBOOK_LIMITS,
  pagesOf,
  pageToken,
  pageView,
  people,
  personOf,
  readMe,
} from './answers.ts'
import {
  comment,
  listComments,
  createPhoto,
  createPost,
  deletePost,
  editPost,
  isFalse,
  isTrue,
  listPosts,
  operationOfRead,
  deletionOperation,
  postInsights,
  publishReel,
  readObject,
} from './posts.ts'
import { changeReel, receiveReel } from './reels.ts'
import {
  accessToken,
  authorizeGraph,
  fieldsOf,
  graphError,
  graphFault,
  metered,
  missingObject,
  noPermission,
  pickFields,
} from '../graph.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SHORT_LIFE_MS = 90 * MINUTE_MS
const LONG_LIFE_S = 5_183_944

export const facebook: Network = {
  platform: 'facebook',
  name: 'Facebook',
  people,

  consent: {
    path: '/:version/dialog/oauth',
    scopeSeparator: /[,\s]+/,
    codeLifeMs: 10 * MINUTE_MS,
    fragment: '#_=_',
    pkce: false,
    assumesCode: true,
    picksPages: true,
    asksAgain: { parameter: 'auth_type', value: 'rerequest' },
    cancelled: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    troubles: {
      redirect: {
        page: 'URL Blocked: This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
      },
      right: {
        page: 'Invalid Scopes: pages_manage_posts. This message is only shown to developers. Users of your app will ignore these permissions if present.',
        returned: { error_code: '100', error_message: 'Invalid Scopes: pages_manage_posts' },
        omittedScopes: /^pages_manage_posts$/,
      },
      'app-type': {
        page: 'Invalid Scopes: pages_show_list, pages_manage_posts, pages_read_engagement. This message is only shown to developers.',
        returned: {
          error_code: '100',
          error_message: 'Invalid Scopes: pages_show_list, pages_manage_posts, pages_read_engagement',
        },
        omittedScopes: /^pages_/,
      },
      development: {
        page: 'Feature Unavailable: Facebook Login is currently unavailable for this app, since we are updating additional details for this app.',
        returned: {
          error_code: '1349245',
          error_message: 'Facebook Login is currently unavailable for this app',
        },
      },
    },
  },

  limits: Object.values(FACEBOOK_LIMITS),
  routes: (world) => metered(world, FACEBOOK_LIMITS, routes(world)),
  faultAnswer: graphFault,
  signedId: (accountId) => accountId,

  postPath: ({ id }) => `/${id.replace('_', '/posts/')}`,
  postPages: {
    '/:page/posts/:number': (world, { page, number }) => world.posts.find('facebook', `${page}_${number}`),
    '/:id': (world, { id = '' }) => world.posts.find('facebook', id),
  },
}

function routes(world: World): Route[] {
  return [
    ...(['GET', 'POST'] as const).map((method) => ({
      method,
      path: '/:version/oauth/access_token',
      operation: 'token' as const,
      handle: (call: Call) => exchange(world, call),
    })),
    { method: 'GET', path: '/:version/debug_token', handle: (call) => debugToken(world, call) },
    {
      method: 'GET',
      path: '/:version/me',
      handle: (call) => readMe(world, call, authorize(world, call, ['access', 'page']).token),
    },
    { method: 'GET', path: '/:version/me/accounts', handle: (call) => accounts(world, call) },
    { method: 'GET', path: '/:version/me/businesses', handle: (call) => businesses(world, call) },
    ...(['owned', 'client'] as const).map((as) => ({
      method: 'GET' as const,
      path: `/:version/:id/${as}_pages`,
      handle: (call: Call) => pagesOfBusiness(world, call, as),
    })),
    { method: 'GET', path: '/:version/me/permissions', handle: (call) => permissions(world, call) },
    {
      method: 'POST',
      path: '/:version/:id/feed',
      operation: (call) => (isFalse(parameter(call, 'published')) ? 'upload' : 'publish'),
      handle: (call) => createPost(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:id/photos',
      operation: (call) => (isFalse(parameter(call, 'published')) ? 'upload' : 'publish'),
      handle: (call) => createPhoto(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:id/video_reels',
      operation: (call) => (parameter(call, 'upload_phase') === 'finish' ? 'publish' : 'upload'),
      handle: (call) => changeReel(world, call, (upload, text) => publishReel(world, upload, text)),
    },
    {
      method: 'POST',
      path: '/video-upload/:version/:id',
      operation: 'upload',
      handle: (call) => receiveReel(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:id',
      operation: (call) => (isTrue(parameter(call, 'is_published')) ? 'publish' : undefined),
      handle: (call) => editPost(world, call),
    },
    { method: 'POST', path: '/:version/:id/comments', operation: 'comment', handle: (call) => comment(world, call) },
    { method: 'GET', path: '/:version/:id/comments', operation: 'list', handle: (call) => listComments(world, call) },
    {
      method: 'DELETE',
      path: '/:version/:id',
      operation: (call) => deletionOperation(world, call),
      handle: (call) => deletePost(world, call),
    },
    ...['published_posts', 'feed', 'posts'].map((edge) => ({
      method: 'GET' as const,
      path: `/:version/:id/${edge}`,
      operation: 'list' as const,
      handle: (call: Call) => listPosts(world, call, edge),
    })),
    {
      method: 'GET',
      path: '/:version/:id',
      operation: (call) => operationOfRead(call),
      handle: (call) => readObject(world, call),
    },
    {
      method: 'GET',
      path: '/:version/:id/insights',
      operation: 'metrics',
      handle: (call) => postInsights(world, call),
    },
    { method: 'DELETE', path: '/:version/:id/permissions', handle: (call) => withdraw(world, call) },
    { method: 'DELETE', path: '/:version/:id/permissions/:name', handle: (call) => withdraw(world, call) },
  ]
}

function exchange(world: World, call: Call): Answer {
  checkVersion(call)
  const [clientId, clientSecret] = [parameter(call, 'client_id'), parameter(call, 'client_secret')]
  if (!clientId) return graphError({ message: 'Missing client_id parameter.', code: 101 })
  if (!clientSecret) return graphError({ message: 'Missing client_secret parameter.', code: 1 })
  if (parameter(call, 'grant_type') === 'fb_exchange_token') return exchangeForLongLived(world, call, clientId)

  const grant = redeemCode(world, 'facebook', {
    code: parameter(call, 'code') ?? '',
    clientId,
    redirectUri: parameter(call, 'redirect_uri') ?? '',
  })
  if (grant === 'redirect') {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
    return graphError({ message, code: 100, subcode: 36008 })
  }
  if (grant === 'expired') {
    return graphError({ message: 'This authorization code has expired.', code: 100, subcode: 36007 })
  }
  if (typeof grant === 'string') {
    return graphError({ message: 'This authorization code has been used.', code: 100, subcode: 36009 })
  }
  rememberApp(world, grant, clientSecret)
  const { accountId, scopes, pageIds, declined } = grant
  const token = { platform: 'facebook', kind: 'access', accountId, clientId, scopes, pageIds, declined } as const
  return json(200, {
    access_token: issueToken(world, 'EAA', SHORT_LIFE_MS, token),
    token_type: 'bearer',
    expires_in: SHORT_LIFE_MS / 1000,
  })
}

function exchangeForLongLived(world: World, call: Call, clientId: string): Answer {
  const { token } = authorizeGraph(world, 'facebook', ['access'], {
    ...call,
    query: new URLSearchParams({ access_token: parameter(call, 'fb_exchange_token') ?? '' }),
  })
  if (token.clientId !== clientId) {
    return graphError({ message: 'The access token does not belong to application', code: 190, subcode: 467 })
  }
  const { accountId, scopes, pageIds, declined } = token
  const given = { platform: 'facebook', kind: 'access', accountId, clientId, scopes, pageIds, declined } as const
  const longer = { ...given, longLived: true } as const
  return json(200, {
    access_token: issueToken(world, 'EAA', LONG_LIFE_S * 1000, longer),
    token_type: 'bearer',
    expires_in: LONG_LIFE_S,
  })
}

function debugToken(world: World, call: Call): Answer {
  const [appId, appSecret] = (accessToken(call) ?? '').split('|')
  const text = parameter(call, 'input_token') ?? ''
  const token = world.tokens.get(text)
  if (!appId || !appSecret) return graphError({ message: 'Invalid OAuth access token.', code: 190, status: 401 })
  if (token?.platform !== 'facebook' || token.clientId !== appId) {
    return json(200, {
      data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token.' } },
    })
  }
  const isValid = typeof readToken(world, 'facebook', ['access', 'page'], text) !== 'string'
  const all = personOf(token.accountId).pages ?? []
  const pages = pagesOf(token)
  const isForAll = pages.length === all.length && world.manner('facebookTargetIds') === 'absent'
  return json(200, {
    data: {
      app_id: appId,
      type: token.kind === 'page' ? 'PAGE' : 'USER',
      application: 'Frogy',
      is_valid: isValid,
      expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1000),
      data_access_expires_at: Math.floor((token.issuedAt + 90 * DAY_MS) / 1000),
      user_id: token.accountId,
      ...(token.pageId && { profile_id: token.pageId }),
      scopes: token.scopes,
      granular_scopes: token.scopes
        .filter((scope) => scope.startsWith('pages_'))
        .map((scope) => ({ scope, ...(!isForAll && { target_ids: pages.map((page) => page.id) }) })),
    },
  })
}

function accounts(world: World, call: Call): Answer {
  const { token, text } = authorize(world, call, ['access'])
  if (!token.scopes.includes('pages_show_list')) return noPermission('pages_show_list', 200)
  const fields = fieldsOf(call, 'access_token,category,name,id,tasks')
  const isListed = (page: Page) => !page.ofBusiness || world.manner('facebookBusinessPages') === 'listed'
  const pages = pagesOf(token).filter(isListed)
  const data = pages.map((page) =>
    pickFields({ ...pageView(world, call, page), access_token: pageToken(world, text, token, page) }, fields),
  )
  return json(200, { data, paging: { cursors: { before: cursor(pages[0]), after: cursor(pages.at(-1)) } } })
}

/** Lists the businesses that own or manage Pages which the person shares with the app. */
function businesses(world: World, call: Call): Answer {
  const { token } = authorize(world, call, ['access'])
  if (!token.scopes.includes('business_management')) return noPermission('business_management', 200)
  const ids = new Set(pagesOf(token).flatMap(({ ofBusiness }) => ofBusiness?.id ?? []))
  return json(200, {
    data: [...ids].map((id) => pickFields({ id, name: `Portfolio ${id}` }, fieldsOf(call, 'id,name'))),
  })
}

function pagesOfBusiness(world: World, call: Call, as: 'owned' | 'client'): Answer {
  const { token, text } = authorize(world, call, ['access'])
  if (!token.scopes.includes('business_management')) return noPermission('business_management', 200)
  const fields = fieldsOf(call, 'id,name')
  const own = pagesOf(token).filter(({ ofBusiness }) => ofBusiness?.id === call.params.id && ofBusiness?.as === as)
  const data = own.map((page) =>
    pickFields({ ...pageView(world, call, page), access_token: pageToken(world, text, token, page) }, fields),
  )
  return json(200, { data })
}

function cursor(page: Page | undefined): string {
  return Buffer.from(page?.id ?? '').toString('base64url')
}

function permissions(world: World, call: Call): Answer {
  const { token } = authorize(world, call, ['access'])
  const granted = new Set(['public_profile', ...token.scopes])
  const rows = [...granted].map((permission) => ({ permission, status: 'granted' }))
  const declined = (token.declined ?? []).map((permission) => ({ permission, status: 'declined' }))
  return json(200, { data: [...rows, ...declined] })
}

function withdraw(world: World, call: Call): Answer {
  const { token } = authorize(world, call, ['access'])
  const asked = call.params.id ?? ''
  if (asked !== 'me' && asked !== token.accountId) return missingObject(asked)
  const isTheirs = (other: Token) =>
    other.platform === 'facebook' && other.accountId === token.accountId && other.clientId === token.clientId
  const name = call.params.name
  if (name === undefined) endTokens(world, 'revoked', isTheirs)
  else {
    for (const [text, other] of world.tokens.entries()) {
      const scopes = other.scopes.filter((scope) => scope !== name)
      if (isTheirs(other)) world.tokens.put(text, { ...other, scopes })
    }
  }
  return json(200, { success: true })
}
