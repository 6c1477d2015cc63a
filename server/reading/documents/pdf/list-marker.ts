import type { Segment } from './lines.ts'
import { logicalText, type Direction } from './logical-order.ts'

/**
 * The mark of a list item at the start of a line: `•`, `1.`, `٢)` (2), `(a)` or `-`. A space must follow it, except
 * after a bullet or before Arabic.
 */
export const LIST_MARKER =
  /^(?:([•◦▪▫‣⁃●○■□◆➢✓✔·])\s*|([-–—*])\s+|(\(?(?:\d{1,3}|[٠-٩]{1,3}|\p{L})[.)-])(?:\s+|(?<=\p{Nd}[.)])(?=\p{Script=Arabic})))(?=\S)/u

export function isListMarker({ glyphs }: Segment, direction: Direction): boolean {
  return glyphs.length <= 5 && LIST_MARKER.test(`${logicalText(glyphs, direction).trim()} x`)
}

/**
 * Returns the text of a list item with a uniform mark: `• ` for all bullets, numbers unchanged. Null for other text.
 */
export function listItem(text: string): string | null {
  const marker = LIST_MARKER.exec(text)
  if (!marker) return null
  const rest = text.slice(marker[0].length)
  return marker[3] === undefined ? `• ${rest}` : `${marker[3]} ${rest}`
}
