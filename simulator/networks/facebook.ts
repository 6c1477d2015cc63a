import { endTokens, issueToken, readToken, redeemCode } from '../grants.ts'
import { json, parameter, Refusal, type Answer, type Call, type Network, type Page, type Person } from '../network.ts'
import type { Post, PublicPost } from '../posts.ts'
import type { Token, World } from '../world.ts'
import {
  accessToken,
  authorizeGraph,
  badParameter,
  fieldsOf,
  graphError,
  graphFault,
  graphTime,
  insights,
  missingObject,
  noPermission,
  pageOf,
  pickFields,
  timeOf,
} from './graph.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SHORT_LIFE_MS = 90 * MINUTE_MS
const LONG_LIFE_S = 5_183_944
const LONGEST_TEXT = 63_206
const VERSIONS = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0']

const people: Person[] = [
  {
    id: '122101874560318724',
    name: 'Layla Haddad',
    headline: 'Manages two Pages',
    pages: [
      {
        id: '104857639217745',
        name: 'Najd Logistics',
        username: 'najdlogistics',
        headline: 'Cargo and freight company',
      },
      { id: '108230947561182', name: 'مقهى البركة', username: 'albirka.cafe', headline: 'مقهى في حي الملقا، الرياض' },
    ],
  },
  {
    id: '122098213377450191',
    name: 'أحمد المنصوري',
    headline: 'يدير صفحة واحدة',
    pages: [{ id: '101993374820561', name: 'مكتبة المدى', username: 'almada.books', headline: 'متجر كتب' }],
  },
  {
    id: '122104466201937558',
    name: 'Grace Okafor',
    headline: 'Manages one Page',
    pages: [
      { id: '110475528639904', name: 'Okafor Ceramics', username: 'okaforceramics', headline: 'Art and craft shop' },
    ],
  },
]

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
    cancelled: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
  },

  routes: (world) => [
    // tokens
    ...(['GET', 'POST'] as const).map((method) => ({
      method,
      path: '/:version/oauth/access_token',
      operation: 'token' as const,
      handle: (call: Call) => exchange(world, call),
    })),
    { method: 'GET', path: '/:version/debug_token', handle: (call) => debugToken(world, call) },
    // identity
    { method: 'GET', path: '/:version/me', handle: (call) => me(world, call) },
    { method: 'GET', path: '/:version/me/accounts', handle: (call) => accounts(world, call) },
    { method: 'GET', path: '/:version/me/permissions', handle: (call) => permissions(world, call) },
    // publishing
    {
      method: 'POST',
      path: '/:version/:id/feed',
      operation: (call) => (isFalse(parameter(call, 'published')) ? 'upload' : 'publish'),
      handle: (call) => createPost(world, call),
    },
    {
      method: 'POST',
      path: '/:version/:id',
      operation: (call) => (isTrue(parameter(call, 'is_published')) ? 'publish' : undefined),
      handle: (call) => editPost(world, call),
    },
    { method: 'POST', path: '/:version/:id/comments', handle: (call) => comment(world, call) },
    { method: 'DELETE', path: '/:version/:id', handle: (call) => deletePost(world, call) },
    // reading and metrics
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
    // revocation
    { method: 'DELETE', path: '/:version/:id/permissions', handle: (call) => withdraw(world, call) },
    { method: 'DELETE', path: '/:version/:id/permissions/:name', handle: (call) => withdraw(world, call) },
  ],

  faultAnswer: (fault) => graphFault(fault),
}

function exchange(world: World, call: Call): Answer {
  checkVersion(call)
  const [clientId, clientSecret] = [parameter(call, 'client_id'), parameter(call, 'client_secret')]
  if (!clientId) return graphError({ message: 'Missing client_id parameter.', code: 101 })
  if (!clientSecret) return graphError({ message: 'Missing client_secret parameter.', code: 1 })
  if (parameter(call, 'grant_type') === 'fb_exchange_token') return lengthen(world, call, clientId)

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
  const { accountId, scopes } = grant
  const token = { platform: 'facebook', kind: 'access', accountId, clientId, scopes } as const
  return json(200, {
    access_token: issueToken(world, 'EAA', SHORT_LIFE_MS, token),
    token_type: 'bearer',
    expires_in: SHORT_LIFE_MS / 1000,
  })
}

function lengthen(world: World, call: Call, clientId: string): Answer {
  const { token } = authorizeGraph(world, 'facebook', ['access'], {
    ...call,
    query: new URLSearchParams({ access_token: parameter(call, 'fb_exchange_token') ?? '' }),
  })
  if (token.clientId !== clientId) {
    return graphError({ message: 'The access token does not belong to application', code: 190, subcode: 467 })
  }
  const { accountId, scopes } = token
  const longer = { platform: 'facebook', kind: 'access', accountId, clientId, scopes, longLived: true } as const
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
  const pageIds = personOf(token.accountId).pages?.map((page) => page.id) ?? []
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
        .map((scope) => ({ scope, target_ids: pageIds })),
    },
  })
}

function me(world: World, call: Call): Answer {
  const { token } = authorize(world, call, ['access', 'page'])
  const fields = fieldsOf(call, 'id,name')
  if (token.pageId) return json(200, pickFields(pageView(call, pageOfId(token.pageId)), fields))
  const { id, name } = personOf(token.accountId)
  return json(200, pickFields({ id, name, picture: picture(call, id) }, fields))
}

function accounts(world: World, call: Call): Answer {
  const { token, text } = authorize(world, call, ['access'])
  if (!token.scopes.includes('pages_show_list')) return noPermission('pages_show_list', 200)
  const fields = fieldsOf(call, 'access_token,category,name,id,tasks')
  const pages = personOf(token.accountId).pages ?? []
  const data = pages.map((page) =>
    pickFields({ ...pageView(call, page), access_token: pageToken(world, text, token, page) }, fields),
  )
  return json(200, { data, paging: { cursors: { before: cursor(pages[0]), after: cursor(pages.at(-1)) } } })
}

function cursor(page: Page | undefined): string {
  return Buffer.from(page?.id ?? '').toString('base64url')
}

/** Asking again gives the same Page token: it ends with the person's, and never when that is a long-lived one. */
function pageToken(world: World, personToken: string, person: Token, page: Page): string {
  for (const [text, token] of world.tokens.entries()) {
    if (token.personToken === personToken && token.pageId === page.id && !token.dead) return text
  }
  const { accountId, clientId, scopes, expiresAt } = person
  const life = person.longLived || expiresAt === null ? null : expiresAt - world.now()
  const token = {
    platform: 'facebook',
    kind: 'page',
    accountId,
    clientId,
    scopes,
    personToken,
    pageId: page.id,
  } as const
  return issueToken(world, 'EAAB', life, token)
}

function permissions(world: World, call: Call): Answer {
  const { token } = authorize(world, call, ['access'])
  const granted = new Set(['public_profile', ...token.scopes])
  return json(200, { data: [...granted].map((permission) => ({ permission, status: 'granted' })) })
}

function createPost(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  const pageId = token.pageId ?? ''
  const asked = call.params.id === 'me' ? pageId : (call.params.id ?? '')
  if (asked !== pageId) return missingObject(asked)

  const message = parameter(call, 'message') ?? ''
  const link = parameter(call, 'link')
  const attached = [...call.query.keys(), ...call.form.keys()].some((name) => name.startsWith('attached_media'))
  if (attached || parameter(call, 'attached_media') !== undefined) {
    return badParameter('Param attached_media must hold the ids of photos that exist')
  }
  if (!message.trim() && !link) return badParameter('Requires one of the params: message, link, attached_media')
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? '')) {
    return badParameter('Param link must be a valid URL')
  }
  if (message.length > LONGEST_TEXT) return badParameter(`Param message must be at most ${LONGEST_TEXT} characters`)
  if (parameter(call, 'scheduled_publish_time') !== undefined) {
    return badParameter('Param scheduled_publish_time is not played by the simulator')
  }

  const now = world.now()
  const number = 122_000_000_000_000_000n + BigInt(world.sequence())
  const post = world.posts.prepare({
    platform: 'facebook',
    id: `${pageId}_${number}`,
    accountId: pageId,
    text: message,
    createdAt: now,
    ...(link ? { link: { url: link } } : {}),
  })
  if (!isFalse(parameter(call, 'published'))) world.posts.publish(post, now)
  return json(200, { id: post.id })
}

/** Also the second of the two steps that publish safely: switching `is_published` on, as often as one likes. */
function editPost(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  let post = findOwn(world, call, token)
  const message = parameter(call, 'message')
  const isPublished = parameter(call, 'is_published')
  if (message === undefined && isPublished === undefined) return badParameter('Nothing to change')
  if (isFalse(isPublished) && post.publishedAt !== null) return badParameter('A published post cannot be withdrawn')
  if (message !== undefined) {
    if (!message.trim() && !post.link) return badParameter('Param message must not be empty')
    if (message.length > LONGEST_TEXT) return badParameter(`Param message must be at most ${LONGEST_TEXT} characters`)
    post = world.posts.change(post, { text: message })
  }
  if (isTrue(isPublished) && post.publishedAt === null) world.posts.publish(post, world.now())
  return json(200, { success: true })
}

function comment(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_engagement')
  const post = findOwn(world, call, token)
  const message = parameter(call, 'message') ?? ''
  if (!message.trim()) return badParameter('Param message must not be empty')
  const id = `${post.id.split('_')[1]}_${world.sequence()}`
  const added = { id, accountId: post.accountId, text: message, createdAt: world.now() }
  world.posts.change(post, { comments: [...post.comments, added] })
  return json(200, { id })
}

function deletePost(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  world.posts.change(findOwn(world, call, token), { deleted: true })
  return json(200, { success: true })
}

function listPosts(world: World, call: Call, edge: string): Answer {
  const { token } = authorizePage(world, call, 'pages_read_engagement')
  const pageId = call.params.id === 'me' ? (token.pageId ?? '') : (call.params.id ?? '')
  if (pageId !== token.pageId) return missingObject(pageId)
  const fields = fieldsOf(call, 'id,message,created_time')
  const { rows, paging } = pageOf(
    call,
    `/facebook/${call.params.version}/${pageId}/${edge}`,
    visible(world, call, pageId),
  )
  return json(200, { data: rows.map((post) => pickFields(postView(call, post), fields)), ...(paging && { paging }) })
}

function* visible(world: World, call: Call, pageId: string): Generator<PublicPost> {
  const [since, until] = [timeOf(call, 'since') ?? -Infinity, timeOf(call, 'until') ?? Infinity]
  for (const post of world.posts.of('facebook', pageId)) {
    if (!post.deleted && post.publishedAt >= since && post.publishedAt <= until) yield post
  }
}

function operationOfRead(call: Call): 'list' | 'metrics' | undefined {
  if (!call.params.id?.includes('_')) return undefined
  const counts = ['reactions', 'comments', 'shares', 'likes', 'insights']
  return fieldsOf(call, 'id').some((field) => counts.includes(field)) ? 'metrics' : 'list'
}

function readObject(world: World, call: Call): Answer {
  const id = call.params.id ?? ''
  const { token, text } = authorize(world, call, ['access', 'page'])
  const page = personOf(token.accountId).pages?.find((one) => one.id === id)
  if (page) {
    const isAsked = fieldsOf(call, 'id,name').includes('access_token')
    const access_token = isAsked && !token.pageId ? pageToken(world, text, token, page) : undefined
    return json(200, pickFields({ ...pageView(call, page), access_token }, fieldsOf(call, 'id,name')))
  }
  if (id === token.accountId) return me(world, call)
  authorizePage(world, call, 'pages_read_engagement')
  return json(200, pickFields(postView(call, findOwn(world, call, token)), fieldsOf(call, 'id,message,created_time')))
}

function postInsights(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'read_insights')
  const post = findOwn(world, call, token)
  const asked = (parameter(call, 'metric') ?? '').split(',').filter(Boolean)
  const { impressions, likes } = post.engagement
  return insights(post.id, asked, {
    post_media_view: impressions,
    post_total_media_view_unique: impressions,
    post_clicks: 0,
    post_reactions_by_type_total: likes > 0 ? { like: likes } : {},
  })
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

function pageView(call: Call, page: Page): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: page.headline,
    tasks: ['MODERATE', 'CREATE_CONTENT', 'MANAGE', 'ANALYZE', 'ADVERTISE', 'MESSAGING'],
    picture: picture(call, page.id),
  }
}

function picture(call: Call, id: string) {
  return { data: { url: `${call.origin}/pictures/facebook/${id}.svg`, width: 200, height: 200, is_silhouette: false } }
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { likes, comments, shares } = post.engagement
  return {
    id: post.id,
    message: post.text || undefined,
    created_time: graphTime(post.publishedAt ?? post.createdAt),
    updated_time: graphTime(post.publishedAt ?? post.createdAt),
    permalink_url: `${call.origin}/facebook/${post.id.replace('_', '/posts/')}`,
    is_published: post.publishedAt !== null,
    status_type: 'mobile_status_update',
    from: { id: post.accountId, name: pageOfId(post.accountId).name },
    attachments: post.link && { data: [{ media_type: 'link', url: post.link.url, type: 'share' }] },
    reactions: { data: [], summary: { total_count: likes, viewer_reaction: 'NONE' } },
    likes: { data: [], summary: { total_count: likes, can_like: true, has_liked: false } },
    comments: {
      data: post.comments.map((one) => ({ id: one.id, message: one.text, created_time: graphTime(one.createdAt) })),
      summary: { order: 'ranked', total_count: comments + post.comments.length, can_comment: true },
    },
    shares: shares > 0 ? { count: shares } : undefined,
  }
}

function findOwn(world: World, call: Call, token: Token): Post {
  const id = call.params.id ?? ''
  const post = world.posts.find('facebook', id)
  if (!post || post.deleted || post.accountId !== token.pageId) throw new Refusal(missingObject(id))
  return post
}

/** A person's own token can't stand in for the Page's, although the person manages it. */
function authorizePage(world: World, call: Call, scope: string) {
  const state = authorize(world, call, ['access', 'page'])
  if (state.token.kind !== 'page') {
    const message = '(#200) A Page access token is required for this call: the token belongs to a person'
    throw new Refusal(graphError({ message, code: 200, status: 403 }))
  }
  if (!state.token.scopes.includes(scope)) throw new Refusal(noPermission(scope, 200))
  return state
}

function authorize(world: World, call: Call, kinds: Token['kind'][]) {
  checkVersion(call)
  return authorizeGraph(world, 'facebook', kinds, call)
}

function checkVersion(call: Call) {
  const version = call.params.version ?? ''
  if (VERSIONS.includes(version)) return
  const message = `(#2635) You are calling a deprecated or unknown version of the API: ${version}`
  throw new Refusal(graphError({ message, code: 2635 }))
}

function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, headline: '' }
}

function pageOfId(id: string): Page {
  const pages = people.flatMap((person) => person.pages ?? [])
  return pages.find((page) => page.id === id) ?? { id, name: id, username: id, headline: '' }
}

function isFalse(value: string | undefined): boolean {
  return value === 'false' || value === '0'
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1'
}
