import type { Figure } from './figure.ts'
import { areOppositePoles } from './poles.ts'
import { isLoose } from './results.ts'
import { IMPERIAL } from './units.ts'

export function fitOf(claim: Figure, figure: Figure): 'sure' | 'open' | 'none' {
  if (claim.unit !== null && figure.unit !== null && isLoose(claim) === isLoose(figure))
    return claim.unit === figure.unit ? 'sure' : areRoughPeriods(claim, figure) ? 'open' : 'none'
  if (claim.unit !== null || figure.unit !== null) {
    // A number without a unit may match one with a unit, but not one that counts another noun.
    if (isLoose(claim) && isLoose(figure)) return 'open'
    // "Lent 1,240 times" and "1,240 loans" state the same number.
    const isOften = claim.values.some((value) => value >= LEAST_OFTEN)
    if ((claim.unit === 'times' || figure.unit === 'times') && isOften) return 'open'
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

/** A claim such as "1,240 times" counts events. Below this number, "times" may also mean a multiple. */
const LEAST_OFTEN = 20

const isMonthly = ({ nouns }: Figure): boolean => nouns.some((noun) => /^(?:monthly|شهر)/u.test(noun))

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
export const isDistinct = ({ values }: Figure): boolean =>
  values.some((value) => value >= 100 && String(value).replace(/0+$/, '').length >= (value < 1_000 ? 3 : 2))

export function areSame(claim: Figure, figure: Figure): boolean {
  if (areOpposite(claim, figure)) return false
  if (claim.per && figure.per && claim.per !== figure.per) return isSameRate(claim, figure)
  if (areRoughPeriods(claim, figure)) return true
  const within = Math.max(claim.within, figure.within)
  // "Twelve monthly instalments" also states a number of months.
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
      return (
        isNear || isRound || isInLargerUnit(claim, figure) || ((!isBare || areAmounts) && isHedged(claim, value, other))
      )
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
      const isCut = isLessPrecise(value, other)
      const isHundreds = value >= 100 && value < 1_000 && value % 100 === 0
      return (
        isCut ||
        (isWhole && off <= MOST_ROUNDED) ||
        (isRound && off <= MOST_ROUND_NUMBER) ||
        (isHundreds && off <= MOST_ROUNDED_HUNDREDS)
      )
    }),
  )

/** Whether a value is the other one with fewer digits, but at least two: 3.41 million for 3,412,000. */
function isLessPrecise(value: number, other: number): boolean {
  const digits = String(Number(value.toPrecision(10)))
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length
  const isSmall = value < 1_000 && Number.isInteger(value)
  if (isSmall || digits < 2 || !(value > 0)) return false
  const last = 10 ** (Math.floor(Math.log10(value)) - digits + 1)
  return value !== other && Math.abs(value - other) <= last / 2 + EXACT
}

/** Whether a claim rounds a duration to a larger unit: an hour and a half for 94 minutes. */
function isInLargerUnit({ unit, times = 1, values: [value = 0] }: Figure, figure: Figure): boolean {
  const {
    times: smaller = 1,
    values: [exact = 0],
  } = figure
  if ((unit !== 'second' && unit !== 'month') || unit !== figure.unit || times < smaller) return false
  if (times === smaller && exact % times === 0) return false
  const isHalf = Number.isInteger((2 * value) / times)
  const off = Math.abs(value - exact)
  return isHalf && off <= (Number.isInteger(value / times) ? MOST_ROUNDED_WHOLE : MOST_ROUNDED) * value
}

const MOST_ROUNDED = 0.05
const MOST_ROUNDED_WHOLE = 0.08
const MOST_ROUND_NUMBER = 0.015
const MOST_ROUNDED_HUNDREDS = 0.03

const PERIODS: Record<string, number> = {
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 365.25 / 12,
  year: 365.25,
}

/** Whether two rates are equal over the same period: £42 a year is £3.50 a month. */
function isSameRate(claim: Figure, figure: Figure): boolean {
  const times = (PERIODS[claim.per ?? ''] ?? 0) / (PERIODS[figure.per ?? ''] ?? 1)
  if (claim.unit !== figure.unit || times === 0 || claim.values.some((value) => value <= 0)) return false
  return claim.values.some((value) =>
    figure.values.some(
      (other) => Math.abs(other * times - value) <= 0.01 * value || isHedged(claim, value, other * times),
    ),
  )
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

export const areConverted = ({ writtenUnit: one = '' }: Figure, { writtenUnit: other = '' }: Figure): boolean =>
  IMPERIAL.has(one) !== IMPERIAL.has(other)

/** Whether two figures have opposite signs or trends: 5% and −5%. A verb such as "fell" counts as a minus. */
export function areOpposite(claim: Figure, figure: Figure): boolean {
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

export const EXACT = 1e-9
const ABOUT = 0.08
/** How far a multiple or share may be from a claim with "nearly". "Nearly three times" is fair for 2.7. */
const ABOUT_WORDS = 0.14
/** How far a rounded claim may be from the figure. "More than 30%" is fair for 34%, but misleading for 80%. */
const AT_MOST_OFF = 0.25

export function isHedged({ hedge, unit, isShare }: Figure, value: number, other: number): boolean {
  const about = unit === 'times' || isShare ? ABOUT_WORDS : ABOUT
  const off = (other - value) / Math.abs(other || 1)
  if (hedge === 'about') return Math.abs(off) <= about
  if (hedge === 'over') return off >= 0 && off <= AT_MOST_OFF
  return hedge === 'under' && off <= 0 && -off <= AT_MOST_OFF
}
