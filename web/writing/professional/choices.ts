import { COUNTRIES, countryOfZone, type Country } from '#core/countries.ts'
import type { ProfessionalRequest } from '#core/writing/professional.ts'

type Variables = ProfessionalRequest['variables']

/** What the Professional generator is asked for, besides what the post is about. */
export type Choices = Pick<
  Variables,
  'contentIntent' | 'voiceTone' | 'targetAudience' | 'ctaType' | 'contentLength' | 'languageRegion' | 'countryRegion'
>

/** What was chosen by hand. */
export type Chosen = Partial<Choices>

const DEFAULTS: Pick<Choices, 'targetAudience' | 'ctaType' | 'contentLength'> = {
  targetAudience: 'business_audience',
  ctaType: 'ask_question',
  contentLength: 'medium_detail',
}

/** What the Professional generator calls them (the specification's, §9). */
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

/** What a content type is meant to do; every other one shares knowledge (the specification's, §9). */
const INTENTS: Record<string, Choices['contentIntent']> = {
  educational: 'share_knowledge',
  promotional: 'promote_something',
  personal: 'build_my_brand',
}

/** A tone that is no voice of this name, as the voice that comes close to it (§9). */
const VOICES: Record<string, Choices['voiceTone']> = {
  professional: 'professional',
  casual: 'conversational',
  enthusiastic: 'inspirational',
  inspirational: 'inspirational',
}

/** A content type and a tone as the Professional generator calls them. */
export const asProfessional = (contentType: string, tone: string): Pick<Choices, 'contentIntent' | 'voiceTone'> => ({
  contentIntent: INTENTS[contentType] ?? 'share_knowledge',
  voiceTone: VOICES[tone] ?? 'professional',
})

/** The region of a country (`SA`); every other country is the world. */
export function regionOf(country: string | null): Choices['countryRegion'] {
  const known = COUNTRIES.find((one) => one === country)
  return known ? REGIONS[known] : 'global'
}

/**
 * Everything that is asked for: what was chosen, else what stands in the Basic generator, and what is usual where and in
 * which language the person works.
 */
export function choicesOf(
  chosen: Chosen,
  { contentType = 'educational', tone = 'professional' }: { contentType?: string; tone?: string },
  { spoken, timeZone }: { spoken: 'en' | 'ar'; timeZone: string },
): Choices {
  return {
    ...asProfessional(contentType, tone),
    ...DEFAULTS,
    languageRegion: spoken === 'ar' ? 'arabic_professional' : 'english_global',
    countryRegion: regionOf(countryOfZone(timeZone)),
    ...chosen,
  }
}

/** The same, for a text in this language: a draft may be the translation of what was asked for. */
export function choicesIn(language: 'english' | 'arabic', choices: Choices): Choices {
  if (languageOfRegion(choices.languageRegion) === language) return choices
  return { ...choices, languageRegion: language === 'arabic' ? 'arabic_professional' : 'english_global' }
}

export const languageOfRegion = (region: Choices['languageRegion']): 'english' | 'arabic' =>
  region?.startsWith('arabic') ? 'arabic' : 'english'
