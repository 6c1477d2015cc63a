import { normalizeNfc } from '../clean-text.ts'
import { unreachable } from '../unreachable.ts'
import { emojiIn } from './emoji.ts'
import { graphemeStart, graphemes } from './graphemes.ts'
import { rulesOf, type CountingUnit, type Platform } from './platform.ts'
import { weighPieces, weightedLength, type OnPiece } from './weighted-length.ts'

/** How long `text` is by the platform's own measure, to be held against its `textLimit`. */
export function countFor(platform: Platform, text: string): number {
  const unit = rulesOf(platform).countedIn
  if (unit === 'utf16-units') return text.length
  if (unit === 'weighted') return weightedLength(text)
  let count = 0
  countPieces(unit, text, (size) => (count += size))
  return count
}

/**
 * Where `text` crosses the platform's limit: the index, in UTF-16 units, of the first character that is too much, or
 * null if all fit. A link that crosses the limit is too much as a whole, and no character is torn apart.
 */
export function overflowStart(platform: Platform, text: string): number | null {
  const { countedIn, textLimit } = rulesOf(platform)
  if (text.length <= textLimit && countedIn === 'utf16-units') return null

  const counted = countedIn === 'weighted' ? normalizeNfc(text) : text
  let count = 0
  let crossing: number | null = null
  countPieces(countedIn, counted, (size, start) => {
    count += size
    if (count > textLimit) crossing ??= start
  })
  return crossing === null ? null : graphemeStart(text, placeBeforeNormalizing(text, counted, crossing))
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
    default:
      return unreachable(unit)
  }
}

/** Threads counts characters, but an emoji as its number of UTF-8 bytes: 👍 is 4, 👨‍👩‍👧 is 18. */
function countEmojiBytes(text: string, onPiece: OnPiece): void {
  let at = 0
  for (const emoji of emojiIn(text)) {
    countCodePoints(text, at, emoji.index, onPiece)
    at = emoji.index + emoji[0].length
    onPiece(utf8Length(emoji[0]), emoji.index, at)
  }
  countCodePoints(text, at, text.length, onPiece)
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

/** The place in `text` that corresponds to `index` in its NFC form, which can be shorter or longer. */
function placeBeforeNormalizing(text: string, normalized: string, index: number): number {
  if (text === normalized) return index
  let normalizedAt = 0
  for (const character of graphemes(text)) {
    normalizedAt += normalizeNfc(character.text).length
    if (normalizedAt > index) return character.start
  }
  return text.length
}
