import { rightOf, type Glyph } from './glyph.ts'
import { isArabicMark, RIGHT_TO_LEFT_LETTER } from './letters.ts'
import { logicalText, type Brackets, type Direction, type LinePiece } from './logical-order.ts'

/** The smallest gap between two words, in ems. Gaps between letters are smaller. */
const WORD_GAP = 0.17
/**
 * The smallest gap between words, in ems, if the letters on both sides have vowel marks and the line contains spaces.
 * Some fonts widen such letters.
 */
const WORD_GAP_BETWEEN_MARKS = 0.45
/** A line that has more spaces than one per this many letters contains all of its spaces, so Frogy adds none. */
const LETTERS_A_SPACE = 12
/**
 * The smallest gap between an Arabic and a Latin word, in ems. It may be small, because the scripts rarely meet inside
 * a word.
 */
const WORD_GAP_BETWEEN_SCRIPTS = 0.1

export function lineText(glyphs: readonly Glyph[], direction: Direction, brackets?: Brackets): string {
  return logicalText(withSpaces(glyphs), direction, brackets).replace(/ {2,}/g, ' ').trim()
}

function withSpaces(glyphs: readonly Glyph[]): LinePiece[] {
  const usual = usualGap(glyphs)
  const spaces = glyphs.filter(({ text }) => text === ' ').length
  const drawsSpaces = spaces * LETTERS_A_SPACE > glyphs.length
  const pieces: LinePiece[] = []
  let before: Glyph | undefined
  for (const [at, glyph] of glyphs.entries()) {
    if (glyph.text === ' ' && isDrawnOver(glyph, glyphs[at + 1])) continue
    if (before && glyph.text !== ' ' && before.text !== ' ') {
      const least = leastWordGap(before.text, glyph.text, drawsSpaces) * before.size
      if (glyph.left - rightOf(before) > least + usual) pieces.push({ text: ' ' })
    }
    pieces.push(glyph)
    before = glyph
  }
  return pieces
}

function leastWordGap(one: string, other: string, drawsSpaces: boolean): number {
  if (areOfTwoScripts(one, other)) return WORD_GAP_BETWEEN_SCRIPTS
  return drawsSpaces && hasArabicMark(one) && hasArabicMark(other) ? WORD_GAP_BETWEEN_MARKS : WORD_GAP
}

function hasArabicMark(text: string): boolean {
  return text.length > 1 && isArabicMark(text.at(-1)!)
}

/** Whether the next letter covers a space. Some programs draw a space and then move back. */
function isDrawnOver(space: Glyph, next: Glyph | undefined): boolean {
  return next !== undefined && next.left < space.left + 0.1 * space.width
}

function areOfTwoScripts(one: string, other: string): boolean {
  if (!/\p{L}/u.test(one) || !/\p{L}/u.test(other)) return false
  return RIGHT_TO_LEFT_LETTER.test(one) !== RIGHT_TO_LEFT_LETTER.test(other)
}

/** The gap between the letters of a letter-spaced line, in points. 0 for other lines. */
function usualGap(glyphs: readonly Glyph[]): number {
  const gaps = glyphs
    .slice(1)
    .flatMap((glyph, at) => (isLetter(glyph) && isLetter(glyphs[at]!) ? [glyph.left - rightOf(glyphs[at]!)] : []))
    .sort((a, b) => a - b)
  return gaps.length < 5 ? 0 : Math.max(0, gaps[gaps.length >> 1]!)
}

function isLetter({ text }: Glyph): boolean {
  return /^\p{L}\p{M}*$/u.test(text)
}

function lettersOf(glyphs: readonly Glyph[]): { ltr: number; rtl: number } {
  let [ltr, rtl] = [0, 0]
  for (const { text } of glyphs) {
    if (RIGHT_TO_LEFT_LETTER.test(text)) rtl += text.length
    else if (/\p{L}/u.test(text)) ltr += text.length
  }
  return { ltr, rtl }
}

export function directionOfGlyphs(glyphs: readonly Glyph[], around: Direction): Direction {
  const { ltr, rtl } = lettersOf(glyphs)
  return ltr === rtl ? around : ltr > rtl ? 'ltr' : 'rtl'
}
