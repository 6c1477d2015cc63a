import { Parser } from 'htmlparser2'
import { AppError } from '#core/errors.ts'
import { escapeText } from './json-feed.ts'
import { MAX_READ_ITEMS, type RawFeed, type RawItem } from './raw-feed.ts'

const MAX_DEPTH = 200
/** The longest value that is read, in UTF-16 units. */
const MAX_VALUE = 200_000
/** How many characters to parse before the limits are checked again. */
const STEP = 32_768

/**
 * Reads RSS or Atom. The parser knows no entities of a document type, so that they cannot expand.
 * @throws AppError feed_unreadable if elements are nested too deeply
 */
export function readXmlFeed(xml: string): RawFeed {
  const builder = new FeedBuilder()
  const parser = new Parser(builder, { xmlMode: true })
  for (let start = 0; start < xml.length && !builder.isFull; start += STEP) parser.write(xml.slice(start, start + STEP))
  parser.end()
  return builder.feed
}

interface Value {
  depth: number
  /** The pieces of the value: text as written, or HTML if elements are inside. */
  pieces: { text: string; isMarkup: boolean }[]
  length: number
  hasMarkup: boolean
  /** Whether Atom declares the value as plain text. */
  isPlain: boolean
  use: (value: string) => void
}

type Attributes = Record<string, string>

/**
 * The item that is being read. Several elements can give its text or date, and the one with the better rank wins.
 */
interface OpenItem extends RawItem {
  depth: number
  rank: number
  dateRank: number
}

class FeedBuilder {
  readonly feed: RawFeed = { title: null, base: null, items: [] }
  #depth = 0
  #isAtom = false
  #item: OpenItem | null = null
  #value: Value | null = null

  get isFull(): boolean {
    return this.feed.items.length >= MAX_READ_ITEMS
  }

  onopentag(written: string, attributes: Attributes): void {
    if (++this.#depth > MAX_DEPTH) throw new AppError('feed_unreadable')
    const name = nameOf(written)
    if (this.#value) {
      this.#value.hasMarkup = true
      this.#append(/^[a-z][a-z0-9]*$/.test(name) ? `<${name}>` : ' ', true)
      return
    }
    if (name === 'feed') {
      this.#isAtom = true
      this.feed.base = attributes['xml:base'] ?? null
    } else if (name === 'item' || name === 'entry')
      this.#item ??= {
        id: null,
        link: null,
        title: null,
        html: null,
        date: null,
        depth: this.#depth,
        rank: 0,
        dateRank: 0,
      }
    else if (this.#item) this.#openOfItem(name, attributes, this.#item)
    else if (name === 'title' && this.feed.title === null)
      this.#read(attributes, (value) => (this.feed.title ??= value))
    else if (name === 'link' && !attributes['href'])
      // A `link` without `href` is RSS: the address of the feed's site, on which relative links are based.
      this.#read(attributes, (value) => (this.feed.base ??= value))
  }

  #openOfItem(name: string, attributes: Attributes, item: OpenItem): void {
    if (this.#depth !== item.depth + 1) return
    const contentRank = CONTENT_RANKS[name]
    const dateRank = DATE_RANKS[name]
    if (name === 'title') this.#read(attributes, (value) => (item.title ??= value))
    else if (name === 'guid' || name === 'id')
      this.#read(attributes, (value) => {
        item.id ??= value
        if (name === 'guid' && attributes['isPermaLink'] !== 'false' && /^https?:\/\//i.test(value)) item.link ??= value
      })
    else if (name === 'link' && attributes['href']) {
      if ((attributes['rel'] ?? 'alternate') === 'alternate') item.link ??= attributes['href']
    } else if (name === 'link') this.#read(attributes, (value) => (item.link = value))
    else if (contentRank !== undefined && contentRank > item.rank)
      this.#read(attributes, (value) => {
        item.html = value
        item.rank = contentRank
      })
    else if (dateRank !== undefined && dateRank > item.dateRank)
      this.#read(attributes, (value) => {
        item.date = value
        item.dateRank = dateRank
      })
  }

  #read(attributes: Attributes, use: (value: string) => void): void {
    const isPlain = this.#isAtom && ['text', 'text/plain'].includes(attributes['type'] ?? 'text')
    this.#value = { depth: this.#depth, pieces: [], length: 0, hasMarkup: false, isPlain, use }
  }

  ontext(text: string): void {
    this.#append(text, false)
  }

  #append(text: string, isMarkup: boolean): void {
    if (!this.#value || this.#value.length > MAX_VALUE) return
    this.#value.length += text.length
    this.#value.pieces.push({ text, isMarkup })
  }

  onclosetag(written: string): void {
    const value = this.#value
    if (value && this.#depth > value.depth) {
      const name = nameOf(written)
      if (/^[a-z][a-z0-9]*$/.test(name)) this.#append(`</${name}>`, true)
    } else if (value) {
      this.#value = null
      const text = textOf(value).trim()
      if (text !== '') value.use(text)
    } else if (this.#item?.depth === this.#depth) {
      const { depth: _, rank: __, dateRank: ___, ...item } = this.#item
      this.#item = null
      if (!this.isFull) this.feed.items.push(item)
    }
    this.#depth--
  }
}

function textOf({ pieces, hasMarkup, isPlain }: Value): string {
  const escapes = hasMarkup || isPlain
  return pieces.map(({ text, isMarkup }) => (escapes && !isMarkup ? escapeText(text) : text)).join('')
}

/** The name without the prefixes that some feeds give to Atom. Other prefixes belong to the name. */
const nameOf = (written: string): string => written.toLowerCase().replace(/^(?:atom|a10):/, '')

/** Elements with an item's text, and their ranks. If an item has several, Frogy reads the one with the highest rank. */
const CONTENT_RANKS: Record<string, number> = { summary: 1, description: 2, content: 3, 'content:encoded': 4 }
/** Elements with an item's date, and their ranks. If an item has several, Frogy reads the one with the highest rank. */
const DATE_RANKS: Record<string, number> = {
  updated: 1,
  modified: 1,
  'dc:date': 2,
  issued: 3,
  published: 3,
  pubdate: 3,
}
