import { normalizeNfc } from '../clean-text.ts'
import { findEmoji } from './emoji.ts'
import { findWebAddresses, type Span } from './web-addresses.ts'

/** How many characters a link counts. X replaces every link by a t.co address of this length. */
const LINK_WEIGHT = 23
const EMOJI_WEIGHT = 2

/** Called for each counted piece of a text, in order, with its weight and its UTF-16 range. */
export type OnPiece = (size: number, start: number, end: number) => void

/**
 * The length of a text on X in NFC (twitter-text's configuration 3). A link counts 23, an emoji 2, any other code point
 * 1 or 2. The package twitter-text 3.1.0 counts the parts of newer emoji sequences (🧑‍💻, ❤️‍🔥), but Frogy counts each
 * as 2, as X documents.
 */
export function weightedLength(text: string): number {
  let weight = 0
  weighPieces(normalizeNfc(text), (size) => (weight += size))
  return weight
}

/** Calls `onPiece` for each counted piece of `text`, which must be in NFC. */
export function weighPieces(text: string, onPiece: OnPiece): void {
  const links = findWebAddresses(text)
  const emoji = [...findEmoji(text)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  let at = 0
  const units: (Span & { size: number })[] = [
    ...links.map((link) => ({ ...link, size: LINK_WEIGHT })),
    ...emoji.map((each) => ({ ...each, size: EMOJI_WEIGHT })),
  ]
  for (const unit of units.sort((one, other) => one.start - other.start)) {
    if (unit.start < at) continue // Skip an emoji inside a link.
    weighLetters(text, at, unit.start, onPiece)
    onPiece(unit.size, unit.start, unit.end)
    at = unit.end
  }
  weighLetters(text, at, text.length, onPiece)
}

function weighLetters(text: string, start: number, end: number, onPiece: OnPiece): void {
  for (let at = start; at < end;) {
    const codePoint = text.codePointAt(at) ?? 0
    const next = at + (codePoint > 0xffff ? 2 : 1)
    onPiece(weighsOne(codePoint) ? 1 : 2, at, next)
    at = next
  }
}

function weighsOne(codePoint: number): boolean {
  return (
    codePoint <= 0x10ff ||
    (codePoint >= 0x2000 && codePoint <= 0x200d) ||
    (codePoint >= 0x2010 && codePoint <= 0x201f) ||
    (codePoint >= 0x2032 && codePoint <= 0x2037)
  )
}
