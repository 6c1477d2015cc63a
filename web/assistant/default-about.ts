import type { About } from '#core/writing/assistant/contract.ts'
import { countryOfZone } from '#core/countries.ts'

/** What a conversation begins with: the country and the language in which the person works. */
export const defaultAbout = (language: 'en' | 'ar', timeZone: string): About => ({
  country: countryOfZone(timeZone),
  language: language === 'ar' ? 'arabic' : 'english',
  category: 'business',
})
