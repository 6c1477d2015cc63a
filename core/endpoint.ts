import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './programs/scopes.ts'

/** The files that a call takes, as `multipart/form-data`; its other fields are then the `body`. */
export interface UploadRule {
  /** The name of the form field, repeated for several files. */
  field: string
  maxFiles: number
  /** The largest single file, in bytes. */
  maxBytes: number
  /** What a larger one is answered with. */
  tooLarge: ErrorCode
}

/** Enough for every call that carries no text of a post or a source, whatever the alphabet. */
export const BODY_LIMIT_BYTES = 16 * 1024

/** What one call is, apart from its method and path, which are its key: `'PATCH /api/posts/{id}'`. */
export interface Endpoint {
  /** One sentence for the reader of `/api/docs`. */
  summary: string
  /** Who may call: anybody, a signed-in person, or an admin. */
  access: 'public' | 'user' | 'admin'
  /** What a key must be allowed to make it with that; null where no key may. Said of each call that is not public. */
  scope?: Scope | null
  /** What a key must be allowed besides where one member of what is sent says so. */
  alsoNeeds?: { scope: Scope; of: 'body' | 'query'; member: string; being: string }
  /** What the names in its path stand for, where that is no id and no platform. */
  params?: z.ZodObject
  query?: z.ZodObject
  /** The headers of the request that it reads, beside those that every call does. */
  headers?: z.ZodObject
  body?: z.ZodType
  files?: UploadRule
  /** Its body may be a form's fields (`application/x-www-form-urlencoded`), as who calls it sends them. */
  takesForm?: true
  /** The largest JSON body in bytes, `BODY_LIMIT_BYTES` unless told. */
  bodyLimit?: number
  /** At most so many calls in an hour of one person, or of one address where anybody may call: counted before the body is read. */
  perHour?: number
  /** Counts the browsers in which a person has signed in before apart: no stranger at their address uses their share up. */
  sparesKnownBrowsers?: true
  /** Takes no `Idempotency-Key`: it changes nothing, or its answer is nothing to be kept. */
  takesNoKey?: true
  /** Holds much memory while it lasts, so that only so many are served at a time. */
  isHeavy?: true
  /** The JSON of a success; `null` where the answer has no body. */
  answer: z.ZodType | null
  /** What is told before the answer to who asks with `Accept: text/event-stream`; the answer comes last, as `done`. */
  events?: z.ZodType
  /** The media types of a success that is a file instead of JSON. */
  fileTypes?: readonly string[]
  /** Whoever may not call is told that nothing is there. */
  isHidden?: true
  /** The headers of a success that a caller has use for, each with what it says. */
  answerHeaders?: Record<string, string>
  /** Its answer has a version (`ETag`): who sends that as `If-None-Match` is answered 304 while it is the same. */
  isVersioned?: true
  /** The status of a success, 200 unless told. */
  status?: 200 | 201 | 202 | 204 | 302
  /** The status of an answer that comes before the thing is decided. */
  pendingStatus?: 202
  /** The JSON of such an answer, where it is not that of a success. */
  pendingAnswer?: z.ZodType
  /** The codes this call can answer besides those that every call can. */
  errors?: readonly ErrorCode[]
}

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Endpoints = Record<EndpointKey, Endpoint>

/** The names between braces in a path: `'/api/posts/{id}'` gives `'id'`. */
export type PathParameter<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** What a caller of `Key` hands over. Parts that the call does not have cannot be given. */
export type Request<E extends Endpoint, Key> = ([PathParameter<Key>] extends [never]
  ? unknown
  : { params: Record<PathParameter<Key>, string> }) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { headers: infer H extends z.ZodType } ? { headers?: z.input<H> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown)

export type Answer<E extends Endpoint> =
  | (E['answer'] extends z.ZodType
      ? z.output<E['answer']>
      : E extends { fileTypes: readonly string[] }
        ? Uint8Array
        : undefined)
  | (E extends { pendingAnswer: infer A extends z.ZodType } ? z.output<A> : never)

/** Whether a call takes an `Idempotency-Key`: those that change something for a person who is signed in. */
export function takesIdempotencyKey(
  key: string,
  { access, takesNoKey }: Pick<Endpoint, 'access' | 'takesNoKey'>,
): boolean {
  return !key.startsWith('GET ') && access !== 'public' && !takesNoKey
}

/** Splits a key into its method and its path. */
export function methodAndPath(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ')
  return { method, path }
}
