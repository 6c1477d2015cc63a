import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import { findBasket } from './baskets.ts'
import { findHalf, findOtherEnd, findOthers, findRemainder, findRest, isEndOfRange } from './computed-parts.ts'
import { findChange, findPartOfAmount, findPrice } from './computed-amounts.ts'
import { findRate } from './computed-rates.ts'
import { findAverage, findPartOfWhole, findWholeOfParts } from './computed-wholes.ts'
import { findSpan } from './computed-spans.ts'
import { areReversed, fitsUnit, isNear, isTerm } from './computed-values.ts'
import { areEqual, isDistinct } from './digits.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import { weightOf } from './result-weights.ts'
import { MAX_TERMS, resultsBetween, resultsOf, type Result } from './results.ts'
import { surroundingsOf, WORDS_BESIDE, type DraftNumbers, type Surroundings } from './surroundings.ts'
import type { Token } from './tokens.ts'
import { CURRENCIES, shareOfCoin } from './units.ts'

/** Finds figures of the source from which the claim was computed, such as 1,200 and 840 for "360 fewer". */
export function findComputed(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const around = surroundingsOf(claim, draft)
  for (const witness of evidence) {
    const span = findSpan(claim, around, witness)
    if (span) return foundIn(witness, span)
    const rate = findRate(claim, draft, witness)
    if (rate) return foundIn(witness, rate)
    if (claim.unit?.startsWith('of:')) {
      const others = findOthers(claim, witness)
      if (others) return foundIn(witness, others)
      continue
    }
    if (isEndOfRange(claim, draft)) {
      const rest = findRest(claim, draft, witness)
      if (rest) return foundIn(witness, [rest])
      const ends = findOtherEnd(claim, draft, witness)
      if (ends) return foundIn(witness, ends)
      // A level with many digits may result from a level and a percentage: 11,700 for 22% below 15,000.
      const isLong = isDistinct(claim) || claim.scale !== undefined || claim.unit === 'month'
      const best = isLong ? bestResult(claim, around, witness) : undefined
      const isProduct = best?.result.operation === 'product'
      if (best && best.weight >= (isProduct ? ENOUGH : ENOUGH_FOR_A_LEVEL)) return foundIn(witness, best.result.terms)
      continue
    }
    const own = findOwnTerms(claim, around, witness)
    if (own) return own
    const terms =
      findPrice(claim, around, draft, witness) ??
      findPartOfAmount(claim, around, draft, witness) ??
      findBasket(claim, draft, witness) ??
      findPartOfWhole(claim, draft, witness) ??
      findAverage(claim, draft, witness) ??
      findWholeOfParts(claim, draft, witness) ??
      findRemainder(claim, witness) ??
      findHalf(claim, witness)
    if (terms) return foundIn(witness, terms)
    const shares = shareOfEach(claim, draft)
    const share = witness.figures.slice(0, MAX_TERMS).find((each) => shares.some((one) => areEqual(one, each)))
    if (share) return foundIn(witness, [share])
    const variants = [
      ...inUnitsNearby(claim, around, draft.tokens),
      ...inPoints(claim, draft.tokens),
      ...shares,
      ...inCurrencies(claim, witness),
    ]
    for (const each of [claim, ...variants]) {
      const best = bestResult(each, around, witness)
      if (best && best.weight >= ENOUGH) return foundIn(witness, best.result.terms)
    }
    const change = findChange(claim, witness)
    if (change) return foundIn(witness, change)
  }
  return undefined
}

/** The minimum score (`weightOf`) of a computed value. A value with a lower score equals the claim only by chance. */
const ENOUGH = 3.5
const ENOUGH_FOR_A_LEVEL = 5

/** Reads "83 halalas of every riyal" as 83%, because a riyal has a hundred halalas. */
function shareOfEach(claim: Figure, { tokens }: DraftNumbers): Figure[] {
  if (!SMALL_COINS.has(claim.writtenUnit ?? '')) return []
  const near = tokens.slice(Math.max(0, claim.at - 2 * WORDS_BESIDE), claim.next + WORDS_BESIDE)
  const isEach = near.some(
    ({ key, sentence }, n) =>
      sentence === claim.sentence && /^(?:every|each|كل)$/u.test(key) && CURRENCIES.has(near[n + 1]?.key ?? ''),
  )
  const values = claim.writtenValues ?? []
  return isEach
    ? [{ ...claim, unit: 'percent', writtenUnit: 'percent', values, times: 1, isShare: false, of: 'part' }]
    : []
}

/** Converts a claim in small coins to the currencies of a source: 41 cents to 0.41 euros. */
function inCurrencies(claim: Figure, { figures }: EvidenceText): Figure[] {
  if (!SMALL_COINS.has(claim.writtenUnit ?? '')) return []
  const units = new Set(figures.slice(0, MAX_TERMS).map(({ unit }) => unit))
  return [...units].flatMap((unit) => {
    const share = shareOfCoin(claim.writtenUnit, unit)
    const values = share === undefined ? [] : claim.values.map((value) => value * share)
    return share === undefined ? [] : [{ ...claim, unit, values, writtenValues: values, times: 1 }]
  })
}

/** Reads "an additional 27% of the students" as 27 percentage points, which are the difference of two percentages. */
const inPoints = (claim: Figure, tokens: readonly Token[]): Figure[] =>
  claim.unit === 'percent' &&
  [tokens[claim.at - 1], tokens[claim.next]].some(({ key = '' } = {} as Token) =>
    /^(?:additional|another|extra|اضافيه?)$/u.test(key),
  )
    ? [{ ...claim, unit: 'points', of: 'difference' }]
    : []

const SMALL_COINS = wordSet('money:penny money:cent money:halala money:piastre')

/** A difference or average without a unit has the unit of the figure before it: "19 hours, 12 fewer than before". */
function inUnitsNearby(claim: Figure, { figures }: Surroundings, tokens: readonly Token[]): Figure[] {
  if (claim.unit !== null || claim.nouns.length > 0) return []
  if (claim.of !== 'difference' && !/^(?:each|apiece)$|^ل?لكل|^لل?واحد/u.test(tokens[claim.next]?.key ?? '')) return []
  const before = figures.findLast(
    ({ start, unit, times }) => start < claim.start && unit !== null && times !== undefined,
  )
  if (!before?.times || before.unit === 'percent') return []
  const { unit, times, writtenUnit } = before
  return [
    {
      ...claim,
      unit,
      times,
      writtenUnit,
      writtenValues: claim.values,
      values: claim.values.map((value) => value * times),
    },
  ]
}

/** Whether the source contains figures from which the claim can be computed, even if little suggests that it was. */
export function isComputable(claim: Figure, draft: DraftNumbers, evidence: Evidence): boolean {
  const around = surroundingsOf(claim, draft)
  return evidence.some((witness) => (bestResult(claim, around, witness)?.weight ?? -Infinity) >= POSSIBLE)
}

/** The minimum weight of a result that the draft may have computed. */
const POSSIBLE = 1

/** Finds the result that is most likely the origin of a claim. */
function bestResult(
  claim: Figure,
  around: Surroundings,
  witness: EvidenceText,
): { result: Result; weight: number } | undefined {
  let best: { result: Result; weight: number } | undefined
  const slack = claim.hedge === null ? 0.08 : claim.hedge === 'about' ? 0.12 : 0.2
  for (const value of claim.values)
    for (const result of resultsBetween(witness, value * (1 - slack), value * (1 + slack))) {
      if (!fitsUnit(claim, result) || !isNear(claim, result) || isTerm(claim, result)) continue
      if (areReversed(claim, result)) continue
      const weight = weightOf(claim, result, around, witness)
      if (!best || weight > best.weight) best = { result, weight }
    }
  return best
}

/** Finds a result of two numbers near the claim, at least one of them from the source: 418 women minus 26 are 392. */
function findOwnTerms(claim: Figure, { figures, explained }: Surroundings, witness: EvidenceText): Found | undefined {
  const terms = figures.slice(0, MAX_OWN_TERMS)
  for (const [n, one] of terms.entries())
    for (const other of terms.slice(n + 1)) {
      const isResult = [...resultsOf(one, other)].some(
        (result) =>
          !isTerm(claim, result) &&
          fitsUnit(claim, result) &&
          isNear(claim, result) &&
          result.operation !== 'ratio' &&
          !areReversed(claim, result),
      )
      if (!isResult) continue
      const known = [one, other].flatMap(
        (term) => witness.figures.slice(0, MAX_TERMS).find((each) => areEqual(each, term)) ?? [],
      )
      if (
        known.length === 2 ||
        (known.length === 1 && (isDistinct(claim) || explained || (claim.per && hasDuration(one, other))))
      )
        return foundIn(witness, known)
    }
  return undefined
}

/** Whether one of two figures is a duration, as in 16,000 trees in eight years. */
const hasDuration = (one: Figure, other: Figure): boolean =>
  [one, other].some(({ unit }) => unit === 'second' || unit === 'month')

const MAX_OWN_TERMS = 10

function foundIn(witness: EvidenceText, parts: readonly Span[]): Found {
  const computedFrom = parts.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start)
  const ends = computedFrom.map(({ end }) => end)
  return { witness, start: computedFrom[0]?.start ?? 0, end: Math.max(...ends), computedFrom }
}
