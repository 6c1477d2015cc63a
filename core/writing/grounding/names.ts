import { fullNamesIn } from './people.ts'
import { isArabicKey } from './transliteration.ts'
import type { Token } from './tokens.ts'
import { wordSet } from '../../word-lists.ts'

/** A Latin-script name of a person, company or product. Offsets are in UTF-16 units. */
export interface Name {
  start: number
  end: number
  keys: string[]
}

/** Capitalized words that are not names, or are too common to verify. */
const COMMON = wordSet(`i b ai ceo cfo coo cto cmo hr it kpi kpis pdf roi b2b b2c sme smes pr ux ui api faq ok tv usa
  us uk uae eu un gcc gdp vat linkedin x twitter facebook instagram threads whatsapp telegram english arabic ps ps.
  pm am q a an the celsius fahrenheit new year day christmas easter ramadan eid halloween god internet`)
/** If a larger share of a sentence is capitalized, capitals do not indicate names. */
const MAX_LARGE = 0.6

/**
 * Finds Latin names by their capitals. Skips a single word at the start of a sentence, where every word is capitalized.
 */
export function namesIn(text: string, tokens: readonly Token[]): Name[] {
  const found: Name[] = []
  for (let at = 0; at < tokens.length;) {
    const from = at
    while (isLarge(tokens[at]) && (at === from || isJoined(text, tokens[at - 1], tokens[at]))) at++
    if (at === from) {
      at++
      continue
    }
    const isFirst = isSentenceStart(text, tokens[from]?.start ?? 0)
    // Skip two-letter abbreviations such as WA, because the source may spell them out.
    const run = tokens
      .slice(isFirst ? from + 1 : from, at)
      .filter(({ key, text: word }) => !COMMON.has(key) && !/^\p{Lu}{1,2}$/u.test(word))
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && !isTitle(text, tokens, from))
      found.push({ start: first.start, end: last.end, keys: run.map(({ key }) => key) })
  }
  return found
}

/** Finds Arabic names next to a title, a role or a verb of speaking, because Arabic has no capitals. */
export function arabicNamesIn(text: string, tokens: readonly Token[]): Name[] {
  return fullNamesIn(text, tokens)
    .filter(({ family, isAnnounced }) => isArabicKey(family) && isAnnounced)
    .map(({ at, next }) => {
      const words = tokens.slice(at, next)
      return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, keys: words.map(({ key }) => key) }
    })
}

const isLarge = (token: Token | undefined): boolean => token?.kind === 'word' && /^[A-ZÀ-ÖØ-Þ]/u.test(token.text)

const isJoined = (text: string, one: Token | undefined, next: Token | undefined): boolean =>
  one !== undefined && next !== undefined && /^(?:[ '’&-]|\.[A-Z]?|& | & )$/u.test(text.slice(one.end, next.start))

function isSentenceStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at).trimEnd()
  // A word after an opening quotation mark or an emoji also starts a sentence: «Layla», 👉 Second.
  return before === '' || /\n\s*$/u.test(text.slice(Math.max(0, at - 4), at)) || /[^\p{L}\p{N},;'’&]$/u.test(before)
}

function isTitle(text: string, tokens: readonly Token[], at: number): boolean {
  const start = tokens[at]?.start ?? 0
  const lineStart = text.lastIndexOf('\n', start) + 1
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd()
  if (/[.!?؟…:]$/u.test(line)) return false
  const words = line.match(/\p{L}{4,}/gu) ?? []
  return words.length >= 3 && words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length > MAX_LARGE
}
