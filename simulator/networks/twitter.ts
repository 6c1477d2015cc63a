import { endTokens, issueToken, readToken, redeemCode } from '../grants.ts'
import { bearer, json, member, Refusal, type Answer, type Call, type Network, type Person } from '../network.ts'
import type { PublicPost } from '../posts.ts'
import { digest, type Token, type World } from '../world.ts'
import { findUrls, hasForbiddenCharacters, weightedLength } from '../x-text.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WINDOW_MS = 15 * MINUTE_MS
const LONGEST_TEXT = 280
const DUPLICATE_WINDOW_MS = DAY_MS
const EPOCH_MS = 1_288_834_974_657

/** How many calls a person has in 15 minutes. */
const LIMITS = { 'users/me': 75, post: 100, delete: 50, timeline: 900, lookup: 5000 } as const

const MEMBERS =
  'text media reply reply_settings made_with_ai paid_partnership quote_tweet_id poll geo community_id edit_options ' +
  'nullcast for_super_followers_only share_with_followers card_uri direct_message_deep_link'

const people: Person[] = [
  {
    id: '1584203955861331969',
    name: 'Layla Haddad',
    username: 'laylahaddad',
    headline: 'Operations, supply chains, plain words',
  },
  { id: '1590117264083714049', name: 'نورة العتيبي', username: 'noura_writes', headline: 'كاتبة محتوى، الرياض' },
  { id: '2244994951', name: 'Tomás Rivera', username: 'tomasrivera', headline: 'Builds small tools for small teams' },
]

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
  },

  routes: (world) => [
    // tokens
    {
      method: 'POST',
      path: '/2/oauth2/token',
      operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => exchange(world, call),
    },
    { method: 'POST', path: '/2/oauth2/revoke', handle: (call) => revoke(world, call) },
    // identity
    { method: 'GET', path: '/2/users/me', handle: (call) => me(world, call) },
    // publishing
    { method: 'POST', path: '/2/tweets', operation: 'publish', handle: (call) => createPost(world, call) },
    { method: 'DELETE', path: '/2/tweets/:id', handle: (call) => deletePost(world, call) },
    // reading and metrics
    { method: 'GET', path: '/2/users/:id/tweets', operation: 'list', handle: (call) => timeline(world, call) },
    { method: 'GET', path: '/2/tweets', operation: 'metrics', handle: (call) => lookup(world, call) },
    { method: 'GET', path: '/2/tweets/:id', operation: 'list', handle: (call) => lookupOne(world, call) },
  ],

  faultAnswer(fault, nowMs) {
    const status = fault.status ?? 503
    const headers: Record<string, string> = {}
    if (fault.retryAfter !== undefined) headers['retry-after'] = `${fault.retryAfter}`
    if (status === 429) {
      const reset = `${Math.ceil(nowMs / 1000 + (fault.retryAfter ?? 900))}`
      headers['x-rate-limit-limit'] = '100'
      headers['x-rate-limit-remaining'] = fault.day ? '99' : '0'
      headers['x-rate-limit-reset'] = reset
      if (fault.day) {
        headers['x-user-limit-24hour-limit'] = '100'
        headers['x-user-limit-24hour-remaining'] = '0'
        headers['x-user-limit-24hour-reset'] = reset
      }
    }
    if (status < 500 && status !== 429 && (fault.operation === 'token' || fault.operation === 'refresh')) {
      return oauthError(status, 'invalid_request', 'Value passed for the token was invalid.')
    }
    return { ...problem(status, TITLES[status] ?? 'Error'), headers }
  },
}

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

/** A refresh token works once: what it gives takes its place, and whoever loses the answer signs in again. */
function refresh(world: World, call: Call, clientId: string): Answer {
  const text = call.form.get('refresh_token') ?? ''
  const state = readToken(world, 'twitter', ['refresh'], text)
  if (typeof state === 'string' || state.token.clientId !== clientId) {
    return oauthError(400, 'invalid_request', 'Value passed for the token was invalid.')
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
      refresh_token: issueToken(world, '', 183 * DAY_MS, { ...given, kind: 'refresh' }),
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

/** A confidential app names itself by HTTP Basic; its id in the body alone is not enough. */
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

function me(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'users/me', () => {
    const person = personOf(token.accountId)
    const fields = listOf(call, 'user.fields')
    const posts = [...world.posts.of('twitter', token.accountId)].filter((post) => !post.deleted).length
    const all: Record<string, unknown> = {
      profile_image_url: `${call.origin}/pictures/twitter/${token.accountId}_normal.svg`,
      verified: false,
      verified_type: 'none',
      description: person.headline,
      public_metrics: { followers_count: 412, following_count: 180, tweet_count: posts, listed_count: 3 },
    }
    return json(200, { data: { id: person.id, name: person.name, username: person.username, ...pick(all, fields) } })
  })
}

function createPost(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read', 'tweet.write')
  return limited(world, token, 'post', () => {
    const body = call.json
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return invalid('The request body is not a JSON object.', {})
    }
    const unknown = Object.keys(body).find((name) => !MEMBERS.split(' ').includes(name))
    if (unknown !== undefined) return invalid(`[${unknown}] is not one of the allowed members.`, { [unknown]: [] })
    if (member(body, 'media') !== undefined) {
      const ids = member(member(body, 'media'), 'media_ids')
      return invalid('Your media IDs are invalid.', { 'media.media_ids': Array.isArray(ids) ? ids : [] })
    }

    const given = member(body, 'text')
    if (given !== undefined && typeof given !== 'string') return invalid('[text] must be a string.', { text: [] })
    const text = (given ?? '').normalize().trim()
    if (!text) return invalid('[text] must not be empty without media.', { text: [''] })
    if (hasForbiddenCharacters(text)) return invalid('[text] has characters that are not allowed.', { text: [text] })
    if (weightedLength(text) > LONGEST_TEXT) return invalid('[text] is too long.', { text: [text] })

    const replyTo = readReply(world, token, member(body, 'reply'))
    if (hasTwin(world, token.accountId, text, replyTo)) {
      return problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.')
    }

    const now = world.now()
    const id = world.timeOrderedId(EPOCH_MS)
    const draft = world.posts.prepare({
      platform: 'twitter',
      id,
      accountId: token.accountId,
      text,
      createdAt: now,
      ...(replyTo ? { replyTo } : {}),
    })
    const post = world.posts.publish(draft, now) as PublicPost
    return json(201, { data: { id, text: asListed(post).text, edit_history_tweet_ids: [id] } })
  })
}

function readReply(world: World, token: Token, reply: unknown): string | undefined {
  if (reply === undefined) return undefined
  const id = member(reply, 'in_reply_to_tweet_id')
  const parent = typeof id === 'string' ? world.posts.find('twitter', id) : undefined
  if (!parent || parent.deleted) {
    throw new Refusal(invalid('The post to reply to does not exist.', { 'reply.in_reply_to_tweet_id': [String(id)] }))
  }
  if (parent.accountId !== token.accountId) {
    const detail = 'You can reply only where the author mentioned or quoted you.'
    throw new Refusal(problem(403, 'Forbidden', detail, 'not-authorized-for-resource'))
  }
  return parent.id
}

function hasTwin(world: World, accountId: string, text: string, replyTo: string | undefined): boolean {
  for (const post of world.posts.of('twitter', accountId)) {
    if (post.publishedAt <= world.now() - DUPLICATE_WINDOW_MS) return false
    if (!post.deleted && post.text === text && post.replyTo === replyTo) return true
  }
  return false
}

function deletePost(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read', 'tweet.write')
  return limited(world, token, 'delete', () => {
    const post = world.posts.find('twitter', call.params.id ?? '')
    if (!post || post.deleted) return notFound(call.params.id ?? '')
    if (post.accountId !== token.accountId) {
      return problem(403, 'Forbidden', 'You are not authorized to delete this Tweet.', 'not-authorized-for-resource')
    }
    world.posts.change(post, { deleted: true })
    return json(200, { data: { deleted: true } })
  })
}

function timeline(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'timeline', () => {
    const accountId = call.params.id ?? ''
    if (!people.some((person) => person.id === accountId)) return notFound(accountId)
    const most = Number(call.query.get('max_results') ?? 10)
    if (!Number.isInteger(most) || most < 5 || most > 100) {
      return invalid('The `max_results` query parameter value is not between 5 and 100.', {
        max_results: [String(most)],
      })
    }
    const from = timeParameter(call, 'start_time') ?? -Infinity
    const to = timeParameter(call, 'end_time') ?? Infinity
    const after = idParameter(call, 'since_id')
    const before = idParameter(call, 'pagination_token') ?? idParameter(call, 'until_id')
    const withoutReplies = listOf(call, 'exclude').includes('replies')

    const found: PublicPost[] = []
    for (const post of world.posts.of('twitter', accountId)) {
      if (post.publishedAt < from || (after !== undefined && BigInt(post.id) <= after)) break
      if (post.deleted || post.publishedAt >= to || (withoutReplies && post.replyTo)) continue
      if (before !== undefined && BigInt(post.id) >= before) continue
      found.push(post)
      if (found.length > most) break
    }
    const page = found.slice(0, most)
    const last = page.at(-1)
    if (!last) return json(200, { meta: { result_count: 0 } })
    return json(200, {
      data: page.map((post) => view(post, call)),
      meta: {
        result_count: page.length,
        newest_id: page[0]?.id,
        oldest_id: last.id,
        ...(found.length > most && { next_token: last.id }),
      },
    })
  })
}

function lookup(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'lookup', () => {
    const ids = listOf(call, 'ids')
    if (ids.length === 0 || ids.length > 100) {
      return invalid('The `ids` query parameter must hold 1 to 100 ids.', { ids: [call.query.get('ids') ?? ''] })
    }
    const data: object[] = []
    const errors: object[] = []
    for (const id of ids) {
      const post = world.posts.find('twitter', id)
      if (!post || post.deleted || post.publishedAt === null) errors.push(missing(id))
      else if (isTooOldForPrivateNumbers(world, post as PublicPost, call)) errors.push(tooOld(id))
      else data.push(view(post as PublicPost, call))
    }
    return json(200, { ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) })
  })
}

function lookupOne(world: World, call: Call): Answer {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'lookup', () => {
    const post = world.posts.find('twitter', call.params.id ?? '')
    if (!post || post.deleted) return json(200, { errors: [missing(call.params.id ?? '')] })
    return json(200, { data: view(post as PublicPost, call) })
  })
}

function isTooOldForPrivateNumbers(world: World, post: PublicPost, call: Call): boolean {
  const asked = listOf(call, 'tweet.fields')
  return (
    (asked.includes('non_public_metrics') || asked.includes('organic_metrics')) &&
    post.publishedAt < world.now() - 30 * DAY_MS
  )
}

function view(post: PublicPost, call: Call) {
  const { text, urls } = asListed(post)
  const { impressions, likes, comments, shares } = post.engagement
  const all: Record<string, unknown> = {
    created_at: new Date(post.publishedAt).toISOString(),
    author_id: post.accountId,
    ...(urls.length > 0 && { entities: { urls } }),
    public_metrics: {
      retweet_count: shares,
      reply_count: comments,
      like_count: likes,
      quote_count: 0,
      bookmark_count: 0,
      impression_count: impressions,
    },
    non_public_metrics: {
      impression_count: impressions,
      url_link_clicks: 0,
      user_profile_clicks: 0,
      engagements: likes + comments + shares,
    },
    organic_metrics: {
      impression_count: impressions,
      like_count: likes,
      reply_count: comments,
      retweet_count: shares,
    },
  }
  return { id: post.id, text, edit_history_tweet_ids: [post.id], ...pick(all, listOf(call, 'tweet.fields')) }
}

/** The text as X gives it back: links shortened, and three characters written as HTML writes them. */
function asListed(post: PublicPost) {
  const urls: { start: number; end: number; url: string; expanded_url: string; display_url: string }[] = []
  let text = ''
  let length = 0
  let at = 0
  const add = (part: string) => {
    text += part
    length += [...part].length
  }
  for (const found of findUrls(post.text)) {
    add(htmlEscaped(post.text.slice(at, found.start)))
    const url = `https://t.co/${digest(`${post.id} ${found.start}`).slice(0, 10)}`
    const expanded = /^https?:\/\//i.test(found.url) ? found.url : `http://${found.url}`
    urls.push({
      start: length,
      end: length + url.length,
      url,
      expanded_url: expanded,
      display_url: expanded.replace(/^https?:\/\//i, '').slice(0, 30),
    })
    add(url)
    at = found.end
  }
  add(htmlEscaped(post.text.slice(at)))
  return { text, urls }
}

function htmlEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Counts the call in the person's current window of 15 minutes, and says so in the headers of any answer. */
function limited(world: World, token: Token, kind: keyof typeof LIMITS, work: () => Answer): Answer {
  const now = world.now()
  const key = `${kind} ${token.clientId} ${token.accountId}`
  const last = world.windows.get(key)
  const open = last && now < last.start + WINDOW_MS && now >= last.start ? last : { start: now, used: 0 }
  const limit = LIMITS[kind]
  const isOver = open.used >= limit
  const used = isOver ? open.used : open.used + 1
  if (!isOver) world.windows.put(key, { start: open.start, used })

  let answer: Answer
  try {
    answer = isOver ? problem(429, 'Too Many Requests') : work()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    answer = refusal.answer
  }
  answer.headers = {
    ...answer.headers,
    'x-rate-limit-limit': `${limit}`,
    'x-rate-limit-remaining': `${limit - used}`,
    'x-rate-limit-reset': `${Math.ceil((open.start + WINDOW_MS) / 1000)}`,
  }
  return answer
}

function authorize(world: World, call: Call, ...scopes: string[]): Token {
  const state = readToken(world, 'twitter', ['access'], bearer(call))
  if (typeof state === 'string') throw new Refusal(problem(401, 'Unauthorized'))
  if (!scopes.every((scope) => state.token.scopes.includes(scope))) {
    throw new Refusal(
      problem(403, 'Forbidden', 'Your client app lacks the scopes that this call needs.', 'client-forbidden'),
    )
  }
  return state.token
}

function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}

function timeParameter(call: Call, name: string): number | undefined {
  const value = call.query.get(name)
  if (value === null) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new Refusal(invalid(`The \`${name}\` query parameter value is not RFC 3339.`, { [name]: [value] }))
  }
  return Date.parse(value)
}

function idParameter(call: Call, name: string): bigint | undefined {
  const value = call.query.get(name)
  if (value === null) return undefined
  if (!/^\d{1,19}$/.test(value)) {
    throw new Refusal(invalid(`The \`${name}\` query parameter value is not an id.`, { [name]: [value] }))
  }
  return BigInt(value)
}

function listOf(call: Call, name: string): string[] {
  return (call.query.get(name) ?? '').split(',').filter(Boolean)
}

function pick(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

function missing(id: string) {
  return {
    value: id,
    detail: `Could not find tweet with ids: [${id}].`,
    title: 'Not Found Error',
    resource_type: 'tweet',
    parameter: 'ids',
    resource_id: id,
    type: 'https://api.x.com/2/problems/resource-not-found',
  }
}

function tooOld(id: string) {
  return {
    value: id,
    detail: 'Private metrics are given for 30 days.',
    title: 'Field Authorization Error',
    section: 'data',
    field: 'non_public_metrics',
    resource_type: 'tweet',
    resource_id: id,
    type: 'https://api.x.com/2/problems/not-authorized-for-field',
  }
}

function notFound(id: string): Answer {
  return problem(404, 'Not Found Error', `Could not find [${id}].`, 'resource-not-found')
}

function problem(status: number, title: string, detail = title, type?: string): Answer {
  return json(status, { title, detail, type: type ? `https://api.x.com/2/problems/${type}` : 'about:blank', status })
}

function invalid(message: string, parameters: Record<string, unknown>): Answer {
  return json(400, {
    errors: [{ message, parameters }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.x.com/2/problems/invalid-request',
  })
}

function oauthError(status: number, error: string, error_description: string): Answer {
  return json(status, { error, error_description })
}
