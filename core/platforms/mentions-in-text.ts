import type { Span } from './web-addresses.ts'

// An e-mail address is none: something other than a word or a sign that belongs to one has to stand before the @.
const MENTION = /(?<![\p{L}\p{M}\p{N}_!#$%&*@＠.+-])[@＠][A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu

/** `@name` in `text`, as Instagram, Threads and X write it: Latin letters, digits, underscores, full stops inside. */
export function findMentions(text: string): Span[] {
  return [...text.matchAll(MENTION)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
