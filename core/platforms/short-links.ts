import { findWebAddresses, type Span } from './web-addresses.ts'

/** The links that Mastodon shortens: only those with `http://` or `https://`. */
export function fullLinks(text: string): Span[] {
  return findWebAddresses(text).filter(({ start }) => PROTOCOL.test(text.slice(start, start + 8)))
}

const PROTOCOL = /^https?:\/\//i

/** A mention, and where its counted part ends: `@nadia` of `@nadia@example.com`. */
type CountedMention = Span & { shownEnd: number }

const MENTION =
  /(?<![=/\p{L}\p{M}\p{N}_])(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[\p{L}\p{M}\p{N}_.-]+[\p{L}\p{M}\p{N}_]+)?/giu

export function countedMentions(text: string): CountedMention[] {
  return [...text.matchAll(MENTION)].map(({ 0: whole, 1: shown = '', index }) => ({
    start: index,
    end: index + whole.length,
    shownEnd: index + shown.length,
  }))
}
