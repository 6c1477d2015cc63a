import { z } from 'zod'
import { EDIT_KINDS } from './voice-edits.ts'
import { MAX_RULES, MAX_SAMPLES, RULE_LIMIT, SAMPLE_LIMIT } from './options/voice.ts'

const Sample = z.string().trim().min(1).max(SAMPLE_LIMIT)
const Rule = z.string().trim().min(1).max(RULE_LIMIT)
const Rules = z.array(Rule).max(MAX_RULES)
/** The maximum length of a proposal's id. The id consists of a kind, a language and a phrase. */
const PROPOSAL_ID_LIMIT = 300

export const Voice = z.object({
  /** Posts that the user wrote, in any language, as samples of the user's style. */
  samples: z.array(z.string()),
  dos: z.array(z.string()),
  /** Rules about what to avoid. Drafts may not contain words that such a rule quotes. */
  donts: z.array(z.string()),
  /** Whether Frogy adds published posts as samples if a language has fewer than three. */
  usesPublished: z.boolean(),
})
export type Voice = z.infer<typeof Voice>

export const VoiceChange = z.strictObject({
  samples: z.array(Sample).max(MAX_SAMPLES).optional(),
  dos: Rules.optional(),
  donts: Rules.optional(),
  usesPublished: z.boolean().optional(),
})
export type VoiceChange = z.infer<typeof VoiceChange>

/** A rule that the user's edits of drafts suggest. Frogy follows it only if the user accepts it. */
export const VoiceProposal = z.object({
  /** The same rule always has the same id, so that a user answers it only once. */
  id: z.string(),
  kind: z.enum(EDIT_KINDS),
  /** The language of the posts in which the user made the edit. */
  language: z.enum(['ar', 'en']),
  /** The user made this edit in `count` of the last `of` posts. */
  count: z.int(),
  of: z.int(),
  /** By how many percent the user shortens drafts, or how many hashtags the user keeps; else null. */
  amount: z.int().nullable(),
  /**
   * A sentence from the user's newest post: the greeting or closing that the user adds, or the first sentence that
   * replaces the draft's. Null for other edits.
   */
  phrase: z.string().nullable(),
})
export type VoiceProposal = z.infer<typeof VoiceProposal>

/** The maximum size of a request: all samples with three bytes per character. */
const VOICE_BODY_BYTES = 128 * 1024

export const voiceEndpoints = {
  'GET /api/voice': {
    summary: "Returns the user's writing style: sample posts, and rules for “always” and “never”.",
    access: 'user',
    scope: 'generate',
    answer: Voice,
  },
  'PATCH /api/voice': {
    summary: "Changes parts of the user's writing style. Later drafts use it.",
    access: 'user',
    scope: null,
    body: VoiceChange,
    bodyLimit: VOICE_BODY_BYTES,
    answer: Voice,
  },
  'GET /api/voice/proposal': {
    summary: `Compares the user's published posts with the drafts that Frogy wrote, and proposes one rule for the voice. Null without five posts that suggest one.`,
    access: 'user',
    scope: 'generate',
    answer: z.object({ proposal: VoiceProposal.nullable() }),
  },
  'POST /api/voice/proposal/answer': {
    summary:
      'Accepts the proposed rule in the given words, as “always” or “never”, or refuses it without a rule. Frogy proposes it only once.',
    access: 'user',
    scope: null,
    body: z.strictObject({
      id: z.string().max(PROPOSAL_ID_LIMIT),
      rule: z.strictObject({ list: z.enum(['dos', 'donts']), text: Rule }).nullable(),
    }),
    answer: Voice,
    errors: ['not_found', 'too_many_rules'],
  },
} as const
