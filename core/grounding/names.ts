import type { Token } from './tokens.ts'

/** A name in Latin letters: of a person, a firm, a product; offsets in UTF-16 units. */
export interface Name {
  start: number
  end: number
  keys: string[]
}

/** Written large and said of everything: what nobody looks up. */
const COMMON: ReadonlySet<string> = new Set(
  'i ai ceo cfo coo cto cmo hr it kpi kpis pdf roi b2b b2c sme smes pr ux ui api faq ok tv usa us uk uae eu un gcc gdp vat linkedin x twitter facebook instagram threads whatsapp telegram english arabic ps ps. pm am q a an the'.split(
    ' ',
  ),
)
/** A sentence in title case names nothing. */
const MOST_LARGE = 0.6

/**
 * The names of a text, by their capital letters. One word that only begins a sentence is none, since there every word is
 * written large. Arabic has no capital letters: a name in it is looked up only where it stands in Latin ones.
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
    const run = tokens.slice(isFirst ? from + 1 : from, at).filter(({ key }) => !COMMON.has(key))
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && !isTitle(text, tokens, from))
      found.push({ start: first.start, end: last.end, keys: run.map(({ key }) => key) })
  }
  return found
}

const isLarge = (token: Token | undefined): boolean => token?.kind === 'word' && /^[A-ZÀ-ÖØ-Þ]/u.test(token.text)

const isJoined = (text: string, one: Token | undefined, next: Token | undefined): boolean =>
  one !== undefined && next !== undefined && /^(?:[ '’&-]|\.[A-Z]?|& | & )$/u.test(text.slice(one.end, next.start))

function isSentenceStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at).trimEnd()
  // Behind a mark or a sign, too: «Layla», 👉 Second.
  return before === '' || /\n\s*$/u.test(text.slice(Math.max(0, at - 4), at)) || /[^\p{L}\p{N},;'’&]$/u.test(before)
}

function isTitle(text: string, tokens: readonly Token[], at: number): boolean {
  const start = tokens[at]?.start ?? 0
  const lineStart = text.lastIndexOf('\n', start) + 1
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd()
  if (/[.!?؟…:]$/u.test(line)) return false
  const words = line.match(/\p{L}{4,}/gu) ?? []
  return words.length >= 3 && words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length > MOST_LARGE
}
