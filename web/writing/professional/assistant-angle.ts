import { toProfessional, regionOf, type Chosen } from './choices.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'

/**
 * The key in browser storage under which the assistant stores a topic for the Professional generator (specification
 * §2).
 */
export const ASSISTANT_ANGLE_KEY = 'frogy_content_data'

export function readAssistantAngle(text: string | null): { topic: string; chosen: Chosen } | null {
  const data = readJson(text)
  if (!data) return null
  const title =
    trimmedText((data.selectedAngle as { title?: unknown } | null | undefined)?.title) || trimmedText(data.topic)
  if (title === '') return null
  const country = trimmedText(data.country).toUpperCase()
  const region = regionOf(country)
  const isArabic = /^(?:ar\b|arabic)/i.test(trimmedText(data.language))
  return {
    topic: (country && region !== 'global' ? `${title} (${countryName(country, isArabic)})` : title).slice(
      0,
      TOPIC_LIMIT,
    ),
    chosen: {
      // An angle of any category uses the intent of the content type "engagement" (specification §2).
      ...toProfessional('engagement', 'professional'),
      languageRegion: isArabic ? 'arabic_professional' : 'english_global',
      countryRegion: region,
    },
  }
}

function countryName(code: string, isArabic: boolean): string {
  return new Intl.DisplayNames(isArabic ? 'ar' : 'en', { type: 'region' }).of(code) ?? code
}

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function readJson(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
