import type { Language } from '#core/language.ts'
import { weekendOf } from '#core/planning/weekend.ts'

/** The countries that most users choose. The list also shows the user's own country if it was set through the API. */
const COUNTRIES = (
  'SA AE QA KW BH OM YE IQ JO LB SY PS EG SD LY TN DZ MA MR SO DJ KM TR IR PK IN BD MY ID SG AU US CA GB IE FR DE AT CH ' +
  'NL BE ES PT IT SE NO DK FI PL ZA NG KE'
).split(' ')

export function countries(language: Language, chosen: string | null): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return [...new Set(chosen === null ? COUNTRIES : [...COUNTRIES, chosen])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.name, b.name))
}

/** Returns the weekend days of a country; 0 is Sunday. Empty if the browser has no data. */
export function restDays(country: string): number[] {
  return weekendOf(`und-${country}`) ?? []
}
