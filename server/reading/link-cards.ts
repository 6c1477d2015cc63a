import { domainToUnicode } from 'node:url'
import { AppError } from '#core/errors.ts'
import type { LinkCard } from '#core/reading/contract.ts'
import type { PostLink } from '#core/posts/post-link.ts'
import { pageFetcher, type PageFetcherOptions } from '../adapters/web-pages/fetch-page.ts'
import type { CardReaders } from './readers.ts'
import { readCache } from './read-cache.ts'

type ReadLinkCard = Omit<LinkCard, 'picture'> & {
  /** The address in the post, which may redirect to another. */
  url: string
  /** The picture as JPEG; null if there is none. */
  picture: Uint8Array<ArrayBuffer> | null
}

export interface LinkCards extends AsyncDisposable {
  /**
   * Reads the link card of a page. Null if it has none, and `unread` after `waitMs` or if this machine is too busy.
   * Results are kept for five minutes, so that the published card equals the preview.
   */
  cardOf(link: PostLink, waitMs?: number): Promise<ReadLinkCard | null | 'unread'>
}

export interface CardTimeouts {
  /** Time limit for the whole card. */
  cardMs: number
  /** Time limit for the picture. After that, the card has no picture. */
  pictureMs: number
}

export const DEFAULT_CARD_TIMEOUTS: CardTimeouts = { cardMs: 10_000, pictureMs: 2_500 }

/**
 * Limits of the parser processes for link cards. Documents have other parser processes, so that a long document does
 * not delay a post.
 */
export const cardReaderLimits = ({ cardMs }: CardTimeouts) => ({ processes: 2, wallMs: cardMs / 2, waitMs: cardMs })

/** Opens the link cards. Closing them also closes `readers`. `onFault` receives internal errors. */
export function openLinkCards(
  options: Pick<PageFetcherOptions, 'allowHosts' | 'userAgent'>,
  { cardMs, pictureMs }: CardTimeouts,
  readers: CardReaders,
  onFault: (error: unknown) => void,
): LinkCards {
  const pages = pageFetcher({ ...options, timeLimitMs: cardMs })
  const recent = readCache<ReadLinkCard | null>()

  async function read({ url, language }: PostLink): Promise<ReadLinkCard | null> {
    const until = AbortSignal.timeout(cardMs)
    const page = await pages.fetchPage(url, language, until)
    const about = { contentType: page.contentType, url: page.url }
    const card = await readers.parse('linkCard', page.bytes, about, until)
    if (!card) return null
    const picture = card.picture === null ? null : await pictureOrNull(card.picture)
    return { url, title: card.title, description: card.description, host: shownHost(url), picture }

    /** Returns null when time runs out, because waiting longer for the picture would lose the whole card. */
    async function pictureOrNull(address: string): Promise<Uint8Array<ArrayBuffer> | null> {
      try {
        return await orNull(pictureAt(address))
      } catch {
        return null
      }
    }

    async function pictureAt(address: string): Promise<Uint8Array<ArrayBuffer>> {
      const soon = AbortSignal.any([until, AbortSignal.timeout(pictureMs)])
      const { bytes } = await pages.fetchPage(new URL(address), language, soon)
      return new Uint8Array(await readers.parse('cardPicture', bytes, null, until))
    }
  }

  /** Returns null if the page is faulty, so that the post does not fail. */
  async function orNull<T>(reading: Promise<T>): Promise<T | null> {
    try {
      return await reading
    } catch (error) {
      if (isOutOfTime(error)) throw error
      if (!(error instanceof AppError)) onFault(error)
      return null
    }
  }

  return {
    async cardOf(link, waitMs) {
      // Failures are not cached, so the next call reads the page again.
      const card = recent(`${link.language} ${link.url}`, () => orNull(read(link))).catch((error: unknown) => {
        if (isOutOfTime(error)) return 'unread' as const
        throw error
      })
      return await (waitMs === undefined ? card : unreadAfter(waitMs, card))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pages[Symbol.asyncDispose](), readers[Symbol.asyncDispose]()])
    },
  }
}

/** Whether an error is not the page's fault: its parser was busy, was stopped or took too long. */
const isOutOfTime = (error: unknown): boolean =>
  error instanceof AppError
    ? ['parser_busy', 'shutting_down'].includes(error.code)
    : (error as Error).name === 'TimeoutError'

async function unreadAfter<T>(ms: number, work: Promise<T>): Promise<T | 'unread'> {
  const { promise: tooLate, resolve } = Promise.withResolvers<'unread'>()
  const timer = setTimeout(() => resolve('unread'), ms)
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

function shownHost(address: string): string {
  const { hostname } = new URL(address)
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, '')
}
