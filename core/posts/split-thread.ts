import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { limitsFor, type LimitedAccount } from '../platforms/limits.ts'
import { countFor } from '../platforms/text-count.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'

/** Ranks of places where a part may end. A part ends at the last place with the highest rank in it. */
const RANK = { letter: 1, quoted: 2, word: 3, clause: 4, sentence: 5, paragraph: 6 } as const
type Rank = (typeof RANK)[keyof typeof RANK]

/** A paragraph's end is preferred to a sentence's end only if the part is at least this full. */
const FULL_ENOUGH = 0.5

interface Break {
  /** The part ends before this index. */
  end: number
  rank: Rank
}

/**
 * Splits a text that is too long for one post into the parts of a thread. Cuts at the ends of paragraphs and sentences,
 * otherwise between words. Never cuts inside a link, number, hashtag or mention that fits into a part.
 * @param numbers writes the number of each part, which counts towards its length
 */
export function splitThread(
  text: string,
  account: LimitedAccount,
  numbers?: (part: number, total: number) => string,
): string[] {
  let parts = split(text, account, '')
  if (!numbers) return parts
  // The part numbers take space, and more parts have longer numbers. Repeat until all numbers fit.
  for (let total = 0; parts.length > total;) {
    total = parts.length
    parts = split(text, account, numbers(total, total))
  }
  return parts.length === 1 ? parts : parts.map((part, index) => part + numbers(index + 1, parts.length))
}

/** The number at the end of a part: `1/5`, and in Arabic `١ من ٥`, which has no slash to misread. */
export function partNumber(part: number, total: number, language: 'en' | 'ar'): string {
  if (language === 'en') return ` ${part}/${total}`
  const digits = new Intl.NumberFormat('ar-EG', { useGrouping: false })
  return ` ${digits.format(part)} من ${digits.format(total)}`
}

/** Removes from each part its own number, as `partNumber` writes it. Other fractions, such as 24/7, stay. */
export function withoutPartNumbers(parts: readonly string[]): string[] {
  return parts.map((text, index) => {
    const numbers = (['en', 'ar'] as const).map((language) => partNumber(index + 1, parts.length, language))
    const number = numbers.find((one) => text.endsWith(one))
    return number === undefined ? text : text.slice(0, -number.length)
  })
}

/** Whether all parts of a stored thread end with their numbers. */
export function isNumberedThread(parts: readonly string[]): boolean {
  const plain = withoutPartNumbers(parts)
  return parts.length > 1 && parts.every((text, index) => text !== plain[index])
}

/** Joins the parts of a thread into one text, without their numbers. */
export function joinThread(parts: readonly string[], isNumbered: boolean): string {
  const trimmed = parts.map((part) => part.trim())
  return (isNumbered ? withoutPartNumbers(trimmed) : trimmed).join('\n\n')
}

function split(text: string, account: LimitedAccount, suffix: string): string[] {
  const textLimit = Math.max(1, limitsFor(account).textLimit - (account.taken ?? 0))
  const longest = textLimit * MOST_UNITS
  const fits = (part: string) => part.length <= longest && countFor(account.platform, part.trim() + suffix) <= textLimit
  const breaks = breaksOf(text)
  const parts: string[] = []
  let from = 0
  let next = 0
  while (from < text.length) {
    const last = lastThatFits(breaks, next, (end) => fits(text.slice(from, end)))
    const chosen = last < next ? undefined : bestBreak(breaks, next, last, text, from)
    // If even the first word does not fit, cut between letters.
    const end =
      chosen?.end ?? lettersThatFit(text, from, Math.min(breaks[next]?.end ?? text.length, from + longest), fits)
    const part = text.slice(from, end).trim()
    if (part !== '') parts.push(part)
    from = end
    while ((breaks[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next++
  }
  return parts
}

/**
 * Finds the last break before which the text fits into one part. Returns less than `first` if none fits. Doubles its
 * step, so that it reads little text.
 */
function lastThatFits(breaks: Break[], first: number, fits: (end: number) => boolean): number {
  const isFit = (index: number) => fits(breaks[index]?.end ?? 0)
  let [low, step] = [first - 1, 1]
  while (low + step < breaks.length && isFit(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, breaks.length)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isFit(middle)) low = middle
    else high = middle
  }
  return low
}

function bestBreak(breaks: Break[], first: number, last: number, text: string, from: number): Break | undefined {
  const furthest = breaks[last]
  // The rest of the text fits in one part, so do not split it.
  if (!furthest || furthest.end >= text.length) return furthest
  const fullFrom = from + (furthest.end - from) * FULL_ENOUGH
  let best: Break | undefined
  let bestRank = 0
  for (let index = last; index >= first; index--) {
    const one = breaks[index]
    if (!one) continue
    const isEarlyParagraph = one.rank === RANK.paragraph && one.end < fullFrom
    const rank = isEarlyParagraph ? RANK.sentence : one.rank
    if (rank > bestRank) [best, bestRank] = [one, rank]
  }
  return best
}

/** Cuts a word that is longer than a part, between its letters as readers see them. */
function lettersThatFit(text: string, from: number, to: number, fits: (part: string) => boolean): number {
  const letters: Break[] = []
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(from, to)))
    letters.push({ end: from + index + segment.length, rank: RANK.letter })
  const last = lastThatFits(letters, 0, (end) => fits(text.slice(from, end)))
  return letters[Math.max(last, 0)]?.end ?? to
}

/** The maximum number of UTF-16 units per counted character. A text with more is too long, and is not counted. */
const MOST_UNITS = 12

/** All places between words where a part may end, with the rank of each place. */
function breaksOf(text: string): Break[] {
  const whole = [
    ...findWebAddresses(text),
    ...findHashtags(text),
    ...findMentions(text),
    ...spansOf(text, NUMBERS),
  ].toSorted((one, other) => one.start - other.start)
  const quotations = spansOf(text, QUOTATIONS)
  const isInWhole = insideOf(whole)
  const isInQuotation = insideOf(quotations)
  const breaks: Break[] = []
  for (const { 0: space, index } of text.matchAll(/\s+/gu)) {
    const end = index + space.length
    if (isInWhole(index)) continue
    const rank = isInQuotation(index) ? RANK.quoted : rankOf(text, index, space)
    breaks.push({ end, rank })
  }
  if (breaks.at(-1)?.end !== text.length) breaks.push({ end: text.length, rank: RANK.paragraph })
  return breaks
}

function rankOf(text: string, index: number, space: string): Rank {
  if (/\n\s*\n/u.test(space)) return RANK.paragraph
  const before = text.slice(Math.max(0, index - 40), index)
  if (space.includes('\n')) return RANK.sentence
  if (SENTENCE_END.test(before) && !ABBREVIATION.test(before)) return RANK.sentence
  return /[,;:،؛—–][”"»’)\]]*$/u.test(before) ? RANK.clause : RANK.word
}

const SENTENCE_END = /[.!?؟…۔][”"»’)\]]*$/u
/** Matches a text whose last full stop ends no sentence: it follows a title, an initial or a list number. */
const ABBREVIATION =
  /(?:(?:^|[\s("“«])(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd|Jr|Sr|\p{Lu}|د|أ|م|أ\.د|ص|هـ)|(?:^|\n)\s*\p{N}{1,2})\.$/u

/** Numbers with their separators (including spaces between thousands) and the word that follows them. */
const NUMBERS =
  /[\p{Sc}+\-−]?\s?\p{N}+(?:[.,٫٬:/\-–]\p{N}+|[ \u00A0\u202F]\p{N}{3}(?!\p{N}))*(?:\s?[%٪‰\p{Sc}])?(?: \p{L}+)?/gu
const QUOTATIONS = /“[^“”\n]{1,1000}”|«[^«»\n]{1,1000}»|„[^„“”\n]{1,1000}[“”]|(?<![\p{L}\p{N}])"[^"\n]{1,1000}"/gu

const spansOf = (text: string, pattern: RegExp): { start: number; end: number }[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }))

/** Returns a function that checks if an index is inside a span. Callers must pass indexes in ascending order. */
function insideOf(spans: readonly { start: number; end: number }[]): (index: number) => boolean {
  let at = 0
  let reach = Number.NEGATIVE_INFINITY
  return (index) => {
    for (; at < spans.length && (spans[at]?.start ?? 0) < index; at++) reach = Math.max(reach, spans[at]?.end ?? 0)
    return index < reach
  }
}
