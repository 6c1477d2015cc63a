import type { PublishFailure } from '#core/publishing/failure.ts'
import { parseJson } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** A request to a network, as data: what it asks can be read and tested without asking. */
export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  /** Sent as `application/json`. */
  json?: unknown
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string>
  /** Sent as `multipart/form-data`, files in it as blobs. */
  multipart?: Record<string, string | Blob>
  /** Sent as they are. */
  bytes?: Blob
}

export interface PlatformAnswer {
  status: number
  headers: Headers
  /** The body's JSON, undefined where it is none. Ids beyond 2^53 are kept as text. */
  json: unknown
}

/** Longer than any network takes; a post's lease outlasts it. */
export const REQUEST_TIMEOUT_MS = 20_000

/**
 * Sends a request and reads its answer with the network's own readers. A 5xx, a 408 or a success that cannot be read
 * proves nothing: whoever gave up, the post may be out.
 */
export async function ask<T>(
  request: PlatformRequest,
  signal: AbortSignal,
  readSuccess: (answer: PlatformAnswer) => T | undefined,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<T>> {
  const sent = await send(request, signal)
  if (!sent.ok) return sent
  const answer = sent.value
  if (answer.status >= 200 && answer.status < 300) {
    const value = readSuccess(answer)
    return value === undefined
      ? { ok: false, failure: { kind: 'answer-lost', detail: 'unreadable answer' } }
      : { ok: true, value }
  }
  if (answer.status >= 500 || answer.status === 408 || answer.status < 400) {
    return { ok: false, failure: { kind: 'answer-lost', detail: `HTTP ${answer.status}` } }
  }
  return { ok: false, failure: readFailure(answer) }
}

/** Sends one request and reads its answer whole. Its only failures are `not-sent` and `answer-lost`. */
async function send(request: PlatformRequest, signal: AbortSignal): Promise<Outcome<PlatformAnswer>> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'Frogy/0.1', ...request.headers }
  let body: RequestInit['body'] = request.bytes
  if (request.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(request.json)
  } else if (request.form) {
    body = new URLSearchParams(request.form)
  } else if (request.multipart) {
    body = new FormData()
    for (const [name, value] of Object.entries(request.multipart)) body.append(name, value)
  }
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    })
    const json = parseJson(await response.text())
    return { ok: true, value: { status: response.status, headers: response.headers, json } }
  } catch (cause) {
    return { ok: false, failure: transportFailure(cause) }
  }
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Only where no connection was made is it sure that the network saw nothing. */
function transportFailure(cause: unknown): PublishFailure {
  const { code, message, syscall } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as {
    code?: unknown
    message?: string
    syscall?: string
  }
  // A time-out's code is a number of the web's own, which tells nobody anything.
  const detail = typeof code === 'string' ? code : (message ?? null)
  // The same code on a connection that stood already proves nothing.
  const whileConnecting = syscall === undefined || syscall === 'connect' || syscall === 'getaddrinfo'
  return NEVER_CONNECTED.has(String(code)) && whileConnecting
    ? { kind: 'not-sent', detail }
    : { kind: 'answer-lost', detail }
}
