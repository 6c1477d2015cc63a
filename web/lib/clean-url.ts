/** Marks that steer the direction of a text, and others that take no place: copied along with an address, unseen. */
const INVISIBLE = /[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu

/** What was typed or pasted as an address, as it was meant. */
export function cleanUrl(typed: string): string {
  return typed.replace(INVISIBLE, '').trim()
}
