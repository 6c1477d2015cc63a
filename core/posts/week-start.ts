import { startOfDay, wallClock, weekdayOf } from '../time-zone.ts'

/** Locales whose week begins on Sunday; everywhere else it is Monday. The specification's table. */
const SUNDAY = new Set(['en-us', 'en-ca', 'ja-jp', 'ar-sa', 'ja', 'ko'])

/** With which days weeks may begin where a person says so themselves: Sunday, Monday and Saturday. */
export const WEEK_STARTS = [0, 1, 6] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/**
 * The day on which weeks begin; 0 is Sunday.
 * @param own what the person has chosen, which wins
 */
export function firstWeekday(locale: string, own?: WeekStart | null): WeekStart {
  return own ?? (SUNDAY.has(locale.toLowerCase()) ? 0 : 1)
}

/** When the current week began where the person is. */
export function weekStart(now: Date, timeZone: string, locale: string, own?: WeekStart | null): Date {
  const { date } = wallClock(now, timeZone)
  return startOfDay(date, timeZone, -((weekdayOf(date) - firstWeekday(locale, own) + 7) % 7))
}
