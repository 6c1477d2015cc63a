import { findWebAddresses, type Span } from './web-addresses.ts'

export type HashtagInText = Span & {
  /** The tag without its sign. */
  tag: string
}

// What twitter-text 3.1.0 takes for part of a tag: letters and their marks in any script, digits, the underscore, the
// two joiners (Persian and Urdu need them) and a few signs that stand inside words.
const LETTER = '\\p{L}\\p{M}'
const OTHER =
  '\\p{Nd}_\\u200C\\u200D\\uA67E\\u05BE\\u05F3\\u05F4\\uFF5E\\u301C\\u309B\\u309C\\u30A0\\u30FB\\u3003\\u0F0B\\u0F0C\\xB7'
const PART = `[${LETTER}${OTHER}]`

const HASHTAG = new RegExp(
  [
    // No part of a word stands before it and no "&" (&#39; is an entity), but an emoji's variation selector may.
    `(?<before>^|[\\uFE0E\\uFE0F]|(?!${PART}|&)[^])`,
    // The keycap #️⃣ is no tag.
    `[#＃](?![\\uFE0F\\u20E3])`,
    // At least one letter: #2030 is no tag.
    `(?<tag>[${OTHER}]*[${LETTER}]${PART}*)`,
  ].join(''),
  'gu',
)

/** The hashtags that the networks link in `text`; not the `#section` of a link. */
export function findHashtags(text: string): HashtagInText[] {
  if (!/[#＃]/.test(text)) return []
  const links = findWebAddresses(text)
  let link = 0
  const found: HashtagInText[] = []
  for (const { 0: match, index, groups } of text.matchAll(HASHTAG)) {
    const start = index + (groups?.before ?? '').length
    const end = index + match.length
    // A second sign behind it spoils both, as in #a#b or #a://
    if (AFTER_NO_TAG.test(text.slice(end, end + 3))) continue
    // Both stand in the order of the text.
    while (link < links.length && (links[link]?.end ?? 0) <= start) link++
    if ((links[link]?.start ?? Infinity) <= start) continue
    found.push({ start, end, tag: groups?.tag ?? '' })
  }
  return found
}

/**
 * How many hashtags a network with a limit may see in `text`, by the largest reading: digits alone are one, too, and
 * `#one#two` are two. What fits by this fits whichever way the network counts.
 */
export function countHashtags(text: string): number {
  let count = 0
  for (const [tags] of text.matchAll(TAGS_IN_A_ROW)) count += tags.match(/[#＃]/gu)?.length ?? 0
  return count
}

/** Not the #section of a link, which stands behind a letter or a slash, and no entity such as &#39; */
const TAGS_IN_A_ROW = /(?<![\p{L}\p{N}_&/])(?:[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)+/gu

const AFTER_NO_TAG = /^(?:[#＃]|:\/\/)/
