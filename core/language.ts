/** The languages of the interface. */
export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

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
