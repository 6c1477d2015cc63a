import { randomInt } from 'node:crypto'
import { findHashtags } from '#core/platforms/hashtags-in-text.ts'
import { findWebAddresses, type Span } from '#core/platforms/web-addresses.ts'

export const COLLECTION = 'app.bsky.feed.post'

interface Facet {
  index: { byteStart: number; byteEnd: number }
  features: ({ $type: string } & Record<string, string>)[]
}

const TID_LETTERS = '234567abcdefghijklmnopqrstuvwxyz'

/** Creates a Bluesky record key from a time: 53 bits of microseconds and 10 random bits. So keys sort by time. */
export function newKey(at: Date): string {
  return keyOf(at, randomInt(1_000), randomInt(1_024))
}

/** The lowest Bluesky record key of a point in time. */
export const firstKey = (at: Date): string => keyOf(at, 0, 0)

function keyOf(at: Date, microseconds: number, clock: number): string {
  let value = ((BigInt(at.getTime()) * 1_000n + BigInt(microseconds)) << 10n) | BigInt(clock)
  let key = ''
  for (let length = 0; length < 13; length++) {
    key = TID_LETTERS.charAt(Number(value & 31n)) + key
    value >>= 5n
  }
  return key
}

type Mention = Span & { handle: string }

/** A handle is a domain name. Its labels have at most 63 characters, so that the pattern takes linear time. */
const HANDLE = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const MENTION = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_.@+-])@(${HANDLE})(?![a-z0-9-])`, 'giu')
const WHOLE_HANDLE = new RegExp(`^${HANDLE}$`, 'i')

export const isHandle = (text: string): boolean => text.length <= 253 && WHOLE_HANDLE.test(text)

export function findMentions(text: string): Mention[] {
  const links = findWebAddresses(text)
  return [...text.matchAll(MENTION)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].length }
    // An `@name` inside of a link's path belongs to the link.
    const isInLink = links.some(({ start, end }) => start < span.start && span.start < end)
    return isInLink ? [] : [{ ...span, handle: (match[1] ?? '').toLowerCase() }]
  })
}

/** The longest hashtag that Bluesky's apps show, in characters. */
const LONGEST_TAG = 64

/**
 * Marks links, hashtags and mentions. Bluesky recognizes none in the text itself.
 * @param dids the ids of the mentioned handles that exist
 */
export function facetsOf(text: string, dids: ReadonlyMap<string, string>): Facet[] {
  const mentions = findMentions(text).filter(({ handle }) => dids.has(handle))
  const isFree = (span: Span) => !mentions.some(({ start, end }) => span.start < end && start < span.end)
  const links = findWebAddresses(text).filter(isFree)
  const offsets = byteOffsets(text)
  const facet = ({ start, end }: Span, feature: Facet['features'][number]): Facet => ({
    index: { byteStart: offsets(start), byteEnd: offsets(end) },
    features: [feature],
  })
  return [
    ...links.flatMap((span) => {
      const written = text.slice(span.start, span.end)
      const uri = URL.parse(/^https?:\/\//i.test(written) ? written : `https://${written}`)?.href
      return uri ? [facet(span, { $type: 'app.bsky.richtext.facet#link', uri })] : []
    }),
    ...findHashtags(text)
      .filter((span) => [...span.tag].length <= LONGEST_TAG && isFree(span))
      .map((span) => facet(span, { $type: 'app.bsky.richtext.facet#tag', tag: span.tag })),
    ...mentions.map((span) =>
      facet(span, { $type: 'app.bsky.richtext.facet#mention', did: dids.get(span.handle) ?? '' }),
    ),
  ].toSorted((a, b) => a.index.byteStart - b.index.byteStart)
}

/** Converts UTF-16 indexes into offsets in the UTF-8 text. */
function byteOffsets(text: string): (index: number) => number {
  const before = new Uint32Array(text.length + 1)
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    before[at] = bytes
    const unit = text.charCodeAt(at)
    // Half of a surrogate pair counts as two bytes, because the pair takes four in UTF-8.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  before[text.length] = bytes
  return (index) => before[index] ?? bytes
}

/** The parts of `at://did/collection/key`. */
export function partsOf(uri: string): { did: string; key: string } {
  const [, , did = '', , key = ''] = uri.split('/')
  return { did, key }
}

export const uriOf = (did: string, key: string): string => `at://${did}/${COLLECTION}/${key}`
