import { useMemo } from 'react'
import { useFormatter, useLocale, useTimeZone } from 'use-intl'
import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import { wallClock } from '#core/time-zone.ts'
import { offsetName, zoneName } from '#core/zone-name.ts'
import { browserTimeZone } from './browser-time-zone.ts'
import { useZoneCities } from './zone-cities.ts'

const FULL_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

export function useDates() {
  const format = useFormatter()
  const locale = useLocale()
  const timeZone = useTimeZone() ?? browserTimeZone()
  const cities = useZoneCities(locale)
  return useMemo(
    () => ({
      timeZone,
      /** The local day as `2025-12-03`, for comparing days. */
      dayKey: (at: Date) => wallClock(at, timeZone).date,
      /** The local time as `09:00`, for comparing and for URLs. */
      clockTime: (at: Date) => wallClock(at, timeZone).time,
      /** Formats the time as `9:00`. */
      time: (at: Date) => withoutLeadingZero(format.dateTime(at, CLOCK)),
      clock: (at: Date) => withoutLeadingZero(format.dateTime(at, { ...CLOCK, second: '2-digit' })),
      dayNumber: (at: Date) => format.dateTime(at, { day: 'numeric' }),
      weekday: (at: Date) => format.dateTime(at, { weekday: 'short' }),
      /** Formats the day as `Wednesday 3 December`. */
      fullDay: (at: Date) => format.dateTime(at, FULL_DAY),
      /** Formats the day as `3 December`. */
      day: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'long' }),
      /** Formats the day as `3 Dec`. */
      shortDay: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'short' }),
      shortMonth: (at: Date) => format.dateTime(at, { month: 'short' }),
      /** Formats the day as `3 December 2025`. */
      date: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'long', year: 'numeric' }),
      // A comma joins day and time, as in the messages. The browser would join them by a word.
      dayAndTime: (at: Date) =>
        [format.dateTime(at, FULL_DAY), withoutLeadingZero(format.dateTime(at, CLOCK))].join(
          locale.startsWith('ar') ? '، ' : ', ',
        ),
      /** Names the user's zone as `Riyadh, GMT+3`; only its offset while the city names load. */
      zoneName: (at: Date) => (cities ? zoneName(timeZone, locale, at, cities) : offsetName(timeZone, locale, at)),
    }),
    [format, locale, timeZone, cities],
  )
}

/** Whole days from today to `at`: -1 is yesterday. */
export function daysFromToday(at: Date, timeZone: string): number {
  const dayStart = (instant: Date) => Date.parse(`${wallClock(instant, timeZone).date}T00:00Z`)
  return Math.round((dayStart(at) - dayStart(new Date())) / 86_400_000)
}
