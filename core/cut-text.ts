import { graphemeStart } from './platforms/graphemes.ts'

/** Longer than any character that people mean to write: a whole family with its joiners. */
const LONGEST_CHARACTER = 64

/**
 * What stands within `limit` UTF-16 units: up to the last gap where there is one in the second half, else up to the last
 * whole character.
 * @param gaps where it may end; behind a word if not told
 */
export function cutAt(text: string, limit: number, gaps: readonly string[] = [' ', '\n']): string {
  if (text.length <= limit) return text
  const end = Math.max(...gaps.map((gap) => text.lastIndexOf(gap, limit)))
  if (end > limit / 2) return text.slice(0, end)
  const part = text.slice(0, graphemeStart(text.slice(0, limit + LONGEST_CHARACTER), limit) || limit)
  // Half a surrogate pair is no character.
  return part.isWellFormed() ? part : part.slice(0, -1)
}

/** The whole text within `limit` UTF-16 units, else how it begins, with a mark instead of the signs behind its last word. */
export function openingOf(text: string, limit: number): string {
  return text.length <= limit ? text : `${withoutEnd(cutAt(text, limit - 1))}…`
}

/** The same in one line. */
export const openingLine = (text: string, limit: number): string =>
  openingOf(text.replaceAll(/\s+/gu, ' ').trim(), limit)

/** Without the signs and blanks behind its last word. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (/[\s.:،,;؛]/u.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
