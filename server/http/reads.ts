import type { FastifyRequest } from 'fastify'
import { api, type Api } from '#core/api.ts'
import type { Answer } from '#core/endpoint.ts'
import { JsonText } from './json-text.ts'
import { isPageRead, type PageRead, type QueryOf, type ReadContext } from './page-read.ts'
import { subjectOf, type SignedIn } from './caller.ts'
import { revisionTag, type Handle } from './router.ts'

/** Runs one of our GET calls in this process for a signed-in user. Returns its response and ETag. */
export type Read = <Key extends PageRead>(
  key: Key,
  as: { signedIn: SignedIn; request: FastifyRequest },
  query?: Record<string, unknown>,
) => Promise<{ answer: Answer<Api[Key]>; tag: string | undefined }>

/** Records the handlers of GET calls whose responses are embedded in pages, so that no HTTP request is needed. */
export function withReads(handle: Handle): { handle: Handle; read: Read } {
  const handlers: { [Key in PageRead]?: PageHandler<Key> } = {}
  return {
    handle: (key, handler, again) => {
      // The cast is safe, because `ContextOf` gives the handlers of these keys a `ReadContext`.
      if (isPageRead(key)) Object.assign(handlers, { [key]: handler })
      handle(key, handler, again)
    },
    read: async (key, { signedIn, request }, query = {}) => {
      const handler = handlers[key]
      if (!handler) throw new Error(`${key} has no handler`)
      const answer = await handler({
        query: queryOf(key, query),
        signedIn: subjectOf(key, signedIn),
        language: signedIn.user.preferredLanguage,
        request,
        signal: new AbortController().signal,
      })
      return answer instanceof JsonText
        ? { answer: answer.parsed(), tag: answer.tag }
        : { answer, tag: revisionTag(key, answer) }
    },
  }
}

type PageHandler<Key extends PageRead> = (
  context: ReadContext<Key>,
) => Promise<Answer<Api[Key]> | JsonText<Answer<Api[Key]>>>

function queryOf<Key extends PageRead>(key: Key, query: unknown): QueryOf<Key> {
  const endpoint = api[key]
  return ('query' in endpoint ? endpoint.query.parse(query) : undefined) as QueryOf<Key>
}
