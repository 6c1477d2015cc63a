import { extrasOf, storePicture, findUpload, keepUpload } from '../../media.ts'
import type { Picture, PostPicture, Upload } from '../../picture.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import { authorize, invalid, limited, notFound } from './answers.ts'

const LIFE_MS = 86_400_000
const MEGABYTE = 1024 * 1024
const MAX_CHUNK_BYTES = 5 * MEGABYTE
const MAX_CHUNKS = 1000
const LARGEST = { image: 5 * MEGABYTE, gif: 15 * MEGABYTE, video: 512 * MEGABYTE } as const
const FORMATS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/quicktime']
const CATEGORIES = { tweet_image: '3', tweet_gif: '16', tweet_video: '7', amplify_video: '13' } as const
const LONGEST_ALT_TEXT = 1000
const MOST_IMAGES = 4

/** The fields that X accepts when an app uploads an image in one call. */
const UPLOAD_MEMBERS = ['media', 'media_category', 'additional_owners']
const EPOCH_MS = 1_288_834_974_657

/** Uploads an image in one call. */
export function upload(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'upload', async () => {
    const bytes = call.files.get('media')
    const category = call.form.get('media_category') ?? ''
    const unknown = [...call.form.keys()].find((name) => !UPLOAD_MEMBERS.includes(name))
    if (unknown !== undefined)
      return invalid(world, `[${unknown}] is not one of the allowed members.`, { [unknown]: [] })
    if (!bytes) return invalid(world, '[media] must be a file.', { media: [] })
    if (category === 'subtitles') {
      if (bytes.byteLength > LONGEST_SUBTITLES) return { status: 413 }
      const text = bytes.toString()
      if (!SUBTITLES.test(text)) return invalid(world, 'media type unrecognized.', { media: [] })
      const captions = { language: '', text }
      const { id } = keepUpload(world, { ...blank(world, token, category), captions, arrivedAt: world.now() })
      return json(200, { data: { ...named(id, category), size: bytes.byteLength } })
    }
    if (category !== 'tweet_image') return unknownCategory(world, category)
    if (bytes.byteLength > LARGEST.image) return { status: 413 }
    const picture = await storePicture(world, bytes)
    const trouble = troubleOf(picture)
    if (trouble || picture?.type !== 'image')
      return invalid(world, trouble ?? 'media type unrecognized.', { media: [] })
    const { id } = keepUpload(world, { ...blank(world, token, category), picture, arrivedAt: world.now() })
    return json(200, { data: { ...named(id, category), size: picture.sizeBytes, expires_after_secs: LIFE_MS / 1000 } })
  })
}

export function initialize(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'initialize', () => {
    const [type, totalBytes] = [member(call.json, 'media_type'), member(call.json, 'total_bytes')]
    const category = String(member(call.json, 'media_category') ?? 'tweet_image')
    if (!(category in CATEGORIES)) return unknownCategory(world, category)
    if (typeof type !== 'string' || !FORMATS.includes(type)) {
      return invalid(world, '[media_type] is not one that can be uploaded.', { media_type: [type] })
    }
    const most = category === 'tweet_image' ? LARGEST.image : category === 'tweet_gif' ? LARGEST.gif : LARGEST.video
    if (typeof totalBytes !== 'number' || totalBytes < 1 || totalBytes > most) {
      return invalid(world, `[total_bytes] must be from 1 to ${most}.`, { total_bytes: [totalBytes] })
    }
    const { id } = keepUpload(world, { ...blank(world, token, category), totalBytes, pieces: {} })
    return json(200, { data: { ...named(id, category), expires_after_secs: LIFE_MS / 1000 - 1 } })
  })
}

export function append(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'append', () => {
    const found = findOpen(world, call.params.id ?? '', token)
    const piece = call.files.get('media')
    const index = Number(call.form.get('segment_index') ?? Number.NaN)
    if (!piece) return invalid(world, '[media] must be a file.', { media: [] })
    if (!Number.isInteger(index) || index < 0 || index >= MAX_CHUNKS) {
      return invalid(world, '[segment_index] must be from 0 to 999.', {
        segment_index: [call.form.get('segment_index')],
      })
    }
    if (piece.byteLength > MAX_CHUNK_BYTES) return { status: 413 }
    keepUpload(world, { ...found, pieces: { ...found.pieces, [index]: world.blobs.put(piece) } })
    return json(200, { data: { expires_at: Math.floor((found.createdAt + LIFE_MS) / 1000) } })
  })
}

export function finalize(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'finalize', async () => {
    const found = findOpen(world, call.params.id ?? '', token)
    const pieces = Object.entries(found.pieces ?? {}).sort(([a], [b]) => Number(a) - Number(b))
    const whole = Buffer.concat(pieces.map(([, name]) => world.blobs.get(name) ?? Buffer.alloc(0)))
    const isGapless = pieces.every(([index], place) => Number(index) === place)
    if (!isGapless || whole.byteLength !== found.totalBytes) {
      return invalid(world, 'The pieces are not the announced number of bytes.', { media_id: [found.id] })
    }
    const picture = (await storePicture(world, whole)) ?? null
    if (found.category === 'tweet_image' && troubleOf(picture)) {
      return invalid(world, troubleOf(picture) ?? '', { media_id: [found.id] })
    }
    const done = keepUpload(world, { ...found, pieces: {}, picture, arrivedAt: world.now() })
    return json(200, { data: stateOf(world, done) })
  })
}

export function status(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'status', () => {
    if (call.query.get('command') !== 'STATUS') return invalid(world, '[command] must be STATUS.', { command: [] })
    const id = call.query.get('media_id') ?? ''
    const found = findUpload(world, 'twitter', id, token.accountId)
    return found ? json(200, { data: stateOf(world, found) }) : notFound(world, id)
  })
}

export function describe(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'metadata', () => {
    const id = String(member(call.json, 'id') ?? '')
    const text = member(member(member(call.json, 'metadata'), 'alt_text'), 'text')
    const found = findUpload(world, 'twitter', id, token.accountId)
    if (!found || isTooOld(world, found)) return notFound(world, id)
    if (typeof text !== 'string' || !text || text.length > LONGEST_ALT_TEXT) {
      return invalid(world, `[alt_text] must have 1 to ${LONGEST_ALT_TEXT} characters.`, {
        'metadata.alt_text.text': [],
      })
    }
    keepUpload(world, { ...found, altText: text })
    return json(200, { data: { id, associated_metadata: { alt_text: { text } } } })
  })
}

/** Attaches uploaded subtitles to a video. */
export function addSubtitles(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'media.write')
  return limited(world, token, 'metadata', () => {
    const id = String(member(call.json, 'id') ?? '')
    const about = member(call.json, 'subtitles')
    const [file, language] = [String(member(about, 'id') ?? ''), member(about, 'language_code')]
    const video = findUpload(world, 'twitter', id, token.accountId)
    const subtitles = findUpload(world, 'twitter', file, token.accountId)
    if (video?.category !== 'tweet_video') return notFound(world, id)
    if (subtitles?.category !== 'subtitles' || !subtitles.captions) return notFound(world, file)
    if (member(call.json, 'media_category') !== 'TweetVideo' || !/^[A-Z]{2}$/.test(String(language)))
      return invalid(world, '[subtitles] must have a language_code.', { subtitles: [] })
    keepUpload(world, { ...video, captions: { language: String(language), text: subtitles.captions.text } })
    return json(200, { data: { id, media_category: 'TweetVideo', associated_subtitles: [about] } })
  })
}

const LONGEST_SUBTITLES = 512 * 1024
const SUBTITLES = /^(?:WEBVTT\b|\d+\r?\n\d\d:\d\d:\d\d,\d{3} --> )/

/** Reads the media of a post's `media.media_ids`, or throws a refusal. */
export function readMedia(world: World, token: Token, media: unknown): { ids: string[]; shown: PostPicture[] } {
  if (media === undefined) return { ids: [], shown: [] }
  const ids = member(media, 'media_ids')
  const refuse = (message: string) => {
    return new Refusal(invalid(world, message, { 'media.media_ids': Array.isArray(ids) ? ids : [] }))
  }
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_IMAGES || new Set(ids).size !== ids.length) {
    throw refuse(`[media.media_ids] must hold 1 to ${MOST_IMAGES} ids.`)
  }
  const shown = ids.map((id) => {
    const found = typeof id === 'string' ? findUpload(world, 'twitter', id, token.accountId) : undefined
    if (!found?.picture || !isUsable(world, found)) throw refuse('Your media IDs are invalid.')
    return { ...found.picture, altText: found.altText, ...extrasOf(found) }
  })
  if (shown.length > 1 && shown.some(({ type }) => type !== 'image')) {
    throw refuse('Photos cannot be mixed with a video or a GIF.')
  }
  return { ids: ids as string[], shown }
}

function isUsable(world: World, found: Upload): boolean {
  const state = stateOf(world, found).processing_info?.state ?? 'succeeded'
  return state === 'succeeded' && !isTooOld(world, found)
}

interface State {
  id: string
  media_key: string
  size?: number
  expires_after_secs: number
  processing_info?: {
    state: 'pending' | 'in_progress' | 'succeeded' | 'failed'
    check_after_secs?: number
    progress_percent?: number
    error?: { code: number; name: string; message: string }
  }
}

/** The processing state of an upload. Images are ready immediately; videos and GIFs are processed first. */
function stateOf(world: World, found: Upload): State {
  const { id, category = '', arrivedAt, picture, createdAt, totalBytes } = found
  const seconds = Math.floor((createdAt + LIFE_MS - world.now()) / 1000)
  const state: State = { ...named(id, category), size: picture?.sizeBytes ?? totalBytes, expires_after_secs: seconds }
  if (arrivedAt === null) return { ...state, processing_info: { state: 'pending', check_after_secs: 1 } }
  if (category === 'tweet_image') return state
  const age = world.now() - arrivedAt
  const processingMs = 2 * world.manner('processingMs')
  if (age < processingMs / 2) return { ...state, processing_info: { state: 'pending', check_after_secs: 1 } }
  if (age < processingMs) {
    return { ...state, processing_info: { state: 'in_progress', check_after_secs: 1, progress_percent: 50 } }
  }
  const message = troubleOf(picture)
  if (message === undefined) return { ...state, processing_info: { state: 'succeeded', progress_percent: 100 } }
  return { ...state, processing_info: { state: 'failed', error: { code: 1, name: 'InvalidMedia', message } } }
}

function troubleOf(picture: Picture | null | undefined): string | undefined {
  if (!picture || !FORMATS.includes(picture.contentType)) return 'media type unrecognized.'
  if (picture.type === 'document' || picture.sizeBytes > LARGEST[picture.type])
    return 'File size exceeds what is allowed.'
  if (picture.type !== 'gif') return undefined
  const { width, height, frames } = picture
  if (width > 1280 || height > 1080) return 'The GIF is larger than 1280 by 1080 pixels.'
  if (frames > 350 || width * height * frames > 300_000_000) return 'The GIF has too many frames.'
  return undefined
}

function blank(world: World, token: Token, category: string): Upload {
  const id = world.timeOrderedId(EPOCH_MS)
  const { accountId } = token
  return {
    platform: 'twitter',
    id,
    accountId,
    category,
    createdAt: world.now(),
    altText: null,
    picture: null,
    arrivedAt: null,
  }
}

function findOpen(world: World, id: string, token: Token): Upload {
  const found = findUpload(world, 'twitter', id, token.accountId)
  if (found?.pieces && found.arrivedAt === null && !isTooOld(world, found)) return found
  throw new Refusal(notFound(world, id))
}

function isTooOld(world: World, { createdAt }: Upload): boolean {
  return world.now() - createdAt >= LIFE_MS
}

function named(id: string, category: string) {
  return { id, media_key: `${CATEGORIES[category as keyof typeof CATEGORIES] ?? '3'}_${id}` }
}

function unknownCategory(world: World, category: string): Answer {
  return invalid(world, '[media_category] is not one that can be uploaded so.', { media_category: [category] })
}
