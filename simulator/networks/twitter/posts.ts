import type { PostPicture } from '../../picture.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import type { PublicPost } from '../../posts.ts'
import { digest, type Token, type World } from '../../world.ts'
import { findUrls, hasForbiddenCharacters, weightedLength } from '../../x-text.ts'
import { authorize, invalid, legacy, limited, listOf, notFound, pick, problem, typeOf } from './answers.ts'
import { readMedia } from './media.ts'
import { hasPerson } from './people.ts'

const DAY_MS = 86_400_000
const LONGEST_TEXT = 280
const LIMITS = { None: LONGEST_TEXT, Basic: 25_000, Premium: 25_000, PremiumPlus: 25_000, unknown_field: LONGEST_TEXT }
const MOST_CASHTAGS = 1
const EPOCH_MS = 1_288_834_974_657

const MEMBERS =
  'text media reply reply_settings made_with_ai paid_partnership quote_tweet_id poll geo community_id edit_options ' +
  'nullcast for_super_followers_only share_with_followers card_uri direct_message_deep_link'

export function createPost(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read', 'tweet.write')
  return limited(world, token, 'post', () => {
    const forbidden = forbids(world)
    if (forbidden) return forbidden
    const body = call.json
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return invalid(world, 'The request body is not a JSON object.', {})
    }
    const unknown = Object.keys(body).find((name) => !MEMBERS.split(' ').includes(name))
    if (unknown !== undefined)
      return invalid(world, `[${unknown}] is not one of the allowed members.`, { [unknown]: [] })
    const exclusive = ['media', 'poll', 'quote_tweet_id'].filter((name) => member(body, name) !== undefined)
    if (exclusive.length > 1) return invalid(world, `[${exclusive.join(', ')}] exclude one another.`, {})
    const media = readMedia(world, token, member(body, 'media'))

    const given = member(body, 'text')
    if (given !== undefined && typeof given !== 'string')
      return invalid(world, '[text] must be a string.', { text: [] })
    const text = (given ?? '').normalize().trim()
    if (!text && media.ids.length === 0) {
      return invalid(world, '[text] must not be empty without media.', { text: [''] })
    }
    if (hasForbiddenCharacters(text)) {
      return invalid(world, '[text] has characters that are not allowed.', { text: [text] })
    }
    const most = LIMITS[world.manner('twitterSubscription')]
    if (weightedLength(text) > most) return tooLong(world, text)

    if (cashtagsIn(text) > MOST_CASHTAGS) {
      return problem(world, 403, 'Forbidden', `Posts are limited to ${MOST_CASHTAGS} cashtag.`)
    }

    const replyTo = readReply(world, token, member(body, 'reply'))
    if (isDuplicate(world, token.accountId, text, media.shown)) return duplicate(world)

    const now = world.now()
    const id = world.timeOrderedId(EPOCH_MS)
    const draft = world.posts.prepare({
      platform: 'twitter',
      id,
      accountId: token.accountId,
      text,
      media: media.shown,
      createdAt: now,
      ...(replyTo ? { replyTo } : {}),
    })
    const post = world.posts.publish(draft, now) as PublicPost
    return json(201, { data: { id, text: listedText(post).text, [namesOf(world).history]: [id] } })
  })
}

/** The response for each reason in `twitterForbids`. All have the status 403, and only some have a type. */
function forbids(world: World): Answer | undefined {
  const manner = world.manner('twitterForbids')
  const isLegacy = world.manner('twitterErrors') === 'legacy'
  const say = (detail: string, type?: string) => problem(world, 403, 'Forbidden', detail, type)
  switch (manner) {
    case 'nothing':
      return undefined
    case 'suspended': {
      const detail = 'Your account is suspended and is not permitted to access this feature.'
      return isLegacy ? legacy(403, 64, detail) : say(detail)
    }
    case 'locked': {
      const detail = 'This account is temporarily locked. Please log in to https://x.com to unlock your account.'
      return isLegacy ? legacy(403, 326, detail) : say(detail)
    }
    case 'not-enrolled':
      return json(403, {
        title: 'Client Forbidden',
        detail: 'Your app must be attached to a project with the right access.',
        type: typeOf(world, 'client-forbidden'),
        status: 403,
        reason: 'client-not-enrolled',
        client_id: '1',
        required_enrollment: 'Appropriate Level of API Access',
      })
    case 'app-permissions':
      return say('Your client app is not configured with the appropriate permissions.', 'oauth1-permissions')
    case 'scope':
      return problem(world, 403, 'Forbidden')
    case 'action':
      return say('You are not permitted to perform this action.')
    case 'mentions':
      return say('You can mention only those who mentioned you.')
    case 'video':
      return say('This user is not allowed to post a video longer than 2 minutes.')
  }
}

function cashtagsIn(text: string): number {
  return text.match(/(?<![\p{L}\p{N}_])[$＄][A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\p{L}\p{N}_])/gu)?.length ?? 0
}

function tooLong(world: World, text: string): Answer {
  if (world.manner('twitterErrors') === 'legacy') return legacy(403, 186, 'Tweet needs to be a bit shorter.')
  return invalid(world, '[text] is too long.', { text: [text] })
}

function duplicate(world: World): Answer {
  if (world.manner('twitterErrors') === 'legacy') return legacy(403, 187, 'Status is a duplicate.')
  return problem(world, 403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.')
}

function readReply(world: World, token: Token, reply: unknown): string | undefined {
  if (reply === undefined) return undefined
  const id = member(reply, 'in_reply_to_tweet_id')
  const parent = typeof id === 'string' ? world.posts.find('twitter', id) : undefined
  if (!parent || parent.deleted) {
    throw new Refusal(
      invalid(world, 'The post to reply to does not exist.', { 'reply.in_reply_to_tweet_id': [String(id)] }),
    )
  }
  if (parent.accountId !== token.accountId) {
    const detail = 'You can reply only where the author mentioned or quoted you.'
    throw new Refusal(problem(world, 403, 'Forbidden', detail, 'not-authorized-for-resource'))
  }
  return parent.id
}

/**
 * Whether the account has posted the same text, alone or in a thread. X adds a link for pictures, so the same text with
 * another picture is a new post.
 */
function isDuplicate(world: World, accountId: string, text: string, media: PostPicture[]): boolean {
  const files = (shown: PostPicture[]) => shown.map(({ file }) => file).join(' ')
  for (const post of world.posts.of('twitter', accountId)) {
    if (post.publishedAt <= world.now() - world.manner('twitterDuplicateMs')) return false
    if (post.deleted || post.text !== text) continue
    if (files(post.media) === files(media)) return true
  }
  return false
}

export function deletePost(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read', 'tweet.write')
  return limited(world, token, 'delete', () => {
    const post = world.posts.find('twitter', call.params.id ?? '')
    if (!post || post.deleted) return notFound(world, call.params.id ?? '')
    if (post.accountId !== token.accountId) {
      return problem(
        world,
        403,
        'Forbidden',
        'You are not authorized to delete this Tweet.',
        'not-authorized-for-resource',
      )
    }
    world.posts.change(post, { deleted: true })
    return json(200, { data: { deleted: true } })
  })
}

export function timeline(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'timeline', () => {
    const fields = fieldsOf(world, call)
    const accountId = call.params.id ?? ''
    if (!hasPerson(accountId)) return notFound(world, accountId)
    const most = Number(call.query.get('max_results') ?? 10)
    if (!Number.isInteger(most) || most < 5 || most > 100) {
      return invalid(world, 'The `max_results` query parameter value is not between 5 and 100.', {
        max_results: [String(most)],
      })
    }
    const from = timeParameter(world, call, 'start_time') ?? -Infinity
    const to = timeParameter(world, call, 'end_time') ?? Infinity
    const after = idParameter(world, call, 'since_id')
    const before = idParameter(world, call, 'pagination_token') ?? idParameter(world, call, 'until_id')
    const withoutReplies = listOf(call, 'exclude').includes('replies')

    const found: PublicPost[] = []
    for (const post of world.posts.of('twitter', accountId)) {
      if (post.publishedAt < from || (after !== undefined && BigInt(post.id) <= after)) break
      if (post.deleted || post.publishedAt >= to || (withoutReplies && post.replyTo)) continue
      if (post.publishedAt > world.now() - world.manner('twitterListMs')) continue
      if (before !== undefined && BigInt(post.id) >= before) continue
      found.push(post)
      if (found.length > most) break
    }
    const page = found.slice(0, most)
    const last = page.at(-1)
    if (!last) return json(200, { meta: { result_count: 0 } })
    return json(200, {
      data: page.map((post) => view(world, post, fields)),
      meta: {
        result_count: page.length,
        newest_id: page[0]?.id,
        oldest_id: last.id,
        ...(found.length > most && { next_token: last.id }),
      },
    })
  })
}

export function lookup(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'lookup', () => {
    const fields = fieldsOf(world, call)
    const ids = listOf(call, 'ids')
    if (ids.length === 0 || ids.length > 100) {
      return invalid(world, 'The `ids` query parameter must hold 1 to 100 ids.', { ids: [call.query.get('ids') ?? ''] })
    }
    const data: object[] = []
    const errors: object[] = []
    for (const id of ids) {
      const post = world.posts.find('twitter', id)
      if (!post || post.deleted || post.publishedAt === null) errors.push(missing(world, id))
      else if (isTooOldForPrivateNumbers(world, post as PublicPost, fields)) errors.push(tooOld(world, id))
      else data.push(view(world, post as PublicPost, fields))
    }
    return json(200, { ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) })
  })
}

export function lookupOne(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'tweet.read', 'users.read')
  return limited(world, token, 'lookup', () => {
    const fields = fieldsOf(world, call)
    const post = world.posts.find('twitter', call.params.id ?? '')
    if (!post || post.deleted) return json(200, { errors: [missing(world, call.params.id ?? '')] })
    return json(200, { data: view(world, post as PublicPost, fields) })
  })
}

function isTooOldForPrivateNumbers(world: World, post: PublicPost, asked: string[]): boolean {
  return (
    (asked.includes('non_public_metrics') || asked.includes('organic_metrics')) &&
    post.publishedAt < world.now() - 30 * DAY_MS
  )
}

/** The field names that differ between the running API and X's newest specification. */
function namesOf(world: World) {
  return world.manner('twitterNames') === 'tweet'
    ? { history: 'edit_history_tweet_ids', fields: 'tweet.fields', reposts: 'retweet_count' }
    : { history: 'edit_history_post_ids', fields: 'post.fields', reposts: 'repost_count' }
}

function fieldsOf(world: World, call: Call): string[] {
  const name = world.manner('twitterFields')
  const other = name === 'tweet.fields' ? 'post.fields' : 'tweet.fields'
  const known = `id,expansions,${name},media.fields,poll.fields,place.fields,user.fields`
  if (call.query.has(other)) {
    const message = `The query parameter [${other}] is not one of [${known}]`
    throw new Refusal(invalid(world, message, { [other]: [call.query.get(other)] }))
  }
  const fields = listOf(call, name)
  const unknown = fields.find((field) => field === (name === 'tweet.fields' ? 'note_post' : 'note_tweet'))
  if (unknown === undefined) return fields
  const message = `The \`${name}\` query parameter value [${unknown}] is not one of those that are known`
  throw new Refusal(invalid(world, message, { [name]: [unknown] }))
}

function view(world: World, post: PublicPost, fields: string[]) {
  const { text, urls } = listedText(post)
  const { impressions, likes, comments, shares } = post.engagement
  const names = namesOf(world)
  const counts = { [names.reposts]: shares, reply_count: comments, like_count: likes }
  const all: Record<string, unknown> = {
    created_at: new Date(post.publishedAt).toISOString(),
    author_id: post.accountId,
    conversation_id: rootOf(world, post),
    ...(urls.length > 0 && { entities: { urls } }),
    ...(post.media.length > 0 && { attachments: { media_keys: post.media.map((_, index) => `3_${post.id}${index}`) } }),
    public_metrics: { ...counts, quote_count: 0, bookmark_count: 0, impression_count: impressions },
    non_public_metrics: {
      impression_count: impressions,
      url_link_clicks: 0,
      user_profile_clicks: 0,
      engagements: likes + comments + shares,
    },
    organic_metrics: { ...counts, impression_count: impressions },
  }
  return { id: post.id, text, [names.history]: [post.id], ...pick(all, fields) }
}

/** The first post of a thread, which X calls its conversation. */
function rootOf(world: World, post: PublicPost): string {
  let root: { id: string; replyTo?: string } = post
  while (root.replyTo !== undefined) root = world.posts.find('twitter', root.replyTo) ?? { id: root.replyTo }
  return root.id
}

/** The text as X returns it: with short links, a link for the pictures, and three characters escaped. */
function listedText(post: PublicPost) {
  const urls: { start: number; end: number; url: string; expanded_url: string; display_url: string }[] = []
  let text = ''
  let length = 0
  let at = 0
  const add = (part: string) => {
    text += part
    length += [...part].length
  }
  const addLink = (name: number | 'media', expanded_url: string) => {
    const url = `https://t.co/${digest(`${post.id} ${name}`).slice(0, 10)}`
    const display_url = expanded_url.replace(/^https?:\/\//i, '').slice(0, 30)
    urls.push({ start: length, end: length + url.length, url, expanded_url, display_url })
    add(url)
  }
  for (const found of findUrls(post.text)) {
    add(htmlEscaped(post.text.slice(at, found.start)))
    addLink(found.start, /^https?:\/\//i.test(found.url) ? found.url : `http://${found.url}`)
    at = found.end
  }
  add(htmlEscaped(post.text.slice(at)))
  if (post.media.length > 0) {
    if (text) add(' ')
    addLink('media', `https://x.com/i/status/${post.id}/photo/1`)
  }
  return { text, urls }
}

function htmlEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function timeParameter(world: World, call: Call, name: string): number | undefined {
  const value = call.query.get(name)
  if (value === null) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new Refusal(invalid(world, `The \`${name}\` query parameter value is not RFC 3339.`, { [name]: [value] }))
  }
  return Date.parse(value)
}

function idParameter(world: World, call: Call, name: string): bigint | undefined {
  const value = call.query.get(name)
  if (value === null) return undefined
  if (!/^\d{1,19}$/.test(value)) {
    throw new Refusal(invalid(world, `The \`${name}\` query parameter value is not an id.`, { [name]: [value] }))
  }
  return BigInt(value)
}

function missing(world: World, id: string) {
  return {
    value: id,
    detail: `Could not find tweet with ids: [${id}].`,
    title: 'Not Found Error',
    resource_type: 'tweet',
    parameter: 'ids',
    resource_id: id,
    type: typeOf(world, 'resource-not-found'),
  }
}

function tooOld(world: World, id: string) {
  return {
    value: id,
    detail: 'Private metrics are given for 30 days.',
    title: 'Field Authorization Error',
    section: 'data',
    field: 'non_public_metrics',
    resource_type: 'tweet',
    resource_id: id,
    type: typeOf(world, 'not-authorized-for-field'),
  }
}
