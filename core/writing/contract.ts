import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { CONTENT_TYPES, FACTS_LIMIT, OUTPUT_LANGUAGES, TONES, TOPIC_LIMIT, WISH_LIMIT } from './options/basic.ts'
import { ROLES } from './outline-roles.ts'
import { AgainFields, ProfessionalRequest, SourceFields } from './professional.ts'

/** The maximum size of a request: the longest source with three bytes per character, and its metadata. */
const DRAFT_BODY_BYTES = 1024 * 1024

export const BasicRequest = z.strictObject({
  topic: z.string().trim().min(1).max(TOPIC_LIMIT),
  contentType: z.enum(CONTENT_TYPES).default('educational'),
  tone: z.enum(TONES).default('professional'),
  platform: z.array(z.enum(PLATFORMS)).min(1).max(PLATFORMS.length),
  language: z.enum(OUTPUT_LANGUAGES).default('english'),
  media: z.unknown().optional(),
  contentSource: z.enum(['topic', 'url', 'document']).default('topic'),
  ...SourceFields,
  /** The author's own facts. Drafts may use them like the source. */
  facts: z.string().max(FACTS_LIMIT).nullish(),
  /** The author's own request for these posts, in the author's words. */
  wish: z.string().max(WISH_LIMIT).nullish(),
  ...AgainFields,
})
export type BasicRequest = z.infer<typeof BasicRequest>

export const WRITERS = ['openai', 'anthropic', 'offline'] as const
export type WriterName = (typeof WRITERS)[number]

const DRAFT_FAULTS = [
  'too_long',
  'wrong_language',
  'other_length',
  'empty_phrases',
  'unwanted_words',
  'copied',
  'unfounded',
  'refutable',
  'invented',
  'comment_calls',
  'single_lines',
  'foreign_hashtags',
  'placeholders',
] as const

export const GeneratedItem = z.object({
  platform: z.enum(PLATFORMS),
  language: z.enum(['english', 'arabic']),
  content: z.string(),
  /** The length as the network counts it, hashtags included. */
  characterCount: z.number().int(),
  hashtags: z.array(z.string()),
  source: z.enum(WRITERS),
  /** The model that wrote the draft. Null if Frogy wrote it without a model. */
  model: z.string().nullable(),
  /** The cost of the model's answers in millionths of a dollar. Null or missing if the price is unknown. */
  costMicros: z.number().int().nullable().optional(),
  /** Faults that remain in the draft after one round of repair by the model. */
  warnings: z.array(z.enum(DRAFT_FAULTS)),
  /** The passages of the draft with each fault. A fault of the whole text has none. */
  faultPlaces: z.partialRecord(z.enum(DRAFT_FAULTS), z.array(z.string())).optional(),
  /**
   * Sentences that Frogy removed because they send readers to an unknown address. If `isInstruction` is set, they
   * repeat an instruction that the source gives to models. `at` is the UTF-16 offset in `content`.
   */
  removed: z.array(z.object({ text: z.string(), at: z.int(), isInstruction: z.literal(true).optional() })).optional(),
  /**
   * The sections that the author should fill in, with hints. Present for drafts without a model: for a topic without a
   * source, and for another author's article.
   */
  outline: z.array(z.object({ role: z.enum(ROLES), hint: z.string() })).optional(),
  /** Suggested additions to the author's own text. Present if `content` is that text unchanged. */
  offers: z.object({ closing: z.string().optional(), hashtags: z.array(z.string()) }).optional(),
})
export type GeneratedItem = z.infer<typeof GeneratedItem>

export const KeptItem = GeneratedItem.extend({ postId: z.uuid().nullable(), revision: z.number().int().nullable() })
export type KeptItem = z.infer<typeof KeptItem>

export const REWORKINGS = ['shorten', 'lengthen', 'opening', 'translate', 'wish', ...TONES] as const
export type Reworking = (typeof REWORKINGS)[number]

export const ReworkRequest = BasicRequest.pick({
  sourceContent: true,
  sourceId: true,
  sourceMetadata: true,
  isOwnSource: true,
  wish: true,
}).extend({
  how: z.enum(REWORKINGS),
  platform: z.enum(PLATFORMS),
  /** Language of `content`. The action `translate` returns the other language. */
  language: z.enum(['english', 'arabic']),
  content: z.string().trim().min(1).max(10_000),
  /**
   * The whole post, if the request is about only a passage of the post (`content`). The response then contains only
   * that passage.
   */
  around: z.string().max(10_000).default(''),
  hashtags: z.array(z.string().max(100)).max(30).default([]),
  topic: z.string().max(5_000).default(''),
  facts: z.string().max(FACTS_LIMIT).default(''),
})
export type ReworkRequest = z.infer<typeof ReworkRequest>

export const OPENING_KINDS = ['moment', 'figure', 'quotation'] as const

export const OpeningsRequest = ReworkRequest.pick({
  sourceContent: true,
  sourceId: true,
  sourceMetadata: true,
  isOwnSource: true,
  platform: true,
  language: true,
  content: true,
  topic: true,
  facts: true,
})
export type OpeningsRequest = z.infer<typeof OpeningsRequest>

export const Opening = z.object({ kind: z.enum(OPENING_KINDS), text: z.string() })
export type Opening = z.infer<typeof Opening>

export const WritingEvent = z.discriminatedUnion('type', [
  GeneratedItem.pick({ platform: true, language: true, source: true, model: true }).extend({
    type: z.literal('text'),
    /** The UTF-16 offset in the draft. `text` replaces everything that the client has from this offset. */
    at: z.number().int(),
    text: z.string(),
  }),
  z.object({ type: z.literal('draft'), item: GeneratedItem }),
])
export type WritingEvent = z.infer<typeof WritingEvent>

export const writerErrors = [
  'writer_failed',
  'writer_quota',
  'writer_key',
  'writer_model',
  'writer_unreachable',
  'writer_overloaded',
  'writer_refused',
  'writer_too_long',
  'writer_cut',
  'writer_timeout',
  'writer_empty',
  'drafts_too_complex',
  'parser_busy',
  'too_many_requests',
  'ai_budget',
] as const

export const Unwritten = GeneratedItem.pick({ platform: true, language: true }).extend({
  code: z.enum(writerErrors),
  message: z.string(),
})
export type Unwritten = z.infer<typeof Unwritten>

/** The drafts that failed although others succeeded. */
const unwritten = z.array(Unwritten).optional()
const Items = z.object({ content: z.array(GeneratedItem), unwritten })

const ProviderState = z.object({
  connected: z.boolean(),
  configured: z.boolean(),
  model: z.string().nullable(),
  /** Whether an administrator chose a local model. Missing otherwise. */
  isLocal: z.literal(true).optional(),
})

export const AiStatus = z.object({
  openai: ProviderState,
  anthropic: ProviderState,
  fallback: z.literal('offline').nullable(),
  /** The user's AI budget. Present only once most of it is used. */
  nearBudget: z.object({ percent: z.int(), isUsedUp: z.boolean(), renewsAt: z.iso.datetime() }).optional(),
})
export type AiStatus = z.infer<typeof AiStatus>

/** A user's AI budget of this month, in millionths of a dollar. */
export const AiBudget = z.object({
  usedMicros: z.number().int(),
  /** The user's limit. Null if only the installation as a whole has a budget. */
  limitMicros: z.number().int().nullable(),
  /** Whether the user's or the installation's budget is used up. */
  isUsedUp: z.boolean(),
  renewsAt: z.iso.datetime(),
})
export type AiBudget = z.infer<typeof AiBudget>

/** The installation's AI budget of this month, in millionths of a dollar. */
export const AiBudgetOfAll = z.object({
  usedMicros: z.number().int(),
  /** The limit for all users together. Null if there is none. */
  limitMicros: z.number().int().nullable(),
  /** The limit per user. Null if there is none. */
  perPersonMicros: z.number().int().nullable(),
  renewsAt: z.iso.datetime(),
})
export type AiBudgetOfAll = z.infer<typeof AiBudgetOfAll>

export const AiUsage = z.object({
  /** The maximum number of model calls per user and day. */
  dailyLimit: z.number().int(),
  /** The last thirty days on which the user used AI, in the user's time zone, newest first. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** The number of model answers, including repairs and retries. */
      answers: z.number().int(),
      /** Answers for which the model server reported no token counts. */
      uncounted: z.number().int(),
      inputTokens: z.number().int(),
      /** The part of `inputTokens` that the vendor read from its cache, at a lower price. */
      cachedTokens: z.number().int(),
      outputTokens: z.number().int(),
      /** The part of `outputTokens` that is the model's reasoning. */
      reasoningTokens: z.number().int(),
      /** The cost in millionths of a dollar. Null if no model has a price. */
      costMicros: z.number().int().nullable(),
    }),
  ),
  /** The user's AI budget. Missing if this installation sets none. */
  budget: AiBudget.optional(),
})
export type AiUsage = z.infer<typeof AiUsage>

const BASIC = {
  access: 'user',
  scope: 'generate',
  takesNoKey: true,
  body: BasicRequest,
  bodyLimit: DRAFT_BODY_BYTES,
  events: WritingEvent,
  errors: [...writerErrors, 'source_expired'],
} as const

export const generationEndpoints = {
  'POST /api/content/generate-linkedin': {
    summary: 'Generates a post for LinkedIn. Language `both` adds the Arabic draft in `others`.',
    ...BASIC,
    answer: z.object({ content: GeneratedItem, others: z.array(GeneratedItem), unwritten }),
  },
  'POST /api/content/generate-others': {
    summary: 'Generates posts for the requested networks, except LinkedIn.',
    ...BASIC,
    answer: Items,
  },
  'POST /api/content/generate': { summary: 'Generates posts for all requested networks.', ...BASIC, answer: Items },
  'POST /api/generate/v2': {
    summary:
      'Generates posts with the Professional generator. With `saveAsDraft`, each item is saved as a draft and has its `postId` and `revision`. Publish or schedule that draft instead of creating another. Drafts named in `replaces` are overwritten instead.',
    access: 'user',
    scope: 'generate',
    body: ProfessionalRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ content: z.array(KeptItem), unwritten }),
    events: WritingEvent,
    errors: [...writerErrors, 'source_expired', 'too_many_drafts'],
  },
  'POST /api/content/rework': {
    summary: 'Rewrites a text in one respect, with the model that writes for its network.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: ReworkRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ content: GeneratedItem }),
    events: WritingEvent,
    errors: [...writerErrors, 'source_expired', 'no_model'],
  },
  'POST /api/content/openings': {
    summary:
      'Suggests up to three other openings for a draft: a moment, a figure and a quotation, as far as the material has them.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    body: OpeningsRequest,
    bodyLimit: DRAFT_BODY_BYTES,
    answer: z.object({ openings: z.array(Opening) }),
    errors: [...writerErrors, 'source_expired', 'no_model'],
  },
  'GET /api/ai/usage': {
    summary: "Returns the user's AI usage per day.",
    access: 'user',
    scope: 'generate',
    answer: AiUsage,
  },
  'GET /api/ai/status': {
    summary: 'Tells which AI providers respond. Frogy checks them at most every 30 s.',
    access: 'user',
    scope: 'generate',
    answer: AiStatus,
  },
} as const
