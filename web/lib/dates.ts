import { useMemo } from 'react'
import { useFormatter, useLocale, useTimeZone } from 'use-intl'
import { wallClock } from '#core/time-zone.ts'
import { browserTimeZone } from './browser-time-zone.ts'

export function useDates() {
  const format = useFormatter()
  const locale = useLocale()
  const timeZone = useTimeZone() ?? browserTimeZone()
  return useMemo(
    () => ({
      timeZone,
      /** The local day as `2025-12-03`, for comparing days. */
      dayKey: (at: Date) => wallClock(at, timeZone).date,
      /** The local time as `09:00`, for comparing and for addresses. */
      clockTime: (at: Date) => wallClock(at, timeZone).time,
      time: (at: Date) => format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      clock: (at: Date) =>
        format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
      dayNumber: (at: Date) => format.dateTime(at, { day: 'numeric' }),
      weekday: (at: Date) => format.dateTime(at, { weekday: 'short' }),
      /** Formats the day as `Wednesday 3 December`. */
      fullDay: (at: Date) => format.dateTime(at, { weekday: 'long', day: 'numeric', month: 'long' }),
      /** Formats the day as `3 December`. */
      day: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'long' }),
      /** Formats the day as `3 Dec`. */
      shortDay: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'short' }),
      shortMonth: (at: Date) => format.dateTime(at, { month: 'short' }),
      /** Formats the day as `3 December 2025`. */
      date: (at: Date) => format.dateTime(at, { day: 'numeric', month: 'long', year: 'numeric' }),
      dayAndTime: (at: Date) =>
        format.dateTime(at, {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }),
      /** Names the user's zone as `Arabian Standard Time, GMT+3`. */
      zoneName: (at: Date) =>
        [zonePart(at, locale, timeZone, 'long'), zonePart(at, locale, timeZone, 'shortOffset')].join(
          locale.startsWith('ar') ? '، ' : ', ',
        ),
    }),
    [format, locale, timeZone],
  )
}

function zonePart(at: Date, locale: string, timeZone: string, timeZoneName: 'long' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Whole days from today to `at`: -1 is yesterday. */
export function daysFromToday(at: Date, timeZone: string): number {
  const dayStart = (instant: Date) => Date.parse(`${wallClock(instant, timeZone).date}T00:00Z`)
  return Math.round((dayStart(at) - dayStart(new Date())) / 86_400_000)
}
