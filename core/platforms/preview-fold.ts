import { graphemeStart } from './graphemes.ts'
import type { Fold } from './platform-rules.ts'
import { rulesOf, type Platform } from './platform.ts'

/**
 * The UTF-16 index where the feed cuts `text` with "… more". Null if the feed shows all of it. An estimate for desktop
 * screens, because networks document no rule. The values come from preview tools in 2026
 * (posttruncate.com/en/platform-limits).
 */
export function foldIndex(platform: Platform, text: string): number | null {
  const { fold } = rulesOf(platform)
  if (fold === null) return null
  const end = Math.min(endOfLines(text, fold), fold.characters)
  if (end >= text.trimEnd().length) return null
  return endOfWord(text, graphemeStart(text, end))
}

/** The end of the last visible line. A line wider than the column wraps. */
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

/** The end of the last whole word before `index`, unless that word fills most of the visible text. */
function endOfWord(text: string, index: number): number {
  if (/\s/u.test(text.charAt(index))) return text.slice(0, index).trimEnd().length
  const shown = text.slice(0, index)
  const whole = shown.replace(/\S+$/u, '').trimEnd()
  return whole.length > index / 2 ? whole.length : index
}
