import { normalizeNfc } from '../clean-text.ts'
import { unreachable } from '../unreachable.ts'
import { findEmoji } from './emoji.ts'
import { graphemeStart, graphemes } from './graphemes.ts'
import { limitsFor, type LimitedAccount } from './limits.ts'
import type { CountingUnit } from './platform-rules.ts'
import type { Platform } from './platform.ts'
import type { PostOptions } from './post-options.ts'
import { countedMentions, fullLinks } from './short-links.ts'
import { weighPieces, weightedLength, type OnPiece } from './weighted-length.ts'

/** The length of `text` in the network's own unit, which its `textLimit` applies to. */
export function countFor(platform: Platform, text: string): number {
  return countIn(limitsFor({ platform }).countedIn, text)
}

/**
 * The number of characters that a content warning takes from the text limit. Mastodon counts the graphemes of the
 * warning, with links at full length.
 */
export const takenBy = (options: PostOptions | null | undefined): number =>
  options?.contentWarning ? countIn('graphemes', options.contentWarning.trim()) : 0

export function countIn(unit: CountingUnit, text: string): number {
  if (unit === 'utf16-units') return text.length
  if (unit === 'weighted') return weightedLength(text)
  let count = 0
  countPieces(unit, text, (size) => (count += size))
  return count
}

/**
 * Returns count and limit of the account whose limit the text fills most. Without accounts, uses the default limit of
 * the editor's counter.
 */
export function tightestCount(accounts: readonly LimitedAccount[], text: string): { count: number; limit: number } {
  const [tightest] = accounts
    .map((account) => {
      const { textLimit, previewLimit } = limitsFor(account)
      return { count: countFor(account.platform, text), limit: Math.min(textLimit, previewLimit) }
    })
    .toSorted((a, b) => b.count / b.limit - a.count / a.limit || a.limit - b.limit)
  return tightest ?? { count: text.length, limit: limitsFor({ platform: 'linkedin' }).previewLimit }
}

/**
 * The UTF-16 index of the first character beyond the account's limit, or null if the text fits. The index is never
 * inside a grapheme. If a link crosses the limit, it is the start of the link.
 */
export function overflowStart(account: LimitedAccount, text: string): number | null {
  const limits = limitsFor(account)
  const { countedIn } = limits
  const textLimit = limits.textLimit - (account.taken ?? 0)
  if (text.length <= textLimit && countedIn === 'utf16-units') return null
  const counted = countedIn === 'weighted' ? normalizeNfc(text) : text
  let count = 0
  let crossing: number | null = null
  countPieces(countedIn, counted, (size, start) => {
    count += size
    if (count > textLimit) crossing ??= start
  })
  return crossing === null ? null : graphemeStart(text, indexBeforeNormalizing(text, counted, crossing))
}

function countPieces(unit: CountingUnit, text: string, onPiece: OnPiece): void {
  switch (unit) {
    case 'utf16-units':
      for (let at = 0; at < text.length; at++) onPiece(1, at, at + 1)
      return
    case 'weighted':
      return weighPieces(text, onPiece)
    case 'characters-and-emoji-bytes':
      return countEmojiBytes(text, onPiece)
    case 'graphemes-and-short-links':
      return countShortLinks(text, onPiece)
    case 'graphemes':
      return countGraphemes(text, 0, text.length, onPiece)
    case 'graphemes-and-bytes':
      return countGraphemesAndBytes(text, onPiece)
    default:
      return unreachable(unit)
  }
}

/** Mastodon counts graphemes, but each full link as 23, and a mention without its server. */
function countShortLinks(text: string, onPiece: OnPiece): void {
  const short = [
    ...fullLinks(text).map((link) => ({ ...link, size: SHORT_LINK_LENGTH })),
    ...countedMentions(text).map(({ start, end, shownEnd }) => ({ start, end, size: shownEnd - start })),
  ].toSorted((one, other) => one.start - other.start || other.end - one.end)
  let at = 0
  for (const { start, end, size } of short) {
    // A mention inside a link belongs to the link.
    if (start < at) continue
    countGraphemes(text, at, start, onPiece)
    onPiece(size, start, end)
    at = end
  }
  countGraphemes(text, at, text.length, onPiece)
}

const SHORT_LINK_LENGTH = 23
/** ASCII characters, each of which is one grapheme. */
const PLAIN = /^[\n\x20-\x7E]*$/

function countGraphemes(text: string, start: number, end: number, onPiece: OnPiece): void {
  const part = text.slice(start, end)
  // Skip the segmenter for ASCII, because it is slow to start and a hostile text has thousands of ASCII parts.
  if (PLAIN.test(part)) {
    for (let at = start; at < end; at++) onPiece(1, at, at + 1)
    return
  }
  for (const { text: grapheme, start: at } of graphemes(part)) onPiece(1, start + at, start + at + grapheme.length)
}

/** Threads counts code points, but an emoji by its UTF-8 bytes: 👍 is 4, 👨‍👩‍👧 is 18. */
function countEmojiBytes(text: string, onPiece: OnPiece): void {
  let at = 0
  for (const emoji of findEmoji(text)) {
    countCodePoints(text, at, emoji.index, onPiece)
    at = emoji.index + emoji[0].length
    onPiece(utf8Length(emoji[0]), emoji.index, at)
  }
  countCodePoints(text, at, text.length, onPiece)
}

/** Bluesky allows 300 graphemes and 3000 bytes. Counts a tenth of the bytes if that is more, as with long emoji. */
function countGraphemesAndBytes(text: string, onPiece: OnPiece): void {
  let [count, bytes, counted] = [0, 0, 0]
  for (const { text: grapheme, start } of graphemes(text)) {
    count++
    bytes += utf8Length(grapheme)
    const next = Math.max(count, Math.ceil(bytes / 10))
    onPiece(next - counted, start, start + grapheme.length)
    counted = next
  }
}

function countCodePoints(text: string, start: number, end: number, onPiece: OnPiece): void {
  for (let at = start; at < end;) {
    const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    onPiece(1, at, next)
    at = next
  }
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** Maps an index in the NFC form of a text back to the text as typed. */
function indexBeforeNormalizing(text: string, normalized: string, index: number): number {
  if (text === normalized) return index
  let normalizedAt = 0
  for (const character of graphemes(text)) {
    normalizedAt += normalizeNfc(character.text).length
    if (normalizedAt > index) return character.start
  }
  return text.length
}
