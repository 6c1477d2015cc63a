import type { Evidence, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { DraftNumbers } from './surroundings.ts'

/** Finds the same period in other words: half a year for six months, or a quarter for three. */
export function findPeriod({ values, unit }: Figure, evidence: Evidence): Found | undefined {
  const name =
    unit === 'month'
      ? values.includes(12)
        ? A_YEAR
        : values.includes(3) && A_QUARTER
      : values.includes(604_800) && A_WEEK
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

const A_WEEK = /(?:a|one|the|that|first|last) week(?!\p{L})|أسبوع/u
const A_QUARTER = /(?<!\p{L})(?:full|this|last|the) quarter(?!\p{L}| of)|ربع (?:كامل|سنوي)/u
const A_YEAR =
  /a year (?:earlier|ago|before|on|later)|one year|last year|the previous year|قبل عام|قبل سنة|(?:العام|السنة) (?:الماضي|السابق)ة?|منذ عام/iu

/** Finds an age: 40 for a company founded 40 years ago that "turns 40". */
export function findAge(
  { values: [value = 0], nouns, unit, at }: Figure,
  draft: DraftNumbers,
  evidence: Evidence,
): Found | undefined {
  const { tokens, thisYear } = draft
  const isAge = unit === null && nouns.length === 0 && thisYear > 0 && value >= 10 && value <= 120
  if (!isAge || !AGED.test(`${tokens[at - 2]?.key} ${tokens[at - 1]?.key}`)) return undefined
  for (const witness of evidence) {
    const date = witness.dates.find(
      ({ parts: { year } }) => year !== undefined && (thisYear - year === value || thisYear - year === value + 1),
    )
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

const AGED = /(?:turns?|turned|turning|aged|(?:he|she) is|عمره|عمرها)$/u

/**
 * Finds the date or time in a source that supports a bare number in a draft. The number is an hour, as in "before ten",
 * or a day, as in "the 19th".
 */
export function findInDate(
  { values, nouns, at, next }: Figure,
  { tokens }: DraftNumbers,
  evidence: Evidence,
): Found | undefined {
  const isDay =
    /^(?:st|nd|rd|th)$/.test(tokens[at + 1]?.key ?? '') || /^[وفبل]?ال?يوم$|^يوم$/u.test(tokens[at - 1]?.key ?? '')
  const isHour =
    nouns.length === 0 &&
    (/^(?:to|until|till)$/.test(tokens[next]?.key ?? '') ||
      /^(?:before|after|until|till|from|to|at|by|between|and|قبل|بعد|حتي|الي|من|بين)$/u.test(tokens[at - 1]?.key ?? ''))
  const [value = 0] = values
  // A clock time with a full stop, such as 7.15, looks like a decimal. Look it up as a time too.
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
export function findYear({ values }: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => parts.year !== undefined && values.includes(parts.year))
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}
