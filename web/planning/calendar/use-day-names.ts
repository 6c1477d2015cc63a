import { useMemo } from 'react'
import { useFormatter, useLocale } from 'use-intl'

type Look = { weekday?: 'long' | 'short'; day?: 'numeric'; month?: 'long'; year?: 'numeric' }

export function useDayNames() {
  const format = useFormatter()
  const locale = useLocale()
  return useMemo(() => {
    const midnight = (date: string) => new Date(`${date}T00:00Z`)
    const write = (date: string, look: Look) => format.dateTime(midnight(date), { ...look, timeZone: 'UTC' })
    const hijri = (look: Look) =>
      new Intl.DateTimeFormat(locale, { ...look, calendar: 'islamic-umalqura', timeZone: 'UTC' })
    const [hijriDay, hijriDate, hijriMonth] = [
      hijri({ day: 'numeric' }),
      hijri({ day: 'numeric', month: 'long', year: 'numeric' }),
      hijri({ month: 'long', year: 'numeric' }),
    ]
    return {
      number: (date: string) => write(date, { day: 'numeric' }),
      weekday: (date: string) => write(date, { weekday: 'short' }),
      longWeekday: (date: string) => write(date, { weekday: 'long' }),
      full: (date: string) => write(date, { weekday: 'long', day: 'numeric', month: 'long' }),
      dayMonth: (date: string) => write(date, { day: 'numeric', month: 'long' }),
      longMonth: (date: string) => write(date, { month: 'long' }),
      /** Names one month, or a range of months by its first and last month. */
      months: (from: string, to: string, month: 'long' | 'short' = 'long') =>
        from === to
          ? write(from, { month: 'long', year: 'numeric' })
          : format.dateTimeRange(midnight(from), midnight(to), { month, year: 'numeric', timeZone: 'UTC' }),
      month: (date: string) => write(date, { month: 'long', year: 'numeric' }),
      range: (from: string, to: string, month: 'long' | 'short' = 'long') =>
        format.dateTimeRange(midnight(from), midnight(to), { day: 'numeric', month, timeZone: 'UTC' }),
      /** Names of Hijri dates, by the Umm al-Qura calendar. */
      hijriNumber: (date: string) => hijriDay.format(midnight(date)),
      hijriFull: (date: string) => hijriDate.format(midnight(date)),
      hijriRange: (from: string, to: string) => hijriMonth.formatRange(midnight(from), midnight(to)),
    }
  }, [format, locale])
}

export type DayNames = ReturnType<typeof useDayNames>
