import type { Span } from './web-addresses.ts'

// A word or address character before the @ makes it an e-mail address, not a mention.
const MENTION = /(?<![\p{L}\p{M}\p{N}_!#$%&*@＠.+-])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu

/**
 * Finds mentions (`@name`) as Instagram, Threads and X link them. A name has Latin letters, digits, underscores and,
 * except at its ends, full stops.
 */
export function findMentions(text: string): Span[] {
  return [...text.matchAll(MENTION)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
