import { instantOf, wallClock } from '../time-zone.ts'

/** A calendar cell: a date such as `2025-12-03`, with an hour in views that show hours, or the time of a weekly slot. */
export interface CalendarCell {
  date: string
  hour?: number
  time?: string
}

/**
 * The time of a post that moves to a calendar cell. If the cell has neither time nor hour, the post keeps its local
 * time. If a clock change skips or repeats that time, `instantOf` chooses the instant.
 */
export function movedTo(at: Date, cell: CalendarCell, timeZone: string): Date | null {
  const { date } = cell
  const time = wallTimeOn(at, cell, timeZone)
  const isSameDay = wallClock(at, timeZone).date === date
  // A post that moves within its day can keep its instant, even in the second occurrence of an hour that a clock change
  // repeats.
  return instantOf(date, time, timeZone, isSameDay ? at : null)
}

/** The local time that a post gets when it is moved to another calendar cell, such as `09:30`. */
export function wallTimeOn(at: Date, { hour, time: given }: CalendarCell, timeZone: string): string {
  if (given !== undefined) return given
  const { time } = wallClock(at, timeZone)
  return hour === undefined ? time : `${String(hour).padStart(2, '0')}${time.slice(2)}`
}
