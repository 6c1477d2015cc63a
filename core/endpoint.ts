import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './programs/scopes.ts'

/** Files of a `multipart/form-data` call. The other form fields are its `body`. */
export interface UploadRule {
  /** Name of the form field with the file. The form repeats this field for several files. */
  field: string
  maxFiles: number
  maxBytes: number
  /** The maximum total size of all files in bytes, if it is less than `maxFiles` files of `maxBytes`. */
  maxTotalBytes?: number
  tooLarge: ErrorCode
}

/** Default limit of a JSON body: enough for every call without post or source text, in any script. */
export const BODY_LIMIT_BYTES = 16 * 1024

/**
 * The header that names the user whose page sends the request. The server rejects it if another user has signed in
 * since the page loaded.
 */
export const USER_HEADER = 'X-Frogy-User'

/** One API call. Its key is its method and path: `'PATCH /api/posts/{id}'`. */
export interface Endpoint {
  /** One sentence that describes the call in `/api/docs`. */
  summary: string
  /** The role that the caller needs. A `public` call needs no session. */
  access: 'public' | 'user' | 'admin'
  /** The scope that an API key needs; null if the call accepts no API keys. Required unless `access` is `public`. */
  scope?: Scope | null
  alsoNeeds?: { scope: Scope; of: 'body' | 'query'; member: string; being: string }
  /** An API key also needs the scope `posts:publish` if the call would publish a post within five minutes. */
  judgesTime?: true
  /** Schemas of the path parameters. Ids and platforms need no schema here. */
  params?: z.ZodObject
  query?: z.ZodObject
  /** Request headers that only this call has. */
  headers?: z.ZodObject
  body?: z.ZodType
  files?: UploadRule
  /** Whether the call also accepts `application/x-www-form-urlencoded` bodies, not only JSON. */
  takesForm?: true
  /** Largest JSON body in bytes; `BODY_LIMIT_BYTES` by default. */
  bodyLimit?: number
  /** Hourly limit per user, or per IP address for public calls. Counted before the body is read. */
  perHour?: number
  /**
   * Hourly limit per guest of a review link. `perHour` must be higher, because the guests in one office share an IP
   * address.
   */
  perGuestHour?: number
  /**
   * Counts browsers that have signed in before separately. Other people at the same IP address then cannot use up their
   * limit.
   */
  sparesKnownBrowsers?: true
  /** Accepts no `Idempotency-Key`: either the call changes nothing, or its response must not be stored. */
  takesNoKey?: true
  /** Uses much memory, so the server limits how many such calls run at the same time. */
  isHeavy?: true
  /** Schema of the JSON response; `null` for an empty body. */
  answer: z.ZodType | null
  /**
   * Schema of the events before the response, for callers that accept `text/event-stream`. The response
   * follows as the event `done`.
   */
  events?: z.ZodType
  /** Media types of the response, if it is a file. */
  fileTypes?: readonly string[]
  /** Responds 404 instead of 403 to callers without access. */
  isHidden?: true
  answerHeaders?: Record<string, string>
  /** The response has an `ETag`. The server responds 304 to a matching `If-None-Match`. */
  isVersioned?: true
  /** Success status; 200 by default. */
  status?: 200 | 201 | 202 | 204 | 302
  pendingStatus?: 202
  /** Schema of the response with `pendingStatus`, if it differs from `answer`. */
  pendingAnswer?: z.ZodType
  /** The error codes that this call can return in addition to the common ones. */
  errors?: readonly ErrorCode[]
}

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
export type Endpoints = Record<EndpointKey, Endpoint>

/** Parameter names in a path: `'/api/posts/{id}'` gives `'id'`. */
export type PathParameter<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The input of a call: the `params`, `query`, `headers`, `body` and `files` that its endpoint declares. */
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

/** Whether a call accepts an `Idempotency-Key`: it changes data, and requires a session or an API key. */
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
