/**
 * Names a time zone by its city: `Riyadh, GMT+3`. Few people know where a name such as “Arabian Standard Time” applies.
 * @param cities city names by zone. If a zone is missing, its identifier names the city
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
