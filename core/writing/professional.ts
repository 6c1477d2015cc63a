import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'

// Choices of the Professional generator. The specification (§2) defines the values.

const INTENTS = [
  'share_knowledge',
  'build_my_brand',
  'start_conversations',
  'share_news',
  'promote_something',
  'inspire_others',
] as const
const VOICES = ['professional', 'conversational', 'inspirational', 'analytical', 'personal'] as const
const AUDIENCES = ['business_audience', 'general_public', 'interest_communities', 'personal_network'] as const
const CALLS = ['ask_question', 'encourage_sharing', 'invite_connection', 'inspire_action', 'no_cta'] as const
const LENGTHS = ['short_punchy', 'medium_detail', 'comprehensive'] as const
const LANGUAGES = ['english_global', 'english_us', 'arabic_professional', 'arabic_local'] as const
const COUNTRIES = [
  'saudi_arabia',
  'uae',
  'egypt',
  'kuwait',
  'qatar',
  'bahrain',
  'jordan',
  'lebanon',
  'oman',
  'morocco',
  'global',
] as const

export const ProfessionalRequest = z.strictObject({
  variables: z.strictObject({
    contentFocus: z.string().trim().min(1).max(5_000),
    contentIntent: z.enum(INTENTS).default('share_knowledge'),
    voiceTone: z.enum(VOICES).default('professional'),
    targetAudience: z.enum(AUDIENCES).default('business_audience'),
    ctaType: z.enum(CALLS).default('ask_question'),
    contentLength: z.enum(LENGTHS).default('medium_detail'),
    languageRegion: z.enum(LANGUAGES).default('english_global'),
    countryRegion: z.enum(COUNTRIES).default('global'),
    contentSource: z.enum(['original', 'url', 'document']).default('original'),
    sourceContent: z.string().max(200_000).nullish(),
    sourceMetadata: z
      .object({
        title: z.string().max(1_000).nullish(),
        author: z.string().max(500).nullish(),
        siteName: z.string().max(500).nullish(),
        url: z.string().max(2_000).nullish(),
        wordCount: z.number().nullish(),
      })
      .nullish(),
    supportingFacts: z.string().max(2_000).nullish(),
  }),
  platforms: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length),
  /** Stores each item as a draft and returns its id. */
  saveAsDraft: z.boolean().default(false),
  /** Drafts to overwrite with the new item for the same network and language. */
  replaces: z.array(z.uuid()).max(10).default([]),
})
export type ProfessionalRequest = z.infer<typeof ProfessionalRequest>
