import { countBefore } from '../binary-search.ts'
import { graphemes } from '../platforms/graphemes.ts'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../platforms/web-addresses.ts'
import { sentenceEnds } from './sentences.ts'

const CUT = '…'

/**
 * Cuts sentences or words from the end of a post until it `fits`. Keeps trailing links and hashtags, and never cuts
 * inside one.
 */
export function shorten(content: string, fits: (content: string) => boolean): string | null {
  const text = content.trimEnd()
  const spans = [...addresses(text), ...findHashtags(text)]
  const whole = [...spans, ...findMentions(text)]
  const tail = tailStart(text, spans)
  for (const end of tail < text.length ? [tail, text.length] : [tail]) {
    const body = text.slice(0, end)
    // Keeps the separator before the trailing links and hashtags.
    const rest = text.slice(body.trimEnd().length)
    const ways = [
      longest(endsOfSentences(body), (at) => body.slice(0, at).trimEnd() + rest, fits),
      longest(endsOfWords(body), (at) => cutAt(body, at, whole) + rest, fits),
      longest(endsOfCharacters(body, whole), (at) => cutAt(body, at, whole) + rest, fits),
    ]
    const found = ways.find((way) => way !== null)
    if (found) return found
  }
  return null
}

/** Binary search for the longest text that fits. `ends` are possible cuts in ascending order. */
function longest(ends: readonly number[], made: (end: number) => string, fits: (text: string) => boolean) {
  const end = ends[countBefore(ends.length, (at) => fits(made(ends[at] ?? 0))) - 1]
  return end === undefined ? null : made(end)
}

/** Finds all addresses in a text, because a truncated address is useless. Includes addresses that no network links. */
function addresses(text: string): Span[] {
  const written = [...text.matchAll(/https?:\/\/\S+/giu)]
  return [
    ...findWebAddresses(text),
    ...written.map(({ 0: address, index }) => ({ start: index, end: index + address.length })),
  ]
}

function tailStart(text: string, spans: readonly Span[]): number {
  const startOf = new Map(spans.map(({ start, end }) => [end, start]))
  let at = text.length
  for (;;) {
    const start = startOf.get(text.slice(0, at).trimEnd().length)
    if (start === undefined) return at
    at = start
  }
}

/** Possible cuts: the ends of sentences and lines, except of lines that introduce the next one. */
function endsOfSentences(body: string): number[] {
  const ends: number[] = []
  for (const { 0: line, index } of body.matchAll(/[^\r\n\u2028\u2029]+/gu)) {
    const end = line.trimEnd().length
    ends.push(...sentenceEnds(line).map((at) => index + at))
    const goesOn = /^\s?\p{Ll}/u.test(body.slice(index + line.length + 1, index + line.length + 3))
    if (end > 0 && !line.slice(0, end).endsWith(':') && !goesOn) ends.push(index + end)
  }
  return ends
}

function endsOfWords(body: string): number[] {
  return [...body.matchAll(/\S(?=\s)/gu)].map(({ index, 0: last }) => index + last.length)
}

function endsOfCharacters(body: string, whole: readonly Span[]): number[] {
  // Even the first word alone is too long, so cut inside it.
  const first = /^\s*\S+/u.exec(body)?.[0] ?? ''
  const within = new Set<number>()
  for (const { start, end } of whole) {
    for (let at = start + 1; at < Math.min(end, first.length); at++) within.add(at)
  }
  return [...graphemes(first)].map(({ start }) => start).filter((at) => at > 0 && !within.has(at))
}

/** Punctuation that makes no sense at the end of a truncated text. */
const LOOSE = /[\s,;:،؛–—•▪‣*-]/u

function cutAt(body: string, at: number, whole: readonly Span[]): string {
  let end = at
  while (end > 0 && LOOSE.test(body.charAt(end - 1))) end--
  // Add a space after a link, or the ellipsis would become part of it.
  const mark = whole.some((span) => span.end === end) ? ` ${CUT}` : CUT
  return body.slice(0, end) + mark
}
