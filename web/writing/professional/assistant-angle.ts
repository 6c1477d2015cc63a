import { asProfessional, regionOf, type Chosen } from './choices.ts'

/** The storage key under which the assistant leaves a topic (specification §2). */
export const HANDED_OVER = 'frogy_content_data'

const LONGEST_TOPIC = 5_000

/** The handed-over topic and options. Null for invalid data. */
export function handedOver(text: string | null): { topic: string; chosen: Chosen } | null {
  const data = readJson(text)
  if (!data) return null
  const title = wordsOf((data.selectedAngle as { title?: unknown } | null | undefined)?.title) || wordsOf(data.topic)
  if (title === '') return null
  const country = wordsOf(data.country).toUpperCase()
  const region = regionOf(country)
  const isArabic = /^(?:ar\b|arabic)/i.test(wordsOf(data.language))
  return {
    topic: (country && region !== 'global' ? `${title} (${countryName(country, isArabic)})` : title).slice(
      0,
      LONGEST_TOPIC,
    ),
    chosen: {
      // An angle always counts as engagement, whatever its category says (§2).
      ...asProfessional('engagement', 'professional'),
      languageRegion: isArabic ? 'arabic_professional' : 'english_global',
      countryRegion: region,
    },
  }
}

function countryName(code: string, isArabic: boolean): string {
  return new Intl.DisplayNames(isArabic ? 'ar' : 'en', { type: 'region' }).of(code) ?? code
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function readJson(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
