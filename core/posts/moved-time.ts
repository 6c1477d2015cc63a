import { instantOf, wallClock } from '../time-zone.ts'

/** Where in a calendar something is put: a day, `2025-12-03`, and an hour of it where that was chosen. */
export interface Spot {
  date: string
  hour?: number
}

/**
 * When a post goes out that is put there: at the time that the clock showed before, or in the chosen hour at the same
 * minute. A time that comes twice is the first of the two, one that is skipped as much later as the clock jumped.
 */
export function movedTo(at: Date, { date, hour }: Spot, timeZone: string): Date | null {
  const time = wallTimeOn(at, hour, timeZone)
  const isSameDay = wallClock(at, timeZone).date === date
  // Where it stands already it stays, also in the second of two equal hours.
  return instantOf(date, time, timeZone, isSameDay ? at : null)
}

/** What the clock is to show there: `09:30`. */
export function wallTimeOn(at: Date, hour: number | undefined, timeZone: string): string {
  const { time } = wallClock(at, timeZone)
  return hour === undefined ? time : `${String(hour).padStart(2, '0')}${time.slice(2)}`
}
