import { startOfDay, wallClock, weekdayOf } from '../time-zone.ts'

/** Locales whose week begins on Sunday; everywhere else it is Monday. The specification's table. */
const SUNDAY = new Set(['en-us', 'en-ca', 'ja-jp', 'ar-sa', 'ja', 'ko'])

/** When the current week began where the person is. */
export function weekStart(now: Date, timeZone: string, locale: string): Date {
  const { date } = wallClock(now, timeZone)
  const firstDay = SUNDAY.has(locale.toLowerCase()) ? 0 : 1
  return startOfDay(date, timeZone, -((weekdayOf(date) - firstDay + 7) % 7))
}
