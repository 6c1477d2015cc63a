import { AppError } from '#core/errors.ts'
import { decodePage } from '../articles/decode-page.ts'
import type { PageBytes } from '../articles/read-article.ts'
import { keyedItems, type FeedItem } from './keyed-items.ts'
import { feedsOfPage } from './feeds-of-page.ts'
import { readJsonFeed } from './json-feed.ts'
import type { RawFeed } from './raw-feed.ts'
import { readXmlFeed } from './xml-feed.ts'

/** A feed, or a page with the addresses of its feeds. */
export type FeedReading = { kind: 'feed'; title: string | null; items: FeedItem[] } | { kind: 'page'; feeds: string[] }

/**
 * Reads RSS 0.9 to 2.0, Atom or JSON Feed, or finds the feeds of a web page.
 * @throws AppError feed_unreadable, page_type, page_too_complex
 */
export function readFeed({ bytes, contentType, url }: PageBytes): FeedReading {
  const text = decodePage(bytes, contentType).replace(/^\uFEFF/, '')
  const start = text.slice(0, MAX_PROLOG).trimStart()
  if (start.startsWith('{')) return feedOf(readJsonFeed(text), url)
  if (FEED_ROOT.test(start)) return feedOf(readXmlFeed(text), url)
  return { kind: 'page', feeds: feedsOfPage(text, url) }
}

function feedOf(feed: RawFeed | null, url: string): FeedReading {
  if (!feed) throw new AppError('feed_unreadable')
  return { kind: 'feed', ...keyedItems(feed, url) }
}

/** The maximum number of characters before the root element: a declaration, comments and style sheets. */
const MAX_PROLOG = 4_096
const FEED_ROOT = /<(?:rss|(?:\w+:)?feed|rdf:RDF)(?=[\s>])/
