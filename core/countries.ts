export const COUNTRIES = ['SA', 'AE', 'EG', 'KW', 'QA', 'BH', 'JO', 'LB', 'OM', 'MA'] as const
export type Country = (typeof COUNTRIES)[number]

const ZONES: Record<Country, string> = {
  SA: 'Asia/Riyadh',
  AE: 'Asia/Dubai',
  EG: 'Africa/Cairo',
  KW: 'Asia/Kuwait',
  QA: 'Asia/Qatar',
  BH: 'Asia/Bahrain',
  JO: 'Asia/Amman',
  LB: 'Asia/Beirut',
  OM: 'Asia/Muscat',
  MA: 'Africa/Casablanca',
}

export const countryOfZone = (timeZone: string): Country | null =>
  COUNTRIES.find((country) => ZONES[country] === timeZone) ?? null
