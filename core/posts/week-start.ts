import { startOfDay, wallClock, weekdayOf } from '../time-zone.ts'

/** Locales whose week begins on Sunday. In all other locales, the week begins on Monday. */
const SUNDAY = new Set(['en-us', 'en-ca', 'ja-jp', 'ar-sa', 'ja', 'ko'])

export const WEEK_STARTS = [0, 1, 6] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/**
 * The first day of the week; 0 is Sunday.
 * @param own the user's choice, which overrides the locale
 */
export function firstWeekday(locale: string, own?: WeekStart | null): WeekStart {
  return own ?? (SUNDAY.has(locale.toLowerCase()) ? 0 : 1)
}

export function weekStart(now: Date, timeZone: string, locale: string, own?: WeekStart | null): Date {
  const { date } = wallClock(now, timeZone)
  return startOfDay(date, timeZone, -((weekdayOf(date) - firstWeekday(locale, own) + 7) % 7))
}
