import { Readable } from 'node:stream'
import type { SentType } from '#core/media/renditions.ts'
import { documentTitle } from '#core/documents/document-facts.ts'
import { lookOf } from '#core/platforms/looks.ts'
import { postLink } from '#core/posts/post-link.ts'
import { chosenOptions } from '#core/platforms/post-options.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { readCaptions } from '#core/video/captions.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type {
  OutgoingDocument,
  OutgoingImage,
  OutgoingPost,
  OutgoingVideo,
  Outcome,
} from '../../adapters/platforms/platform-client.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Queryable } from '../../db/database.ts'
import { readVideoExtras } from '../../media/video-extras.ts'
import { publicPictureUrl, type SigningParts } from '../../media/public-pictures.ts'
import { keyOf, ownImages, renditionOf, type ImageRow } from '../../media/store.ts'
import { readVideo, streamVideo, type VideoFile } from '../../media/video-file.ts'
import type { PostRow } from '../../posts/store.ts'
import type { LinkCards } from '../../reading/link-cards.ts'

export interface PictureParts extends SigningParts {
  storage: Storage
  cards: Pick<LinkCards, 'cardOf'>
}

/** How long a due post waits for its link card. A scheduled post must be on time; a post sent now can wait longer. */
const CARD_WAIT_MS = { scheduled: 1_000, immediate: 4_000 }
/** A post counts as sent now if its time is less than this after its creation. */
const IMMEDIATE_MS = 1_000

const MISSING_PICTURE: PublishFailure = { kind: 'refused', reason: 'media', detail: null }

/**
 * Builds the post to send: text, pictures and link card.
 * @param aheadMs time until the post is due, in which its link card may still arrive
 */
export async function buildOutgoingPost(
  parts: PictureParts & { database: Queryable; account: Pick<AccountRow, 'default_visibility'> },
  post: PostRow,
  text: string,
  aheadMs = 0,
): Promise<Outcome<OutgoingPost>> {
  const rows = await ownImages(parts.database, post.images, post.user_id)
  const film = rows.find((row) => row.video)
  const animation = rows.length === 1 && rows[0] ? buildAnimation(parts, rows[0], post) : undefined
  const video = animation ?? (film && (await buildOutgoingVideo(parts, film, post)))
  const document = rows.flatMap((row) => buildOutgoingDocument(parts, row) ?? [])[0]
  const images = animation ? [] : rows.flatMap((row) => buildOutgoingImage(parts, row, post) ?? [])
  // Do not publish the post without one of its pictures, or without its video or document.
  if (images.length + (video ? 1 : 0) + (document ? 1 : 0) < post.images.length)
    return { ok: false, failure: MISSING_PICTURE }
  const link = postLink(text)
  const wasScheduled =
    post.scheduled_at !== null && post.scheduled_at.getTime() - post.created_at.getTime() > IMMEDIATE_MS
  const waitMs = Math.max(aheadMs, wasScheduled ? CARD_WAIT_MS.scheduled : CARD_WAIT_MS.immediate)
  const readCard = link && ((signal: AbortSignal) => unreadOnAbort(parts.cards.cardOf(link, waitMs), signal))
  const dueAt = post.next_step_at ?? post.scheduled_at ?? post.created_at
  const visibility = post.options?.visibility ?? parts.account.default_visibility ?? undefined
  const options = chosenOptions({ ...post.options, visibility }) ?? undefined
  const language = post.content_language
  return { ok: true, value: { text, language, dueAt, images, video, document, options, readCard } }
}

async function unreadOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'unread'> {
  const { promise: aborted, resolve } = Promise.withResolvers<'unread'>()
  const giveUp = () => resolve('unread')
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}

async function buildOutgoingVideo(
  parts: PictureParts & { database: Queryable },
  row: ImageRow,
  { platform }: PostRow,
): Promise<OutgoingVideo | undefined> {
  if (!row.video) return undefined
  const { type, durationMs, width, height } = row.video
  const file = { id: row.id, sizeBytes: row.size_bytes }
  const { hasVideoCover, maxCaptionBytes = 0 } = lookOf(platform)
  const { cover, captions } = await readVideoExtras(parts.database, {
    id: row.id,
    cover: hasVideoCover ? row.cover : null,
    captions: row.captions && row.captions.sizeBytes <= maxCaptionBytes ? row.captions : null,
  })
  return {
    ...file,
    type,
    durationMs,
    width,
    height,
    altText: row.alt_text,
    cover: cover && row.cover ? { picture: cover, atMs: row.cover.atMs } : undefined,
    captions:
      captions && row.captions ? { language: row.captions.language, list: readCaptions(captions) ?? [] } : undefined,
    url: publicPictureUrl(parts, row.id, platform),
    ...readers(parts.storage, file),
  }
}

/** The frames of an animated GIF, for a network that shows them. */
function buildAnimation({ storage, ...parts }: PictureParts, row: ImageRow, { platform }: PostRow) {
  const file = renditionOf(row, 'animation')
  if (!file || !lookOf(platform).showsAnimations) return undefined
  const readWhole = async () => {
    const bytes = await storage.read(keyOf(row.id, file))
    if (!bytes) throw new Error(`The animation of picture ${row.id} is not in the storage`)
    return new Uint8Array(bytes)
  }
  return {
    id: row.id,
    type: 'image/gif',
    sizeBytes: file.sizeBytes,
    durationMs: 0,
    width: file.width,
    height: file.height,
    altText: row.alt_text,
    url: publicPictureUrl(parts, row.id, platform),
    read: (from, length) => orOwnFault(async () => (await readWhole()).subarray(from, from + length)),
    open: (from = 0) =>
      Readable.from(
        wholeOnce(async () => (await readWhole()).subarray(from)),
        { objectMode: false },
      ),
  } satisfies OutgoingVideo
}

async function* wholeOnce(read: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await read()
}

function buildOutgoingDocument({ storage }: PictureParts, row: ImageRow): OutgoingDocument | undefined {
  if (!row.document) return undefined
  const file = { id: row.id, sizeBytes: row.size_bytes }
  const title = documentTitle({ altText: row.alt_text, originalName: row.original_name })
  return { ...file, type: row.type as 'application/pdf', altText: title, ...readers(storage, file) }
}

const readers = (storage: Storage, file: VideoFile): Pick<OutgoingVideo, 'open' | 'read'> => ({
  open: (from) => streamVideo(storage, file, from),
  read: (from, length) => orOwnFault(() => readVideo(storage, file, from, length)),
})

async function orOwnFault<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await read() }
  } catch (error) {
    const detail = error instanceof Error ? error.message : null
    return { ok: false, failure: { kind: 'not-sent', detail, because: 'own_fault' } }
  }
}

function buildOutgoingImage(parts: PictureParts, row: ImageRow, { platform }: PostRow): OutgoingImage | undefined {
  const rendition = renditionOf(row, platform)
  if (!rendition || rendition.type === 'image/webp' || rendition.type === 'image/gif') return undefined
  return {
    id: row.id,
    type: rendition.type satisfies SentType,
    width: rendition.width,
    height: rendition.height,
    altText: row.alt_text,
    url: publicPictureUrl(parts, row.id, platform),
    async read() {
      try {
        const file = await parts.storage.read(keyOf(row.id, rendition))
        return file ? { ok: true, value: new Uint8Array(file) } : { ok: false, failure: MISSING_PICTURE }
      } catch (error) {
        const detail = error instanceof Error ? error.message : null
        return { ok: false, failure: { kind: 'not-sent', detail, because: 'own_fault' } }
      }
    },
  }
}
