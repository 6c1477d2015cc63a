import { instantOf, startOfDay, wallClock, weekdayOf } from '#core/time-zone.ts'

interface Preset {
  kind: 'hour' | 'today' | 'tomorrow' | 'week'
  at: Date
}

const HOUR_MS = 3_600_000
const FIVE_MINUTES_MS = 300_000

/**
 * Suggests times to publish, soonest first and never in the past.
 * @param weekend the user's days off; 0 is Sunday
 */
export function presets(now: Date, timeZone: string, weekend: readonly number[]): Preset[] {
  const today = wallClock(now, timeZone).date
  const dayAt = (days: number) => wallClock(startOfDay(today, timeZone, days), timeZone).date
  const isOff = (date: string) => weekend.includes(weekdayOf(date))
  const soon = inAnHour(now)
  const evening = instantOf(today, '18:00', timeZone)
  const tomorrow = tomorrowMorning(now, timeZone)
  // Searches from the day after tomorrow, because the preset `tomorrow` already offers tomorrow.
  const workday = [2, 3, 4, 5, 6, 7, 8].map(dayAt).find((date, index) => !isOff(date) && isOff(dayAt(index + 1)))
  const week = workday ? instantOf(workday, '09:00', timeZone) : null
  return [
    { kind: 'hour' as const, at: soon },
    ...(evening && evening > soon ? [{ kind: 'today' as const, at: evening }] : []),
    ...(tomorrow ? [{ kind: 'tomorrow' as const, at: tomorrow }] : []),
    ...(week ? [{ kind: 'week' as const, at: week }] : []),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns 09:00 tomorrow, which is also the suggestion for a post without any other time. */
export function tomorrowMorning(now: Date, timeZone: string): Date | null {
  const today = wallClock(now, timeZone).date
  return instantOf(wallClock(startOfDay(today, timeZone, 1), timeZone).date, '09:00', timeZone)
}

export function inAnHour(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + HOUR_MS) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS)
}
