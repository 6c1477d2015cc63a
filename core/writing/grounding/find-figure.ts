import { findComputed, type DraftNumbers } from './computed-figures.ts'
import { areOppositePoles } from './poles.ts'
import { findShare } from './computed-shares.ts'
import { ordinalsOfNouns } from './counts.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import { stemOf } from './counted-nouns.ts'
import type { Figure } from './figure.ts'
import { isLoose, valuesOf } from './results.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import type { Token } from './tokens.ts'
import { IMPERIAL, shareOfCoin } from './units.ts'

export function findFigure(
  claim: Figure,
  draft: DraftNumbers,
  evidence: Evidence,
  isAlternative = false,
): Found | undefined {
  let weak: Found | undefined
  /** Whether the figure in `weak` counts a noun. The claim may count another one. */
  let weakCounts = false
  /** Figures that count the claim's noun, but have another value. */
  const contradictions: Figure[] = []
  let isOpposed = false
  for (const witness of evidence) {
    let isInOtherUnit: boolean | undefined
    for (const [n, figure] of readingsIn(witness)) {
      const own = inUnitOf(claim, figure)
      const fit = fitOf(own, figure)
      const isChance = () => areConverted(own, figure) && (isInOtherUnit ??= hasOtherUnit(claim, witness))
      const isSame = areSame(own, figure) && !hasOtherObject(claim, draft, n, witness) && !isChance()
      if (isSame && fit === 'sure') return { witness, ...figure }
      if (isSame && fit === 'open' && (!weak || weakCounts)) {
        weak = { witness, ...figure }
        weakCounts = figure.nouns.length > 0 || claim.unit?.startsWith('of:') === true
      }
      const isAlike = () => areSame({ ...own, trend: undefined, pole: undefined, hedge: null }, figure)
      if (fit === 'sure' && !isSame && areOpposite(own, figure) && isAlike()) isOpposed = true
      const isOfMany = claim.nouns.length > 0 && !isDistinct(claim)
      if (!isSame && fit === 'sure' && (isOfMany || claim.unit?.startsWith('of:'))) contradictions.push(figure)
    }
  }
  if (!weak && claim.unit === null) weak = findYear(claim, evidence) ?? findInDate(claim, draft, evidence)
  if (!weak && isOther(claim, draft)) weak = findWithOther(claim, evidence)
  if (!weak && (claim.unit === 'month' || claim.unit === 'second')) weak = findPeriod(claim, evidence)
  // The source uses the claim's number only for other nouns, and other numbers for the claim's noun. So the claim is
  // unsupported.
  const isContradicted = contradictions.some((figure) => !weak || !isPartOf(figure, weak))
  const likely = isContradicted && weakCounts && claim.unit !== 'times' ? undefined : weak
  if (likely) return likely
  // A fraction in words may be a different share, computed from other figures.
  if (isOpposed) return claim.isShare ? findShare(claim, draft, evidence) : undefined
  return (
    findPair(claim, evidence) ??
    findShare(claim, draft, evidence) ??
    findMultiple(claim, draft, evidence) ??
    findListed(claim, draft, evidence) ??
    (contradictions.length === 0 ? findCounted(claim, evidence) : undefined) ??
    (hasOtherScale(claim, evidence) ? undefined : findComputed(claim, draft, evidence)) ??
    (isAlternative ? undefined : findAlternative(claim, draft, evidence))
  )
}

/** Whether the source has the claim's digits with another scale: 64.2 million for 64.2 billion. */
const hasOtherScale = (claim: Figure, evidence: Evidence): boolean =>
  claim.scale !== undefined &&
  isDistinct(claim) &&
  evidence.some(({ figures }) =>
    figures.some(
      ({ scale, unit, values: [value = 0] }) =>
        scale !== undefined &&
        scale !== claim.scale &&
        unit === claim.unit &&
        Math.abs((claim.values[0] ?? 0) / claim.scale! - value / scale) < EXACT,
    ),
  )

/** Finds one of two numbers of which either may be right: in six or seven years. */
function findAlternative(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const { tokens, figures } = draft
  const isOr = (one: Figure, other: Figure) =>
    other.at - one.next === 1 && /^(?:or|او)$/u.test(tokens[one.next]?.key ?? '') && one.sentence === other.sentence
  const other = figures.find((each) => isOr(each, claim) || isOr(claim, each))
  return other && findFigure(other, draft, evidence, true)
}

/** A figure as written, and with the unit of the figure before it if it has none. */
function readingsOf(figure: Figure): Figure[] {
  const { elided, values } = figure
  if (!elided || elided.unit === null || elided.unit === 'percent' || figure.scale) return [figure]
  const { unit, times = 1, writtenUnit } = elided
  const own = { unit, times, writtenUnit, values: values.map((value) => value * times), writtenValues: values }
  return [figure, { ...figure, ...own }]
}

const readings = new WeakMap<EvidenceText, [number, Figure][]>()

/** All readings of a source's figures, with the place of each figure. */
function readingsIn(witness: EvidenceText): readonly [number, Figure][] {
  const known = readings.get(witness)
  if (known) return known
  const found = witness.figures.flatMap((figure, n) => readingsOf(figure).map((each): [number, Figure] => [n, each]))
  readings.set(witness, found)
  return found
}

/** Writes a claim in the unit of a figure: 52 cents as 0.52 euros, "halved" as 50 percent. */
function inUnitOf(claim: Figure, figure: Figure): Figure {
  const coins = shareOfCoin(claim.writtenUnit, figure.unit)
  const whole = shareOfCoin(figure.writtenUnit, claim.unit)
  const isHalving = claim.unit === 'times' && figure.unit === 'percent' && (claim.values[0] ?? 1) < 1
  const times = coins ?? (whole ? 1 / whole : isHalving ? 100 : undefined)
  if (times === undefined) return claim
  const values = claim.values.map((value) => value * times)
  return { ...claim, unit: figure.unit, writtenUnit: figure.writtenUnit, values, writtenValues: values }
}

/** The noun after a figure: 90 tonnes of cardboard. */
function objectOf({ next, unit }: Figure, tokens: readonly Token[]): string | undefined {
  if (unit === null || !/^(?:of|من)$/u.test(tokens[next]?.key ?? '')) return undefined
  const noun = /^(?:the|all|its|their)$/.test(tokens[next + 1]?.key ?? '') ? tokens[next + 2] : tokens[next + 1]
  return noun?.kind === 'word' ? stemOf(noun.key) : undefined
}

/** Whether the source gives the claim's object another amount, and the claim's amount to another object. */
function hasOtherObject(claim: Figure, draft: DraftNumbers, n: number, { figures, tokens }: EvidenceText): boolean {
  const figure = figures[n]
  const object = objectOf(claim, draft.tokens)
  const other = object && figure && objectOf(figure, tokens)
  if (!object || !other || object === other) return false
  return figures
    .slice(Math.max(0, n - 2), n + 3)
    .some((each) => each.unit === claim.unit && objectOf(each, tokens) === object)
}

/** Whether the source has the claim's number in another unit: 120 miles for 120 kilometres. */
const hasOtherUnit = (claim: Figure, { figures }: EvidenceText): boolean =>
  figures.some(
    ({ unit, writtenUnit, writtenValues }) =>
      unit === claim.unit && writtenUnit !== claim.writtenUnit && writtenValues?.[0] === claim.writtenValues?.[0],
  )

const isMonthly = ({ nouns }: Figure): boolean => nouns.some((noun) => /^(?:monthly|شهر)/u.test(noun))

/** Whether one figure counts a part of the other: 174 farmers, among them 52 women. */
const isPartOf = (whole: Figure, { witness, start }: Found): boolean =>
  start > whole.end &&
  start - whole.end < 60 &&
  /(?:^|[^\p{L}])(?:of wh(?:om|ich)|of them|among them|including|بينه[مان]?|من بينه[مان]|منه[مان])(?=[^\p{L}]|$)/u.test(
    witness.text.slice(whole.end, start),
  )

function fitOf(claim: Figure, figure: Figure): 'sure' | 'open' | 'none' {
  if (claim.unit !== null && figure.unit !== null && isLoose(claim) === isLoose(figure))
    return claim.unit === figure.unit ? 'sure' : areRoughPeriods(claim, figure) ? 'open' : 'none'
  if (claim.unit !== null || figure.unit !== null) {
    // A number without a unit may match one with a unit, but not one that counts another noun.
    if (isLoose(claim) && isLoose(figure)) return 'open'
    // "Lent 1,240 times" and "1,240 loans" state the same number.
    if ((claim.unit === 'times' || figure.unit === 'times') && isDistinct(claim)) return 'open'
    const bare = isLoose(claim) ? claim : figure
    if (claim.unit === 'percent') return 'none'
    const isPeriodic = claim.unit === 'month' && isMonthly(figure)
    // Large amounts of money match without a unit, because a text rarely has two of the same value.
    const isLarge = bare.scale !== undefined && (claim.unit ?? figure.unit)?.startsWith('money:')
    return bare.nouns.length === 0 || bare.unit !== null || isPeriodic || isLarge || areHomonyms(claim, figure)
      ? 'open'
      : 'none'
  }
  return claim.nouns.some((noun) => figure.nouns.includes(noun)) ? 'sure' : 'open'
}

/** Arabic units that also name things: ساعة is an hour and a clock, درجة a degree and a step. */
const HOMONYMS: Record<string, RegExp> = {
  hour: /^(?:clock|watch)$/,
  degree: /^(?:step|stair|grade|mark)$/,
  points: /^(?:remark|dot|spot)$/,
}

const areHomonyms = (one: Figure, other: Figure): boolean =>
  [one, other].some(({ writtenUnit = '' }) =>
    [one, other].some(({ nouns }) => nouns.some((noun) => HOMONYMS[writtenUnit]?.test(noun))),
  )

/** Whether a number is specific enough to have only one meaning in a text: 1,150, but not 12. */
const isDistinct = ({ values }: Figure): boolean =>
  values.some((value) => value >= 100 && String(value).replace(/0+$/, '').length >= (value < 1_000 ? 3 : 2))

function areSame(claim: Figure, figure: Figure): boolean {
  if (areOpposite(claim, figure)) return false
  if (claim.per && figure.per && claim.per !== figure.per) return isSameRate(claim, figure)
  if (areRoughPeriods(claim, figure)) return true
  const within = Math.max(claim.within, figure.within)
  // "Monthly instalments" are counted in months.
  if (claim.unit === 'month' && isMonthly(figure)) return claim.values.some((value) => figure.values.includes(value))
  // If only one figure has a unit, compare the numbers as written, without conversion.
  const isBare = isLoose(claim) !== isLoose(figure)
  const [values, others] = isBare
    ? [claim.writtenValues ?? claim.values, figure.writtenValues ?? figure.values]
    : [claim.values, figure.values]
  return values.some((value) =>
    others.some((other) => {
      const off = areConverted(claim, figure) ? CONVERTED : EXACT
      const isNear = Math.abs(value - other) <= Math.max(within, Math.abs(other) * off)
      const areAmounts = [claim, figure].some(({ unit, scale }) => scale !== undefined && unit?.startsWith('money:'))
      const isRound = claim.writtenUnit === figure.writtenUnit && isRounded(claim, figure)
      return isNear || isRound || ((!isBare || areAmounts) && isHedged(claim, value, other))
    }),
  )
}

/** Whether a claim is the rounded figure: 3 inches for 3.1, 3,000 for 2,968. */
const isRounded = ({ writtenValues = [] }: Figure, figure: Figure): boolean =>
  writtenValues.some((value) =>
    (figure.writtenValues ?? []).some((other) => {
      const isWhole = Number.isInteger(value) && !Number.isInteger(other) && value === Math.round(other)
      const isRound = value >= 1_000 && value % 10 ** (Math.floor(Math.log10(value)) - 1) === 0
      const off = Math.abs(value - other) / (other || 1)
      return (isWhole && off <= MOST_ROUNDED) || (isRound && off <= MOST_ROUND_NUMBER)
    }),
  )

const MOST_ROUNDED = 0.05
const MOST_ROUND_NUMBER = 0.015

const PERIODS: Record<string, number> = { hour: 1 / 24, day: 1, week: 7, month: 365.25 / 12, year: 365.25 }

/** Whether two rates are equal over the same period: £42 a year is £3.50 a month. */
function isSameRate(claim: Figure, figure: Figure): boolean {
  const times = (PERIODS[claim.per ?? ''] ?? 0) / (PERIODS[figure.per ?? ''] ?? 1)
  if (claim.unit !== figure.unit || times === 0 || claim.values.some((value) => value <= 0)) return false
  return claim.values.some((value) => figure.values.some((other) => Math.abs(other * times - value) <= 0.01 * value))
}

/** Whether weeks or days are about as long as the months: eight weeks are two months. */
function areRoughPeriods(claim: Figure, figure: Figure): boolean {
  const [months, seconds] = claim.unit === 'month' ? [claim, figure] : [figure, claim]
  if (months.unit !== 'month' || seconds.unit !== 'second') return false
  const days = (seconds.values[0] ?? 0) / 86_400
  return days >= 28 && Math.abs(days - (months.values[0] ?? 0) * 30.4) <= 0.1 * days
}

/** The tolerance for converted units, because drafts round them: fourteen feet for 4.3 metres. */
const CONVERTED = 0.03

const areConverted = ({ writtenUnit: one = '' }: Figure, { writtenUnit: other = '' }: Figure): boolean =>
  IMPERIAL.has(one) !== IMPERIAL.has(other)

/** Whether two figures have opposite signs or trends: 5% and −5%. A verb such as "fell" counts as a minus. */
function areOpposite(claim: Figure, figure: Figure): boolean {
  if (areOppositePoles(claim.pole, figure.pole) || areOppositeBounds(claim, figure)) return true
  if (claim.trend && figure.trend && claim.isLevel === figure.isLevel) return claim.trend !== figure.trend
  const isNegative = ({ isSigned, trend }: Figure) => isSigned === true && trend === 'down'
  return isNegative(claim) || isNegative(figure)
}

/** Whether one figure is a minimum and the other a maximum: at least four hours, at most four hours. */
function areOppositeBounds({ hedge, values }: Figure, other: Figure): boolean {
  const isMinimum = hedge === 'over'
  const isOpposite = isMinimum
    ? other.hedge === 'under' || other.hedge === 'most'
    : other.hedge === 'over' && (hedge === 'under' || hedge === 'most')
  return isOpposite && values.some((value) => other.values.includes(value))
}

const EXACT = 1e-9
const ABOUT = 0.08
/** "Nearly three times" is fair for 2.7, and "nearly half" for 45 percent. */
const ABOUT_WORDS = 0.14
/** How far a rounded claim may be from the figure. "More than 30%" is fair for 34%, but misleading for 80%. */
const AT_MOST_OFF = 0.25

function isHedged({ hedge, unit, isShare }: Figure, value: number, other: number): boolean {
  const about = unit === 'times' || isShare ? ABOUT_WORDS : ABOUT
  const off = (other - value) / Math.abs(other || 1)
  if (hedge === 'about') return Math.abs(off) <= about
  if (hedge === 'over') return off >= 0 && off <= AT_MOST_OFF
  return hedge === 'under' && off <= 0 && -off <= AT_MOST_OFF
}

/** Finds two figures that together support the claim: "doubled" for 20 and 40, "a fifth" for 17 of 84. */
function findPair(claim: Figure, evidence: Evidence): Found | undefined {
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

/** The maximum number of figures to compare for a multiple, to limit the time in long sources. */
const MAX_COMPARED = 60
/** The maximum number of dates to compare, to limit the time in long sources. */
const MAX_DATES = 300
/** The maximum distance, in UTF-16 units, between a multiple and the figure or date that it multiplies. */
const NEAR_A_MULTIPLE = 160

/** Finds two amounts whose ratio is the claim if the draft also names one of them, or the date of one. */
function findMultiple(claim: Figure, { figures, dates }: DraftNumbers, evidence: Evidence): Found | undefined {
  if (claim.unit !== 'times' || (claim.values[0] ?? 0) < 2) return undefined
  const isNear = ({ start, end }: { start: number; end: number }) =>
    start < claim.end + NEAR_A_MULTIPLE && end > claim.start - NEAR_A_MULTIPLE
  const [near, years] = [figures.filter(isNear), dates.filter(isNear).flatMap(({ parts: { year } }) => year ?? [])]
  for (const witness of evidence) {
    const amounts = witness.figures
      // An amount such as "1.1 million" may lack its currency.
      .filter(({ unit, scale, nouns }) => unit?.startsWith('money:') || (unit === null && scale && nouns.length === 0))
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

const EVERY_PERIOD: [RegExp, number, string][] = [
  [/(?:every|each) month|monthly|كل شهر|شهري/iu, 12, 'year'],
  [/(?:every|each) week|weekly|كل أسبوع|أسبوعي/iu, 52, 'year'],
  [/(?:every|each) quarter|quarterly|كل ثلاثة أشهر/iu, 4, 'year'],
  [/every six months|half-yearly|كل ستة أشهر|نصف سنوي/iu, 2, 'year'],
]

/** Finds a frequency in other words: twelve times a year for "every month", twice for two dates in a row. */
function findListed(claim: Figure, { tokens }: DraftNumbers, evidence: Evidence): Found | undefined {
  const isFrequency =
    claim.unit === 'times' && /^(?:times?|twice|مره|مرات|مرتان|مرتين)$/u.test(tokens[claim.next - 1]?.key ?? '')
  if (!isFrequency) return undefined
  const [value = 0] = claim.values
  for (const witness of evidence) {
    for (const [pattern, count] of EVERY_PERIOD) {
      const match = count === value ? pattern.exec(witness.text) : null
      if (match) return { witness, start: match.index, end: match.index + match[0].length }
    }
    const row = rowOfDates(value, witness)
    if (row) return { witness, ...row }
  }
  return undefined
}

/** Finds a row of this many dates with only commas and "and" between them, such as two in "in 2021 and 2023". */
function rowOfDates(count: number, { dates: all, text }: EvidenceText): { start: number; end: number } | undefined {
  const dates = all.slice(0, MAX_DATES)
  if (count < 2 || count > 6) return undefined
  const kindOf = (n: number) => Object.keys(dates[n]?.parts ?? {}).join(' ')
  const isJoined = (n: number) =>
    n > 0 &&
    kindOf(n) === kindOf(n - 1) &&
    !/time|dial/.test(kindOf(n)) &&
    /^(?:[,،]? ?(?:and|و)? ?(?:in|on|on the|في)? ?|[,،] )$/u.test(text.slice(dates[n - 1]?.end, dates[n]?.start))
  let first = 0
  for (let n = 1; n <= dates.length; n++) {
    if (n < dates.length && isJoined(n)) continue
    if (n - first === count) return { start: dates[first]?.start ?? 0, end: dates[n - 1]?.end ?? 0 }
    first = n
  }
  return undefined
}

/** Finds a count in another form: fourteen bursts for "burst 14 times", nine editions for the ninth, three listed names. */
function findCounted(claim: Figure, evidence: Evidence): Found | undefined {
  const [value = 0] = claim.values
  if (claim.unit === 'second' && claim.writtenUnit === 'day') return findRow(value / 86_400, evidence)
  if (claim.unit !== null || claim.nouns.length === 0) return undefined
  for (const witness of evidence) {
    const event = witness.figures.find(
      (figure) =>
        figure.unit === 'times' &&
        figure.values.includes(value) &&
        witness.tokens
          .slice(Math.max(0, figure.at - NEAR_AN_EVENT), figure.next + NEAR_AN_EVENT)
          .some(({ key, sentence }) => sentence === figure.sentence && claim.nouns.includes(stemOf(key))),
    )
    if (event) return { witness, ...event }
    if (value > 2 && claim.nouns.some((noun) => ordinalsOfNouns(witness).get(noun)?.has(value))) {
      const place = witness.places[0]?.token
      if (place) return { witness, start: place.start, end: place.end }
    }
  }
  return findRow(value, evidence)
}

const NEAR_AN_EVENT = 6

function findRow(count: number, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const row = rowOfDates(count, witness) ?? rowOfNames(count, witness)
    if (row) return { witness, ...row }
  }
  return undefined
}

/** Finds a list of that many names: Lyon, Graz and Bologna; في عمّان وإربد والزرقاء, "in Amman, Irbid and Zarqa". */
function rowOfNames(count: number, { tokens, text }: EvidenceText): Span | undefined {
  if (count < 3 || count > 7) return undefined
  let [length, first] = [0, 0]
  for (let at = 0; at <= tokens.length; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]]
    const between = before && token ? text.slice(before.end, token.start) : ''
    const isSame = before !== undefined && token?.sentence === before.sentence
    if (token?.key === 'and' && length > 0 && isSame) continue
    const isLatin = token?.kind === 'word' && /^\p{Lu}/u.test(token.text)
    const isNext =
      isSame &&
      (isLatin ? before.key === 'and' || between === ', ' : /^و..../u.test(token.key) && /^.{1,3}$/u.test(between))
    if (isNext && length > 0) length++
    // This word continues the name before it.
    else if (isLatin && isSame && between === ' ' && length > 0 && /^\p{Lu}/u.test(before.text)) continue
    else {
      if (length === count) return { start: tokens[first]?.start ?? 0, end: before?.end ?? 0 }
      ;[length, first] = [isLatin || /^[\u0620-\u06FF]/u.test(token?.key ?? '') ? 1 : 0, at]
    }
  }
  return undefined
}

type Pair = 'times' | 'difference' | 'part' | 'change'

/** Largest distance between the two figures of a pair, in UTF-16 units. */
const FARTHEST: Record<Pair, number> = { times: 80, difference: 160, part: 40, change: 40 }
/** The minimum difference of two figures. Smaller ones occur by chance, unless the text contrasts the figures. */
const MIN_DIFFERENCE = 10
const PART_OFF = 0.7 // The tolerance for a part, in percentage points.

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

const A_WEEK = /(?:a|one|the|that|first|last) week(?!\p{L})|أسبوع/u
const A_YEAR =
  /a year (?:earlier|ago|before)|one year|last year|the previous year|قبل عام|قبل سنة|(?:العام|السنة) (?:الماضي|السابق)ة?|منذ عام/u

/** Finds the same period in other words: half a year for six months, or a quarter for three. */
function findPeriod({ values, unit }: Figure, evidence: Evidence): Found | undefined {
  const name = unit === 'month' ? values.includes(12) && A_YEAR : values.includes(604_800) && A_WEEK
  if (name)
    for (const witness of evidence) {
      const match = name.exec(witness.text)
      if (match) return { witness, start: match.index, end: match.index + match[0].length }
    }
  if (unit !== 'month') return undefined
  const part = values.includes(6) ? 'half' : values.includes(3) ? 'quarter' : undefined
  for (const witness of part ? evidence : []) {
    const date = witness.dates.find(({ parts }) => part && parts[part] !== undefined)
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

/** Whether the claim counts all except one: four other companies; أربع شركات أخرى. */
const isOther = ({ at, next }: Figure, { tokens }: DraftNumbers): boolean =>
  tokens.slice(at + 1, next + 2).some(({ key }) => /^(?:others?|اخري|اخرون|اخرين)$/u.test(key))

function findWithOther({ values }: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const figure = witness.figures.find(
      (each) => isLoose(each) && values.some((value) => each.values.includes(value + 1)),
    )
    if (figure) return { witness, ...figure }
  }
  return undefined
}

/** Finds a bare number that is an hour or a day in the source: "before ten", "the 19th". */
function findInDate(
  { values, nouns, at, next }: Figure,
  { tokens }: DraftNumbers,
  evidence: Evidence,
): Found | undefined {
  const isDay =
    /^(?:st|nd|rd|th)$/.test(tokens[at + 1]?.key ?? '') || /^[وفبل]?ال?يوم$|^يوم$/u.test(tokens[at - 1]?.key ?? '')
  const isHour =
    nouns.length === 0 &&
    /^(?:before|after|until|till|from|to|at|by|between|and|قبل|بعد|حتي|الي|من|بين)$/u.test(tokens[at - 1]?.key ?? '')
  const [value = 0] = values
  // A clock time with a full stop looks like a decimal number: at 7.15.
  const [, hour, minute] = /^(\d{1,2})\.([0-5]\d)$/.exec(tokens[at]?.key ?? '') ?? []
  if (hour !== undefined && next - at === 1 && nouns.length === 0) {
    const dial = (Number(hour) * 60 + Number(minute)) % 720
    return findDial(dial, evidence)
  }
  if (next - at > 2 || !(isDay ? value <= 31 : isHour && value <= 12)) return undefined
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts: { day, time, dial } }) =>
      isDay
        ? day === value
        : [time, dial].some((minutes) => minutes !== undefined && minutes % 720 === (value % 12) * 60),
    )
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

function findDial(dial: number, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => (parts.time ?? parts.dial ?? -1) % 720 === dial)
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

/** Finds a year in words, which looks like a figure: عام ألفين وثلاثين, "the year two thousand and thirty". */
function findYear({ values }: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => parts.year !== undefined && values.includes(parts.year))
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}
