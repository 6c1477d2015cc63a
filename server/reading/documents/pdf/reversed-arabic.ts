import { rightOf, type Glyph } from './glyph.ts'
import { RIGHT_TO_LEFT_LETTER } from './letters.ts'

// OCR and simple programs draw Arabic letters in reading order, but from left to right. Reading them by position
// reverses every word.

/** How many times more words must look Arabic when read backwards than when read forwards. */
const FACTOR = 2

/**
 * Whether Arabic words make sense only backwards. Words start with the article ال (“the”), and end with the final
 * letters ة or ى.
 */
export function isReversedArabic(text: string): boolean {
  const words = text.match(/[\u0621-\u064A]{3,}/gu) ?? []
  const forwards = words.filter((word) => /^[وفبك]?ال|[ةى]$/u.test(word)).length
  const backwards = words.filter((word) => /لا[وفبك]?$|^[ةى]/u.test(word)).length
  return backwards > 3 && backwards > FACTOR * forwards
}

export function joinInDrawingOrder(glyphs: readonly Glyph[]): Glyph[] {
  const runs: Glyph[][] = []
  for (const glyph of glyphs) {
    const before = runs.at(-1)?.at(-1)
    if (before && follows(glyph, before)) runs.at(-1)!.push(glyph)
    else runs.push([glyph])
  }
  return runs.flatMap((run) => {
    const text = run.map((glyph) => glyph.text).join('')
    if (!RIGHT_TO_LEFT_LETTER.test(text)) return run
    return [{ ...run[0]!, text, width: rightOf(run.at(-1)!) - run[0]!.left, isLogical: true }]
  })
}

function follows(glyph: Glyph, before: Glyph): boolean {
  const gap = glyph.left - rightOf(before)
  return Math.abs(glyph.baseline - before.baseline) < 0.1 * glyph.size && Math.abs(gap) < 0.1 * glyph.size
}
