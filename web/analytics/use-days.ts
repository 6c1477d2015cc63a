import { useFormatter } from 'use-intl'

/** Formats dates without a time zone, such as `2025-12-03`, for the user. */
export function useDays() {
  const format = useFormatter()
  const at = (day: string) => new Date(`${day}T00:00Z`)
  const day = (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return {
    /** Formats a date as `3 December`. */
    day,
    /** Formats a date as `3 December 2025`. */
    dated: (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    /** Formats a date as `3 Dec`. */
    short: (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    /** Formats a range as `27 November – 3 December`, or one day as `3 December`. */
    span: ({ from, to }: { from: string; to: string }) =>
      from === to
        ? day(from)
        : format.dateTimeRange(at(from), at(to), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    /** Formats the name of a weekday; 0 is `Sunday`. */
    weekday: (weekday: number) =>
      // 4 January 1970, three days after the start of Unix time, was a Sunday.
      format.dateTime(new Date((weekday + 3) * 86_400_000), { weekday: 'long', timeZone: 'UTC' }),
  }
}
