import { century, decade } from './centuries.ts'
import { clockTime, ENGLISH_HOURS, englishHour, hourInWords } from './clock-times.ts'
import type { DateParts, ReadDate } from './date-parts.ts'
import { dayAndMonth } from './day-and-month.ts'
import { ordinalDay } from './days-of-month.ts'
import { numericDate, numericMonth } from './numeric-dates.ts'
import { quarter, relative, season } from './periods.ts'
import { wholeNumber, type Token } from './tokens.ts'
import { nthWeekday, weekday } from './weekdays.ts'
import { secondYear, yearAlone } from './years.ts'

export interface DateMention {
  start: number
  end: number
  parts: DateParts
  /** Whether the month or half of the day was taken from the other end of a range. It is then no separate claim. */
  isElliptical?: boolean
  /** Whether the text names the middle of the month: mid-May. */
  isMiddle?: boolean
}

export function datesIn(tokens: readonly Token[]): DateMention[] {
  const found: DateMention[] = []
  for (let at = 0; at < tokens.length;) {
    const read = dateAt(tokens, at)
    if (read) {
      const [first, last] = [tokens[at], tokens[read.next - 1]]
      found.push(...(first ? daysBefore(tokens, at, read.parts) : []))
      const before = found.at(-1)
      const isOne =
        before?.parts.weekday !== undefined &&
        Object.keys(before.parts).length === 1 &&
        read.parts.day !== undefined &&
        read.parts.weekday === undefined &&
        before.end + 2 >= (first?.start ?? 0)
      if (before && last && isOne) Object.assign(before, { end: last.end, parts: { ...before.parts, ...read.parts } })
      else if (first && last)
        found.push({
          start: first.start,
          end: last.end,
          parts: read.parts,
          ...(read.isMiddle && { isMiddle: true }),
        })
    }
    at = read ? read.next : at + 1
  }
  return found
}

/** Reads the days of a list that take their month from the last one: on 4, 11 and 18 May. */
function daysBefore(tokens: readonly Token[], at: number, parts: DateParts): DateMention[] {
  const found: DateMention[] = []
  for (let place = at; found.length < MAX_LISTED;) {
    const last = found.at(-1)?.parts ?? parts
    const before = tokens[place - 1]
    // Commas are not tokens, so a gap of two characters between tokens is a comma and a space.
    const number = found.length > 0 && (tokens[place]?.start ?? 0) - (before?.end ?? 0) === 2 ? before : undefined
    const listed = wholeNumber(number, 1, (last.day ?? 0) - 1)
    const day =
      listed === undefined || !number
        ? dayBefore(tokens, place, last)
        : { start: number.start, end: number.end, parts: { ...last, day: listed }, isElliptical: true }
    if (!day) break
    found.push(day)
    place -= listed === undefined ? 2 : 1
  }
  return found.toReversed()
}

const MAX_LISTED = 12

/** Reads the start of a range that takes its month or half of the day from the end: 10 to 13 September */
function dayBefore(tokens: readonly Token[], at: number, parts: DateParts): DateMention | undefined {
  const [number, join] = [tokens[at - 2], tokens[at - 1]]
  if (!number || !/^(?:to|and|until|or|au|bis|et|und|[–-]|الي|حتي|و)$/u.test(join?.key ?? '')) return undefined
  const isClose = (tokens[at]?.start ?? 0) - number.end <= 7
  if (parts.day !== undefined && parts.month !== undefined) {
    const day =
      ordinalDay(tokens, at - 2)?.next === at - 1 ? ordinalDay(tokens, at - 2)?.day : wholeNumber(number, 1, 31)
    if (!isClose || day === undefined || day >= parts.day) return undefined
    return { start: number.start, end: number.end, parts: { ...parts, day }, isElliptical: true }
  }
  const hour = wholeNumber(number, 1, 12) ?? ENGLISH_HOURS.get(number.key)
  if (!isClose || parts.time === undefined || hour === undefined || tokens[at - 3]?.text === ':') return undefined
  return { start: number.start, end: number.end, parts: { dial: (hour % 12) * 60 }, isElliptical: true }
}

function dateAt(tokens: readonly Token[], at: number): ReadDate | undefined {
  return (
    numericDate(tokens, at) ??
    numericMonth(tokens, at) ??
    clockTime(tokens, at) ??
    hourInWords(tokens, at) ??
    englishHour(tokens, at) ??
    nthWeekday(tokens, at) ??
    dayAndMonth(tokens, at) ??
    century(tokens, at) ??
    decade(tokens, at) ??
    quarter(tokens, at) ??
    season(tokens, at) ??
    relative(tokens, at) ??
    secondYear(tokens, at) ??
    yearAlone(tokens, at) ??
    weekday(tokens, at)
  )
}
