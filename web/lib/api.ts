import type { z } from 'zod'
import { addressOf, type AddressParts } from '#core/address-of.ts'
import type { Api } from '#core/api.ts'
import { USER_HEADER, type Answer, type EndpointKey, type Request } from '#core/endpoint.ts'
import type { ErrorBody, ErrorCode, Issue, Values } from '#core/errors.ts'
import { addressAt } from './base-path.ts'
import { currentLanguage } from './language.ts'

export const TIMEOUT_MS = 30_000
const PLAIN_LIMIT = 300

/**
 * The error code for an error response of a reverse proxy. Such a response has no code, and often an HTML page as its
 * body. Errors of Frogy always have a code.
 */
function proxyCode(status: number): ProxyCode | 'timed_out' | null {
  if (status === 413) return 'server_limit'
  if (status === 408) return 'timed_out'
  return status === 429 || status >= 500 ? 'unavailable' : null
}
type ProxyCode = 'server_limit' | 'unavailable'

/** An error response of the server. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | 'no_answer' | 'timed_out' | ProxyCode | null
  readonly values: Values | null
  readonly issues: readonly Issue[]
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    more: { status: number; cause?: unknown } & Partial<Pick<ApiError, 'code' | 'values' | 'issues' | 'retryAfterMs'>>,
  ) {
    super(message, { cause: more.cause })
    this.status = more.status
    this.code = more.code ?? null
    this.values = more.values ?? null
    this.issues = more.issues ?? []
    this.retryAfterMs = more.retryAfterMs ?? null
  }

  /** Whether the server may have executed the request, although no valid response arrived. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** Whether a retry can help, because the request itself is valid. */
  get isPassing(): boolean {
    return this.isOutcomeUnknown || this.status === 401 || this.status === 429
  }
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

export type Key = keyof Api & EndpointKey
type NoParts = Record<never, never>
type Given<K extends Key> = Request<Api[K], K>
export type AnswerOf<K extends Key> = Answer<Api[K]>
type CallOptions = { signal?: AbortSignal; idempotencyKey?: string }
type EventOf<K extends Key> = Api[K] extends { events: infer V extends z.ZodType } ? z.output<V> : never
type Options = CallOptions & { onEvent?: ((event: never) => void) | undefined } & {
  body?: unknown
  headers?: Record<string, string> | undefined
}

/** Calls an endpoint of the API. The contract in `core` gives the types. */
export function call<K extends Key>(
  key: K,
  ...[request, options]: NoParts extends Given<K> ? [Given<K>?, CallOptions?] : [Given<K>, CallOptions?]
): Promise<AnswerOf<K>> {
  const method = key.slice(0, key.indexOf(' '))
  const { body, headers } = (request ?? {}) as { body?: unknown; headers?: Record<string, string> }
  const address = addressOf(key, request as AddressParts)
  return (
    method === 'GET'
      ? send(method, address, { ...options, headers })
      : sendKeyed(method, address, { ...options, body, headers })
  ) as Promise<AnswerOf<K>>
}

/** Calls an endpoint that streams events before its response. */
export function callStreaming<K extends Key>(
  key: K,
  request: Given<K>,
  options: CallOptions & { onEvent: (event: EventOf<K>) => void },
): Promise<AnswerOf<K>> {
  const make = call as (key: Key, request: unknown, options: Options) => Promise<unknown>
  return make(key, request, options) as Promise<AnswerOf<K>>
}

/** Idempotency keys of requests without a response yet, by request, so that a retry uses the same key. */
const openKeys = new Map<string, string>()

async function sendKeyed(method: string, address: string, options: Options): Promise<unknown> {
  const requestId = JSON.stringify([method, address, options.body, options.headers])
  const idempotencyKey = options.idempotencyKey ?? openKeys.get(requestId) ?? crypto.randomUUID()
  openKeys.set(requestId, idempotencyKey)
  try {
    const answer = await send(method, address, { ...options, idempotencyKey })
    openKeys.delete(requestId)
    return answer
  } catch (error) {
    if (error instanceof ApiError && !error.isOutcomeUnknown) openKeys.delete(requestId)
    throw error
  }
}

/** Sends the revision that the user sees, so that the server rejects a change if there is a newer one. */
export const expectedRevision = ({ revision }: { revision: number }) => ({ 'If-Match': `"${revision}"` })

export const atRevision = ({ id, revision }: { id: string; revision: number }) => ({
  params: { id },
  headers: expectedRevision({ revision }),
})

let shownUserId: () => string | undefined = () => undefined
let onOtherUser: () => void = () => {}

/**
 * Sets the user to whom this page belongs. Every call sends that user's id, and `onOther` runs when another user is
 * signed in.
 */
export function setShownUser(readId: () => string | undefined, onOther: () => void): void {
  shownUserId = readId
  onOtherUser = onOther
}

/** Returns the header with the user's id. `GET /api/user` omits it, because that call asks who is signed in. */
export function userHeader(method: string, address: string): Record<string, string> {
  const id = method === 'GET' && address === '/api/user' ? undefined : shownUserId()
  return id ? { [USER_HEADER]: id } : {}
}

export function reportOtherUser(error: ApiError): void {
  if (error.code === 'other_user') onOtherUser()
}

let onSignedOut: () => void = () => {}

/** Registers a listener for 401 responses, which mean that the session ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

let onForbidden: () => void = () => {}

/** Registers a listener for refused calls. The member's role may differ from the one that the page shows. */
export function whenForbidden(listener: () => void): void {
  onForbidden = listener
}

export async function send(method: string, address: string, options?: Options): Promise<unknown> {
  return answerIn((await exchange(method, address, options)).text)
}

export type Tagged = { answer: unknown; tag: string | null }

/** Fetches a URL with the ETag of the known response. Returns the known response again if the server answers 304. */
export async function read(address: string, known: Tagged | undefined, options: CallOptions): Promise<Tagged> {
  const headers = known?.tag ? { 'If-None-Match': known.tag } : undefined
  const { response, text } = await exchange('GET', address, { ...options, headers })
  if (known && response.status === 304) return known
  return { answer: answerIn(text), tag: response.headers.get('ETag') }
}

function answerIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    // An HTML page instead of JSON comes from a proxy or from a Wi-Fi sign-in, so Frogy's response did not arrive.
    throw new ApiError('', { status: 0, code: 'no_answer', cause })
  }
}

async function exchange(
  method: string,
  address: string,
  { body, headers: given, signal, idempotencyKey, onEvent }: Options = {},
): Promise<{ response: Response; text: string }> {
  const ending = new AbortController()
  const wait = () => setTimeout(() => ending.abort(new DOMException('No answer', 'TimeoutError')), TIMEOUT_MS)
  const timeout = ending.signal
  let timer = wait()
  const Accept = onEvent ? 'text/event-stream, application/json' : 'application/json'
  const headers: Record<string, string> = {
    Accept,
    'Accept-Language': currentLanguage(),
    ...given,
    ...userHeader(method, address),
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey

  let response: Response
  let text: string
  try {
    response = await fetch(addressAt(address), {
      method,
      headers,
      credentials: 'include',
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (onEvent && response.headers.get('Content-Type')?.includes('event-stream')) {
      const { readEventStream } = await import('./read-event-stream.ts')
      const answer = await readEventStream(response, onEvent as (data: unknown) => void, () => {
        clearTimeout(timer)
        timer = wait()
      })
      if (answer.hasFailed)
        throw errorFrom({ status: 502, statusText: '', contentType: null, retryAfter: null, text: answer.text })
      text = answer.text
    } else text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause // Rethrow the error unchanged if the caller aborted the request.
    if (cause instanceof ApiError) throw cause
    throw new ApiError('', { status: 0, code: timeout.aborted ? 'timed_out' : 'no_answer', cause })
  } finally {
    clearTimeout(timer)
  }

  if (!response.ok && response.status !== 304) {
    const { status, statusText, headers } = response
    const error = errorFrom({
      status,
      statusText,
      contentType: headers.get('Content-Type'),
      retryAfter: headers.get('Retry-After'),
      text,
    })
    if (response.status === 401 && error.code !== 'invalid_credentials') onSignedOut()
    reportOtherUser(error)
    if (error.code === 'forbidden') onForbidden()
    throw error
  }
  return { response, text }
}

interface ErrorResponse {
  status: number
  statusText: string
  contentType: string | null
  retryAfter: string | null
  text: string
}

/**
 * Makes an error from a response. It shows an unknown body only if that is plain text, because users cannot read a
 * proxy's HTML page.
 */
export function errorFrom({ status, statusText, contentType, retryAfter, text }: ErrorResponse): ApiError {
  const json: (Partial<ErrorBody> & { error?: unknown }) | null = parsed(text)
  const serverMessage = [json?.message, json?.error].find((one): one is string => typeof one === 'string' && one !== '')
  const plain = contentType?.startsWith('text/plain') && !json ? text.trim().slice(0, PLAIN_LIMIT) : ''
  const retryAfterMs = Number(retryAfter) * 1000
  return new ApiError(serverMessage ?? (plain || statusText), {
    status,
    code: json?.code ?? (serverMessage ? null : proxyCode(status)),
    values: json?.values ?? null,
    issues: Array.isArray(json?.issues) ? json.issues : [],
    retryAfterMs: retryAfterMs > 0 ? retryAfterMs : null,
  })
}

export function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
