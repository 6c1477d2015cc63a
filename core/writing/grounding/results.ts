import { countBefore } from '../../binary-search.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Trend } from './trends.ts'
import { shareOfCoin } from './units.ts'

export type Operation = 'sum' | 'difference' | 'product' | 'quotient' | 'ratio' | 'change' | 'rest'

/** A value that was computed from one to three figures of a source. */
export interface Result {
  operation: Operation
  value: number
  unit: string | null
  terms: readonly Figure[]
  /** The period of a value that was divided by periods: 11,400 a year is 950 a month. */
  per?: string
  trend?: Trend
}

/** The maximum number of figures to compare, to limit the time in long sources. */
export const MAX_TERMS = 1_500
/** The maximum distance between the two terms of a calculation, counted in figures. */
const REACH = 8
/** The maximum number of earlier figures of the same kind to compare at any distance. */
const MAX_ALIKE = 3
/** In a source with at most this many figures, all of the same kind are compared. */
const SHORT = 60
/** The maximum number of results to compare with a claim. */
const MAX_RESULTS = 400

export const isLoose = ({ unit }: Figure): boolean => unit === null || unit.startsWith('of:')
export const isPercent = ({ unit }: Figure): boolean => unit === 'percent'
export const valueOf = ({ values }: Figure): number => values[0] ?? 0
const unitOf = (figure: Figure): string | null => (isLoose(figure) ? null : figure.unit)

const known = new WeakMap<EvidenceText, Result[]>()

/** All values that can be computed from the figures of a source, in ascending order. */
function resultsIn(witness: EvidenceText): Result[] {
  const cached = known.get(witness)
  if (cached) return cached
  const found: Result[] = []
  const figures = witness.figures
    .slice(0, MAX_TERMS)
    .filter((figure, n, all) => isTerm(figure) || isOfSameNoun(figure, n, all))
  /** The positions of the figures that count or measure the same thing. */
  const alike = new Map<string, number[]>()
  for (const [n, other] of figures.entries()) {
    found.push(...resultsOfOne(other), ...resultsOfWords(other, witness))
    const key = keyOf(other)
    if (key !== undefined) {
      const known = alike.get(key) ?? []
      for (const place of known) {
        const one = figures[place]
        if (one && (n - place > REACH || !areClose(one, other))) found.push(...resultsOf(one, other))
      }
      alike.set(key, [...known.slice(1 - (figures.length <= SHORT ? SHORT : MAX_ALIKE)), n])
    }
    for (const one of figures.slice(Math.max(0, n - REACH), n))
      if (areClose(one, other)) found.push(...resultsOf(one, other))
    const [first, second] = figures.slice(Math.max(0, n - 2), n)
    if (first && second && other.sentence - first.sentence <= 1) found.push(...resultsOfThree(first, second, other))
  }
  found.sort((a, b) => a.value - b.value)
  known.set(witness, found)
  return found
}

/**
 * Whether sums and ratios may use a figure. A noun that only implies the number, such as مدينتان, "two cities", is
 * unusable. It is usable in a rate, or without a noun, such as كل منهما, "each of the two".
 */
const isTerm = ({ isImplied, per, nouns }: Figure): boolean => !isImplied || per !== undefined || nouns.length === 0

/** Whether the previous or next figure counts the same thing: two families out of 53 families. */
const isOfSameNoun = ({ nouns }: Figure, n: number, all: readonly Figure[]): boolean =>
  [all[n - 1], all[n + 1]].some((each) => each?.nouns.some((noun) => nouns.includes(noun)))

/** The maximum distance of an amount and its change, in words, in one sentence and in two: "That is 280,000 more". */
const STEP = 8
const STEP_OF_SENTENCES = 18

/** Units of which a text has few amounts. */
export const MEASURED = new Set(['gram', 'metre', 'litre', 'squaremetre', 'kilowatt', 'kilowatthour'])

/** Names the thing that a figure counts or measures. Amounts of one kind are compared at any distance. */
const keyOf = ({ nouns: [noun], unit, values: [value = 0] }: Figure): string | undefined => {
  const isTimed = unit === 'second' && !Number.isInteger(value)
  return noun ?? (MEASURED.has(unit ?? '') || unit?.startsWith('money:') || isTimed ? (unit ?? undefined) : undefined)
}

const areClose = (one: Figure, other: Figure): boolean =>
  other.sentence - one.sentence <= 2 || one.nouns.some((noun) => other.nouns.includes(noun))

/** The values from `from` to `to` that can be computed from the figures of a source. */
export function resultsBetween(witness: EvidenceText, from: number, to: number): Result[] {
  const all = resultsIn(witness)
  const first = countBefore(all.length, (at) => (all[at]?.value ?? 0) < from)
  const next = countBefore(all.length, (at) => (all[at]?.value ?? 0) <= to)
  return all.slice(first, Math.min(next, first + MAX_RESULTS))
}

const PERIODS = [
  ['month', 12],
  ['week', 52],
  ['day', 365],
] as const

/** Reporting periods other than a year, each with its length in months and days. */
const REPORTED = [
  ['quarter', 3, 91.25],
  ['half', 6, 182.5],
] as const

/** Computes the rest of 100 percent, and the amount per month, week or day of an amount per year. */
function* resultsOfOne(figure: Figure): Generator<Result> {
  const terms = [figure]
  const value = valueOf(figure)
  if (isPercent(figure) && value > 0 && value < 100)
    yield { operation: 'rest', value: 100 - value, unit: 'percent', terms }
  const isYearly = figure.per === 'year' || (figure.per === undefined && value >= 100)
  if (isYearly && !isPercent(figure) && figure.unit !== 'month' && figure.unit !== 'second')
    for (const [per, count] of PERIODS)
      yield { operation: 'quotient', value: value / count, unit: unitOf(figure), terms, per }
}

/**
 * Computes results that words imply. "Every ten minutes" is six times an hour, and "20 minutes each way" are 40 minutes
 * in total.
 */
function* resultsOfWords(figure: Figure, { tokens, text, dateParts }: EvidenceText): Generator<Result> {
  const [terms, value] = [[figure], valueOf(figure)]
  if (isLoose(figure) && figure.per === undefined && value >= 100)
    for (const [part, months, days] of REPORTED)
      if (dateParts.has(part))
        for (const [per, count] of [
          ['month', months],
          ['week', days / 7],
          ['day', days],
        ] as const)
          yield { operation: 'quotient', value: value / count, unit: null, terms, per }
  const spent =
    isLoose(figure) && value >= 100 ? IN_A_PERIOD.exec(text.slice(figure.end, figure.end + NEAR_A_WAY)) : null
  if (spent) yield { operation: 'quotient', value: value / (spent[1] ? 7 : 30.4), unit: null, terms, per: 'day' }
  if (figure.unit === 'second' && /^(?:every|كل)$/u.test(tokens[figure.at - 1]?.key ?? ''))
    for (const [per, seconds] of Object.entries(PERIODS_IN['second'] ?? {}))
      if (value < seconds) yield { operation: 'quotient', value: seconds / value, unit: null, terms, per }
  if (BOTH_WAYS.test(text.slice(figure.end, figure.end + NEAR_A_WAY)))
    yield { operation: 'product', value: 2 * value, unit: unitOf(figure), terms }
}

const BOTH_WAYS = /^[^.!?؟]*(?:each way|one way|in each direction|(?:لكل|في كل) اتجاه|ذهاب[اًا]+)(?!\p{L})/u
/** The week or month in which something was counted: 6,400 visitors in the first week. */
const IN_A_PERIOD = /^[^.!?؟،,]*(?:(\bweek\b|[أا]سبوع)|\bmonth\b|شهر)/u
const NEAR_A_WAY = 40

/** The values of two figures in one unit. In "15 hours instead of 22", the 22 are hours too. */
export function valuesOf(one: Figure, other: Figure): [number, number] {
  const [a, b] = [valueOf(one), valueOf(other)]
  const lacksUnit = (figure: Figure) => isLoose(figure) && figure.nouns.length === 0
  if (lacksUnit(one) && !isLoose(other)) return [a * (other.times ?? 1), b]
  return lacksUnit(other) && !isLoose(one) ? [a, b * (one.times ?? 1)] : [a, b]
}

/** Writes a small coin in the currency of another amount: nine cents as 0.09 euros. */
function inCoinsOf(figure: Figure, { unit }: Figure): Figure {
  const share = shareOfCoin(figure.writtenUnit, unit)
  return share === undefined ? figure : { ...figure, unit, values: figure.values.map((value) => value * share) }
}

export function* resultsOf(first: Figure, second: Figure): Generator<Result> {
  const [one, other] = [inCoinsOf(first, second), inCoinsOf(second, first)]
  const [a, b] = valuesOf(one, other)
  const terms = [one, other]
  if (a <= 0 || b <= 0) return
  const points = terms.find(({ unit }) => unit === 'points')
  const percent = terms.find(isPercent)
  if (points && percent) {
    // In "from 61 points to 79 out of 100", the second score reads as a percentage. So also offer their difference.
    if (points.isLevel) yield { operation: 'difference', value: Math.abs(a - b), unit: 'points', terms }
    const change = points.trend === 'down' ? -valueOf(points) : valueOf(points)
    for (const value of [valueOf(percent) - change, valueOf(percent) + change])
      yield { operation: 'difference', value, unit: 'percent', terms }
    return
  }
  const times = terms.find(({ unit }) => unit === 'times')
  if (times) {
    const whole = times === one ? other : one
    if (whole.unit === 'times') return
    for (const value of [valueOf(whole) * valueOf(times), valueOf(whole) / valueOf(times)])
      yield { operation: 'product', value, unit: unitOf(whole), terms }
    return
  }
  if (isPercent(one) !== isPercent(other)) {
    yield* isPercent(one) ? resultsOfShare(one, other) : resultsOfShare(other, one)
    return
  }
  yield* resultsOfAmounts(one, other)
  const unit = unitOf(one) ?? unitOf(other)
  const areAlike = one.unit === other.unit || isLoose(one) || isLoose(other)
  // A count is not added to an amount with a unit. But a number without a noun may be an amount whose unit is missing.
  const isOneUnit = isLoose(one) === isLoose(other) || terms.some((each) => isLoose(each) && each.nouns.length === 0)
  if (areAlike && isOneUnit) {
    yield { operation: 'sum', value: a + b, unit, terms }
    // "Rose from £3.60 to £4.10" states that the difference is a rise.
    const trend = terms.find(({ isLevel, trend }) => isLevel && trend !== undefined)?.trend
    const value = Math.abs(a - b)
    yield { operation: 'difference', value, unit: unit === 'percent' ? 'points' : unit, terms, ...(trend && { trend }) }
    const [less, more] = [Math.min(a, b), Math.max(a, b)]
    yield { operation: 'ratio', value: more / less, unit: 'times', terms }
    yield { operation: 'quotient', value: more / less, unit: null, terms }
    if (less < more) yield { operation: 'ratio', value: (100 * less) / more, unit: 'percent', terms }
    if (less < more) {
      yield { operation: 'change', value: 100 * (more / less - 1), unit: 'percent', terms, trend: 'up' }
      yield { operation: 'change', value: 100 * (1 - less / more), unit: 'percent', terms, trend: 'down' }
    }
    // 96 million, 12 million more than before, is a rise by 14%.
    const steps = Math.abs(one.at - other.at)
    const difference =
      one.sentence === other.sentence && steps <= STEP
        ? terms.find(({ of }) => of === 'difference')
        : other.of === 'difference' && other.sentence - one.sentence === 1 && steps <= STEP_OF_SENTENCES
          ? other
          : undefined
    const level = difference === one ? b : a
    const gap = difference === one ? a : b
    if (difference && gap < level)
      yield { operation: 'change', value: (100 * gap) / (level - gap), unit: 'percent', terms, trend: 'up' }
    if (difference)
      yield { operation: 'change', value: (100 * gap) / (level + gap), unit: 'percent', terms, trend: 'down' }
    if (unit === 'percent') {
      yield { operation: 'product', value: (a * b) / 100, unit: 'percent', terms }
      if (a + b < 100) yield { operation: 'rest', value: 100 - a - b, unit: 'percent', terms }
    }
  }
  const [rate, span] = one.per ? [one, other] : [other, one]
  const isRate = isLoose(rate) || rate.unit?.startsWith('money:') === true
  const periods = rate.per && isRate ? PERIODS_IN[span.unit ?? '']?.[rate.per] : undefined
  const [count, time] = isLoose(one) ? [one, other] : [other, one]
  // Divide a count by a period: 80 sessions in 24 months are more than three a month.
  if (isLoose(count) && !count.per && !time.per)
    for (const [per, units] of Object.entries(PERIODS_IN[time.unit ?? ''] ?? {}))
      if (valueOf(time) > units)
        yield { operation: 'quotient', value: (valueOf(count) * units) / valueOf(time), unit: null, terms, per }
  // Multiply a rate by a period: two sessions a week for three weeks are six.
  if (periods)
    yield { operation: 'product', value: (valueOf(rate) * valueOf(span)) / periods, unit: unitOf(rate), terms }
  if (isLoose(one) || isLoose(other)) {
    const [count, amount] = isLoose(one) ? [valueOf(one), valueOf(other)] : [valueOf(other), valueOf(one)]
    yield { operation: 'product', value: count * amount, unit, terms }
    yield { operation: 'quotient', value: amount / count, unit, terms }
    if (isLoose(one) && isLoose(other)) yield { operation: 'quotient', value: count / amount, unit, terms }
  }
}

/** The lengths of the periods of rates, in seconds or in months. */
const PERIODS_IN: Record<string, Record<string, number>> = {
  second: { hour: 3_600, day: 86_400, week: 604_800 },
  month: { month: 1, year: 12 },
}

/**
 * The values that a share and an amount produce: the part, the rest, and the amount before a change by the share. If
 * the amount is itself the part, also the whole.
 */
function* resultsOfShare(share: Figure, whole: Figure): Generator<Result> {
  const [part, amount] = [valueOf(share) / 100, valueOf(whole)]
  if (part > 1) return
  const [terms, unit] = [[share, whole], unitOf(whole)]
  for (const value of [amount * part, amount * (1 - part)]) yield { operation: 'product', value, unit, terms }
  // Computes the amount before a change, and the change itself. If 2.1 million are 5% more than before, 100,000 were
  // added.
  const isChange = !share.isLevel && (share.trend !== undefined || share.of === 'change')
  for (const [trend, factor] of [
    ['up', 1 + part],
    ['down', 1 - part],
  ] as const)
    if (isChange && factor > 0 && share.trend !== (trend === 'up' ? 'down' : 'up'))
      for (const value of [amount / factor, (amount * part) / factor])
        yield { operation: 'product', value, unit, terms }
  if (!share.isShare || part < 0.2) return
  yield { operation: 'product', value: amount / part, unit, terms }
  yield { operation: 'product', value: amount / part - amount, unit, terms }
}

/** Computes prices per unit, rates per month or year, and speeds. */
function* resultsOfAmounts(one: Figure, other: Figure): Generator<Result> {
  const terms = [one, other]
  const money = terms.find(({ unit }) => unit?.startsWith('money:') === true)
  const divisor = money === one ? other : one
  const isAmount =
    divisor.unit === null || (valueOf(divisor) > 12 && divisor.unit !== 'second' && divisor.unit !== 'month')
  if (money && isAmount && divisor.unit !== money.unit)
    yield {
      operation: 'quotient',
      value: valueOf(money) / (divisor.writtenValues?.[0] ?? 1),
      unit: money.unit,
      terms,
    }
  // Multiply a price per unit by the number of units: £480 a hectare for 340 hectares is £163,200.
  const isMeasure = !isLoose(divisor) && !/^(?:second|month|percent|points|times|money:.*)$/.test(divisor.unit ?? '')
  if (money && isMeasure)
    yield { operation: 'product', value: valueOf(money) * (divisor.writtenValues?.[0] ?? 0), unit: money.unit, terms }
  if (money && divisor.unit === 'month' && !money.per)
    for (const [per, months] of [
      ['month', 1],
      ['year', 12],
    ] as const)
      if (valueOf(divisor) > months)
        yield {
          operation: 'quotient',
          value: (months * valueOf(money)) / valueOf(divisor),
          unit: money.unit,
          terms,
          per,
        }
  if (one.unit === other.unit && !isLoose(one) && one.per !== other.per) {
    const [rate, amount] = one.per ? [one, other] : [other, one]
    for (const [unit, periods] of Object.entries(PERIODS_IN)) {
      const length = rate.per && !amount.per ? periods[rate.per] : undefined
      if (length !== undefined)
        yield { operation: 'quotient', value: (length * valueOf(amount)) / valueOf(rate), unit, terms }
    }
  }
  const [way, time] = one.unit === 'metre' ? [one, other] : [other, one]
  if (way.unit === 'metre' && time.unit === 'second')
    yield { operation: 'quotient', value: (3_600 * valueOf(way)) / valueOf(time), unit: 'metre', terms }
}

/** Computes the sum of three figures, and the largest minus the other two. */
function* resultsOfThree(one: Figure, other: Figure, third: Figure): Generator<Result> {
  const terms = [one, other, third]
  const units = new Set(terms.map(unitOf))
  const unit = [...units].find((each) => each !== null) ?? null
  if (units.size > 2 || (units.size === 2 && !units.has(null)) || unit === 'times' || unit === 'points') return
  const values = terms.map(valueOf)
  const sum = values.reduce((total, value) => total + value, 0)
  const most = Math.max(...values)
  yield { operation: 'sum', value: sum, unit, terms }
  if (2 * most > sum) yield { operation: 'rest', value: 2 * most - sum, unit, terms }
}
