import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Api } from '#core/api.ts'
import type { Language } from '#core/language.ts'
import type { SignedIn } from './caller.ts'

/** GET calls whose responses are embedded in pages. */
const PAGE_READS = [
  'GET /api/ai/status',
  'GET /api/ai/usage',
  'GET /api/analytics',
  'GET /api/export',
  'GET /api/link-parameters',
  'GET /api/notifications',
  'GET /api/passkeys',
  'GET /api/phrases',
  'GET /api/platforms',
  'GET /api/posts',
  'GET /api/posts/calendar',
  'GET /api/posts/scheduled',
  'GET /api/posts/summary',
  'GET /api/profile',
  'GET /api/sessions',
  'GET /api/slots',
  'GET /api/social-accounts',
  'GET /api/two-factor',
  'GET /api/voice',
] as const satisfies (keyof Api)[]
export type PageRead = (typeof PAGE_READS)[number]

export type QueryOf<Key extends PageRead> = Api[Key] extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined

/** The context of a GET call that runs for a request or while a page with its response is rendered. */
export interface ReadContext<Key extends PageRead> {
  query: QueryOf<Key>
  signedIn: SignedIn
  language: Language
  request: FastifyRequest
  signal: AbortSignal
}

export const isPageRead = (key: keyof Api): key is PageRead => PAGE_READS.some((read) => read === key)
