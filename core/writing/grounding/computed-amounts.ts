import { isMoney, isNear } from './computed-values.ts'
import { stemOf } from './counted-nouns.ts'
import { areEqual } from './digits.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLoose, isPercent, MAX_TERMS, valueOf } from './results.ts'
import type { DraftNumbers, Surroundings } from './surroundings.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/**
 * Finds the total and the count from which a unit price was computed, such as 640,000 dinars and 86,000 pages for "7.44
 * dinars a page".
 */
export function findPrice(
  claim: Figure,
  { figures: near }: Surroundings,
  { tokens }: DraftNumbers,
  witness: EvidenceText,
): Figure[] | undefined {
  const nouns = isMoney(claim) ? nounsOfOne(claim, tokens) : []
  if (nouns.length === 0) return undefined
  const figures = witness.figures.slice(0, MAX_TERMS)
  const isCount = (each: Figure) =>
    (isLoose(each) && each.nouns.some((noun) => nouns.includes(noun))) || nouns.includes(each.writtenUnit ?? '')
  const counts = figures.filter(isCount).slice(0, MAX_COUNTS)
  const amounts = figures.filter((each) => each.unit === claim.unit).slice(0, MAX_AMOUNTS)
  for (const count of counts)
    for (const amount of amounts) {
      const isNamed = near.some((each) => areEqual(each, amount))
      const value = valueOf(amount) / (count.writtenValues?.[0] ?? 1)
      if (isNamed && isNear(claim, { operation: 'quotient', value, unit: claim.unit, terms: [] }))
        return [amount, count]
    }
  return undefined
}

/**
 * The nouns to which a unit price may apply, as in "per car-free day" and "a page"; للصفحة, "per page"; لكل ممرض, "for
 * each nurse".
 */
function nounsOfOne({ next, sentence }: Figure, tokens: readonly Token[]): string[] {
  const [first, ...others] = tokens.slice(next, next + 5).filter((token) => token.sentence === sentence)
  if (!first) return []
  if (/^(?:an?|per|each|every|for|ل?كل)$/u.test(first.key))
    return others.flatMap(({ key, kind }) => (kind === 'word' ? stemOf(key) : []))
  return first.key.startsWith('لل') ? withoutPrefixes(first.key).map(stemOf) : []
}

/** The maximum numbers of counts and amounts to compare, to limit the time in long sources. */
const MAX_COUNTS = 20
const MAX_AMOUNTS = 40

/**
 * Finds the percentage and the whole amount from which a part was computed. For "60% of the money ($8.4m)", finds a 60%
 * and the 14 million dollars of the source.
 */
export function findPartOfAmount(
  claim: Figure,
  { explained }: Surroundings,
  { figures }: DraftNumbers,
  witness: EvidenceText,
): Figure[] | undefined {
  if (
    claim.unit === 'second' ||
    claim.unit === 'month' ||
    isPercent(claim) ||
    claim.unit === 'times' ||
    claim.unit === 'points'
  )
    return undefined
  const known = witness.figures.slice(0, MAX_TERMS)
  const near = figures.filter((each) => isPercent(each) && !each.trend && each.sentence === claim.sentence)
  for (const share of near.slice(0, MAX_SHARES)) {
    const part =
      share === explained
        ? share
        : known.find(
            (each) =>
              isPercent(each) &&
              [valueOf(share), 100 - valueOf(share)].some((value) => Math.abs(value - valueOf(each)) < 1e-6),
          )
    if (!part) continue
    const whole = known
      .filter(
        (each) =>
          (each.unit === claim.unit &&
            (claim.unit !== null || claim.nouns.some((noun) => each.nouns.includes(noun)))) ||
          // The claim may lack the currency: a quarter of the cost, or 1.85 billion.
          (part === share && claim.scale !== undefined && claim.unit === null && isMoney(each)),
      )
      .slice(0, MAX_AMOUNTS)
      .find((each) => {
        const value = (valueOf(each) * valueOf(share)) / 100
        return isNear(claim, { operation: 'product', value, unit: claim.unit, terms: [] })
      })
    if (whole) return part === share ? [whole] : [part, whole]
  }
  return undefined
}

const MAX_SHARES = 4

/** Finds a change between two amounts without a currency: five million dollars for "fell from 19 to 14 million". */
export function findChange(claim: Figure, witness: EvidenceText): Figure[] | undefined {
  if (!isMoney(claim) || claim.scale === undefined) return undefined
  const levels = witness.figures
    .slice(0, MAX_TERMS)
    .filter(
      ({ isLevel, unit, nouns, values }) => isLevel && unit === null && nouns.length === 0 && valueOfScaled(values),
    )
  const at = levels.findIndex(
    (level, n) =>
      level.sentence === levels[n + 1]?.sentence &&
      isNear(claim, {
        operation: 'difference',
        value: Math.abs(valueOf(level) - valueOf(levels[n + 1] ?? level)),
        unit: claim.unit,
        terms: [],
      }),
  )
  return at < 0 ? undefined : levels.slice(at, at + 2)
}

const valueOfScaled = ([value = 0]: readonly number[]): boolean => value >= 1_000
