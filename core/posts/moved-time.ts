import { instantOf, wallClock } from '../time-zone.ts'

/** A calendar cell: a date such as `2025-12-03`, and an hour in views that show hours. */
export interface CalendarCell {
  date: string
  hour?: number
}

/**
 * The time of a post that moves to a calendar cell: the same local time on that day, or the same minute of that hour.
 * Around a clock change, `instantOf` decides.
 */
export function movedTo(at: Date, { date, hour }: CalendarCell, timeZone: string): Date | null {
  const time = wallTimeOn(at, hour, timeZone)
  const isSameDay = wallClock(at, timeZone).date === date
  // A post that moves within its day can keep its instant, even in the second of two equal hours.
  return instantOf(date, time, timeZone, isSameDay ? at : null)
}

/** The local time that the post gets in the new cell: `09:30`. */
export function wallTimeOn(at: Date, hour: number | undefined, timeZone: string): string {
  const { time } = wallClock(at, timeZone)
  return hour === undefined ? time : `${String(hour).padStart(2, '0')}${time.slice(2)}`
}
