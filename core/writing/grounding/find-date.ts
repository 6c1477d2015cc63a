import type { DateParts } from './date-parts.ts'
import { WEEKDAYS } from './date-words.ts'
import type { DateMention } from './dates.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figure.ts'

export function findDate(claim: DateParts, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const years = yearsOf(witness)
    const date = witness.dates.find(({ parts }) => holds(inCalendar(parts, claim, years), claim, witness))
    if (date) return { witness, start: date.start, end: date.end }
    const later = findWeekdayAfter(claim, witness) ?? findLastDay(claim, witness)
    if (later) return later
    const shifted = findShifted(claim, witness) ?? findYearBeside(claim, witness)
    if (shifted) return shifted
    const named = findWeekdayWord(claim, witness)
    if (named) return named
    const figure = witness.figures.find(({ values: [value = 0], unit }) =>
      isYearOnly(claim)
        ? value === claim.year
        : isClockOnly(claim)
          ? (unit === null && isOnDial(value, claim)) || isAge(value, unit, claim)
          : isCenturyOnly(claim) && unit === null && value >= 1_000 && Math.ceil(value / 100) === claim.century,
    )
    if (figure) return { witness, start: figure.start, end: figure.end }
  }
  return undefined
}

/** Finds the word of a weekday that the source does not use as a date: امتحان الخميس, "Thursday's exam". */
function findWeekdayWord({ weekday, ...others }: DateParts, witness: EvidenceText): Found | undefined {
  if (weekday === undefined || Object.keys(others).length > 0) return undefined
  for (const [word, day] of WEEKDAYS) {
    const at = day === weekday ? witness.placesOf.get(word)?.[0] : undefined
    const token = at === undefined ? undefined : witness.tokens[at]
    if (token) return { witness, start: token.start, end: token.end }
  }
  return undefined
}

/** Finds the date of a weekday after a full date. In "Thursday, 12 June … until Friday", Friday is 13 June. */
function findWeekdayAfter(claim: DateParts, witness: EvidenceText): Found | undefined {
  if (claim.day === undefined || claim.month === undefined) return undefined
  let from: DateMention | undefined
  for (const date of witness.dates.slice(0, MAX_DATES)) {
    const { weekday, day, month } = date.parts
    if (weekday !== undefined && day !== undefined && month === claim.month) from = date
    const isAlone = weekday !== undefined && Object.keys(date.parts).length === 1
    if (!from || !isAlone || date.start - from.end > 2 * NEAR_A_DATE) continue
    const days = (weekday - (from.parts.weekday ?? 0) + 7) % 7
    if ((from.parts.day ?? 0) + days === claim.day) return { witness, start: from.start, end: date.end }
  }
  return undefined
}

/** Finds the last day of something that begins on the first date of the source: 14 November for nine days from the 6th. */
function findLastDay(claim: DateParts, witness: EvidenceText): Found | undefined {
  const date = witness.dates
    .slice(0, MAX_DATES)
    .find(({ parts }) => parts.day !== undefined && parts.month !== undefined)
  const isOtherYear = claim.year !== undefined && date?.parts.year !== undefined && claim.year !== date.parts.year
  if (!date || isOtherYear || claim.day === undefined || claim.month === undefined) return undefined
  const period = witness.figures
    .slice(0, MAX_DATES)
    .find(
      ({ unit, values: [value = 0], start }) =>
        unit === 'second' &&
        value > 86_400 &&
        LASTS.test(witness.text.slice(Math.max(0, start - NEAR_A_DATE / 2), start)) &&
        areDaysApart(date.parts, claim, Math.round(value / 86_400) - 1),
    )
  return period && { witness, start: date.start, end: Math.max(date.end, period.end) }
}

const LASTS = /(?<!\p{L})[وف]?(?:lasts?|runs for|runs|continues for|[يت]ستمر|[يت]متد|مدته|لمدة)(?!\p{L})[^.!?؟]*$/u

/** Finds the year of "last year" or "next year" next to a year of the source. With 2025, "last year" is 2024. */
function findYearBeside(claim: DateParts, witness: EvidenceText): Found | undefined {
  if (!isYearOnly(claim)) return undefined
  const years = new Set(witness.dates.slice(0, MAX_DATES).map(({ parts: { year } }) => year))
  for (const { pattern, step } of BESIDE_YEARS) {
    const match = years.has((claim.year ?? 0) + step) ? pattern.exec(witness.text) : null
    if (match) return { witness, start: match.index, end: match.index + match[0].length }
  }
  return undefined
}

/** Finds the end of the year before the claim, or the start of the next: "not before 2029" for "until the end of 2028". */
export function findTurnOfYear(claim: DateParts, evidence: Evidence): Found | undefined {
  for (const witness of isYearOnly(claim) ? evidence : []) {
    const date = witness.dates.slice(0, MAX_DATES).find(({ start, parts: { year = 0 } }) => {
      const before = witness.text.slice(Math.max(0, start - NEAR_A_TURN), start)
      const step = year - (claim.year ?? 0)
      return (step === -1 && END_OF.test(before)) || (step === 1 && START_OF.test(before))
    })
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

const NEAR_A_TURN = 24
const END_OF = /(?:the end of|نهاية|[أا]واخر|ختام)(?: (?:عام|سنة|العام))? *$/iu
const START_OF = /(?:the (?:start|beginning) of|بداية|مطلع|[أا]وائل)(?: (?:عام|سنة|العام))? *$/iu

const BESIDE_YEARS = [
  {
    step: 1,
    pattern:
      /(?<!\p{L})(?:last year|a year (?:ago|earlier|before)|the (?:previous|preceding|prior) year|[\u0620-\u064A]{0,2}العام (?:الماضي|السابق|المنصرم)|[\u0620-\u064A]{0,2}السنة (?:الماضية|السابقة|المنصرمة)|قبل (?:عام|سنة))(?!\p{L})/iu,
  },
  {
    step: -1,
    pattern:
      /(?<!\p{L})(?:next year|the (?:following|coming) year|a year later|[\u0620-\u064A]{0,2}العام (?:المقبل|القادم|التالي)|[\u0620-\u064A]{0,2}السنة (?:المقبلة|القادمة|التالية)|بعد (?:عام|سنة))(?!\p{L})/iu,
  },
]

/** The year of a source's months without a year: that of its first full date. */
const yearOf = ({ dates }: EvidenceText): number | undefined =>
  dates.slice(0, MAX_DATES).find(({ parts }) => parts.year !== undefined && parts.day !== undefined)?.parts.year

const MAX_YEARS = 4

/** The years that a source names: the possible years of its dates without a year. */
const yearsOf = ({ dates }: EvidenceText): number[] =>
  [...new Set(dates.slice(0, MAX_DATES).flatMap(({ parts: { year } }) => (year && year > 1900 ? [year] : [])))].slice(
    0,
    MAX_YEARS,
  )

/** Computes what the claim states and the date leaves out: its weekday, or the day of "the third Saturday in March". */
function inCalendar(mention: DateParts, claim: DateParts, years: readonly number[]): DateParts {
  const month = Number(mention.month)
  if (claim.nth !== undefined && mention.day !== undefined) mention = { ...mention, nth: Math.ceil(mention.day / 7) }
  const needsDay = claim.day !== undefined && mention.day === undefined && mention.nth !== undefined
  const needsWeekday = claim.weekday !== undefined && mention.weekday === undefined && mention.day !== undefined
  if (!(month > 0) || (!needsDay && !needsWeekday)) return mention
  // If the claim has only a weekday, guess no year, because the weekday would fit in some year.
  const possible = claim.day === undefined && claim.nth === undefined ? [] : years
  for (const year of mention.year ? [mention.year] : possible) {
    const weekdayOf = (day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()
    if (needsWeekday && weekdayOf(mention.day ?? 1) === claim.weekday) return { ...mention, weekday: claim.weekday }
    const first = 1 + (((mention.weekday ?? 0) - weekdayOf(1) + 7) % 7)
    if (needsDay && claim.day === first + 7 * ((mention.nth ?? 1) - 1)) return { ...mention, day: claim.day }
  }
  return mention
}

/** The maximum number of dates and of periods to compare, to limit the time in long sources. */
const MAX_DATES = 300
/** The maximum number of UTF-16 units between a date and a period that is added to it. */
const NEAR_A_DATE = 70

/** Finds a date and a period of the source that produce the claim: 18 April and six months for October. */
function findShifted(claim: DateParts, witness: EvidenceText): Found | undefined {
  const clock = claim.time ?? claim.dial
  if (clock === undefined && monthOf(claim) === undefined && !isYearOnly(claim)) return undefined
  const periods = witness.figures.filter(({ unit }) => unit === 'second' || unit === 'month').slice(0, MAX_DATES)
  // Also look for a duration, because a claim such as 4:38 may mean minutes and seconds instead of a time.
  const duration = claim.time === undefined ? undefined : periods.find(({ values }) => values.includes(clock! * 60))
  if (duration) return { witness, start: duration.start, end: duration.end }
  let first = 0
  for (const date of witness.dates.slice(0, MAX_DATES)) {
    while ((periods[first]?.end ?? Infinity) < date.start - NEAR_A_DATE) first++
    for (let n = first; (periods[n]?.start ?? Infinity) < date.end + NEAR_A_DATE; n++) {
      const period = periods[n] as Figure
      const between = witness.text.slice(Math.min(date.end, period.end), Math.max(date.start, period.start))
      // The full stop of "p.m." ends no sentence.
      if (/[.!?؟]\s/u.test(between.replace(/^\. (?=\p{Ll})/u, ''))) continue
      if (!isShifted(date, period, claim)) continue
      const [one, other] = date.start < period.start ? [date, period] : [period, date]
      const computedFrom = [one, other].map(({ start, end }) => ({ start, end }))
      return { witness, start: one.start, end: Math.max(one.end, other.end), computedFrom }
    }
  }
  return undefined
}

function isShifted({ parts }: DateMention, { unit, values }: Figure, claim: DateParts): boolean {
  const clock = claim.time ?? claim.dial
  const [from, value] = [parts.time ?? parts.dial, values[0] ?? 0]
  if (clock !== undefined) {
    if (from === undefined || unit !== 'second') return false
    const round = claim.time === undefined || parts.time === undefined ? 720 : 1_440
    return [value / 60, -value / 60].some((minutes) => {
      const off = (((from + minutes - clock) % round) + round) % round
      return Math.min(off, round - off) <= (clock % 30 === 0 ? ROUNDED_CLOCK : 0)
    })
  }
  if (unit === 'second' && claim.day !== undefined) return areDaysApart(parts, claim, value / 86_400)
  if (unit !== 'month' || parts.year === undefined) return false
  if (isYearOnly(claim)) return [value, -value].some((months) => parts.year! + months / 12 === claim.year)
  const month = monthOf(parts)
  if (claim.day !== undefined || month === undefined) return false
  return [value, -value].some((months) => {
    const place = parts.year! * 12 + month - 1 + months
    const own = (place % 12) + 1
    const isMonth = claim.season ? SEASONS[claim.season]?.includes(own) === true : String(own) === claim.month
    return isMonth && (claim.year === undefined || Math.floor(place / 12) === claim.year)
  })
}

/** The month of a date, or the middle month of its season. */
const monthOf = ({ month, season }: DateParts): number | undefined =>
  Number(month) > 0 ? Number(month) : SEASONS[season ?? '']?.[1]

/** Whether a date is `days` days before or after another one: 2 March is four weeks after 2 February. */
function areDaysApart(parts: DateParts, claim: DateParts, days: number): boolean {
  const year = parts.year ?? claim.year ?? COMMON_YEAR
  const [from, to] = [parts, claim].map(({ day, month }) =>
    day !== undefined && Number(month) > 0 ? Date.UTC(year, Number(month) - 1, day) / 86_400_000 : undefined,
  )
  return from !== undefined && to !== undefined && Number.isInteger(days) && Math.abs(to - from) === days
}

const COMMON_YEAR = 2_025 // A year without a leap day, for dates whose year is unknown.

/** How many minutes a claim of a full or half hour may differ from a computed time, because such claims are rounded. */
const ROUNDED_CLOCK = 5

const isCenturyOnly = (parts: DateParts): boolean => Object.keys(parts).join('') === 'century'

const isClockOnly = (parts: DateParts): boolean => /^(?:time|dial)$/.test(Object.keys(parts).join(' '))

/** Whether a number is a clock time with a full stop: 5.12 for 5:12. */
function isOnDial(value: number, claim: DateParts): boolean {
  const minutes = Math.floor(value) * 60 + Math.round((value % 1) * 100)
  return !Number.isInteger(value) && value < 24 && minutes % 720 === onDial(claim)
}

/** Whether Arabic writes an age like an hour: بين السادسة والثامنة, "between six and eight". */
const isAge = (value: number, unit: string | null, { dial }: DateParts): boolean =>
  dial !== undefined &&
  dial % 60 === 0 &&
  (unit === 'month' ? value / 12 : unit === null ? value : 0) === (dial / 60 || 12)

const isYearOnly = (parts: DateParts): boolean => Object.keys(parts).join('') === 'year'

/** All parts of a claimed date must occur together, except the year, which may be elsewhere in the text. */
function holds(mention: DateParts, claim: DateParts, witness: EvidenceText): boolean {
  return (Object.keys(claim) as (keyof DateParts)[]).every((part) => {
    // A year in the source supports a claim about its century.
    if (part === 'century' && mention.century === undefined && mention.year !== undefined)
      return Math.ceil(mention.year / 100) === claim.century
    if (part === 'century' && mention.lastCentury !== undefined && claim.lastCentury === undefined)
      return (claim.century ?? 0) >= (mention.century ?? 0) && (claim.century ?? 0) <= mention.lastCentury
    if (part === 'decade') return isInDecade(mention, claim.decade ?? 0)
    if (part === 'dial') return onDial(mention) === claim.dial
    const isLimit = part === 'month' && mention.quarter !== undefined && (claim.year ?? mention.year) === mention.year
    if (isLimit && isAtLimit(Number(claim.month), mention.quarter ?? 0)) return true
    const isOfHalf = part === 'month' && mention.half !== undefined && (claim.year ?? mention.year) === mention.year
    if (isOfHalf && Number(claim.month) % 6 < 2 && Math.ceil(Number(claim.month) / 6) === mention.half) return true
    // A month in the source also supports a claim about its quarter or season.
    const year = mention.year ?? yearOf(witness)
    const isItsYear = claim.year === undefined || year === claim.year
    const hasMonth = mention[part] === undefined && mention.month !== undefined && isItsYear
    if (hasMonth && !isNamed(part, witness) && holdsMonth(part, claim, Number(mention.month))) return true
    if (part === 'time' && mention.dial !== undefined) return mention.dial === onDial(claim)
    if (mention[part] !== undefined) return mention[part] === claim[part]
    if (part !== 'year' || isYearOnly(claim)) return false
    // If the source names the year of this month elsewhere, a date without a year does not support a claim about
    // another year.
    const isOfOtherYear =
      mention.month !== undefined &&
      mention.day === undefined &&
      claim.day === undefined &&
      witness.dates.some(({ parts }) => parts.month === mention.month && parts.year !== undefined)
    return !isOfOtherYear && witness.dates.some(({ parts }) => parts.year === claim.year)
  })
}

/** Whether a mention names the decade or a year of it. "The sixties" fit the 1960s. */
function isInDecade(mention: DateParts, decade: number): boolean {
  const other = mention.decade ?? (mention.year === undefined ? -1 : mention.year - (mention.year % 10))
  return other === decade || ((other < 100 || decade < 100) && other % 100 === decade % 100)
}

/**
 * Whether the source mentions quarters or halves. Then a month in the source supports no claim about another quarter or
 * half.
 */
const isNamed = (part: keyof DateParts, { dateParts }: EvidenceText): boolean =>
  (part === 'quarter' && (dateParts.has('quarter') || dateParts.has('half'))) ||
  (part === 'half' && dateParts.has('half'))

/** A relative date such as "last year" can be verified only if the source has a relative date of the same kind. */
export const isLookedUp = ({ relative, ...parts }: DateParts, evidence: Evidence): boolean =>
  relative === undefined
    ? // "The second half" may be of a game, unless the source mentions halves or quarters of a year.
      Object.keys(parts).join('') !== 'half' ||
      evidence.some(({ dateParts }) => dateParts.has('half') || dateParts.has('quarter'))
    : evidence.some(({ dates }) => dates.some(({ parts }) => parts.relative?.split(' ')[1] === relative.split(' ')[1]))

/** Writes "next year" and "last year" as years. */
export const absoluteYear = (parts: DateParts, thisYear: number): DateParts => {
  const step = parts.relative === 'next year' ? 1 : parts.relative === 'last year' ? -1 : 0
  return step === 0 || thisYear === 0 ? parts : { year: thisYear + step }
}

const SEASONS: Record<string, readonly number[]> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [12, 1, 2],
}

function holdsMonth(part: keyof DateParts, claim: DateParts, month: number): boolean {
  if (part === 'season') return SEASONS[claim.season ?? '']?.includes(month) ?? false
  if (part === 'quarter') return Math.ceil(month / 3) === claim.quarter
  return part === 'half' && Math.ceil(month / 6) === claim.half
}

/** Whether a month begins or ends a quarter: "between July and September" for the third quarter. */
const isAtLimit = (month: number, quarter: number): boolean => month === 3 * quarter - 2 || month === 3 * quarter

const onDial = ({ time, dial }: DateParts): number | undefined => dial ?? (time === undefined ? undefined : time % 720)
