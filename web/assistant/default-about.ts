import type { About } from '#core/writing/assistant/contract.ts'
import { countryOfZone } from '#core/countries.ts'

export const defaultAbout = (language: 'en' | 'ar', timeZone: string): About => ({
  country: countryOfZone(timeZone),
  language: language === 'ar' ? 'arabic' : 'english',
  category: 'business',
})
