import { emojiLengthAt } from '../../emoji.ts'
import { mostOf, type Limit } from '../../limits.ts'
import type { PostPicture } from '../../picture.ts'
import { json, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { Container, Token, World } from '../../world.ts'
import { findUrls } from '../../x-text.ts'
import {
  checkUser,
  fetchPicture,
  fetchVideo,
  findContainer,
  isCarouselItem,
  limitAnswer,
  numberedId,
  publishedToday,
  publishPost,
  quotaConfig,
  readAltText,
  readCarousel,
  statusOf,
  type PictureTrouble,
} from '../containers.ts'
import { badParameter, graphError, missingObject, noPermission } from '../graph.ts'
import { authorize } from './answers.ts'

const DAY_MS = 86_400_000
const LONGEST_TEXT = 500
const MOST_LINKS = 5
const NOT_FETCHED = 'The media could not be fetched from this URI'
const MOST_CHILDREN = 20
const LARGEST_VIDEO = 1_000_000_000
const PICTURES = {
  formats: ['image/jpeg', 'image/png'],
  mostBytes: 8 * 1024 * 1024,
  ratio: [1 / 10, 10] as [number, number],
}

export const THREADS_LIMITS = {
  posts: { platform: 'threads', name: 'posts', most: 250, windowMs: DAY_MS },
  replies: { platform: 'threads', name: 'replies', most: 1000, windowMs: DAY_MS },
  deletions: { platform: 'threads', name: 'deletions', most: 100, windowMs: DAY_MS },
  /** Meta allows 4800 calls per impression. This limit assumes ten impressions. */
  account: { platform: 'threads', name: 'account day', most: 48_000, windowMs: DAY_MS },
} satisfies Record<string, Limit>

export async function createContainer(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'threads_content_publish')
  checkUser(call, token)
  const kind = parameter(call, 'media_type') ?? ''
  if (!['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'].includes(kind)) {
    return badParameter('Param media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL')
  }
  const isChild = isCarouselItem(call, kind)
  const text = isChild ? '' : (parameter(call, 'text') ?? '')
  const link = kind === 'TEXT' ? parameter(call, 'link_attachment') : undefined
  if (kind === 'TEXT' && !text.trim() && !link) return badParameter('Param text must not be empty')
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

  if (parent && world.manner('threadsReplies') === 'threads_manage_replies') {
    if (!token.scopes.includes('threads_manage_replies')) return noPermission('threads_manage_replies', 10)
  }

  const { media, error } = await readMedia(world, call, token, kind)
  const id = numberedId(world)
  const container = world.containers.put(id, {
    platform: 'threads',
    accountId: token.accountId,
    text,
    media,
    createdAt: world.now(),
    ...(isChild && { isChild }),
    ...(error !== undefined && { error }),
    ...(link !== undefined && { link }),
    ...(replyTo !== undefined && { replyTo }),
  })
  if (kind === 'TEXT' && parameter(call, 'auto_publish_text') === 'true') return publish(world, id, container)
  return json(200, { id })
}

/**
 * Reads the media of a container. If a test sets `threadsBadMedia` to `container`, unusable media leads to a container
 * in error instead of a refusal.
 */
async function readMedia(
  world: World,
  call: Call,
  token: Token,
  kind: string,
): Promise<{ media: PostPicture[]; error?: string }> {
  if (kind === 'TEXT') return { media: [] }
  if (kind === 'CAROUSEL') return { media: carousel(world, call, token) }
  const altText = readAltText(call)
  if (kind === 'VIDEO') {
    const address = parameter(call, 'video_url')
    if (!address) throw new Refusal(badParameter('Param video_url is required'))
    const video = await fetchVideo(world, address, LARGEST_VIDEO)
    return video ? { media: [{ ...video, altText }] } : { media: [], error: 'FAILED_DOWNLOADING_VIDEO' }
  }
  const url = parameter(call, 'image_url')
  if (!url) throw new Refusal(badParameter('Param image_url is required'))
  const picture = await fetchPicture(world, url, PICTURES)
  if (typeof picture !== 'string') return { media: [{ ...picture, altText }] }
  if (world.manner('threadsBadMedia') === 'container') {
    return { media: [], error: picture === 'ratio' ? 'INVALID_ASPEC_RATIO' : 'UNKNOWN' }
  }
  throw new Refusal(badPicture(picture))
}

function badPicture(trouble: PictureTrouble): Answer {
  const message = {
    unreachable: NOT_FETCHED,
    'too-slow': NOT_FETCHED,
    'too-large': 'The image is larger than 8 MB',
    format: 'The image must be JPEG or PNG',
    ratio: 'The aspect ratio of the image is not supported',
  }[trouble]
  const userMessage = message === NOT_FETCHED ? `${message}. Please check its address.` : message
  return graphError({ message, code: 100, userMessage })
}

function carousel(world: World, call: Call, token: Token): PostPicture[] {
  const wrongCount = () => badParameter(`Param children must hold 2 to ${MOST_CHILDREN} items`)
  return readCarousel(world, call, token, { most: MOST_CHILDREN, wrongCount, notReady: notFoundYet })
}

export function notFoundYet(): Answer {
  const message = 'The requested resource does not exist'
  return graphError({ message, code: 24, subcode: 4_279_009, userMessage: 'The media container was not found.' })
}

export function publishContainer(world: World, call: Call): Answer {
  const token = authorize(world, call, 'threads_content_publish')
  checkUser(call, token)
  const id = parameter(call, 'creation_id') ?? ''
  const container = findContainer(world, 'threads', id, token)
  if (!container || container.isChild || container.isLost) return notFoundYet()
  if (world.manner('threadsLoses') === 'finished') {
    world.containers.put(id, { ...container, isLost: true })
    return notFoundYet()
  }
  const status = statusOf(world, container)
  if (status === 'EXPIRED') return badParameter('The media container has expired')
  if (status === 'ERROR') return badParameter('The media container could not be processed')
  return status === 'FINISHED' ? publish(world, id, container) : notFoundYet()
}

function publish(world: World, containerId: string, container: Container): Answer {
  const used = publishedToday(world, 'threads', container.accountId)
  const isOver = container.replyTo
    ? used.replies >= mostOf(world, THREADS_LIMITS.replies)
    : used.posts >= mostOf(world, THREADS_LIMITS.posts)
  if (isOver) return quotaUsedUp(world, 'publishing')
  const { replyTo: _, ...alone } = container
  const id = publishPost(world, world.manner('threadsParents') === 'lost' ? alone : container, 'D')
  const isLost = world.manner('threadsLoses') === 'published'
  world.containers.put(containerId, { ...container, ...(isLost ? { isLost } : { postId: id }) })
  return json(200, { id })
}

export function quotaUsedUp(world: World, what: string): Answer {
  const code = Number(world.manner('threadsQuotaCode'))
  const message = `(#${code}) The 24-hour ${what} quota of this account is used up`
  return graphError({ message, code, ...(code === 4 && { isTransient: true }) })
}

export function publishingLimit(world: World, call: Call): Answer {
  const token = authorize(world, call)
  checkUser(call, token)
  const used = publishedToday(world, 'threads', token.accountId)
  const all = {
    quota_usage: used.posts,
    config: quotaConfig(world, THREADS_LIMITS.posts),
    reply_quota_usage: used.replies,
    reply_config: quotaConfig(world, THREADS_LIMITS.replies),
  }
  return limitAnswer(call, all, 'quota_usage,config')
}

/** Threads counts an emoji by its UTF-8 bytes and any other character as one. */
export function threadsLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length;) {
    const emoji = emojiLengthAt(text, at)
    length += emoji > 0 ? Buffer.byteLength(text.slice(at, at + emoji)) : 1
    at += emoji > 0 ? emoji : (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  return length
}
