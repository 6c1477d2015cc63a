import type { Segment } from './lines.ts'
import { logicalText, type Direction } from './logical-order.ts'

/** `•`, `1.`, `٢)`, `(a)` or `-` at the start of a line, with its space, which is optional before Arabic. */
export const LIST_MARKER =
  /^(?:([•◦▪▫‣⁃●○■□◆➢✓✔·])\s*|([-–—*])\s+|(\(?(?:\d{1,3}|[٠-٩]{1,3}|\p{L})[.)-])(?:\s+|(?<=\p{Nd}[.)])(?=\p{Script=Arabic})))(?=\S)/u

export function isListMarker({ glyphs }: Segment, direction: Direction): boolean {
  return glyphs.length <= 5 && LIST_MARKER.test(`${logicalText(glyphs, direction).trim()} x`)
}

/** Returns an item's text with a uniform marker: `• ` for bullets, numbers unchanged. Null if it is not an item. */
export function listItem(text: string): string | null {
  const marker = LIST_MARKER.exec(text)
  if (!marker) return null
  const rest = text.slice(marker[0].length)
  return marker[3] === undefined ? `• ${rest}` : `${marker[3]} ${rest}`
}
