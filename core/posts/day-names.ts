type Look = { weekday?: 'long' | 'short'; day?: 'numeric'; month?: 'long' | 'short'; year?: 'numeric' }

/** Names of calendar days, such as `2025-12-03`, in a locale. */
export function dayNames(locale: string) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const formatFor = (look: Look, calendar?: string) => {
    const key = JSON.stringify([look, calendar])
    const format =
      formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...look, ...(calendar && { calendar }), timeZone: 'UTC' })
    formats.set(key, format)
    return format
  }
  const midnight = (date: string) => new Date(`${date}T00:00Z`)
  const write = (date: string, look: Look) => formatFor(look).format(midnight(date))
  // Chromium writes plain spaces in ranges, other programs thin ones. Use plain ones everywhere.
  const writeRange = (from: string, to: string, look: Look) =>
    formatFor(look)
      .formatRange(midnight(from), midnight(to))
      .replaceAll(/[\u2009\u202F]/g, ' ')
  const hijri = (look: Look) => formatFor(look, 'islamic-umalqura')
  return {
    number: (date: string) => write(date, { day: 'numeric' }),
    weekday: (date: string) => write(date, { weekday: 'short' }),
    longWeekday: (date: string) => write(date, { weekday: 'long' }),
    full: (date: string) => write(date, { weekday: 'long', day: 'numeric', month: 'long' }),
    dayMonth: (date: string) => write(date, { day: 'numeric', month: 'long' }),
    longMonth: (date: string) => write(date, { month: 'long' }),
    /** Names one month, or a range of months by its first and last month. */
    months: (from: string, to: string, month: 'long' | 'short' = 'long') =>
      from === to ? write(from, { month: 'long', year: 'numeric' }) : writeRange(from, to, { month, year: 'numeric' }),
    month: (date: string) => write(date, { month: 'long', year: 'numeric' }),
    range: (from: string, to: string, month: 'long' | 'short' = 'long') =>
      writeRange(from, to, { day: 'numeric', month }),
    /** Names of Hijri dates, by the Umm al-Qura calendar. */
    hijriNumber: (date: string) => hijri({ day: 'numeric' }).format(midnight(date)),
    hijriFull: (date: string) => hijri({ day: 'numeric', month: 'long', year: 'numeric' }).format(midnight(date)),
    hijriRange: (from: string, to: string) =>
      hijri({ month: 'long', year: 'numeric' }).formatRange(midnight(from), midnight(to)),
  }
}

export type DayNames = ReturnType<typeof dayNames>
