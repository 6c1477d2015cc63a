import { z } from 'zod'
import { COUNTRIES } from '../../countries.ts'
import { WRITERS, writerErrors } from '../contract.ts'
import { PLATFORMS } from '../../platforms/platform.ts'
import { Instant } from '../../posts/contract.ts'
import { POST_STATUSES } from '../../posts/lifecycle.ts'
import { ANGLE_KINDS, CATEGORIES, QUESTION_LIMIT } from './choices.ts'

export type { AngleKind } from './choices.ts'

/** What a conversation is about, beside its words. */
const About = z.strictObject({
  /** ISO 3166; null for readers anywhere. */
  country: z.enum(COUNTRIES).nullable().default(null),
  language: z.enum(['english', 'arabic']).default('english'),
  category: z.enum(CATEGORIES).default('business'),
})
export type About = z.infer<typeof About>

/** One way to write about the topic. */
export const Angle = z.object({ kind: z.enum(ANGLE_KINDS), title: z.string(), summary: z.string() })
export type Angle = z.infer<typeof Angle>

/** A change that Frogy proposes. Nothing happens before its person says so, by the same calls as anywhere. */
export const Proposal = z.object({
  act: z.enum(['schedule', 'delete']),
  postId: z.uuid(),
  /** The state of the post that was looked at. */
  revision: z.number().int(),
  platform: z.enum(PLATFORMS),
  status: z.enum(POST_STATUSES),
  /** How its text begins. */
  opening: z.string(),
  /** When it would go out; null for a deletion. */
  scheduledAt: z.iso.datetime().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** What of a person's own posts Frogy looks at when asked. */
export const LOOKS = ['coming', 'published', 'drafts', 'trouble'] as const
export type Look = (typeof LOOKS)[number]

const FrogysAnswer = z.object({
  text: z.string(),
  angles: z.array(Angle),
  proposals: z.array(Proposal),
  source: z.enum(WRITERS),
  /** Null without a model. */
  model: z.string().nullable(),
  /** Stopped, or broken off: what was there is kept. */
  isCut: z.boolean(),
})
export type FrogysAnswer = z.infer<typeof FrogysAnswer>

/** A question, and what became of it. */
export const Turn = z.object({
  id: z.uuid(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  /** Null while none has come, and where none did. */
  answer: FrogysAnswer.nullable(),
})
export type Turn = z.infer<typeof Turn>

export const Conversation = z.object({
  id: z.uuid(),
  /** The beginning of its first question. */
  title: z.string(),
  changedAt: z.iso.datetime(),
  ...About.shape,
})
export type Conversation = z.infer<typeof Conversation>

export const AskRequest = About.extend({
  /** Null begins a new conversation. */
  conversationId: z.uuid().nullable().default(null),
  /** A turn that is asked anew: it goes, and all that followed it. */
  replaces: z.uuid().nullable().default(null),
  question: z.string().trim().min(1).max(QUESTION_LIMIT),
})
export type AskRequest = z.infer<typeof AskRequest>

/** While Frogy answers. */
export const AnswerEvent = z.discriminatedUnion('type', [
  /** The question is kept. */
  z.object({ type: z.literal('asked'), conversation: Conversation, turn: Turn }),
  z.object({ type: z.literal('looking'), at: z.enum(LOOKS) }),
  FrogysAnswer.pick({ angles: true, source: true, model: true }).extend({
    type: z.literal('text'),
    /** In UTF-16 units: where `text` takes the place of whatever stood there. */
    at: z.number().int(),
    text: z.string(),
  }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>

/** A question of letters of four bytes each. */
const QUESTION_BODY_BYTES = 20 * 1024

export const assistantEndpoints = {
  'GET /api/conversations': {
    summary: 'This person’s conversations with Frogy, the last one first; with `q` those that have these words.',
    access: 'user',
    scope: null,
    query: z.strictObject({
      q: z.string().trim().max(200).optional(),
      /** `changedAt` and `id` of the last one of the page before. */
      before: Instant.optional(),
      beforeId: z.uuid().optional(),
    }),
    answer: z.object({ conversations: z.array(Conversation), hasMore: z.boolean() }),
  },
  'GET /api/conversations/{id}': {
    summary: 'A conversation with all that was said in it.',
    access: 'user',
    scope: null,
    answer: Conversation.extend({ turns: z.array(Turn) }),
  },
  'DELETE /api/conversations/{id}': {
    summary: 'Deletes a conversation.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
  'POST /api/assistant/ask': {
    summary:
      'Asks Frogy. The question is kept before it is answered. Without a model it is answered with ways to write about it. Proposed changes happen only by the calls that make them.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: AskRequest,
    bodyLimit: QUESTION_BODY_BYTES,
    events: AnswerEvent,
    answer: z.object({ conversation: Conversation, turn: Turn }),
    errors: [...writerErrors, 'conversation_full', 'not_found'],
  },
} as const
