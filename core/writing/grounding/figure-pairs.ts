import type { Evidence, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLoose, valuesOf } from './results.ts'
import { EXACT, isDistinct, isHedged } from './same-figures.ts'
import type { DraftNumbers } from './surroundings.ts'
import type { Token } from './tokens.ts'

/** Finds two figures that together support the claim: "doubled" for 20 and 40, "a fifth" for 17 of 84. */
export function findPair(claim: Figure, evidence: Evidence): Found | undefined {
  const kind = claim.unit === 'times' ? 'times' : claim.of
  if (!kind || (kind === 'difference' && claim.unit === 'percent')) return undefined
  for (const witness of evidence)
    for (const [n, figure] of witness.figures.entries())
      for (const before of witness.figures.slice(Math.max(0, n - (kind === 'difference' ? 3 : 1)), n)) {
        const [from, to] = valuesOf(before, figure)
        const unit = [before, figure].find((candidate) => !isLoose(candidate))?.unit ?? null
        const areOne = [before, figure].every((candidate) => candidate.unit === unit || isLoose(candidate))
        const isFar = figure.start - before.end > FARTHEST[kind]
        const isCount = [before, figure].some((each) => isLoose(each) && (each.nouns.length > 0 || unit === 'percent'))
        if (!areOne || (kind === 'times' && unit !== null && isCount) || from <= 0 || to <= 0 || isFar) continue
        if (JOINS[kind] && !JOINS[kind].test(witness.text.slice(before.end, figure.start))) continue
        const between = witness.text.slice(before.end, figure.start)
        if (kind === 'difference' && !DIFFER.test(between) && (claim.values[0] ?? 0) < MIN_DIFFERENCE) continue
        if (COMES_TO[kind](claim, from, to, unit)) {
          const computedFrom = [before, figure].map((part) => ({ start: part.start, end: part.end }))
          return { witness, start: before.start, end: figure.end, computedFrom }
        }
      }
  return undefined
}

type Pair = 'times' | 'difference' | 'part' | 'change'

/** Largest distance between the two figures of a pair, in UTF-16 units. */
const FARTHEST: Record<Pair, number> = { times: 80, difference: 160, part: 40, change: 40 }
/** The minimum difference of two figures. Smaller ones occur by chance, unless the text contrasts the figures. */
const MIN_DIFFERENCE = 10
const PART_OFF = 0.7 // How far a computed part may be from the claim, in percentage points.

/** Words that connect two figures: 17 of 84, 3,500 instead of 10,000, from 4,200 to 6,900. */
const JOINS: Partial<Record<Pair, RegExp>> = {
  part: /(?:^| )(?:of|down from|against|instead of|rather than|من [أا]صل|مقابل|بدل[اًا]*)(?: |$)/u,
  change: /(?:^| )(?:to|from|[إا]لى|مقابل)(?: |$)/u,
}

const DIFFER = /(?:^|[ ،,])(?:to|from|against|instead of|compared with|[إا]لى|مقابل|بدل[اًا]*|وكانت|بعدما)(?: |$)/u

const COMES_TO: Record<Pair, (claim: Figure, from: number, to: number, unit: string | null) => boolean> = {
  times: (claim, from, to) =>
    [to / from, from / to].some((ratio) =>
      claim.values.some((value) => Math.abs(ratio - value) < 0.05 || isHedged(claim, value, ratio)),
    ),
  difference: (claim, from, to, unit) =>
    // A difference of two percentages supports only a claim in percentage points.
    (unit === 'percent' ? claim.unit === 'points' : claim.unit === unit || (claim.unit === null) !== (unit === null)) &&
    claim.values.some((value) => {
      const off = Math.abs(to - from)
      return value > 1 && (Math.abs(off - value) <= value * EXACT || isHedged(claim, value, off))
    }),
  part: (claim, from, to) => isShare(claim, Math.min(from, to) / Math.max(from, to)),
  change: (claim, from, to) => isShare(claim, Math.abs(to - from) / from),
}

const isShare = (claim: Figure, part: number): boolean =>
  claim.values.some((value) => Math.abs(100 * part - value) <= PART_OFF || isHedged(claim, value, 100 * part))

/** The maximum number of figures to compare for a multiple, to limit the time in long sources. */
const MAX_COMPARED = 60
/** The maximum number of dates to compare, to limit the time in long sources. */
const MAX_DATES = 300
/** The maximum distance, in UTF-16 units, between a multiple and the figure or date that it multiplies. */
const NEAR_A_MULTIPLE = 160

/** Finds a multiple that a claim states as a percentage: 60% wider for 1.6 times as wide. */
function findTimes({ values: [value = 0], at, next, sentence }: Figure, tokens: readonly Token[], evidence: Evidence) {
  const isMore = tokens
    .slice(Math.max(0, at - NEAR_A_COMPARISON), next + 2)
    .some((token) => token.sentence === sentence && LARGER.test(token.key))
  for (const witness of isMore ? evidence : []) {
    const times = witness.figures
      .slice(0, MAX_DATES)
      .find(({ unit, values: [factor = 0] }) => unit === 'times' && Math.abs(100 * (factor - 1) - value) < EXACT * 100)
    if (times) return { witness, start: times.start, end: times.end }
  }
  return undefined
}

const NEAR_A_COMPARISON = 6
const LARGER =
  /^(?:more|larger|bigger|wider|higher|taller|longer|heavier|older|faster|deeper|dearer|اكبر|اكثر|اعلي|اطول|اعرض|اوسع|اثقل|اسرع|اعمق|اغلي)$/u

/** Finds two amounts whose ratio is the claim if the draft also names one of them, or the date of one. */
export function findMultiple(
  claim: Figure,
  { figures, dates, tokens }: DraftNumbers,
  evidence: Evidence,
): Found | undefined {
  if (claim.unit === 'percent' && !claim.isShare) return findTimes(claim, tokens, evidence)
  if (claim.unit !== 'times' || (claim.values[0] ?? 0) < 2) return undefined
  const isNear = ({ start, end }: { start: number; end: number }) =>
    start < claim.end + NEAR_A_MULTIPLE && end > claim.start - NEAR_A_MULTIPLE
  const [near, years] = [figures.filter(isNear), dates.filter(isNear).flatMap(({ parts: { year } }) => year ?? [])]
  for (const witness of evidence) {
    const amounts = witness.figures
      // Include amounts such as "1.1 million" that lack a currency.
      .filter(
        (each) =>
          each.unit?.startsWith('money:') ||
          (each.unit === null && (isDistinct(each) || (each.scale && each.nouns.length === 0))),
      )
      .slice(0, MAX_COMPARED)
    const isNamed = (amount: Figure) =>
      near.some(({ unit, values }) => unit === amount.unit && values[0] === amount.values[0]) ||
      witness.dates
        .slice(0, MAX_DATES)
        .some(
          ({ start, parts: { year } }) =>
            year !== undefined && years.includes(year) && Math.abs(start - amount.start) < NEAR_A_MULTIPLE / 4,
        )
    for (const less of amounts)
      for (const more of amounts) {
        const ratio = (more.values[0] ?? 0) / (less.values[0] || 1)
        const isSame = claim.values.some((value) => Math.abs(ratio - value) < 0.05 || isHedged(claim, value, ratio))
        const isOneUnit = more.unit === less.unit || more.unit === null || less.unit === null
        if (!isOneUnit || !isSame || !(isNamed(more) || isNamed(less))) continue
        const computedFrom = [less, more]
          .map(({ start, end }) => ({ start, end }))
          .toSorted((a, b) => a.start - b.start)
        return { witness, start: computedFrom[0]?.start ?? 0, end: computedFrom[1]?.end ?? 0, computedFrom }
      }
  }
  return undefined
}
