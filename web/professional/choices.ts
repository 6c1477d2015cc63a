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

const COUNTRY_OF_ZONE: Record<string, Choices['countryRegion']> = {
  'Asia/Riyadh': 'saudi_arabia',
  'Asia/Dubai': 'uae',
  'Africa/Cairo': 'egypt',
  'Asia/Kuwait': 'kuwait',
  'Asia/Qatar': 'qatar',
  'Asia/Bahrain': 'bahrain',
  'Asia/Amman': 'jordan',
  'Asia/Beirut': 'lebanon',
  'Asia/Muscat': 'oman',
  'Africa/Casablanca': 'morocco',
}

/** Everything that is asked for: what was chosen, else what is usual where and in which language the person works. */
export function choicesOf(chosen: Chosen, { spoken, timeZone }: { spoken: 'en' | 'ar'; timeZone: string }): Choices {
  return {
    ...DEFAULTS,
    languageRegion: spoken === 'ar' ? 'arabic_professional' : 'english_global',
    countryRegion: COUNTRY_OF_ZONE[timeZone] ?? 'global',
    ...chosen,
  }
}

export const languageOfRegion = (region: Choices['languageRegion']): 'english' | 'arabic' =>
  region?.startsWith('arabic') ? 'arabic' : 'english'
