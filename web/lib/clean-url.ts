/** Invisible characters that are copied along with a URL. */
const INVISIBLE = /[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu

export function cleanUrl(typed: string): string {
  return typed.replace(INVISIBLE, '').trim()
}
