import type { Span } from './web-addresses.ts'

// Not an e-mail address: no word character or address character may precede the @.
const MENTION = /(?<![\p{L}\p{M}\p{N}_!#$%&*@＠.+-])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu

/** Finds `@name` as Instagram, Threads and X write it: Latin letters, digits, underscores, inner full stops. */
export function findMentions(text: string): Span[] {
  return [...text.matchAll(MENTION)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
