import { instantOf, wallClock, weekdayOf } from '../time-zone.ts'
import type { Platform } from '../platforms/platform.ts'
import type { Slot, Slots } from './contract.ts'

const DAY_MS = 86_400_000

/**
 * Yields free slots in order of time. `instantOf` decides which instant to use around a clock change.
 * @param platforms the networks for which each slot must be free
 */
export function* upcomingSlots(
  slots: Pick<Slots, 'week' | 'ramadan' | 'weekendOf'>,
  platforms: readonly Platform[],
  { from, to }: { from: Date; to: Date },
  timeZone: string,
): Generator<Date, undefined, undefined> {
  const serving = (week: readonly Slot[]) =>
    week.filter(({ platform }) => platform === null || platforms.every((other) => other === platform))
  const [usual, ramadan] = [serving(slots.week), slots.ramadan && serving(slots.ramadan)]
  const daysOff = slots.weekendOf === null ? [] : weekendIn(slots.weekendOf)
  let last = from.getTime()
  const lastDay = dayOf(to, timeZone)
  for (let day = dayOf(from, timeZone); day <= lastDay; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10)
    const weekday = weekdayOf(date)
    if (daysOff.includes(weekday)) continue
    const ofDay = (ramadan && isRamadan(date) ? ramadan : usual).filter((slot) => slot.weekday === weekday)
    const times = ofDay.flatMap(({ time }) => instantOf(date, time, timeZone)?.getTime() ?? [])
    for (const at of times.toSorted((a, b) => a - b)) {
      // Skip duplicates, because two local times around a clock change can be the same instant.
      if (at > last && at < to.getTime()) yield new Date((last = at))
    }
  }
}

const dayOf = (instant: Date, timeZone: string): number => Date.parse(`${wallClock(instant, timeZone).date}T00:00Z`)

/** Whether a date such as `2026-03-01` is in Ramadan by the Umm al-Qura calendar. */
export function isRamadan(date: string): boolean {
  return HIJRI_MONTH.format(new Date(`${date}T12:00Z`)) === '9'
}

const HIJRI_MONTH = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { month: 'numeric', timeZone: 'UTC' })

/** The weekend days of a country code such as `SA`, by Unicode CLDR; 0 is Sunday. */
export function weekendIn(country: string): number[] {
  return new Intl.Locale(`und-${country}`).getWeekInfo().weekend.map((day) => day % 7)
}
