import { z } from 'zod'
import { MAX_RULES, MAX_SAMPLES, RULE_LIMIT, SAMPLE_LIMIT } from './options/voice.ts'

const Sample = z.string().trim().min(1).max(SAMPLE_LIMIT)
const Rules = z.array(z.string().trim().min(1).max(RULE_LIMIT)).max(MAX_RULES)

export const Voice = z.object({
  /** Posts that the user wrote, in any language, as samples of the user's style. */
  samples: z.array(z.string()),
  dos: z.array(z.string()),
  /** Rules of what to avoid. Drafts may not contain words that a rule quotes. */
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

/** Enough for all samples with three bytes per character. */
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
} as const
