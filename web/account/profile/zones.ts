export interface Zone {
  id: string
  label: string
}

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
