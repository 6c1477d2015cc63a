import { z } from 'zod'
import { COUNTRIES } from '../../countries.ts'
import { WRITERS, writerErrors } from '../contract.ts'
import { PLATFORMS } from '../../platforms/platform.ts'
import { Instant } from '../../posts/contract.ts'
import { POST_STATUSES } from '../../posts/lifecycle.ts'
import { ANGLE_KINDS, CATEGORIES, QUESTION_LIMIT } from './choices.ts'

export type { AngleKind } from './choices.ts'

const About = z.strictObject({
  /** Country of the readers, by ISO 3166. Null for readers anywhere. */
  country: z.enum(COUNTRIES).nullable().default(null),
  language: z.enum(['english', 'arabic']).default('english'),
  category: z.enum(CATEGORIES).default('business'),
})
export type About = z.infer<typeof About>

export const Angle = z.object({ kind: z.enum(ANGLE_KINDS), title: z.string(), summary: z.string() })
export type Angle = z.infer<typeof Angle>

/** A change that Frogy proposes. It takes effect only when the user confirms it through the usual API. */
export const Proposal = z.object({
  act: z.enum(['schedule', 'delete']),
  postId: z.uuid(),
  /** Revision of the post when Frogy read it. */
  revision: z.number().int(),
  platform: z.enum(PLATFORMS),
  status: z.enum(POST_STATUSES),
  opening: z.string(),
  scheduledAt: z.iso.datetime().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** Groups of the user's own posts that the model can read on request. */
export const LOOKS = ['coming', 'published', 'drafts', 'trouble'] as const
export type Look = (typeof LOOKS)[number]

const FrogysAnswer = z.object({
  text: z.string(),
  angles: z.array(Angle),
  proposals: z.array(Proposal),
  source: z.enum(WRITERS),
  /** The model that answered. Null for an answer without a model. */
  model: z.string().nullable(),
  /** Whether the answer is incomplete: stopped by the user, interrupted by an error, or too long for the model. */
  isCut: z.boolean(),
})
export type FrogysAnswer = z.infer<typeof FrogysAnswer>

export const Turn = z.object({
  id: z.uuid(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  /** The answer of Frogy. Null if there is no answer yet, or if answering failed. */
  answer: FrogysAnswer.nullable(),
})
export type Turn = z.infer<typeof Turn>

export const Conversation = z.object({ id: z.uuid(), title: z.string(), changedAt: z.iso.datetime(), ...About.shape })
export type Conversation = z.infer<typeof Conversation>

export const AskRequest = About.extend({
  /** The conversation to continue. Null starts a new one. */
  conversationId: z.uuid().nullable().default(null),
  /** The turn whose question is asked again. Frogy deletes this turn and all later ones. */
  replaces: z.uuid().nullable().default(null),
  question: z.string().trim().min(1).max(QUESTION_LIMIT),
})
export type AskRequest = z.infer<typeof AskRequest>

export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asked'), conversation: Conversation, turn: Turn }),
  z.object({ type: z.literal('looking'), at: z.enum(LOOKS) }),
  FrogysAnswer.pick({ angles: true, source: true, model: true }).extend({
    type: z.literal('text'),
    /** The UTF-16 offset in the answer. `text` replaces everything that the client has from this offset. */
    at: z.number().int(),
    text: z.string(),
  }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>

/** The maximum size of a request: the longest question with four bytes per character. */
const QUESTION_BODY_BYTES = 20 * 1024

export const assistantEndpoints = {
  'GET /api/conversations': {
    summary:
      "Lists the user's conversations with Frogy, latest first. With `q`, lists only those that contain these words.",
    access: 'user',
    scope: null,
    query: z.strictObject({
      q: z.string().trim().max(200).optional(),
      /** `changedAt` and `id` of the last conversation on the previous page. */
      before: Instant.optional(),
      beforeId: z.uuid().optional(),
    }),
    answer: z.object({ conversations: z.array(Conversation), hasMore: z.boolean() }),
  },
  'GET /api/conversations/{id}': {
    summary: 'Returns a conversation with all its questions and answers.',
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
      'Asks Frogy a question, which is saved before the answer. Without a model, Frogy answers with ways to write about the question. Proposed changes take effect only through their own calls.',
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
