import type { Language } from '#core/language.ts'

/** Where the product is used most; whoever has set another one by the API sees it besides. */
const COUNTRIES = (
  'SA AE QA KW BH OM YE IQ JO LB SY PS EG SD LY TN DZ MA MR SO DJ KM TR IR PK IN BD MY ID SG AU US CA GB IE FR DE AT CH ' +
  'NL BE ES PT IT SE NO DK FI PL ZA NG KE'
).split(' ')

/** Countries by their names in the interface's language, in its order. */
export function countries(language: Language, chosen: string | null): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return [...new Set(chosen === null ? COUNTRIES : [...COUNTRIES, chosen])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.name, b.name))
}

/** The days off of a country, 0 is Sunday; none where the browser knows no tables of them. */
export function restDays(country: string): number[] {
  return weekendOf(`und-${country}`) ?? []
}

/** The days off in the region of a locale, 0 is Sunday; undefined where the browser knows no tables of them. */
export function weekendOf(locale: string): number[] | undefined {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { weekend: number[] } }
  return known.getWeekInfo?.().weekend.map((day) => day % 7)
}
