import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language } from '#core/language.ts'

/** The caller's interface language: the account's, else what the browser asks for. */
export function languageOf(request: FastifyRequest): Language {
  return request.language ?? acceptedLanguage(request.headers['accept-language'])
}
