import { countryOfZone } from '../countries.ts'

/**
 * Returns the weekend days of the time zone's country; 0 is Sunday. If the country is unknown, uses the browser's
 * language.
 */
export function weekendAt(timeZone: string, locale: string): number[] {
  const country = countryOfZone(timeZone)
  return weekendOf(country ? `und-${country}` : locale) ?? SATURDAY_SUNDAY
}

const SATURDAY_SUNDAY = [6, 0]

/** Returns the weekend days of a locale's region; 0 is Sunday. Undefined if the browser has no data. */
export function weekendOf(locale: string): number[] | undefined {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { weekend: number[] } }
  return known.getWeekInfo?.().weekend.map((day) => day % 7)
}
