import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, LANGUAGES, type Language } from '#core/language.ts'

/** The caller's interface language: the account's, else what the browser asks for. */
export function languageOf(request: FastifyRequest): Language {
  return request.language ?? acceptedLanguage(request.headers['accept-language'])
}

/** What was chosen in this browser, else what it asks for. */
export function languageOfVisit({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = headers.cookie?.match(/(?:^|;\s*)language=(\w+)/)?.[1]
  return LANGUAGES.find((language) => language === chosen) ?? acceptedLanguage(headers['accept-language'])
}
