import { hash } from 'node:crypto'
import { openingOf } from '#core/cut-text.ts'
import { cleanLine } from '../articles/clean-text.ts'
import { decodeEntities } from '../articles/entities.ts'
import { withoutTracking } from '../articles/page-address.ts'
import { parseFragment } from '../articles/page-tree.ts'
import { textOfHtml } from '../text-of-html.ts'
import type { RawFeed, RawItem } from './raw-feed.ts'

export interface FeedItem {
  /** A hash of the item's id, the same in every version of the feed. */
  key: string
  /** A hash of the item's normalized address, or the key if it has no address. */
  addressKey: string
  /** A public address of http or https; null if the item has none. */
  url: string | null
  title: string
  /** The item's text in the feed, for the newest items. */
  content: string
  publishedAt: Date | null
}

/** The maximum number of items to return, newest first. */
const MAX_ITEMS = 100
/** The maximum number of items with a text. Only the newest get one, because reading HTML is slow. */
const MAX_TEXTS = 20
const TITLE_LIMIT = 300
const CONTENT_LIMIT = 20_000

/** Adds keys and absolute addresses to items, sorts them newest first, and removes copies. */
export function keyedItems(feed: RawFeed, url: string): { title: string | null; items: FeedItem[] } {
  const base = URL.parse(feed.base ?? '', url) ?? url
  const linked = feed.items.map((item) => ({ ...item, url: addressOf(item.link, base) }))
  const sharedIds = idsOfSeveral(linked)
  const keyed = linked.flatMap((item) => keysOf(item, sharedIds))
  const items = uniqueBy(uniqueBy(newestFirst(keyed), 'key'), 'addressKey').slice(0, MAX_ITEMS)
  return {
    title: titleOf(feed.title, TITLE_LIMIT),
    items: items.map(({ item, key, addressKey, publishedAt }, place) => {
      const content = place < MAX_TEXTS ? contentOf(item.html) : ''
      const opening = openingOf(cleanLine(content.slice(0, 1_000)) ?? '', 100)
      const title = titleOf(item.title, TITLE_LIMIT) ?? (opening || hostOf(item.url))
      return { key, addressKey, url: item.url, title, content, publishedAt }
    }),
  }
}

type Linked = RawItem & { url: string | null }

/** Ids that items with different addresses share by mistake, so that they do not identify an item. */
function idsOfSeveral(items: readonly Linked[]): Set<string> {
  const addresses = new Map<string, string>()
  const shared = new Set<string>()
  for (const { id, url } of items) {
    if (id === null || url === null) continue
    const known = addresses.get(id)
    if (known === undefined) addresses.set(id, url)
    else if (known !== url) shared.add(id)
  }
  return shared
}

interface Keyed {
  item: Linked
  key: string
  addressKey: string
  publishedAt: Date | null
}

function keysOf(item: Linked, sharedIds: ReadonlySet<string>): Keyed[] {
  const { id, url, title, html, date } = item
  const address = url && normalized(url)
  const usableId = id !== null && !sharedIds.has(id) ? id : null
  const identity = usableId ?? address ?? (title || html ? `${title}\n${date}\n${html?.slice(0, 1_000)}` : null)
  if (identity === null) return []
  const key = keyOf(identity)
  return [{ item, key, addressKey: address === null ? key : keyOf(address), publishedAt: dateOf(date) }]
}

const keyOf = (text: string): string => hash('sha256', text, 'base64url')

/** Returns the same form for addresses that usually show the same page. */
function normalized(address: string): string {
  const url = new URL(withoutTracking(new URL(address)))
  url.searchParams.sort()
  const host = url.host.replace(/^(?:www|m|amp)\./, '')
  return `${host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

function addressOf(link: string | null, base: string | URL): string | null {
  const url = link === null || link.length > 4_000 ? null : URL.parse(link.trim(), base)
  const isWeb = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb && url.href.length <= 4_000 ? url.href : null
}

/** Sorts by date. An item without a date stays after the item before it. */
function newestFirst(items: readonly Keyed[]): Keyed[] {
  let last = Number.POSITIVE_INFINITY
  const timed = items.map((item) => {
    last = item.publishedAt?.getTime() ?? last
    return { item, time: last }
  })
  return timed.toSorted((a, b) => (a.time === b.time ? 0 : b.time - a.time)).map(({ item }) => item)
}

function uniqueBy(items: readonly Keyed[], name: 'key' | 'addressKey'): Keyed[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(item[name]) && seen.add(item[name]))
}

/** Reads dates in the formats of RFC 822 and RFC 3339, and variants that JavaScript understands. */
function dateOf(written: string | null): Date | null {
  const date = new Date(written?.slice(0, 100).trim() ?? '')
  const year = date.getUTCFullYear()
  return year >= 1970 && year < 2200 ? date : null
}

function titleOf(written: string | null, limit: number): string | null {
  if (written === null) return null
  const start = written.slice(0, 4_000)
  const text = /<\/?[a-z!]/i.test(start) ? textOfHtml(parseFragment(start)) : decodeEntities(start)
  const line = cleanLine(text)
  return line && openingOf(line.toWellFormed(), limit)
}

function contentOf(html: string | null): string {
  if (html === null) return ''
  return textOfHtml(parseFragment(html)).toWellFormed().slice(0, CONTENT_LIMIT)
}

const hostOf = (url: string | null): string => (url === null ? '–' : new URL(url).hostname.replace(/^www\./, ''))
