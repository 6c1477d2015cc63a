import { rightOf, type Glyph } from './glyph.ts'
import { RIGHT_TO_LEFT_LETTER } from './letters.ts'

// Text recognition and simple programs put Arabic letters down in the order they are written in, from left to right, behind
// a picture or without looking. What is read from their places comes out backwards, word by word.

/** How much clearer the words must be backwards. */
const FACTOR = 2

/** Whether the Arabic words of a text are words only when read backwards: by the article at their start and ة ى at their end. */
export function isBackwards(text: string): boolean {
  const words = text.match(/[\u0621-\u064A]{3,}/gu) ?? []
  const forwards = words.filter((word) => /^[وفبك]?ال|[ةى]$/u.test(word)).length
  const backwards = words.filter((word) => /لا[وفبك]?$|^[ةى]/u.test(word)).length
  return backwards > 3 && backwards > FACTOR * forwards
}

/** Makes one piece of what was put down letter after letter from left to right, as it was written. */
export function asWritten(glyphs: readonly Glyph[]): Glyph[] {
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
