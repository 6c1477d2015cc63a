/**
 * The Professional generator's options in display order (specification §2). This file does not import zod, so that the
 * browser loads little code.
 */
export const PROFESSIONAL_OPTIONS = {
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
} as const
