import { mostOf, spend, type Limit } from '../../limits.ts'
import type { PostPicture } from '../../picture.ts'
import { json, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { Token, World } from '../../world.ts'
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
import { badParameter, graphError } from '../graph.ts'
import { authorize } from './answers.ts'

const DAY_MS = 86_400_000
const LONGEST_CAPTION = 2200
const MOST_HASHTAGS = 5
const MOST_MENTIONS = 20
const MOST_CHILDREN = 10
const LARGEST_VIDEO = 300_000_000
const PICTURES = {
  formats: ['image/jpeg'],
  mostBytes: 8 * 1024 * 1024,
  ratio: [4 / 5, 1.91] as [number, number],
}

export const INSTAGRAM_LIMITS = {
  /**
   * The number of posts in 24 hours, which `content_publishing_limit` returns. Meta's guide says 100, its reference 50,
   * and older responses 25.
   */
  posts: { platform: 'instagram', name: 'posts', most: 100, windowMs: DAY_MS },
  containers: { platform: 'instagram', name: 'containers', most: 400, windowMs: DAY_MS },
  /** Meta allows 4800 calls per impression. This limit assumes ten impressions. */
  account: { platform: 'instagram', name: 'account day', most: 48_000, windowMs: DAY_MS },
} satisfies Record<string, Limit>

/** Creates a container. Instagram fetches its media during the call. */
export async function createContainer(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'instagram_business_content_publish')
  checkUser(call, token)
  const kind = parameter(call, 'media_type') ?? 'IMAGE'
  if (!['IMAGE', 'CAROUSEL', 'REELS'].includes(kind)) {
    const known = ['VIDEO', 'STORIES'].includes(kind)
    const message = known ? `${kind} is not played by the simulator` : 'Unknown media type'
    return graphError({ message: `(#100) ${message}`, code: 100, subcode: 2_207_023 })
  }
  const isChild = isCarouselItem(call, kind)
  const caption = isChild ? '' : (parameter(call, 'caption') ?? '')
  const altText = readAltText(call)
  if (isCaptionTooMuch(world, caption)) {
    const userMessage = 'A caption has at most 2200 characters, 5 hashtags and 20 mentions.'
    return graphError({ message: 'The caption was too long', code: 36_004, subcode: 2_207_010, userMessage })
  }

  if (kind === 'REELS' && altText !== null) return badParameter('Param alt_text is not supported for reels')
  const reel = kind === 'REELS' ? await fetchReel(world, call) : undefined
  const media = reel
    ? reel.media
    : kind === 'CAROUSEL'
      ? carousel(world, call, token)
      : [await fetchImage(world, call, altText)]
  if (spend(world, INSTAGRAM_LIMITS.containers, token.accountId).isOver) return quotaUsedUp()
  const id = numberedId(world)
  const given = { platform: 'instagram', accountId: token.accountId, text: shownCaption(caption), media } as const
  world.containers.put(id, {
    ...given,
    createdAt: world.now(),
    ...(isChild && { isChild }),
    ...(reel?.error && { error: reel.error }),
  })
  return json(200, { id })
}

function isCaptionTooMuch(world: World, caption: string): boolean {
  const length = world.manner('instagramCounts') === 'points' ? [...caption].length : caption.length
  const isOverTags = hashtagsIn(caption).length > MOST_HASHTAGS && world.manner('instagramHashtags') === 'refused'
  const mentions = caption.match(/(?<![\p{L}\p{N}_.])@[A-Za-z0-9_.]+/gu)?.length ?? 0
  return length > LONGEST_CAPTION || isOverTags || mentions > MOST_MENTIONS
}

/**
 * Finds the hashtags of a caption. A `#` after a letter or in a link starts no hashtag, but a `#` right after a hashtag
 * does.
 */
function hashtagsIn(caption: string): { from: number; to: number }[] {
  const inARow = /(?<![\p{L}\p{N}_&/])(?:[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)+/gu
  return [...caption.matchAll(inARow)].flatMap((row) =>
    [...row[0].matchAll(/[#＃][^#＃]+/gu)].map(({ 0: tag, index }) => {
      const from = row.index + index
      return { from, to: from + tag.length }
    }),
  )
}

/** The caption as displayed. If a test sets `instagramHashtags` to `dropped`, surplus hashtags are missing. */
function shownCaption(caption: string): string {
  const extra = hashtagsIn(caption).slice(MOST_HASHTAGS)
  return extra.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), caption)
}

/**
 * Fetches a reel's video. This happens after its container was created, so a failure shows only in the container's
 * status.
 */
async function fetchReel(world: World, call: Call): Promise<{ media: PostPicture[]; error?: string }> {
  const url = parameter(call, 'video_url')
  if (!url) throw new Refusal(badParameter('The parameter video_url is required'))
  const offset = parameter(call, 'thumb_offset')
  if (offset !== undefined && !/^\d+$/.test(offset))
    throw new Refusal(graphError({ message: 'Invalid thumbnail offset', code: 1, subcode: 2_207_057 }))
  const video = await fetchVideo(world, url, LARGEST_VIDEO)
  const cover = offset !== undefined && { cover: Number(offset) }
  return video ? { media: [{ ...video, altText: null, ...cover }] } : { media: [], error: 'Error: 2207026' }
}

async function fetchImage(world: World, call: Call, altText: string | null): Promise<PostPicture> {
  const url = parameter(call, 'image_url')
  if (!url) throw new Refusal(badParameter('The parameter image_url is required'))
  const picture = await fetchPicture(world, url, PICTURES)
  if (typeof picture !== 'string') return { ...picture, altText }
  const [code, subcode, userMessage] = TROUBLES[picture]
  throw new Refusal(graphError({ message: 'Invalid media', code, subcode, userMessage }))
}

const TROUBLES: Record<PictureTrouble, [code: number, subcode: number, userMessage: string]> = {
  unreachable: [9004, 2_207_052, 'The media could not be fetched from this URI.'],
  'too-slow': [-2, 2_207_003, 'It takes too long to download the media.'],
  'too-large': [36_000, 2_207_004, 'The image is larger than 8 MB.'],
  format: [36_001, 2_207_005, 'The image format is not supported: it must be JPEG.'],
  ratio: [36_003, 2_207_009, 'The aspect ratio of the image must be from 4:5 to 1.91:1.'],
}

function carousel(world: World, call: Call, token: Token): PostPicture[] {
  const message = `(#100) A carousel has 2 to ${MOST_CHILDREN} items`
  const wrongCount = () => graphError({ message, code: 100, subcode: 2_207_028 })
  return readCarousel(world, call, token, { most: MOST_CHILDREN, wrongCount, notReady })
}

export function publishContainer(world: World, call: Call): Answer {
  const token = authorize(world, call, 'instagram_business_content_publish')
  checkUser(call, token)
  const containerId = parameter(call, 'creation_id') ?? ''
  const container = findContainer(world, 'instagram', containerId, token)
  if (!container || container.postId || container.isChild) return notFound(2_207_006)
  if (world.now() - container.createdAt < world.manner('instagramHiddenMs')) return notFound(2_207_008)
  const status = statusOf(world, container)
  if (status === 'EXPIRED') return graphError({ message: 'The media has expired', code: -2, subcode: 2_207_020 })
  if (status !== 'FINISHED') return notReady()
  const { posts } = publishedToday(world, 'instagram', container.accountId)
  if (posts >= mostOf(world, INSTAGRAM_LIMITS.posts)) return quotaUsedUp()
  const id = publishPost(world, container, 'C')
  world.containers.put(containerId, { ...container, postId: id })
  return json(200, { id })
}

export function publishingLimit(world: World, call: Call): Answer {
  const token = authorize(world, call)
  checkUser(call, token)
  const all = {
    quota_usage: publishedToday(world, 'instagram', token.accountId).posts,
    config: quotaConfig(world, INSTAGRAM_LIMITS.posts),
  }
  return limitAnswer(call, all, 'quota_usage')
}

function notFound(subcode: 2_207_006 | 2_207_008): Answer {
  return graphError({ message: 'The requested resource does not exist', code: 24, subcode })
}

function notReady(): Answer {
  const userMessage = 'The media is not ready to be published. Please wait a moment.'
  return graphError({ message: 'Media ID is not available', code: 9007, subcode: 2_207_027, userMessage })
}

function quotaUsedUp(): Answer {
  const userMessage = 'You have reached the maximum number of posts that can be published by content publishing API.'
  return graphError({ message: 'Application request limit reached', code: 9, subcode: 2_207_042, userMessage })
}
