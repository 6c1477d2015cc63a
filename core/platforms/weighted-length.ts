import { normalizeNfc } from '../clean-text.ts'
import { emojiIn } from './emoji.ts'
import { findWebAddresses, type Span } from './web-addresses.ts'

/** What any link counts on X, because X replaces it by a t.co address. */
const LINK_WEIGHT = 23
const EMOJI_WEIGHT = 2

/** Told of each piece of a text that counts as one, in order: what it counts, and where it is in UTF-16 units. */
export type OnPiece = (size: number, start: number, end: number) => void

/**
 * A text as X counts it (twitter-text, configuration 3): in NFC, each link 23, each emoji 2, each other code point 1 or
 * 2 by its range. Letters of Latin, Greek, Cyrillic, Hebrew and Arabic, vowel signs and Arabic digits weigh 1; "…", "•",
 * direction marks and the scripts of East Asia weigh 2.
 *
 * One difference from twitter-text 3.1.0 is meant: its emoji are those of 2018, and it counts younger sequences (🧑‍💻,
 * ❤️‍🔥) part by part, whereas X documents 2 for every emoji.
 */
export function weightedLength(text: string): number {
  let weight = 0
  weighPieces(normalizeNfc(text), (size) => (weight += size))
  return weight
}

/** `text` must be in NFC. */
export function weighPieces(text: string, onPiece: OnPiece): void {
  const links = findWebAddresses(text)
  const emoji = [...emojiIn(text)].map((match) => ({ start: match.index, end: match.index + match[0].length }))

  let at = 0
  const wholes: (Span & { size: number })[] = [
    ...links.map((link) => ({ ...link, size: LINK_WEIGHT })),
    ...emoji.map((each) => ({ ...each, size: EMOJI_WEIGHT })),
  ]
  for (const whole of wholes.sort((one, other) => one.start - other.start)) {
    if (whole.start < at) continue // an emoji inside a link
    weighLetters(text, at, whole.start, onPiece)
    onPiece(whole.size, whole.start, whole.end)
    at = whole.end
  }
  weighLetters(text, at, text.length, onPiece)
}

function weighLetters(text: string, start: number, end: number, onPiece: OnPiece): void {
  for (let at = start; at < end;) {
    const codePoint = text.codePointAt(at) ?? 0
    const next = at + (codePoint > 0xffff ? 2 : 1)
    onPiece(isLight(codePoint) ? 1 : 2, at, next)
    at = next
  }
}

function isLight(codePoint: number): boolean {
  return (
    codePoint <= 0x10ff ||
    (codePoint >= 0x2000 && codePoint <= 0x200d) ||
    (codePoint >= 0x2010 && codePoint <= 0x201f) ||
    (codePoint >= 0x2032 && codePoint <= 0x2037)
  )
}
