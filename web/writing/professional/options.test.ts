import { expect, test } from 'vitest'
import { ProfessionalRequest } from '#core/writing/professional.ts'
import { MAIN_PLATFORMS } from '#core/platforms/platform.ts'
import { choicesOf, MAIN_OPTIONS, MORE_OPTIONS } from './choices.ts'
import { PROFESSIONAL_OPTIONS } from '#core/writing/options/professional.ts'
import { CONTENT_TYPES, OUTPUT_LANGUAGES, TONES } from '#core/writing/options/basic.ts'
import { EMPTY_COMPOSER } from '../composer/composer-model.ts'

test('offers the specified options and defaults in Basic mode, the form with few options', () => {
  expect(CONTENT_TYPES).toEqual(['educational', 'promotional', 'personal', 'engagement'])
  expect(TONES).toEqual(['professional', 'casual', 'inspirational', 'authoritative'])
  expect(OUTPUT_LANGUAGES).toEqual(['english', 'arabic', 'both'])
  expect(MAIN_PLATFORMS).toEqual(['linkedin', 'twitter', 'facebook', 'instagram', 'threads'])
  expect(EMPTY_COMPOSER.input).toMatchObject({
    mode: 'basic',
    method: 'topic',
    contentType: 'educational',
    tone: 'professional',
    language: 'english',
    platforms: ['linkedin'],
  })
})

test('offers the specified options in Professional mode, including the regions Oman and Morocco', () => {
  expect(PROFESSIONAL_OPTIONS).toEqual({
    contentIntent: [
      'share_knowledge',
      'build_my_brand',
      'start_conversations',
      'share_news',
      'promote_something',
      'inspire_others',
    ],
    voiceTone: ['professional', 'conversational', 'inspirational', 'analytical', 'personal'],
    targetAudience: ['business_audience', 'general_public', 'interest_communities', 'personal_network'],
    ctaType: ['ask_question', 'encourage_sharing', 'invite_connection', 'inspire_action', 'no_cta'],
    contentLength: ['short_punchy', 'medium_detail', 'comprehensive'],
    languageRegion: ['english_global', 'english_us', 'arabic_professional', 'arabic_local'],
    countryRegion: [
      'saudi_arabia',
      'uae',
      'egypt',
      'kuwait',
      'qatar',
      'bahrain',
      'oman',
      'jordan',
      'lebanon',
      'morocco',
      'global',
    ],
  })
  expect([...MAIN_OPTIONS, ...MORE_OPTIONS].toSorted()).toEqual(Object.keys(PROFESSIONAL_OPTIONS).toSorted())
  for (const [name, values] of Object.entries(PROFESSIONAL_OPTIONS))
    for (const value of values) {
      const variables = { contentFocus: 'Trust', [name]: value }
      const { success } = ProfessionalRequest.safeParse({ variables, platforms: ['linkedin'] })
      expect({ name, value, success }).toEqual({ name, value, success: true })
    }
})

test('starts Professional mode with defaults for the user’s region, but keeps the user’s choices', () => {
  expect(choicesOf({}, {}, { interfaceLanguage: 'en', timeZone: 'Africa/Casablanca' })).toEqual({
    contentIntent: 'share_knowledge',
    voiceTone: 'professional',
    targetAudience: 'business_audience',
    ctaType: 'ask_question',
    contentLength: 'medium_detail',
    languageRegion: 'english_global',
    countryRegion: 'morocco',
  })
  expect(choicesOf({ countryRegion: 'uae' }, {}, { interfaceLanguage: 'ar', timeZone: 'Europe/Paris' })).toMatchObject({
    languageRegion: 'arabic_professional',
    countryRegion: 'uae',
  })
  expect(choicesOf({}, {}, { interfaceLanguage: 'ar', timeZone: 'Europe/Paris' }).countryRegion).toBe('global')
})

test.each([
  ['educational', 'share_knowledge'],
  ['promotional', 'promote_something'],
  ['personal', 'build_my_brand'],
  ['engagement', 'share_knowledge'],
] as const)(
  'maps the content type %s of Basic mode to the content intent %s of Professional mode',
  (contentType, contentIntent) => {
    const where = { interfaceLanguage: 'en', timeZone: 'Europe/Paris' } as const
    expect(choicesOf({}, { contentType }, where)).toMatchObject({ contentIntent, voiceTone: 'professional' })
    expect(choicesOf({ contentIntent: 'share_news' }, { contentType }, where).contentIntent).toBe('share_news')
  },
)

test.each([
  ['professional', 'professional'],
  ['casual', 'conversational'],
  ['enthusiastic', 'inspirational'],
  ['inspirational', 'inspirational'],
  ['authoritative', 'professional'],
])('maps the tone %s of Basic mode to the voice tone %s of Professional mode', (tone, voiceTone) => {
  expect(choicesOf({}, { tone }, { interfaceLanguage: 'ar', timeZone: 'Asia/Riyadh' }).voiceTone).toBe(voiceTone)
})
