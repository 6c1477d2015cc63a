import { graphemeStart } from './platforms/graphemes.ts'

/** The maximum length of a grapheme in UTF-16 units. It is longer than any real one, such as a family emoji. */
const LONGEST_CHARACTER = 64

/**
 * Cuts text to `limit` UTF-16 units: at the last of the `gaps` in its second half, else after a whole
 * grapheme.
 */
export function cutAt(text: string, limit: number, gaps: readonly string[] = [' ', '\n']): string {
  if (text.length <= limit) return text
  const end = Math.max(...gaps.map((gap) => text.lastIndexOf(gap, limit)))
  if (end > limit / 2) return text.slice(0, end)
  const part = text.slice(0, graphemeStart(text.slice(0, limit + LONGEST_CHARACTER), limit) || limit)
  // Remove the first half of a surrogate pair, which the cut may have left.
  return part.isWellFormed() ? part : part.slice(0, -1)
}

/** The whole text within `limit` UTF-16 units, or its beginning with an ellipsis. */
export function openingOf(text: string, limit: number): string {
  return text.length <= limit ? text : `${trimTrailingPunctuation(cutAt(text, limit - 1))}…`
}

export const openingLine = (text: string, limit: number): string =>
  openingOf(text.replaceAll(/\s+/gu, ' ').trim(), limit)

export function trimTrailingPunctuation(text: string): string {
  let end = text.length
  while (/[\s.:،,;؛]/u.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
