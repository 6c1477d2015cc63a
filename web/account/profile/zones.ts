import { zoneName } from '#core/zone-name.ts'

interface Zone {
  id: string
  label: string
}

export function zonesOf(chosen: string, locale: string, at: Date, cities: Record<string, string> = {}): Zone[] {
  const ids = new Set([chosen, ...Intl.supportedValuesOf('timeZone')])
  const zones = [...ids].map((id) => ({ id, label: zoneName(id, locale, at, cities) }))
  const { compare } = new Intl.Collator(locale)
  return zones.toSorted((one, other) => compare(one.label, other.label))
}
