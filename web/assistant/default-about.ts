import type { About } from '#core/writing/assistant/contract.ts'
import { countryOfZone } from '#core/countries.ts'

/** Default options of a conversation: the user's country and language. */
export const defaultAbout = (language: 'en' | 'ar', timeZone: string): About => ({
  country: countryOfZone(timeZone),
  language: language === 'ar' ? 'arabic' : 'english',
  category: 'business',
})
