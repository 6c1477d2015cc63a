import type { SentType } from '#core/media/renditions.ts'
import { postLink } from '#core/posts/post-link.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { OutgoingImage, OutgoingPost, Outcome } from '../adapters/platforms/platform-client.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Queryable } from '../db/database.ts'
import { publicPictureUrl, type SigningParts } from '../media/public-pictures.ts'
import { keyOf, ownImages, renditionOf, type ImageRow } from '../media/store.ts'
import type { PostRow } from '../posts/store.ts'
import type { LinkCards } from '../reading/link-cards.ts'

export interface PictureParts extends SigningParts {
  storage: Storage
  cards: Pick<LinkCards, 'cardOf'>
}

/**
 * How long a due post waits for somebody's web page. One that was given a time is to be on time; at one that was posted
 * at once nothing but its person waits.
 */
const CARD_WAIT_MS = { timed: 1_000, atOnce: 4_000 }
const AT_ONCE_MS = 1_000

const GONE: PublishFailure = { kind: 'refused', reason: 'media', detail: null }

/**
 * A post as its network is given it: the text, its pictures in the renditions made for that network, and its link's card.
 * @param aheadMs how long it is until it is due: so long the page of its link has time, too
 */
export async function outgoingPost(
  parts: PictureParts & { database: Queryable },
  post: PostRow,
  text: string,
  aheadMs = 0,
): Promise<Outcome<OutgoingPost>> {
  const rows = await ownImages(parts.database, post.images, post.user_id)
  const images = rows.flatMap((row) => outgoingImage(parts, row, post) ?? [])
  // None is left out in silence.
  if (images.length < post.images.length) return { ok: false, failure: GONE }
  const link = postLink(text)
  const wasTimed = post.scheduled_at !== null && post.scheduled_at.getTime() - post.created_at.getTime() > AT_ONCE_MS
  const waitMs = Math.max(aheadMs, wasTimed ? CARD_WAIT_MS.timed : CARD_WAIT_MS.atOnce)
  return {
    ok: true,
    value: { text, images, readCard: link && ((signal) => nullOnAbort(parts.cards.cardOf(link, waitMs), signal)) },
  }
}

async function nullOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const giveUp = () => resolve(null)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}

function outgoingImage(parts: PictureParts, row: ImageRow, { platform }: PostRow): OutgoingImage | undefined {
  const rendition = renditionOf(row, platform)
  if (!rendition || rendition.type === 'image/webp') return undefined
  return {
    id: row.id,
    type: rendition.type satisfies SentType,
    altText: row.alt_text,
    url: publicPictureUrl(parts, row.id, platform),
    async read() {
      try {
        const file = await parts.storage.read(keyOf(row.id, rendition))
        return file ? { ok: true, value: new Uint8Array(file) } : { ok: false, failure: GONE }
      } catch (error) {
        return {
          ok: false,
          failure: { kind: 'not-sent', detail: error instanceof Error ? error.message : null, because: 'own_fault' },
        }
      }
    },
  }
}
