import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { SourceId } from '../reading/source-id.ts'
import { FACTS_LIMIT, TOPIC_LIMIT, WISH_LIMIT } from './options/basic.ts'
import { PROFESSIONAL_OPTIONS } from './options/professional.ts'

export const SourceFields = {
  sourceContent: z.string().max(200_000).nullish(),
  /** The id of a source text that Frogy keeps, as an alternative to `sourceContent`. */
  sourceId: SourceId.nullish(),
  sourceMetadata: z
    .object({
      title: z.string().max(1_000).nullish(),
      author: z.string().max(500).nullish(),
      siteName: z.string().max(500).nullish(),
      url: z.string().max(2_000).nullish(),
      wordCount: z.number().nullish(),
    })
    .nullish(),
  /** Whether the user wrote the source. Default: true for a document or a text without an address. */
  isOwnSource: z.boolean().nullish(),
  /** Whether drafts for LinkedIn, Facebook and Threads end with the source's address. Default: false. */
  withLink: z.boolean().nullish(),
}

/** Fields of a request that writes further drafts for the same input. */
export const AgainFields = {
  /** Openings of earlier drafts. The model then opens in another way. */
  earlierOpenings: z.array(z.string().trim().min(1).max(300)).max(10).optional(),
  /** Requests a draft without a model, even if a model is configured. */
  withoutModel: z.literal(true).optional(),
}

export const ProfessionalRequest = z.strictObject({
  variables: z.strictObject({
    contentFocus: z.string().trim().min(1).max(TOPIC_LIMIT),
    contentIntent: z.enum(PROFESSIONAL_OPTIONS.contentIntent).default('share_knowledge'),
    voiceTone: z.enum(PROFESSIONAL_OPTIONS.voiceTone).default('professional'),
    targetAudience: z.enum(PROFESSIONAL_OPTIONS.targetAudience).default('business_audience'),
    ctaType: z.enum(PROFESSIONAL_OPTIONS.ctaType).default('ask_question'),
    contentLength: z.enum(PROFESSIONAL_OPTIONS.contentLength).default('medium_detail'),
    languageRegion: z.enum(PROFESSIONAL_OPTIONS.languageRegion).default('english_global'),
    countryRegion: z.enum(PROFESSIONAL_OPTIONS.countryRegion).default('global'),
    contentSource: z.enum(['original', 'url', 'document']).default('original'),
    ...SourceFields,
    supportingFacts: z.string().max(FACTS_LIMIT).nullish(),
    /** The author's own request for these posts, in the author's words. */
    wish: z.string().max(WISH_LIMIT).nullish(),
  }),
  platforms: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length),
  /** Whether to store each generated item as a draft and return its id. */
  saveAsDraft: z.boolean().default(false),
  /** Ids of existing drafts. A new draft for the same network and language overwrites them. */
  replaces: z.array(z.uuid()).max(10).default([]),
  ...AgainFields,
})
export type ProfessionalRequest = z.infer<typeof ProfessionalRequest>
