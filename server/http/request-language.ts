import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, LANGUAGES, type Language } from '#core/language.ts'

/** The caller's interface language: the account's, else the browser's. */
export function languageOf(request: FastifyRequest): Language {
  return request.language ?? acceptedLanguage(request.headers['accept-language'])
}

/** The language chosen in this browser, else the one it prefers. */
export function languageOfVisit({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = headers.cookie?.match(/(?:^|;\s*)language=(\w+)/)?.[1]
  return LANGUAGES.find((language) => language === chosen) ?? acceptedLanguage(headers['accept-language'])
}
