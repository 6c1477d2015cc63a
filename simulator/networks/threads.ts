import { emojiLengthAt } from '../emoji.ts'
import { issueToken, redeemCode } from '../grants.ts'
import { json, parameter, Refusal, type Answer, type Call, type Network, type Person } from '../network.ts'
import type { Post, PublicPost } from '../posts.ts'
import { digest, type Container, type Token, type World } from '../world.ts'
import { findUrls } from '../x-text.ts'
import {
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

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONG_LIFE_S = 5_184_000
const LONGEST_TEXT = 500
const MOST_LINKS = 5
const QUOTA = { posts: 250, replies: 1000, deletions: 100 }

const people: Person[] = [
  // Odd numbers above 2^53: whoever reads user_id as a number gets another person's.
  {
    id: '17841405793187219',
    name: 'Layla Haddad',
    username: 'laylahaddad',
    headline: 'Operations, supply chains, plain words',
  },
  { id: '17841461820937455', name: 'سارة العمري', username: 'sara.designs', headline: 'مصممة تجربة مستخدم، جدة' },
  {
    id: '17841478215503641',
    name: 'Kenji Watanabe',
    username: 'kenji.w',
    headline: 'Coffee roaster, slow photographer',
  },
]

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
  },

  routes: (world) => [
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
  ],

  faultAnswer: (fault) => graphFault(fault),
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
  const { accountId, scopes } = grant
  const token = { platform: 'threads', kind: 'access', accountId, clientId, clientSecret, scopes } as const
  const text = issueToken(world, 'THAA', HOUR_MS, token)
  // Written by hand: as a bare number the id would lose its last digit on the way through JSON.stringify.
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `{"access_token":"${text}","user_id":${accountId}}`,
  }
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

function publishingLimit(world: World, call: Call): Answer {
  const token = authorize(world, call)
  checkUser(call, token)
  const used = usedToday(world, token.accountId)
  const all = {
    quota_usage: used.posts,
    config: { quota_total: QUOTA.posts, quota_duration: 86_400 },
    reply_quota_usage: used.replies,
    reply_config: { quota_total: QUOTA.replies, quota_duration: 86_400 },
  }
  const { id: _, ...picked } = pickFields(all, fieldsOf(call, 'quota_usage,config'))
  return json(200, { data: [picked] })
}

function createContainer(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_content_publish')
  checkUser(call, token)
  const mediaType = parameter(call, 'media_type')
  if (mediaType !== 'TEXT') {
    const known = ['IMAGE', 'VIDEO', 'CAROUSEL'].includes(mediaType ?? '')
    return badParameter(
      known
        ? 'Media is not played by the simulator yet'
        : 'Param media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL',
    )
  }
  const text = parameter(call, 'text') ?? ''
  const link = parameter(call, 'link_attachment')
  if (!text.trim() && !link) return badParameter('Param text must not be empty')
  if (threadsLength(text) > LONGEST_TEXT)
    return badParameter(`Param text must be at most ${LONGEST_TEXT} characters long.`)
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? '')) {
    return badParameter('Param link_attachment must be a valid URL')
  }
  if (new Set([...findUrls(text).map((url) => url.url), ...(link ? [link] : [])]).size > MOST_LINKS) {
    return graphError({
      message: 'THREADS_API__LINK_LIMIT_EXCEEDED',
      code: 100,
      userMessage: 'At most 5 links a post.',
    })
  }
  const tag = parameter(call, 'topic_tag')
  if (tag !== undefined && !/^[^.&]{1,50}$/u.test(tag))
    return badParameter('Param topic_tag must have 1 to 50 characters')
  const replyTo = parameter(call, 'reply_to_id')
  const parent = replyTo === undefined ? undefined : world.posts.find('threads', replyTo)
  if (replyTo !== undefined && (!parent || parent.deleted)) return missingObject(replyTo)

  const id = numberedId(world)
  const container = world.containers.put(id, {
    platform: 'threads',
    accountId: token.accountId,
    text,
    createdAt: world.now(),
    ...(link !== undefined && { link }),
    ...(replyTo !== undefined && { replyTo }),
  })
  if (parameter(call, 'auto_publish_text') === 'true') return publish(world, id, container)
  return json(200, { id })
}

function publishContainer(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_content_publish')
  checkUser(call, token)
  const id = parameter(call, 'creation_id') ?? ''
  const container = findContainer(world, id, token)
  if (!container || container.postId) {
    const message = 'The requested resource does not exist'
    return graphError({ message, code: 24, subcode: 4_279_009, userMessage: 'The media container was not found.' })
  }
  if (statusOf(world, container) === 'EXPIRED') return badParameter('The media container has expired')
  return publish(world, id, container)
}

function publish(world: World, containerId: string, container: Container): Answer {
  const used = usedToday(world, container.accountId)
  const isOver = container.replyTo ? used.replies >= QUOTA.replies : used.posts >= QUOTA.posts
  if (isOver) {
    return graphError({
      message: '(#4) The 24-hour publishing quota of this account is used up',
      code: 4,
      isTransient: true,
    })
  }
  const now = world.now()
  const id = numberedId(world)
  const post = world.posts.prepare({
    platform: 'threads',
    id,
    accountId: container.accountId,
    text: container.text,
    createdAt: now,
    shortcode: `D${digest(id).slice(0, 10)}`,
    ...(container.link !== undefined && { link: { url: container.link } }),
    ...(container.replyTo !== undefined && { replyTo: container.replyTo }),
  })
  world.posts.publish(post, now)
  world.containers.put(containerId, { ...container, postId: id })
  return json(200, { id })
}

function usedToday(world: World, accountId: string) {
  const used = { posts: 0, replies: 0 }
  for (const post of world.posts.of('threads', accountId)) {
    if (post.publishedAt <= world.now() - DAY_MS) break
    if (post.replyTo) used.replies++
    else used.posts++
  }
  return used
}

function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_delete')
  const post = findOwn(world, call.params.id ?? '', token)
  const key = `threads deletions ${token.accountId}`
  const last = world.windows.get(key)
  const open = last && world.now() < last.start + DAY_MS ? last : { start: world.now(), used: 0 }
  if (open.used >= QUOTA.deletions) {
    return graphError({
      message: '(#4) The 24-hour deletion quota of this account is used up',
      code: 4,
      isTransient: true,
    })
  }
  world.windows.put(key, { start: open.start, used: open.used + 1 })
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
  const container = findContainer(world, id, token)
  if (container) {
    const all = { id, status: statusOf(world, container), error_message: undefined }
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

function statusOf(world: World, container: Container): string {
  if (container.postId) return 'PUBLISHED'
  return world.now() - container.createdAt > DAY_MS ? 'EXPIRED' : 'FINISHED'
}

function findContainer(world: World, id: string, token: Token): Container | undefined {
  const container = world.containers.get(id)
  return container?.platform === 'threads' && container.accountId === token.accountId ? container : undefined
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
    media_type: 'TEXT_POST',
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

/** Threads counts an emoji as the bytes that it takes in UTF-8, and anything else as one. */
export function threadsLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length;) {
    const emoji = emojiLengthAt(text, at)
    length += emoji > 0 ? Buffer.byteLength(text.slice(at, at + emoji)) : 1
    at += emoji > 0 ? emoji : (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  return length
}

function numberedId(world: World): string {
  return String(17_900_000_000_000_001n + BigInt(world.sequence()) * 7919n)
}

function checkUser(call: Call, token: Token) {
  const user = call.params.user ?? ''
  if (user !== 'me' && user !== token.accountId) throw new Refusal(missingObject(user))
}

function authorize(world: World, call: Call, scope = 'threads_basic'): Token {
  const { token } = authorizeGraph(world, 'threads', ['access'], call)
  for (const needed of ['threads_basic', scope]) {
    if (!token.scopes.includes(needed)) throw new Refusal(noPermission(needed, 10))
  }
  return token
}

function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}
