import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './programs/scopes.ts'

/** Files of a `multipart/form-data` call. Its other fields form the `body`. */
export interface UploadRule {
  /** The form field, repeated for several files. */
  field: string
  maxFiles: number
  maxBytes: number
  tooLarge: ErrorCode
}

/** Enough for every call without post or source texts, in any script. */
export const BODY_LIMIT_BYTES = 16 * 1024

/** The user whose page makes a request. The server rejects it once another user is signed in. */
export const USER_HEADER = 'X-Frogy-User'

/** One API call. Its key is method and path: `'PATCH /api/posts/{id}'`. */
export interface Endpoint {
  /** One sentence for `/api/docs`. */
  summary: string
  /** The required role; `public` calls need no session. */
  access: 'public' | 'user' | 'admin'
  /** The scope that an API key needs; null when keys are rejected. Required for all calls that are not public. */
  scope?: Scope | null
  alsoNeeds?: { scope: Scope; of: 'body' | 'query'; member: string; being: string }
  /** Also needs `posts:publish` when the post would be published within five minutes. */
  judgesTime?: true
  /** Path parameters that are neither ids nor platforms. */
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers, apart from the common ones. */
  headers?: z.ZodObject
  body?: z.ZodType
  files?: UploadRule
  /** Accepts `application/x-www-form-urlencoded` bodies as well. */
  takesForm?: true
  /** Largest JSON body in bytes; `BODY_LIMIT_BYTES` by default. */
  bodyLimit?: number
  /** Hourly limit per user, or per address for public calls. Counted before the body is read. */
  perHour?: number
  /** Counts known browsers separately, so that strangers at the same address cannot use up their limit. */
  sparesKnownBrowsers?: true
  /** Takes no `Idempotency-Key`, because it changes nothing or its response must not be stored. */
  takesNoKey?: true
  /** Uses much memory, so concurrency is limited. */
  isHeavy?: true
  /** The JSON response; `null` for an empty body. */
  answer: z.ZodType | null
  /** Events before the response, for callers that accept `text/event-stream`. The response follows as `done`. */
  events?: z.ZodType
  /** Media types of a file response. */
  fileTypes?: readonly string[]
  /** Responds 404 to callers without access. */
  isHidden?: true
  answerHeaders?: Record<string, string>
  /** Has an `ETag` and responds 304 to a matching `If-None-Match`. */
  isVersioned?: true
  /** Success status; 200 by default. */
  status?: 200 | 201 | 202 | 204 | 302
  pendingStatus?: 202
  /** The pending response, if it differs from the final one. */
  pendingAnswer?: z.ZodType
  /** Error codes besides the common ones. */
  errors?: readonly ErrorCode[]
}

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Endpoints = Record<EndpointKey, Endpoint>

/** Parameter names in a path: `'/api/posts/{id}'` gives `'id'`. */
export type PathParameter<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The input of a call, limited to the parts that it has. */
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

/** Whether a call takes an `Idempotency-Key`: it must change something and require a session or key. */
export function takesIdempotencyKey(
  key: string,
  { access, takesNoKey }: Pick<Endpoint, 'access' | 'takesNoKey'>,
): boolean {
  return !key.startsWith('GET ') && access !== 'public' && !takesNoKey
}

export function methodAndPath(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ')
  return { method, path }
}
