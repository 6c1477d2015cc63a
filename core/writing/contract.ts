import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { ROLES } from './outline-roles.ts'
import { ProfessionalRequest } from './professional.ts'

export const OUTPUT_LANGUAGES = ['english', 'arabic', 'both'] as const
export const CONTENT_TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
export const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

/** The longest source in letters of three bytes each, with all that is told of it. */
const DRAFT_BODY_BYTES = 1024 * 1024

export const BasicRequest = z.strictObject({
  topic: z.string().trim().min(1).max(5_000),
  contentType: z.enum(CONTENT_TYPES).default('educational'),
  tone: z.enum(TONES).default('professional'),
  platform: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length),
  language: z.enum(OUTPUT_LANGUAGES).default('english'),
  media: z.unknown().optional(),
  contentSource: z.enum(['topic', 'url', 'document']).default('topic'),
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
})
export type BasicRequest = z.infer<typeof BasicRequest>

export const WRITERS = ['openai', 'anthropic', 'offline'] as const
export type WriterName = (typeof WRITERS)[number]

/**
 * Longer than its network takes · in another language · far from the length that was asked for · phrases that say nothing ·
 * words that its author never uses · a passage of theirs that was to show their manner · what neither the source nor the
 * facts say · what one counter-example refutes · what only its author can know of themselves.
 */
export const DRAFT_FAULTS = [
  'too_long',
  'wrong_language',
  'other_length',
  'empty_phrases',
  'unwanted_words',
  'copied',
  'unfounded',
  'refutable',
  'invented',
] as const

export const GeneratedItem = z.object({
  platform: z.enum(PLATFORMS),
  language: z.enum(['english', 'arabic']),
  content: z.string(),
  /** By the network's own counting, hashtags included. */
  characterCount: z.number().int(),
  hashtags: z.array(z.string()),
  source: z.enum(WRITERS),
  /** The model's name; null for the offline writer. */
  model: z.string().nullable(),
  /** What is still wrong with it after one repair round. */
  warnings: z.array(z.enum(DRAFT_FAULTS)),
  /** Of a bare topic without a model: the empty places around `content`, each with a hint in the post's language. */
  outline: z.array(z.object({ role: z.enum(ROLES), hint: z.string() })).optional(),
})
export type GeneratedItem = z.infer<typeof GeneratedItem>

/** An item, and the draft that it is kept as. */
export const KeptItem = GeneratedItem.extend({
  postId: z.uuid().nullable(),
  revision: z.number().int().nullable(),
})
export type KeptItem = z.infer<typeof KeptItem>

/** What can be done to a text that is there: its length, its opening, its language, or its tone. */
export const REWORKINGS = ['shorten', 'lengthen', 'opening', 'translate', ...TONES] as const
export type Reworking = (typeof REWORKINGS)[number]

export const ReworkRequest = BasicRequest.pick({ sourceContent: true, sourceMetadata: true }).extend({
  how: z.enum(REWORKINGS),
  platform: z.enum(PLATFORMS),
  /** Of the text; `translate` gives the other one. */
  language: z.enum(['english', 'arabic']),
  content: z.string().trim().min(1).max(10_000),
  /** The whole post, where `content` is a passage of it: the passage alone is answered. */
  around: z.string().max(10_000).default(''),
  hashtags: z.array(z.string().max(100)).max(30).default([]),
  topic: z.string().max(5_000).default(''),
  facts: z.string().max(2_000).default(''),
})
export type ReworkRequest = z.infer<typeof ReworkRequest>

/** While drafts are written: how a text goes on from `at`, and each draft once it is done. */
export const WritingEvent = z.discriminatedUnion('type', [
  GeneratedItem.pick({ platform: true, language: true, source: true, model: true }).extend({
    type: z.literal('text'),
    /** In UTF-16 units: where `text` takes the place of whatever stood there. */
    at: z.number().int(),
    text: z.string(),
  }),
  z.object({ type: z.literal('draft'), item: GeneratedItem }),
])
export type WritingEvent = z.infer<typeof WritingEvent>

/** Of a model, or of the process in which drafts are written without one, and of who asks for too many. */
export const writerErrors = [
  'writer_failed',
  'writer_quota',
  'writer_key',
  'writer_model',
  'writer_overloaded',
  'writer_refused',
  'writer_too_long',
  'drafts_too_complex',
  'parser_busy',
  'too_many_requests',
] as const

/** A draft that was asked for beside others and did not come, and why: a code and its text. */
export const Unwritten = GeneratedItem.pick({ platform: true, language: true }).extend({
  code: z.enum(writerErrors),
  message: z.string(),
})
export type Unwritten = z.infer<typeof Unwritten>

/** There where a draft failed beside others. */
const unwritten = z.array(Unwritten).optional()
const Items = z.object({ content: z.array(GeneratedItem), unwritten })

const ProviderState = z.object({
  connected: z.boolean(),
  configured: z.boolean(),
  model: z.string().nullable(),
  /** There where an administrator chose a model on Frogy's own machine. */
  isLocal: z.literal(true).optional(),
})

export const AiStatus = z.object({
  openai: ProviderState,
  anthropic: ProviderState,
  fallback: z.literal('offline').nullable(),
})
export type AiStatus = z.infer<typeof AiStatus>

export const AiUsage = z.object({
  /** How often a person may have a model write in a day. */
  dailyLimit: z.number().int(),
  /** The last thirty days on which there was something, the newest first, by the person's own clock. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** Repairs and second tries included. */
      answers: z.number().int(),
      /** Answers of servers that did not say how many tokens they took. */
      uncounted: z.number().int(),
      inputTokens: z.number().int(),
      outputTokens: z.number().int(),
      /** In millionths of a dollar, of those whose model has a price (`AI_PRICES`); null where none has. */
      costMicros: z.number().int().nullable(),
    }),
  ),
})
export type AiUsage = z.infer<typeof AiUsage>

export const generationEndpoints = {
  'POST /api/content/generate-linkedin': {
    summary: 'Writes for LinkedIn. Language `both` adds the Arabic draft in `others`.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: BasicRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ content: GeneratedItem, others: z.array(GeneratedItem), unwritten }),
    events: WritingEvent,
    errors: writerErrors,
  },
  'POST /api/content/generate-others': {
    summary: 'Writes for the networks asked for, LinkedIn left out.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: BasicRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: Items,
    events: WritingEvent,
    errors: writerErrors,
  },
  'POST /api/content/generate': {
    summary: 'Writes for all networks asked for.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: BasicRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: Items,
    events: WritingEvent,
    errors: writerErrors,
  },
  'POST /api/generate/v2': {
    summary:
      'Writes as the Professional generator asks for it. With `saveAsDraft` each item is kept as a draft, whose `postId` and `revision` it carries: post or schedule that one, and there is no second. Drafts that `replaces` names are written anew instead.',
    access: 'user',
    scope: 'generate',
    body: ProfessionalRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ content: z.array(KeptItem), unwritten }),
    events: WritingEvent,
    errors: [...writerErrors, 'too_many_drafts'],
  },
  'POST /api/content/rework': {
    summary: 'Writes a text anew in one respect, by the model that writes for its network.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: ReworkRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ content: GeneratedItem }),
    events: WritingEvent,
    errors: [...writerErrors, 'no_model'],
  },
  'GET /api/ai/usage': {
    summary: 'What models took for this person, a day.',
    access: 'user',
    scope: 'generate',
    answer: AiUsage,
  },
  'GET /api/ai/status': {
    summary: 'Which AI providers answer; asked at most every 30 s.',
    access: 'user',
    scope: 'generate',
    answer: AiStatus,
  },
} as const
