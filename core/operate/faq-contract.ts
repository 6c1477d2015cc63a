import { z } from 'zod'
import { MOST_ANSWER, MOST_QUESTION } from './faq-limits.ts'

const One = z.object({ question: z.string(), answer: z.string() })

export const Faq = z.object({
  id: z.uuid(),
  /** The fragment in the address of the question: `/faq#can-a-post-go-out-twice`. */
  slug: z.string(),
  en: One,
  ar: One,
  isActive: z.boolean(),
})
export type Faq = z.infer<typeof Faq>

const Line = z.string().trim().min(1).max(MOST_QUESTION)
const Text = z.string().trim().min(1).max(MOST_ANSWER)
const Words = z.strictObject({ question: Line, answer: Text })

export const NewFaq = z.strictObject({ en: Words, ar: Words, isActive: z.boolean().default(true) })
export type NewFaq = z.output<typeof NewFaq>

export const FaqChange = z.strictObject({
  en: Words.optional(),
  ar: Words.optional(),
  isActive: z.boolean().optional(),
  /** The position of the question in the list, from 0. */
  place: z.int().min(0).max(10_000).optional(),
})
export type FaqChange = z.output<typeof FaqChange>

/**
 * The maximum size of a request: a question and an answer in two languages, with three-byte letters and JSON escapes.
 */
const BODY_BYTES = 64 * 1024

export const faqEndpoints = {
  'GET /api/public/faq': {
    summary: 'Lists the questions shown at /faq, in their order. Clients may cache the response for five minutes.',
    access: 'public',
    answer: z.array(Faq),
  },
  'GET /api/admin/faq': {
    summary: 'Lists all questions in their order, or only those that contain the search words in either language.',
    access: 'admin',
    scope: null,
    query: z.object({ search: z.string().trim().max(100).optional() }),
    answer: z.array(Faq),
  },
  'POST /api/admin/faq': {
    summary: 'Adds a question at the end. Its URL is made from the English words.',
    access: 'admin',
    scope: null,
    body: NewFaq,
    bodyLimit: BODY_BYTES,
    answer: Faq,
    status: 201,
    errors: ['too_many_questions'],
  },
  'PATCH /api/admin/faq/{id}': {
    summary: 'Changes, shows, hides or moves a question. Its URL stays the same.',
    access: 'admin',
    scope: null,
    body: FaqChange,
    bodyLimit: BODY_BYTES,
    answer: Faq,
    errors: ['not_found'],
  },
  'DELETE /api/admin/faq/{id}': {
    summary: 'Deletes a question.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
} as const
