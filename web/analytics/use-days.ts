import { useFormatter } from 'use-intl'

/** Independent of a time zone. */
export function useDays() {
  const format = useFormatter()
  const at = (day: string) => new Date(`${day}T00:00Z`)
  const day = (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return {
    /** `3 December`. */
    day,
    /** `3 December 2025`. */
    dated: (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    /** `3 Dec`. */
    short: (of: string) => format.dateTime(at(of), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    /** `3 December`, or `27 November – 3 December`. */
    span: ({ from, to }: { from: string; to: string }) =>
      from === to
        ? day(from)
        : format.dateTimeRange(at(from), at(to), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    /** `Sunday`; 0 is Sunday. */
    weekday: (weekday: number) =>
      // 4 January 1970 was a Sunday.
      format.dateTime(new Date((weekday + 3) * 86_400_000), { weekday: 'long', timeZone: 'UTC' }),
  }
}
