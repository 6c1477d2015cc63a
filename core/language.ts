/** The languages of the interface. */
export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each as its own readers call it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/** How figures are written in the Arabic interface: ٠١٢٣ or 0123. */
export const NUMERALS = ['arab', 'latn'] as const
export type Numerals = (typeof NUMERALS)[number]

/** Where Arabic is written with the digits of Europe (Unicode's CLDR): the Maghreb and the Emirates. */
const LATIN_ZONES = [
  'Africa/Algiers',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Africa/Tripoli',
  'Africa/Tunis',
  'Asia/Dubai',
]

/** A person's numerals: their own choice, else those of where they are. Server and browser know both. */
export function numeralsOf(
  person: { numerals?: Numerals | null; timeZone?: string | null } | null | undefined,
): Numerals {
  return person?.numerals ?? (LATIN_ZONES.includes(person?.timeZone ?? '') ? 'latn' : 'arab')
}

/** How `Intl` writes a language in these numerals, which are a choice in Arabic only. */
export function formatLocale(language: Language, numerals: Numerals): string {
  return language === 'ar' ? `ar-u-ca-gregory-nu-${numerals}` : FORMAT_LOCALE.en
}

/** Our own Arabic texts hold figures in Arabic-Indic digits; the same in the digits of Europe. */
export function inLatinDigits(text: string): string {
  return text.replaceAll(/[٠-٩٬٫٪]/gu, (sign) => LATIN[sign] ?? String(sign.charCodeAt(0) - 0x660))
}

const LATIN: Record<string, string> = { '٬': ',', '٫': '.', '٪': '%' }

/** The same of everything that a catalogue says. */
export function catalogueInLatinDigits<Texts>(texts: Texts): Texts {
  const text = JSON.stringify(texts)
  return JSON.parse(inLatinDigits(text)) as Texts
}

/** How `Intl` writes each language. Spelled out, so that the browser's region changes neither calendar nor digits. */
export const FORMAT_LOCALE: Record<Language, string> = { en: 'en-GB', ar: 'ar-u-ca-gregory-nu-arab' }

export const DIRECTION = { en: 'ltr', ar: 'rtl' } as const satisfies Record<Language, 'ltr' | 'rtl'>

/** The first of a caller's `Accept-Language` that Frogy speaks, English when it speaks none. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { language: tag.split('-')[0], quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter((one) => one.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  const found = wanted.find((one) => (LANGUAGES as readonly string[]).includes(one.language ?? ''))
  return (found?.language as Language | undefined) ?? 'en'
}
