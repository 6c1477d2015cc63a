import { countBefore } from '../../binary-search.ts'
import type { Token } from './tokens.ts'

/** A quotation, with its quotation marks. Offsets are in UTF-16 units. */
export interface Quotation {
  start: number
  end: number
  /** The quoted text, split at omission marks. Each part lists its normalized words and numbers. */
  parts: string[][]
}

/** The shortest quotation to verify, in words. Shorter ones are usually names or scare quotes. */
const MIN_WORDS = 4
/** The minimum number of words of a quotation after words that announce it, such as `she warned of "…"`. */
const MIN_SAID_WORDS = 3
const SAID_BEFORE =
  /(?:[:：]|(?:^|[^\p{L}])(?:sa(?:id|ys)|that|called|calls|warn(?:s|ed)(?: of)?|promised|of|as|أن|إن|بأن|من|إلى|عن|قال|قالت|يقول|تقول|بـ))[،,]? *$/u
const LONGEST = 1_500
const PAIRS = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['"', '"'],
  ['‘', '’'],
] as const

export function quotationsIn(text: string, tokens: readonly Token[]): Quotation[] {
  const spans = PAIRS.flatMap(([open, close]) => spansBetween(text, open, close)).toSorted((a, b) => a.start - b.start)
  const found: Quotation[] = []
  for (const { start, end } of spans) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const parts = partsOf(text, start, end, tokens)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const isSaid = SAID_BEFORE.test(text.slice(Math.max(0, start - 24), start))
    // A quoted question is not a quotation of the source: "How much?" is what all readers ask.
    const isQuestion = /[?؟].?$/u.test(text.slice(start, end))
    if (length >= (isSaid ? MIN_SAID_WORDS : MIN_WORDS) && (isSaid || !isQuestion)) found.push({ start, end, parts })
  }
  return found
}

function spansBetween(text: string, open: string, close: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  let end = -1
  for (let at = text.indexOf(open); at >= 0;) {
    // Many opening marks may precede one closing mark. Searching for it after each of them would take quadratic time.
    if (end <= at) end = closeOf(text, close, at + 1)
    if (end < 0) break
    const isOne = end - at <= LONGEST && !text.slice(at, end).includes('\n\n')
    if (isOne) spans.push({ start: at, end: end + 1 })
    at = text.indexOf(open, isOne ? end + 1 : at + 1)
  }
  return spans
}

/** Finds the end of a quotation. A ’ before a letter is an apostrophe. So is one after an s if another ’ follows. */
function closeOf(text: string, close: string, from: number): number {
  let end = text.indexOf(close, from)
  if (close !== '’') return end
  while (end >= 0 && isApostrophe(text.slice(end - 1, end + LONGEST))) end = text.indexOf(close, end + 1)
  return end
}

const isApostrophe = (around: string): boolean => /^.’[\p{L}\p{N}]|^s’ \p{Ll}[^‘’]*’/u.test(around)

function partsOf(text: string, start: number, end: number, tokens: readonly Token[]): string[][] {
  const parts: string[][] = []
  let [part, last]: [string[], number] = [[], start]
  for (const token of tokensWithin(tokens, start, end)) {
    if (/…|\.\.\.|\[[^\]]*$/u.test(text.slice(last, token.start))) {
      parts.push(part)
      part = []
    }
    if (token.kind !== 'sign') part.push(token.key)
    last = token.end
  }
  parts.push(part)
  return parts.filter((each) => each.length > 0)
}

export function tokensWithin(tokens: readonly Token[], start: number, end: number): Token[] {
  return tokens.slice(indexAt(tokens, start), indexAt(tokens, end))
}

function indexAt(tokens: readonly Token[], offset: number): number {
  return countBefore(tokens.length, (at) => (tokens[at]?.start ?? 0) < offset)
}
