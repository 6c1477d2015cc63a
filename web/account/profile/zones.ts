/** A time zone named after a city in it. */
export interface Zone {
  id: string
  label: string
}

/**
 * All time zones of the browser, by city: `Riyadh, GMT+3`.
 * @param chosen is listed even if the browser knows it under another name
 * @param cities localized city names by zone; the default is the name in the zone's id
 */
export function zonesOf(chosen: string, locale: string, at: Date, cities: Record<string, string> = {}): Zone[] {
  const ids = new Set([chosen, ...Intl.supportedValuesOf('timeZone')])
  const zones = [...ids].map((id) => ({ id, label: labelOf(id, locale, at, cities) }))
  const { compare } = new Intl.Collator(locale)
  return zones.toSorted((one, other) => compare(one.label, other.label))
}

function labelOf(id: string, locale: string, at: Date, cities: Record<string, string>): string {
  const city = cities[id] ?? id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const parts = new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return [city, offset].join(locale.startsWith('ar') ? '، ' : ', ')
}
