import { z } from 'zod'
import { Article, DOCUMENT_ERRORS, PAGE_ERRORS } from '../reading/contract.ts'
import { GeneratedItem, writerErrors } from './contract.ts'
import { GUEST_TEXT_LIMIT } from './guest-platforms.ts'

/** The article or pasted text that the drafts use. A request with only a topic has no such source. */
export const GuestSource = Article.pick({
  title: true,
  content: true,
  wordCount: true,
  language: true,
  direction: true,
  pageCount: true,
  author: true,
}).extend({
  siteName: z.string().nullable(),
  /** The address of the article. Null for a text that the visitor pasted. */
  url: z.string().nullable(),
})
export type GuestSource = z.infer<typeof GuestSource>

export const guestEndpoints = {
  'POST /api/guest/drafts': {
    summary:
      'Writes drafts for LinkedIn and X in English and Arabic, for visitors without an account. Frogy does not store their text. Each IP address has three an hour.',
    access: 'public',
    // This limit also counts failed requests, such as unreadable pages. The handler has another limit for successful
    // ones.
    perHour: 30,
    body: z.strictObject({
      /** The address of an article, its text, or a topic. */
      about: z.string().trim().min(1).max(GUEST_TEXT_LIMIT),
    }),
    bodyLimit: 64 * 1024,
    answer: z.object({ content: z.array(GeneratedItem), topic: z.string(), source: GuestSource.nullable() }),
    errors: [...PAGE_ERRORS, ...DOCUMENT_ERRORS, ...writerErrors],
  },
} as const
