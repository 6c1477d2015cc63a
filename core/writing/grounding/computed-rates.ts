import { isNear } from './computed-values.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLoose, MAX_TERMS, valueOf } from './results.ts'
import type { DraftNumbers } from './surroundings.ts'
import type { Token } from './tokens.ts'

/**
 * Finds the two counts behind a rate per hundred, thousand or million: 14 errors in 9,800 orders are 1.4 per thousand.
 * The claim is either number of the rate.
 */
export function findRate(
  claim: Figure,
  { tokens, figures }: DraftNumbers,
  witness: EvidenceText,
): Figure[] | undefined {
  const isBase = isRateBase(claim, tokens)
  const near = figures.filter(
    ({ sentence, at }) => sentence === claim.sentence && Math.abs(at - claim.at) <= RATE_REACH,
  )
  const rate = isBase ? near.findLast(({ at }) => at < claim.at) : claim
  if (!rate || !isLoose(rate)) return undefined
  const bases = isBase
    ? [valueOf(claim)]
    : [...near.filter((each) => isRateBase(each, tokens)).map(valueOf), ...wordBases(claim, tokens)]
  for (const base of new Set(bases)) {
    const terms = termsOfRate(rate, base, witness)
    if (terms) return terms
  }
  return undefined
}

/**
 * The second number of a rate in English words, such as "per thousand" or "for every million". Such words are not read
 * as figures.
 */
const wordBases = ({ at, sentence }: Figure, tokens: readonly Token[]): number[] =>
  tokens
    .slice(Math.max(0, at - RATE_REACH), at + RATE_REACH)
    .flatMap(({ key, sentence: own }, n, near) =>
      own === sentence && EACH.test(near[n - 1]?.key ?? '') ? (BASES.get(key) ?? []) : [],
    )

const EACH = /^(?:per|every|each|a|لكل|كل)$/u
const BASES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])

/** The maximum distance between the two numbers of a rate, in words. */
const RATE_REACH = 14

/** Whether a power of ten is the second number of a rate: per thousand, for every 1,000; لكل ألف, "per thousand". */
const isRateBase = ({ at, values: [value = 0] }: Figure, tokens: readonly Token[]): boolean =>
  value >= 100 && Number.isInteger(Math.log10(value)) && EACH.test(tokens[at - 1]?.key ?? '')

function termsOfRate(rate: Figure, base: number, witness: EvidenceText): Figure[] | undefined {
  const counts = witness.figures.slice(0, MAX_TERMS).filter((each) => isLoose(each) && valueOf(each) > 0)
  for (const [n, one] of counts.entries())
    for (const other of counts.slice(n + 1, n + 1 + RATE_TERMS)) {
      const [part, whole] = valueOf(one) < valueOf(other) ? [one, other] : [other, one]
      const value = (base * valueOf(part)) / valueOf(whole)
      if (part.sentence === whole.sentence && isNear(rate, { operation: 'ratio', value, unit: null, terms: [] }))
        return [one, other]
    }
  return undefined
}

/** The maximum number of later counts to combine with each count of the source. */
const RATE_TERMS = 3
