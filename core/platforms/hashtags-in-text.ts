import { findWebAddresses, type Span } from './web-addresses.ts'

type HashtagInText = Span & {
  /** The hashtag without its `#`. */
  tag: string
}

// Characters of a hashtag in twitter-text 3.1.0: letters, marks, digits, the underscore, the two joiners (for
// Persian and Urdu), and some signs used inside words.
const LETTER = '\\p{L}\\p{M}'
const OTHER =
  '\\p{Nd}_\\u200C\\u200D\\uA67E\\u05BE\\u05F3\\u05F4\\uFF5E\\u301C\\u309B\\u309C\\u30A0\\u30FB\\u3003\\u0F0B\\u0F0C\\xB7'
const PART = `[${LETTER}${OTHER}]`

const HASHTAG = new RegExp(
  [
    // A hashtag does not follow a word character, or an "&", because `&#39;` is an HTML entity. It may follow an
    // emoji's variation selector.
    `(?<before>^|[\\uFE0E\\uFE0F]|(?!${PART}|&)[^])`,
    // The # must not be part of the keycap emoji #️⃣.
    `[#＃](?![\\uFE0F\\u20E3])`,
    // A hashtag needs a letter: #2030 is not a hashtag.
    `(?<tag>[${OTHER}]*[${LETTER}]${PART}*)`,
  ].join(''),
  'gu',
)

/** Finds the hashtags that the networks link, but not the `#section` of a link. */
export function findHashtags(text: string): HashtagInText[] {
  if (!/[#＃]/.test(text)) return []
  const links = findWebAddresses(text)
  let link = 0
  const found: HashtagInText[] = []
  for (const { 0: match, index, groups } of text.matchAll(HASHTAG)) {
    const start = index + (groups?.before ?? '').length
    const end = index + match.length
    // A hashtag directly before another # or `://` is not linked, as in #a#b and #a://.
    if (INVALID_AFTER_TAG.test(text.slice(end, end + 3))) continue
    // Links and hashtags are both in text order, so one pass through the links suffices.
    while (link < links.length && (links[link]?.end ?? 0) <= start) link++
    if ((links[link]?.start ?? Infinity) <= start) continue
    found.push({ start, end, tag: groups?.tag ?? '' })
  }
  return found
}

/**
 * The highest number of hashtags that any network may count: `#2030` counts as one, and `#one#two` as two. Staying
 * below a limit by this count is always safe.
 */
export function countHashtags(text: string): number {
  let count = 0
  for (const [tags] of text.matchAll(ADJACENT_TAGS)) count += tags.match(/[#＃]/gu)?.length ?? 0
  return count
}

/** Excludes the `#section` of a link, which follows a letter or a slash, and entities such as `&#39;`. */
const ADJACENT_TAGS = /(?<![\p{L}\p{N}_&/])(?:[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)+/gu

const INVALID_AFTER_TAG = /^(?:[#＃]|:\/\/)/
