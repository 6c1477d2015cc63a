export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/** Digits in the Arabic interface: ٠١٢٣ or 0123. */
export const NUMERALS = ['arab', 'latn'] as const
export type Numerals = (typeof NUMERALS)[number]

/** Zones where Arabic uses European digits (Unicode CLDR): the Maghreb and the Emirates. */
const LATIN_ZONES = [
  'Africa/Algiers',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Africa/Tripoli',
  'Africa/Tunis',
  'Asia/Dubai',
]

/** The digits that the user sees: the digits that the user chose, or else the usual digits of the time zone. */
export function numeralsOf(
  person: { numerals?: Numerals | null; timeZone?: string | null } | null | undefined,
): Numerals {
  return person?.numerals ?? (LATIN_ZONES.includes(person?.timeZone ?? '') ? 'latn' : 'arab')
}

/** The locale for `Intl`. Only Arabic offers a choice of digits. */
export function formatLocale(language: Language, numerals: Numerals): string {
  return language === 'ar' ? `ar-u-ca-gregory-nu-${numerals}` : FORMAT_LOCALE.en
}

/** Converts Arabic-Indic digits and separators in Frogy's own texts to European ones. */
export function inLatinDigits(text: string): string {
  return text.replaceAll(/[٠-٩٬٫٪]/gu, (sign) => LATIN[sign] ?? String(sign.charCodeAt(0) - 0x660))
}

const LATIN: Record<string, string> = { '٬': ',', '٫': '.', '٪': '%' }

export function catalogueInLatinDigits<Texts>(texts: Texts): Texts {
  const text = JSON.stringify(texts)
  return JSON.parse(inLatinDigits(text)) as Texts
}

/** Explicit locales for `Intl`, so that the browser's region cannot change calendar or digits. */
export const FORMAT_LOCALE: Record<Language, string> = { en: 'en-GB', ar: 'ar-u-ca-gregory-nu-arab' }

export const DIRECTION = { en: 'ltr', ar: 'rtl' } as const satisfies Record<Language, 'ltr' | 'rtl'>

/** The first supported language in `Accept-Language`, else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { language: tag.split('-')[0], quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter((entry) => entry.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  const found = wanted.find((entry) => (LANGUAGES as readonly string[]).includes(entry.language ?? ''))
  return (found?.language as Language | undefined) ?? 'en'
}
