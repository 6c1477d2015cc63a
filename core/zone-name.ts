/**
 * Names a time zone by its city, as people know it: `Riyadh, GMT+3`. The name of the zone itself, such as “Arabian
 * Standard Time”, tells fewer people where it applies.
 * @param cities city names by zone. Without a name here, the zone's own identifier names the city
 */
export function zoneName(id: string, locale: string, at: Date, cities: Record<string, string> = {}): string {
  return [cityOf(id, cities), offsetName(id, locale, at)].join(locale.startsWith('ar') ? '، ' : ', ')
}

export const cityOf = (id: string, cities: Record<string, string> = {}): string =>
  cities[id] ?? id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The offset from UTC at an instant: `GMT+3`. */
export function offsetName(id: string, locale: string, at: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
