import { lengthOfLittleText, readLittleText, writeLittleText } from '../../little-text.ts'
import type { PostPicture } from '../../picture.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import { isTooNewForComments, type Post } from '../../posts.ts'
import type { World } from '../../world.ts'
import {
  authorize,
  authorizeRest,
  findOwn,
  invalid,
  notFound,
  READS,
  requireAuthor,
  throttle,
  urnOf,
  WRITES,
} from './answers.ts'
import { findImage, readImages } from './images.ts'
import { windowOf } from './pages.ts'

const LONGEST_TEXT = 3000
const LONGEST_TITLE = 400
const LONGEST_DESCRIPTION = 4086

export function createPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'posts', scopes: Object.values(WRITES) })
  const post = call.json
  if (typeof post !== 'object' || post === null) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The body is not JSON')
  for (const field of ['author', 'visibility', 'distribution', 'lifecycleState']) {
    if (member(post, field) === undefined) return invalid(400, 'MISSING_FIELD', `Field /${field} is required`)
  }
  const accountId = requireAuthor(world, token, member(post, 'author'), WRITES, 'partnerApiPostsExternal.CREATE')
  if (!['PUBLIC', 'CONNECTIONS', 'LOGGED_IN', 'CONTAINER'].includes(String(member(post, 'visibility')))) {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /visibility has an unknown value')
  }
  if (member(post, 'lifecycleState') !== 'PUBLISHED') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /lifecycleState must be PUBLISHED')
  }
  const commentary = member(post, 'commentary') ?? ''
  if (typeof commentary !== 'string') return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /commentary must be text')
  if (isTooLong(world, commentary)) return tooLong(world)
  const { link, media } = readContent(world, accountId, member(post, 'content'))
  if (!commentary.trim() && !link && media.length === 0) {
    return invalid(400, 'MISSING_FIELD', 'Field /commentary is required')
  }

  const former = findDuplicate(world, accountId, commentary, media)
  if (former) return duplicate(former)

  const createdAt = world.now()
  const id = `urn:li:${world.manner('linkedinUrn')}:${world.timeOrderedId()}`
  const { shown: text } = readLittleText(commentary)
  const draft = { platform: 'linkedin', id, accountId, text, sent: commentary, media, createdAt } as const
  world.posts.publish(world.posts.prepare({ ...draft, ...(link && { link }) }), createdAt)
  return { status: 201, headers: { 'x-restli-id': id, 'x-linkedin-id': id } }
}

function isTooLong(world: World, commentary: string): boolean {
  const length = world.manner('linkedinCounts') === 'shown' ? lengthOfLittleText(commentary) : commentary.length
  return length > LONGEST_TEXT
}

function tooLong(world: World): Answer {
  const description = `Field /commentary is longer than ${LONGEST_TEXT} characters`
  if (world.manner('linkedinTooLong') === 'code') return invalid(400, 'FIELD_LENGTH_TOO_LONG', description)
  const input = { inputPath: { fieldPath: 'commentary' } }
  return json(400, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    status: 400,
    errorDetails: { inputErrors: [{ description, input, code: 'FIELD_ARRAY_SIZE_TOO_HIGH' }] },
  })
}

/** Reads a post's content. It is either images or an article, because LinkedIn rejects both together. */
function readContent(world: World, accountId: string, content: unknown): { link?: Post['link']; media: PostPicture[] } {
  if (content === undefined || content === null) return { media: [] }
  const kinds = typeof content === 'object' ? Object.keys(content) : []
  if (kinds.length !== 1 || !['media', 'multiImage', 'article'].includes(kinds[0] ?? '')) {
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Field /content must hold one known member'))
  }
  const article = member(content, 'article')
  if (article === undefined) return { media: readImages(world, accountId, content) }

  return { link: readArticle(world, accountId, article), media: [] }
}

/** Reads an article from the given data. LinkedIn does not fetch the page itself. */
function readArticle(world: World, accountId: string, article: unknown): Post['link'] {
  const field = (name: string) => `Field /content/article/${name}`
  const url = member(article, 'source')
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', `${field('source')} must be a URL`))
  }
  const [title, description, thumbnail] = ['title', 'description', 'thumbnail'].map((name) => {
    const value = member(article, name) ?? undefined
    if (value === undefined || typeof value === 'string') return value
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', `${field(name)} must be text`))
  })
  if (!title?.trim()) throw new Refusal(invalid(400, 'MISSING_FIELD', `${field('title')} is required`))
  for (const [name, text, limit] of [
    ['title', title, LONGEST_TITLE],
    ['description', description ?? '', LONGEST_DESCRIPTION],
  ] as const) {
    if (text.length <= limit) continue
    throw new Refusal(invalid(400, 'FIELD_LENGTH_TOO_LONG', `${field(name)} is longer than ${limit} characters`))
  }
  const picture = thumbnail === undefined ? undefined : findImage(world, accountId, thumbnail).file
  return { url, title, ...(description && { description }), picture }
}

function findDuplicate(world: World, accountId: string, commentary: string, media: PostPicture[]): Post | undefined {
  const files = (shown: PostPicture[]) => shown.map(({ file }) => file).join(' ')
  for (const post of world.posts.of('linkedin', accountId)) {
    if (post.publishedAt <= world.now() - world.manner('linkedinDuplicateMs')) return undefined
    if (post.deleted && world.manner('linkedinRemembers') === 'posts') continue
    if (post.sent === commentary && files(post.media) === files(media)) return post
  }
  return undefined
}

function duplicate(former: Post): Answer {
  return json(422, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    status: 422,
    message: `Unprocessable Entity: Content is a duplicate of ${former.id}`,
    errorDetails: {
      inputErrors: [{ code: 'DUPLICATE_POST', description: 'Duplicate post is detected', input: {} }],
    },
  })
}

export function editPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'posts', scopes: Object.values(WRITES), urnIn: 'path' })
  const post = findOwn(world, call.params.urn ?? '', token, WRITES)
  if (call.headers['x-restli-method'] !== 'PARTIAL_UPDATE') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'X-RestLi-Method must be PARTIAL_UPDATE')
  }
  const commentary = member(member(member(call.json, 'patch'), '$set'), 'commentary')
  if (typeof commentary !== 'string') return invalid(400, 'MISSING_FIELD', 'Field /patch/$set/commentary is required')
  if (isTooLong(world, commentary)) return tooLong(world)
  world.posts.change(post, { text: readLittleText(commentary).shown, sent: commentary })
  return { status: 204 }
}

/** Deletes a post, and responds with 204 even if it is already deleted. */
export function deletePost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'posts', scopes: Object.values(WRITES), urnIn: 'path' })
  const post = world.posts.find('linkedin', call.params.urn ?? '')
  if (post) requireAuthor(world, token, urnOf(post.accountId), WRITES, 'partnerApiPostsExternal.DELETE')
  if (post && !post.deleted) world.posts.change(post, { deleted: true })
  return { status: 204 }
}

export function comment(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'socialActions', scopes: Object.values(WRITES), urnIn: 'path' })
  const post = world.posts.find('linkedin', call.params.urn ?? '')
  if (!post || post.deleted) return notFound()
  const actor = String(member(call.json, 'actor'))
  const accountId = requireAuthor(world, token, actor, WRITES, 'partnerApiSocialActions.CREATE')
  if (isTooNewForComments(world, post))
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', `Unable to obtain activity for ${post.id}`)
  const text = member(member(call.json, 'message'), 'text')
  if (typeof text !== 'string' || !text.trim()) return invalid(400, 'MISSING_FIELD', 'Field /message/text is required')

  const id = world.timeOrderedId()
  const created = world.now()
  world.posts.change(post, {
    comments: [...post.comments, { id, accountId, text, createdAt: created }],
  })
  const commentUrn = `urn:li:comment:(${post.id},${id})`
  const body = { id, commentUrn, actor, object: post.id, message: { text }, created: { actor, time: created } }
  return json(201, body, { 'x-restli-id': id })
}

export function listPosts(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'posts', scopes: Object.values(READS), urnIn: 'query' })
  if (call.query.get('q') !== 'author') return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter q must be author')
  const author = call.query.get('author')
  const accountId = requireAuthor(world, token, author, READS, 'partnerApiPostsExternal.FINDER-author')
  const { start, count } = windowOf(call)
  const listedUntil = accountId === token.accountId ? Infinity : world.now() - world.manner('linkedinListMs')
  const own = [...world.posts.of('linkedin', accountId)].filter(
    (post) => !post.deleted && post.publishedAt <= listedUntil,
  )
  return json(200, { paging: { start, count, links: [] }, elements: own.slice(start, start + count).map(element) })
}

export function readPost(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'posts', scopes: Object.values(READS), urnIn: 'path' })
  return json(200, element(findOwn(world, call.params.urn ?? '', token, READS)))
}

function element(post: Post) {
  return {
    id: post.id,
    author: urnOf(post.accountId),
    commentary: writeLittleText(post.text),
    lifecycleState: 'PUBLISHED',
    visibility: 'PUBLIC',
    createdAt: post.createdAt,
    publishedAt: post.publishedAt,
    lastModifiedAt: post.publishedAt,
  }
}

const ANALYTICS = 'r_member_postAnalytics'

export function analytics(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, {
    resource: 'memberCreatorPostAnalytics',
    scopes: [ANALYTICS],
    urnIn: 'query',
  })
  const post = findOwn(world, readEntity(world, call.query.get('entity') ?? ''), token, {
    member: ANALYTICS,
    page: ANALYTICS,
  })
  const { impressions, likes, comments, shares } = post.engagement
  const numbers: Record<string, number> = {
    IMPRESSION: impressions,
    MEMBERS_REACHED: impressions,
    REACTION: likes,
    COMMENT: comments,
    RESHARE: shares,
  }
  const metricType = call.query.get('queryType') ?? ''
  const count = numbers[metricType]
  if (count === undefined) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter queryType has an unknown value')
  const targetEntity = { [keyOf(post.id)]: post.id }
  const type = world.manner('linkedinMetricType') === 'text' ? metricType : { 'com.linkedin.MetricType': metricType }
  const elements = count === 0 ? [] : [{ count, metricType: type, targetEntity }]
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements })
}

/** Reads the URN of a post from `(share:urn%3Ali%3Ashare%3A1)`, `(ugc:…)`, or a plain URN. */
function readEntity(world: World, entity: string): string {
  const wanted = world.manner('linkedinEntity')
  const [, key, keyed] = /^\((\w+):(.+)\)$/.exec(entity) ?? []
  const urn = decodeURIComponent(keyed ?? entity)
  const isWanted = keyed === undefined ? wanted !== 'keyed' : wanted !== 'bare' && key === keyOf(urn)
  if (isWanted) return urn
  throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter entity has a value that cannot be read'))
}

function keyOf(urn: string): string {
  return urn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'
}

/**
 * Returns a post's likes and comments. Apps without reading scopes get them only on the paths that `linkedinCountsPath`
 * allows.
 */
export function socialActions(world: World, call: Call, path: 'v2' | 'rest'): Answer {
  const manner = world.manner('linkedinCountsPath')
  const isOpen = manner === 'both' || (manner === 'v2' && path === 'v2')
  const scopes = { ...READS, ...(isOpen && { member: WRITES.member }) }
  const needs = { resource: 'socialActions', scopes: Object.values(scopes), urnIn: 'path' } as const
  const token = path === 'v2' ? authorize(world, call, ...needs.scopes) : authorizeRest(world, call, needs)
  if (path === 'v2') throttle(world, token, 'socialActions')
  const { id, engagement, comments } = findOwn(world, call.params.urn ?? '', token, scopes)
  const total = engagement.comments + comments.length
  return json(200, {
    likesSummary: { totalLikes: engagement.likes, aggregatedTotalLikes: engagement.likes },
    commentsSummary: { totalFirstLevelComments: total, aggregatedTotalComments: total },
    target: id,
  })
}
