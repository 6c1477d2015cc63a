import type { WallTime } from '../posts/wall-time.ts'
import { instantOf } from '../time-zone.ts'
import { isRamadan } from './upcoming-slots.ts'

/** The maximum number of posts that one rule adds. */
export const MAX_OCCURRENCES = 100
/** The maximum interval between two posts, in the rule's unit. */
export const MAX_INTERVAL = 30
const MAX_YEARS_AHEAD = 2

export const RECURRENCE_UNITS = ['day', 'week', 'month'] as const
type RecurrenceUnit = (typeof RECURRENCE_UNITS)[number]

/** A post repeats every `interval` days, weeks or months, `count` times or until a date, whichever comes first. */
export interface RecurrenceRule {
  unit: RecurrenceUnit
  interval: number
  count?: number | undefined
  until?: string | undefined
  /** The local time of posts during Ramadan, if it differs. */
  ramadanTime?: string | null | undefined
}

export interface Occurrence extends WallTime {
  date: string
  at: Date
}

/**
 * The posts that a rule adds after the first one. Those whose time has passed are left out. `isTooLong`: the rule does
 * not end within the limits.
 */
export function occurrencesOf(
  rule: RecurrenceRule,
  first: WallTime,
  now: Date,
): { occurrences: Occurrence[]; isTooLong: boolean } {
  const { timeZone } = first
  const [firstDate = '', usualTime = ''] = first.wallTime.split('T')
  const lastDate = new Date(now)
  lastDate.setUTCFullYear(lastDate.getUTCFullYear() + MAX_YEARS_AHEAD)
  const limit = dateOf(lastDate)
  // Local time differs from UTC by at most a day, so dates before this one have passed in every zone.
  const earliest = dateOf(new Date(now.getTime() - 2 * DAY_MS))
  const occurrences: Occurrence[] = []
  for (let index = 1; ; index++) {
    const date = occurrenceDate(rule, firstDate, index)
    if (rule.until !== undefined && date > rule.until) return { occurrences, isTooLong: false }
    if (date > limit) return { occurrences, isTooLong: true }
    if (date < earliest) continue
    const time = rule.ramadanTime && isRamadan(date) ? rule.ramadanTime : usualTime
    const at = instantOf(date, time, timeZone)
    if (!at || at <= now) continue
    if (occurrences.length === MAX_OCCURRENCES) return { occurrences, isTooLong: true }
    occurrences.push({ date, at, wallTime: `${date}T${time}`, timeZone })
    if (occurrences.length === rule.count) return { occurrences, isTooLong: false }
  }
}

const DAY_MS = 86_400_000

const dateOf = (day: Date): string => day.toISOString().slice(0, 10)

function occurrenceDate({ unit, interval }: RecurrenceRule, first: string, index: number): string {
  const steps = index * interval
  if (unit !== 'month') return dateOf(new Date(Date.parse(first) + steps * (unit === 'week' ? 7 : 1) * DAY_MS))
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  // Day 0 is the last day of the month before, so a month without the 31st uses its last day.
  const lastDay = new Date(Date.UTC(year, month + steps, 0)).getUTCDate()
  return dateOf(new Date(Date.UTC(year, month - 1 + steps, Math.min(day, lastDay))))
}
