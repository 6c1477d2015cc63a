import { graphemeStart } from './graphemes.ts'
import { rulesOf, type Fold, type Platform } from './platform.ts'

/**
 * Where the feed hides the rest of `text` behind "… more": the index, in UTF-16 units, at which the visible part ends,
 * or null if all of it shows.
 *
 * An estimate. The networks publish no rule, they change it, and it depends on the width of the screen and the type
 * face. The figures (LinkedIn 210 characters and 3 lines, Facebook 480 and 5, Instagram 125 and 2, Threads 250) are those
 * that preview tools agreed on in 2026, e.g. posttruncate.com/en/platform-limits; those of LinkedIn and Facebook are for
 * the wide page, a phone folds earlier.
 */
export function foldIndex(platform: Platform, text: string): number | null {
  const { fold } = rulesOf(platform)
  if (fold === null) return null

  const end = Math.min(endOfLines(text, fold), fold.characters)
  if (end >= text.trimEnd().length) return null
  return endOfWord(text, graphemeStart(text, end))
}

/** Where the last line that shows ends; a line wider than the column takes several. */
function endOfLines(text: string, { lines, charactersPerLine }: Fold): number {
  let linesLeft = lines
  let at = 0
  for (const line of text.split('\n')) {
    const taken = Math.max(1, Math.ceil(line.length / charactersPerLine))
    if (taken >= linesLeft) return at + Math.min(line.length, linesLeft * charactersPerLine)
    linesLeft -= taken
    at += line.length + 1
  }
  return text.length
}

/** The end of the last whole word before `index`, unless that word is most of what would show. */
function endOfWord(text: string, index: number): number {
  if (/\s/u.test(text.charAt(index))) return text.slice(0, index).trimEnd().length
  const shown = text.slice(0, index)
  const whole = shown.replace(/\S+$/u, '').trimEnd()
  return whole.length > index / 2 ? whole.length : index
}
