import { COUNTRIES, countryOfZone, type Country } from '#core/countries.ts'
import type { ProfessionalRequest } from '#core/generation/professional.ts'

type Variables = ProfessionalRequest['variables']

/** What the Professional generator is asked for, besides what the post is about. */
export type Choices = Pick<
  Variables,
  'contentIntent' | 'voiceTone' | 'targetAudience' | 'ctaType' | 'contentLength' | 'languageRegion' | 'countryRegion'
>

/** What was chosen by hand. */
export type Chosen = Partial<Choices>

const DEFAULTS: Omit<Choices, 'languageRegion' | 'countryRegion'> = {
  contentIntent: 'share_knowledge',
  voiceTone: 'professional',
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

/** The region of a country (`SA`); every other country is the world. */
export function regionOf(country: string | null): Choices['countryRegion'] {
  const known = COUNTRIES.find((one) => one === country)
  return known ? REGIONS[known] : 'global'
}

/** Everything that is asked for: what was chosen, else what is usual where and in which language the person works. */
export function choicesOf(chosen: Chosen, { spoken, timeZone }: { spoken: 'en' | 'ar'; timeZone: string }): Choices {
  return {
    ...DEFAULTS,
    languageRegion: spoken === 'ar' ? 'arabic_professional' : 'english_global',
    countryRegion: regionOf(countryOfZone(timeZone)),
    ...chosen,
  }
}

export const languageOfRegion = (region: Choices['languageRegion']): 'english' | 'arabic' =>
  region?.startsWith('arabic') ? 'arabic' : 'english'
