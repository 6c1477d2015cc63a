import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, LANGUAGES, type Language } from '#core/language.ts'

/** The caller's interface language: that of the user's account, or else that of the browser. */
export function languageOf(request: FastifyRequest): Language {
  return request.language ?? acceptedLanguage(request.headers['accept-language'])
}

/** The language that the user chose in this browser, else the language that the browser prefers. */
export function languageOfVisit({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = headers.cookie?.match(/(?:^|;\s*)language=(\w+)/)?.[1]
  return LANGUAGES.find((language) => language === chosen) ?? acceptedLanguage(headers['accept-language'])
}
