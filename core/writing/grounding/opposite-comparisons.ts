import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import { isInClause } from './clauses.ts'
import { isTelling } from './telling-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** Words with opposite meanings before the same words: higher than planned, lower than planned; قبل الموعد, بعد الموعد. */
const OPPOSITES: readonly [RegExp, RegExp][] = [
  [
    /^(?:more|higher|larger|greater|longer|heavier|اكثر|اعلي|اكبر|اطول|اثقل)$/u,
    /^(?:less|fewer|lower|smaller|shorter|lighter|اقل|ادني|اصغر|اقصر|اخف)$/u,
  ],
  [/^(?:earlier|sooner|faster|ابكر|اسرع)$/u, /^(?:later|slower|ابطا)$/u],
  [/^(?:before|قبل)$/u, /^(?:after|بعد)$/u],
  [/^(?:above|فوق)$/u, /^(?:below|تحت)$/u],
  [/^(?:inside|داخل)$/u, /^(?:outside|خارج)$/u],
]

interface Comparison extends Span {
  pair: number
  side: number
  /** The telling words after the comparison, joined. */
  words: string
}

/** Finds words whose opposite the source has before the same two words, or before "than" and the same word. */
export function oppositeComparisons(tokens: readonly Token[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => comparisonsIn(witness.tokens))
  return comparisonsIn(tokens).filter(({ pair, side, words }) => {
    const same = known.filter((each) => each.pair === pair && each.words === words)
    return same.length > 0 && same.every((each) => each.side !== side)
  })
}

/** The maximum distance of a comparison that ends a clause and the word before it: empty for longer. */
const NEAR = 3
/** The maximum number of comparisons of a text, to limit the time. */
const MAX_COMPARISONS = 300

function comparisonsIn(tokens: readonly Token[]): Comparison[] {
  const found: Comparison[] = []
  for (let at = 0; at < tokens.length && found.length < MAX_COMPARISONS; at++) {
    const token = tokens[at]
    if (token?.kind !== 'word') continue
    const forms = withoutPrefixes(token.key)
    const pair = OPPOSITES.findIndex((sides) => sides.some((side) => forms.some((form) => side.test(form))))
    if (pair < 0) continue
    const side = OPPOSITES[pair]!.findIndex((each) => forms.some((form) => each.test(form)))
    const isThan = /^(?:than|من)$/u.test(tokens[at + 1]?.key ?? '')
    const [first, second] = isThan ? [at + 2, at + 2] : [at + 1, at + 2]
    // "Before the" and "after the" need another word.
    const from = /^(?:the|a|an)$/.test(tokens[first]?.key ?? '') ? 1 : 0
    const [one, other] = [tokens[first + from], tokens[second + from]]
    const before = tokens.slice(Math.max(0, at - NEAR), at).findLast(isTelling)
    const isLast = tokens[at + 1]?.kind !== 'word' || !isInClause(tokens, at, at + 1)
    if (isLast && pair === 0 && before?.sentence === token.sentence) {
      found.push({ pair, side, words: `${before.key} …`, start: before.start, end: token.end })
      continue
    }
    if (!isTelling(one) || !isTelling(other) || !isInClause(tokens, at, second + from)) continue
    found.push({ pair, side, words: `${one.key} ${other.key}`, start: token.start, end: other.end })
  }
  return found
}
