import type { About } from '#core/assistant/contract.ts'

const COUNTRY_OF_ZONE: Record<string, About['country']> = {
  'Asia/Riyadh': 'SA',
  'Asia/Dubai': 'AE',
  'Africa/Cairo': 'EG',
  'Asia/Kuwait': 'KW',
  'Asia/Qatar': 'QA',
  'Asia/Bahrain': 'BH',
  'Asia/Amman': 'JO',
  'Asia/Beirut': 'LB',
  'Asia/Muscat': 'OM',
  'Africa/Casablanca': 'MA',
}

/** What a conversation begins with: the country and the language in which the person works. */
export function usualAbout(language: 'en' | 'ar', timeZone: string): About {
  return {
    country: COUNTRY_OF_ZONE[timeZone] ?? null,
    language: language === 'ar' ? 'arabic' : 'english',
    category: 'business',
  }
}
