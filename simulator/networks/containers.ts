import { storePicture, fetchMedia } from '../media.ts'
import type { Picture, PostPicture } from '../picture.ts'
import { mostOf, type Limit } from '../limits.ts'
import { json, parameter, Refusal, type Answer, type Call } from '../network.ts'
import type { Platform } from '../platform.ts'
import { digest, type Container, type Token, type World } from '../world.ts'
import { badParameter, fieldsOf, missingObject, pickFields } from './graph.ts'

/** The publishing steps of Instagram and Threads: the network fetches a container's media, processes it and publishes it as a post. */

const DAY_MS = 86_400_000
const LONGEST_ALT_TEXT = 1000

interface PictureRules {
  formats: string[]
  mostBytes: number
  /** The smallest and largest allowed width divided by height. */
  ratio: [least: number, most: number]
}

export type PictureTrouble = 'unreachable' | 'too-slow' | 'too-large' | 'format' | 'ratio'

const ROUNDING = 0.003

/** Fetches a picture as the network does, and checks its content. */
export async function fetchPicture(
  world: World,
  address: string,
  rules: PictureRules,
): Promise<Picture | PictureTrouble> {
  const bytes = await fetchMedia(world, address, rules.mostBytes)
  if (typeof bytes === 'string') return bytes
  const picture = await storePicture(world, bytes)
  if (!picture || !rules.formats.includes(picture.contentType)) return 'format'
  const ratio = picture.width / picture.height
  if (ratio < rules.ratio[0] - ROUNDING || ratio > rules.ratio[1] + ROUNDING) return 'ratio'
  return picture
}

/** Fetches a video as the network does. Returns undefined if it is not a video, or cannot be fetched. */
export async function fetchVideo(world: World, address: string, mostBytes: number): Promise<Picture | undefined> {
  const bytes = await fetchMedia(world, address, mostBytes)
  if (typeof bytes === 'string') return undefined
  const video = await storePicture(world, bytes)
  return video && VIDEO_FORMATS.has(video.contentType) ? video : undefined
}

const VIDEO_FORMATS = new Set(['video/mp4', 'video/quicktime'])

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' | 'ERROR'

export function statusOf(world: World, container: Container): ContainerStatus {
  if (container.postId) return 'PUBLISHED'
  const age = world.now() - container.createdAt
  if (age > DAY_MS) return 'EXPIRED'
  if (container.media.length === 0 && !container.error) return 'FINISHED'
  if (age < world.manner('processingMs')) return 'IN_PROGRESS'
  return container.error ? 'ERROR' : 'FINISHED'
}

export function findContainer(world: World, platform: Platform, id: string, token: Token): Container | undefined {
  const container = world.containers.get(id)
  return container?.platform === platform && container.accountId === token.accountId ? container : undefined
}

/** Reads the containers of a carousel and returns their media in the given order. */
export function readCarousel(
  world: World,
  call: Call,
  token: Token,
  rules: { most: number; wrongCount: () => Answer; notReady: () => Answer },
): PostPicture[] {
  const ids = (parameter(call, 'children') ?? '').split(/[,\s[\]"]+/).filter(Boolean)
  const children = ids.flatMap((id) => findContainer(world, token.platform, id, token) ?? [])
  if (children.length < ids.length || !children.every((child) => child.isChild)) {
    throw new Refusal(badParameter('Param children must hold carousel items of this account'))
  }
  if (children.length < 2 || children.length > rules.most) throw new Refusal(rules.wrongCount())
  if (children.some((child) => statusOf(world, child) !== 'FINISHED')) throw new Refusal(rules.notReady())
  return children.flatMap((child) => child.media)
}

/** Whether a container is a carousel item, which has no text. */
export function isCarouselItem(call: Call, kind: string): boolean {
  return kind === 'IMAGE' && parameter(call, 'is_carousel_item') === 'true'
}

export function readAltText(call: Call): string | null {
  const altText = parameter(call, 'alt_text') || null
  if (altText === null || altText.length <= LONGEST_ALT_TEXT) return altText
  throw new Refusal(badParameter(`Param alt_text must be at most ${LONGEST_ALT_TEXT} characters long.`))
}

export function publishPost(world: World, container: Container, shortcodePrefix: string): string {
  const { platform, accountId, text, media, link, replyTo } = container
  const [createdAt, id] = [world.now(), numberedId(world)]
  const shortcode = `${shortcodePrefix}${digest(id).slice(0, 10)}`
  const post = world.posts.prepare({
    platform,
    id,
    accountId,
    text,
    media,
    createdAt,
    shortcode,
    ...(link !== undefined && { link: { url: link } }),
    ...(replyTo !== undefined && { replyTo }),
  })
  world.posts.publish(post, createdAt)
  return id
}

/** Counts the posts and replies that an account published in the last 24 hours. */
export function publishedToday(world: World, platform: Platform, accountId: string) {
  const used = { posts: 0, replies: 0 }
  for (const post of world.posts.of(platform, accountId)) {
    if (post.publishedAt <= world.now() - DAY_MS) break
    if (post.replyTo) used.replies++
    else used.posts++
  }
  return used
}

export function quotaConfig(world: World, limit: Limit) {
  const most = mostOf(world, limit)
  return { quota_total: most === Infinity ? 1_000_000 : most, quota_duration: limit.windowMs / 1000 }
}

/** Responds with the usage of a quota, in the fields that the call requests. */
export function limitAnswer(call: Call, usage: Record<string, unknown>, defaultFields: string): Answer {
  const { id: _, ...picked } = pickFields(usage, fieldsOf(call, defaultFields))
  return json(200, { data: [picked] })
}

/** Writes an id above 2^53 as a JSON number. Clients that parse it as a number lose its last digits. */
export function withBareId(answer: object, name: string, id: string): Answer {
  const written = JSON.stringify({ ...answer, [name]: 0 }).replace(`"${name}":0`, `"${name}":${id}`)
  return { ...json(200, {}), headers: { 'content-type': 'application/json; charset=utf-8' }, body: written }
}

/** Returns a new id with 17 digits that begins with 17 or 18, as Meta's do. */
export function numberedId(world: World): string {
  return String(17_900_000_000_000_001n + BigInt(world.sequence()) * 7919n)
}

export function checkUser(call: Call, token: Token) {
  const user = call.params.user ?? ''
  if (user !== 'me' && user !== token.accountId) throw new Refusal(missingObject(user))
}
