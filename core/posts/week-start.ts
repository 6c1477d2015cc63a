import { startOfDay, wallClock, weekdayOf } from '../time-zone.ts'

/** Locales whose week begins on Sunday; everywhere else it is Monday. The specification's table. */
const SUNDAY = new Set(['en-us', 'en-ca', 'ja-jp', 'ar-sa', 'ja', 'ko'])

/** 0 is Sunday. */
export function firstWeekday(locale: string): 0 | 1 {
  return SUNDAY.has(locale.toLowerCase()) ? 0 : 1
}

/** When the current week began where the person is. */
export function weekStart(now: Date, timeZone: string, locale: string): Date {
  const { date } = wallClock(now, timeZone)
  return startOfDay(date, timeZone, -((weekdayOf(date) - firstWeekday(locale) + 7) % 7))
}
