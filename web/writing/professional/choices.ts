import { COUNTRIES, countryOfZone, type Country } from '#core/countries.ts'
import type { ProfessionalRequest } from '#core/writing/professional.ts'

type Variables = ProfessionalRequest['variables']

export type Choices = Pick<
  Variables,
  'contentIntent' | 'voiceTone' | 'targetAudience' | 'ctaType' | 'contentLength' | 'languageRegion' | 'countryRegion'
>

export type Chosen = Partial<Choices>

const DEFAULTS: Pick<Choices, 'targetAudience' | 'ctaType' | 'contentLength'> = {
  targetAudience: 'business_audience',
  ctaType: 'ask_question',
  contentLength: 'medium_detail',
}

/** The Professional generator's names of regions, by country (specification §9). */
const REGIONS: Record<Country, Choices['countryRegion']> = {
  SA: 'saudi_arabia',
  AE: 'uae',
  QA: 'qatar',
  KW: 'kuwait',
  BH: 'bahrain',
  OM: 'oman',
  JO: 'jordan',
  LB: 'lebanon',
  EG: 'egypt',
  MA: 'morocco',
}

/**
 * The Professional intent for each Basic content type. For all other types, the intent is "share knowledge"
 * (specification §9).
 */
const INTENTS: Record<string, Choices['contentIntent']> = {
  educational: 'share_knowledge',
  promotional: 'promote_something',
  personal: 'build_my_brand',
}

/** The Professional voice that is closest to each Basic tone (specification §9). */
const VOICES: Record<string, Choices['voiceTone']> = {
  professional: 'professional',
  casual: 'conversational',
  enthusiastic: 'inspirational',
  inspirational: 'inspirational',
}

export const toProfessional = (contentType: string, tone: string): Pick<Choices, 'contentIntent' | 'voiceTone'> => ({
  contentIntent: INTENTS[contentType] ?? 'share_knowledge',
  voiceTone: VOICES[tone] ?? 'professional',
})

export function regionOf(country: string | null): Choices['countryRegion'] {
  const known = COUNTRIES.find((item) => item === country)
  return known ? REGIONS[known] : 'global'
}

export function choicesOf(
  chosen: Chosen,
  { contentType = 'educational', tone = 'professional' }: { contentType?: string; tone?: string },
  { interfaceLanguage, timeZone }: { interfaceLanguage: 'en' | 'ar'; timeZone: string },
): Choices {
  return {
    ...toProfessional(contentType, tone),
    ...DEFAULTS,
    languageRegion: interfaceLanguage === 'ar' ? 'arabic_professional' : 'english_global',
    countryRegion: regionOf(countryOfZone(timeZone)),
    ...chosen,
  }
}

export function choicesIn(language: 'english' | 'arabic', choices: Choices): Choices {
  if (languageOfRegion(choices.languageRegion) === language) return choices
  return { ...choices, languageRegion: language === 'arabic' ? 'arabic_professional' : 'english_global' }
}

export const languageOfRegion = (region: Choices['languageRegion']): 'english' | 'arabic' =>
  region?.startsWith('arabic') ? 'arabic' : 'english'

export const MAIN_OPTIONS = ['contentIntent', 'targetAudience', 'voiceTone', 'languageRegion'] as const
export const MORE_OPTIONS = ['contentLength', 'ctaType', 'countryRegion'] as const
