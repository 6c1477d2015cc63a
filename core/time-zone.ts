/** Local date and time in a zone: `2025-12-03` and `16:30`. */
export function wallClock(instant: Date, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute } = partsIn(instant, timeZone)
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/**
 * Whether this is a known IANA time zone. Rejects offsets such as `+03:00`, because they have no daylight saving
 * rules.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The instant of a local date and time; null if invalid. Returns the first instant if the local time occurs twice.
 * Moves a skipped time forward by as much as the clock jumped.
 * @param before the previous instant. Kept if its local minute is the same, and preferred if the local time occurs
 * twice
 */
export function instantOf(date: string, time: string, timeZone: string, before?: Date | null): Date | null {
  const shown = before && wallClock(before, timeZone)
  if (shown?.date === date && shown.time === time) return before ?? null
  const asIfUtc = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(asIfUtc)) return null
  // A zone changes its clocks at most once in two days. So only the offsets of the day before and the day after are
  // possible.
  const offsets = [-DAY_MS, DAY_MS].map((shift) => offsetMs(asIfUtc + shift, timeZone))
  const candidates = offsets.map((offset) => asIfUtc - offset)
  const fitting = candidates.filter((at) => at + offsetMs(at, timeZone) === asIfUtc)
  const first = new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates))
  const second = new Date(Math.max(...fitting, first.getTime()))
  const distance = (at: Date) => Math.abs(at.getTime() - (before ?? first).getTime())
  return distance(second) < distance(first) ? second : first
}

/** The next instant after `now` with the same local time as `past`. Returns `past` itself if it is in the future. */
export function nextSameTime(past: Date, now: Date, timeZone: string): Date {
  if (past > now) return past
  const { time } = wallClock(past, timeZone)
  const today = wallClock(now, timeZone).date
  const days = [today, dayAfter(today), dayAfter(dayAfter(today))]
  const next = days.map((date) => instantOf(date, time, timeZone)).find((at) => at !== null && at > now)
  return next ?? new Date(Number.NaN)
}

const dayAfter = (date: string): string => new Date(Date.parse(`${date}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)

export function startOfDay(date: string, timeZone: string, shiftDays = 0): Date {
  const shifted = new Date(Date.parse(`${date}T00:00Z`) + shiftDays * DAY_MS).toISOString().slice(0, 10)
  return instantOf(shifted, '00:00', timeZone) ?? new Date(Number.NaN)
}

/** The weekday of a date; 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay()
}

const DAY_MS = 86_400_000

export function offsetMs(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(new Date(at), timeZone)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(at / 1000) * 1000
}

/** Formatters by lower-case zone name, so that spelling variants cannot make the cache grow without limit. */
const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(instant: Date, timeZone: string): Record<string, string> {
  const name = timeZone.toLowerCase()
  let format = formats.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(name, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}
