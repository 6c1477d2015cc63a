import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import type { DateMention } from './dates.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Surroundings } from './surroundings.ts'

const CUES =
  wordSet(`takes took يستغرق تستغرق استغرق استغرقت by slipped delayed pushed postponed تاخر تاخرت تاجل تاجلت ago earlier before later after since in within span over for nearly almost more than between lasts
  lasted longer ran open stays shut closed nights window decade years months long every until already best first last
  cycle whole throughout قبل بعد خلال منذ مرور مضي مرت مر مضت طوال مدي في استمر تستمر استمرت تمتد عمر عمره عمرها بين كل طيله من نحو اكثر`)

/** The maximum number of dates to compare, to limit the time in long sources. */
const MAX_DATES = 1_500
/** The maximum distance between the two dates of a span, counted in dates of the source. */
const REACH = 8

/** Finds two dates or times of the source that are as far apart as the claim states: 2019 and 2023 for "four years". */
export function findSpan(claim: Figure, around: Surroundings, witness: EvidenceText): Span[] | undefined {
  if (claim.unit !== 'month' && claim.unit !== 'second') return undefined
  const isCued = [...CUES].some((cue) => around.words.has(cue))
  const dates = witness.dates.slice(0, MAX_DATES)
  const slack = claim.hedge ? 1 : 0
  const since = isCued
    ? dates.find(
        (date) =>
          isUntilNow(date, claim, around.thisYear) ||
          (BEGINS.test(witness.text.slice(Math.max(0, date.start - NEAR_A_START), date.start)) &&
            date.parts.year === around.thisYear - (claim.values[0] ?? 0) / 12),
      )
    : undefined
  if (since) return [since]
  const year = isCued ? findOldYear(claim, around.thisYear, witness) : undefined
  if (year) return [year]
  for (let n = 1; n < dates.length; n++)
    for (let m = Math.max(0, n - REACH); m < n; m++) {
      const [one, other] = [dates[m], dates[n]]
      if (!one || !other || one.start === other.start) continue
      const isSame = claim.values.some((value) => isApart(one, other, value, claim, slack))
      const isOperand = around.dates.some(({ parts }) =>
        [one, other].some(
          (date) =>
            (parts.year !== undefined && parts.year === date.parts.year) ||
            (parts.day !== undefined &&
              parts.day === date.parts.day &&
              (parts.month === undefined || parts.month === date.parts.month)) ||
            areAtOneTime(parts, date.parts),
        ),
      )
      const isRange = n - m === 1 && FROM_TO.test(witness.text.slice(one.end, other.start))
      if (isSame && (isOperand || isRange || (isCued && (n - m === 1 || claim.writtenUnit === 'year'))))
        return [one, other]
    }
  return undefined
}

/**
 * Whether a year in the source is as many years ago as the claim states. Ignores short spans, because they match by
 * chance.
 */
function isUntilNow(
  { parts: { year, century } }: DateMention,
  { values, hedge, unit }: Figure,
  thisYear: number,
): boolean {
  const years = (values[0] ?? 0) / 12
  // Count from the middle of a century, so that the number of years is wrong by at most 50.
  const from = year ?? (century === undefined ? undefined : 100 * century - 50)
  if (unit !== 'month' || from === undefined || thisYear === 0 || years < LONG_SPAN) return false
  const off = thisYear - from - years
  if (year === undefined && Math.abs(off) <= 50) return true
  if (hedge === 'about') return Math.abs(off) <= Math.max(1, 0.05 * years)
  if (hedge === 'over') return off >= 0 && off <= 0.25 * years
  if (hedge === 'under') return off <= 0 && -off <= 0.1 * years
  return Math.abs(off) <= 1
}

/** The text between the ends of a range of dates: from 2018 to 2024. */
const FROM_TO = /^(?: to | until |–|-|[^.!?؟]{0,30} (?:[إا]لى|حتى)(?: [عسي][\p{L}]+)? )$/u

const LONG_SPAN = 8

/** Words before a year in which something began, from which drafts count even short spans: founded in 2020. */
const BEGINS =
  /(?<!\p{L})(?:founded|established|set up|launched|began|begun|started|since|opened|[وف]?(?:تأسست?|أُ?سست?|أنشئت?|انطلقت?|منذ|بدأت?))(?!\p{L})[^.!?؟]*$/iu
const NEAR_A_START = 24

/**
 * Finds the early year from which a time span is counted, although it reads like a plain number. In 2025, "882 years
 * ago" is counted from 1143.
 */
const findOldYear = (
  { unit, values, hedge }: Figure,
  thisYear: number,
  { figures }: EvidenceText,
): Figure | undefined =>
  unit === 'month' && thisYear > 0
    ? figures.slice(0, MAX_DATES).find((figure) => {
        const [year = 0] = figure.values
        const years = (values[0] ?? 0) / 12
        const isYear = figure.unit === null && figure.nouns.length === 0 && year >= 500 && year < 1_900
        return isYear && Math.abs(thisYear - year - years) <= (hedge === 'about' ? 0.05 * years : 1)
      })
    : undefined

const areAtOneTime = (one: DateMention['parts'], other: DateMention['parts']): boolean =>
  (one.time ?? one.dial) !== undefined && (one.time ?? one.dial ?? 0) % 720 === (other.time ?? other.dial ?? -1) % 720

function isApart(one: DateMention, other: DateMention, value: number, claim: Figure, slack: number): boolean {
  const [a, b] = [one.parts, other.parts]
  if (claim.unit === 'second') {
    const [from, to] = [a.time ?? a.dial, b.time ?? b.dial]
    // A duration that is not in whole hours rarely equals the distance of two times by chance, so search farther.
    const reach = value % 3_600 === 0 ? 60 : 250
    if (from === undefined || to === undefined || other.start - one.end > reach)
      return areDaysApart(dayOf(one, other), value / 86_400, claim)
    const round = a.time === undefined || b.time === undefined ? 720 : 1_440
    // Either time may come first, as in "until 8 p.m. instead of 5.30 p.m.".
    return [to - from, from - to].some((apart) => ((apart + 1_440) % round) * 60 === value)
  }
  const years = a.year !== undefined && b.year !== undefined ? Math.abs(a.year - b.year) : undefined
  const isWhole = value % 12 === 0
  if (claim.writtenUnit !== 'month' && isWhole)
    return years !== undefined && years > 0 && Math.abs(years * 12 - value) <= 12 * slack
  const [from, to] = [Number(a.month), Number(b.month)]
  if (
    !(from > 0) ||
    !(to > 0) ||
    (years === undefined && (a.year ?? b.year) === undefined && other.start - one.end > 60)
  )
    return false
  const apart = Math.abs(((b.year ?? 0) - (a.year ?? 0)) * (years === undefined ? 0 : 12) + to - from)
  // The distance of two full dates allows almost no rounding, unless the draft says that it rounds.
  if (a.day !== undefined && b.day !== undefined && claim.writtenUnit === 'month' && !claim.hedge && apart > 0)
    return Math.abs(apart + (from <= to ? 1 : -1) * ((b.day - a.day) / 30) - value) <= 0.6
  const off = a.day !== undefined || b.day !== undefined || claim.hedge || claim.writtenUnit !== 'month' ? 1 : 0.5
  // Count both months, because the span from September to the next August is twelve months.
  const isWholeMonths = years !== undefined && a.day === undefined && b.day === undefined
  if (claim.writtenUnit === 'month' && isWholeMonths && apart + 1 === value) return true
  // Unless both dates have a year, a later month before an earlier one spans the new year: from November to March.
  const isOverNewYear = years === undefined && to < from && Math.abs(12 - apart - value) <= off
  return apart > 0 && (isOverNewYear || Math.abs(apart - value) <= off)
}

/**
 * Whether two dates are as many days apart as the claim states. Weeks may be rounded, and either date may be included.
 */
function areDaysApart(days: number, claimed: number, { writtenUnit, hedge }: Figure): boolean {
  if (days === 0) return false
  if (writtenUnit === 'week') return Math.abs(days - claimed) <= (hedge ? 4 : 2)
  return days === claimed || (writtenUnit === 'day' && days + 1 === claimed)
}

/** The number of days between two dates in one year. Zero if a day is missing. */
function dayOf(one: DateMention, other: DateMention): number {
  const [from, to] = [one, other].map(({ parts: { day, month }, isMiddle }) => {
    const place = day ?? (isMiddle ? 15 : undefined)
    return place === undefined || !(Number(month) > 0)
      ? undefined
      : Date.UTC(2_001, Number(month) - 1, place) / 86_400_000
  })
  return from === undefined || to === undefined ? 0 : Math.abs(from - to)
}
