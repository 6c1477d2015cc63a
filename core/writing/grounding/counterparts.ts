import { isComputable } from './computed-figures.ts'
import { stemOf } from './counted-nouns.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { DraftNumbers } from './surroundings.ts'
import { isTelling } from './telling-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'

/**
 * Whether a figure without evidence is probably the draft's own result, and not a wrong copy. A wrong copy has a
 * counterpart: a figure of the source with similar digits, or with the same words nearby.
 */
export function isOwnResult(claim: Figure, draft: DraftNumbers, evidence: Evidence, isSure: boolean): boolean {
  const counterpart = counterpartOf(claim, draft, evidence)
  const isOfWhole = claim.unit?.startsWith('of:') === true || isPaired(claim, draft)
  if (!counterpart || counterpart.shared > 1 || isOfWhole) return false
  // Durations are rarely computed. Percentages and amounts are only hidden if the draft rounds them.
  const isDuration = claim.unit === 'second' || claim.unit === 'month'
  if (isSure ? claim.hedge === null || counterpart.isSimilar : isDuration) return false
  return isComputable(claim, draft, evidence)
}

/** Whether the draft joins a figure to another one, as in a score: 5–0; eight of nine; from twelve hours to eight. */
const isPaired = ({ at, next, sentence }: Figure, { tokens, figures }: DraftNumbers): boolean =>
  figures.some((each) => {
    const [from, to] = each.at > at ? [next, each.at] : [each.next, at]
    return (
      each.at !== at &&
      each.sentence === sentence &&
      to - from <= 2 &&
      tokens.slice(from, to).some(({ key }) => JOINS.test(key))
    )
  })

const JOINS = /^(?:to|of|[–-]|الي|من|اصل)$/u

/** Compares a figure with those of a source. Undefined if the source is in another language. */
export function counterpartOf(
  claim: Figure,
  { tokens, figures }: DraftNumbers,
  evidence: Evidence,
): { isSimilar: boolean; shared: number } | undefined {
  const own = new Set(stemsBeside(tokens, claim))
  const isKept = ({ unit, values }: Figure) =>
    figures.some((each) => each !== claim && each.unit === unit && each.values[0] === values[0])
  let [isSimilar, shared] = [false, 0]
  for (const witness of evidence) {
    if (isMostlyLatin(witness.tokens) !== isMostlyLatin(tokens)) return undefined
    for (const figure of witness.figures.slice(0, MAX_FIGURES)) {
      isSimilar ||= areSimilar(claim, figure)
      if (!areOfOneKind(claim, figure)) continue
      const common = stemsIn(witness, figure).filter((stem) => own.has(stem)).length
      if (common > shared && !isKept(figure)) shared = common
    }
  }
  return { isSimilar, shared }
}

/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300
/** The maximum distance between a figure and the words that describe it, in words. */
const BESIDE = 10

const isMostlyLatin = (tokens: readonly Token[]): boolean => {
  const words = tokens.slice(0, 400).filter(({ kind }) => kind === 'word')
  return words.filter(isLatin).length * 2 > words.length
}

const areOfOneKind = (one: Figure, other: Figure): boolean =>
  one.unit === other.unit &&
  (one.unit !== null ||
    one.nouns.length === 0 ||
    other.nouns.length === 0 ||
    one.nouns.some((noun) => other.nouns.includes(noun)))

const stemsBeside = (tokens: readonly Token[], { at, next, sentence }: Figure): string[] => [
  ...new Set(
    tokens
      .slice(Math.max(0, at - BESIDE), next + BESIDE)
      .filter((token) => token.sentence === sentence && isTelling(token))
      .map(({ key }) => stemOf(withoutPrefixes(key).at(-1) ?? key)),
  ),
]

const known = new WeakMap<Figure, string[]>()

function stemsIn({ tokens }: EvidenceText, figure: Figure): string[] {
  const found = known.get(figure) ?? stemsBeside(tokens, figure)
  known.set(figure, found)
  return found
}

/**
 * Whether two figures are written with similar digits: reordered, with another scale or unit, or with one digit
 * changed, added or left out.
 */
function areSimilar(claim: Figure, figure: Figure): boolean {
  const isMultiple = claim.unit === 'times' || figure.unit === 'times'
  const isOneUnit = claim.unit === figure.unit
  return writtenIn(claim).some((one) =>
    writtenIn(figure).some((other) => {
      if (one === other)
        return Number(one) >= SMALLEST_ALIKE || (!isMultiple && claim.unit !== null && figure.unit !== null)
      if (!isOneUnit || isMultiple) return false
      const [digits, others] = [significant(one), significant(other)]
      if (digits === others || (one.length > 1 && sorted(one) === sorted(other))) return true
      if (
        one.length > 1 &&
        one.length === other.length &&
        [...one].filter((digit, n) => digit !== other[n]).length === 1
      )
        return true
      const [less, more] = digits.length < others.length ? [digits, others] : [others, digits]
      return more.length > 2 && more.length - less.length === 1 && hasOneMore(more, less)
    }),
  )
}

/** The smallest number that rarely occurs twice by chance. */
const SMALLEST_ALIKE = 10

const writtenIn = ({ writtenValues, values }: Figure): string[] =>
  (writtenValues ?? values).map((value) => String(Number(value.toPrecision(10))))
const significant = (written: string): string => written.replace('.', '').replace(/^0+|0+$/g, '')
const sorted = (digits: string): string => [...digits].toSorted().join('')
const hasOneMore = (more: string, less: string): boolean =>
  [...more].some((_, n) => more.slice(0, n) + more.slice(n + 1) === less)
