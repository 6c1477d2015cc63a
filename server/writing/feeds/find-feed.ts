import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { FetchedFeed, PageFetcher, Validators } from '../../adapters/web-pages/fetch-page.ts'
import { pageAddress } from '../../adapters/web-pages/page-address.ts'
import type { FeedItem } from '../../reading/feeds/keyed-items.ts'
import type { FeedReading } from '../../reading/feeds/read-feed.ts'
import type { FeedReaders } from '../../reading/readers.ts'

export interface FeedFinding {
  pages: PageFetcher
  parsers: FeedReaders
}

export interface FoundFeed {
  url: string
  title: string
  items: FeedItem[]
  validators: Validators
}

/**
 * Finds the feed at an address, or the first feed of the page there.
 * @throws AppError one of PAGE_ERRORS, feed_not_found, feed_unreadable
 */
export async function findFeed(parts: FeedFinding, pasted: string, language: Language): Promise<FoundFeed> {
  const given = pageAddress(pasted.replace(/^\s*feed:(?:\/\/)?(?=\S)/i, '')).href
  const { page, reading } = await fetchFeed(parts, given, language)
  if (reading.kind === 'feed') return foundFeed(given, page, reading)
  const [linked] = reading.feeds
  if (linked === undefined) throw new AppError('feed_not_found')
  const other = await fetchFeed(parts, linked, language)
  if (other.reading.kind !== 'feed') throw new AppError('feed_not_found')
  return foundFeed(linked, other.page, other.reading)
}

async function fetchFeed({ pages, parsers }: FeedFinding, address: string, language: Language) {
  const page = await pages.fetchFeed(address, language)
  if (!page) throw new Error('A request without validators was answered as unchanged')
  return { page, reading: await parseFeed(parsers, page) }
}

/** Reads a followed feed again. Null if it has not changed. @throws AppError as `findFeed` */
export async function refetchFeed(
  { pages, parsers }: FeedFinding,
  { url, known, language }: { url: string; known: Validators; language: Language },
  signal: AbortSignal,
): Promise<FoundFeed | null> {
  const page = await pages.fetchFeed(url, language, known, signal)
  if (!page) return null
  const reading = await parseFeed(parsers, page)
  if (reading.kind !== 'feed') throw new AppError('feed_not_found')
  return foundFeed(url, page, reading)
}

const parseFeed = (parsers: FeedReaders, { bytes, contentType, url }: FetchedFeed): Promise<FeedReading> =>
  parsers.parse('feed', bytes, { contentType, url })

function foundFeed(
  address: string,
  { validators }: FetchedFeed,
  { title, items }: Extract<FeedReading, { kind: 'feed' }>,
): FoundFeed {
  // Keep the requested address, because a redirect may be temporary.
  const url = new URL(address)
  url.hash = ''
  return { url: url.href, title: title ?? url.hostname.replace(/^www\./, ''), items, validators }
}
