import type { FastifyReply, FastifyRequest } from 'fastify'
import { api, type Api } from '#core/api.ts'
import type { Answer } from '#core/endpoint.ts'
import { JsonText } from './json-text.ts'
import type { SignedIn } from './caller.ts'
import type { Handle, RequestContext } from './router.ts'

type ReadKey = Extract<keyof Api, `GET ${string}`>

/** Asks one of our own reads in this process, as the person signed in. It answers what the call would, with its tag. */
export type Read = <Key extends ReadKey>(
  key: Key,
  as: { signedIn: SignedIn; request: FastifyRequest },
  query?: Record<string, unknown>,
) => Promise<{ answer: Answer<Api[Key]>; tag: string | undefined }>

/** Remembers what hangs on the reads, so that a page can hold their answers without asking over HTTP. */
export function withReads(handle: Handle): { handle: Handle; read: Read } {
  const handlers = new Map<string, (context: never) => Promise<unknown>>()
  return {
    handle: (key, handler, again) => {
      handlers.set(key, handler)
      handle(key, handler, again)
    },
    read: async (key, { signedIn, request }, query = {}) => {
      const handler = handlers.get(key)
      const endpoint = api[key]
      const context = {
        params: {},
        query: 'query' in endpoint ? endpoint.query.parse(query) : undefined,
        signedIn,
        language: signedIn.user.preferredLanguage,
        // The page's own, but for what the call would have been asked with.
        request: Object.create(request, { query: { value: query } }) as FastifyRequest,
        // What a list says in its headers (where it goes on) is asked for by whoever wants it.
        reply: { header: () => undefined } as unknown as FastifyReply,
        signal: new AbortController().signal,
      } as Partial<RequestContext<Api[typeof key], typeof key>>
      const answer = await handler?.(context as never)
      const [value, tag] = answer instanceof JsonText ? [answer.parsed(), answer.tag] : [answer, undefined]
      return { answer: value as Answer<Api[typeof key]>, tag }
    },
  }
}
