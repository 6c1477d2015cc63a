import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import { PlatformError, type Outcome, type Tokens } from './platform-client.ts'

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

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Sends one request and reads its answer whole. @throws PlatformError `not-sent` or `answer-lost`, never anything else */
export async function send(request: PlatformRequest, signal: AbortSignal): Promise<PlatformAnswer> {
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
    return { status: response.status, headers: response.headers, json: parseJson(await response.text()) }
  } catch (cause) {
    throw new PlatformError(transportFailure(cause))
  }
}

/** Only where no connection was made is it sure that the network saw nothing. */
export function transportFailure(cause: unknown): PublishFailure {
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

declare global {
  /** What TypeScript's own description of the language lacks yet: a number's digits as they stood in the text. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    rawJSON(text: string): unknown
  }
}

/** `{"user_id":17841405793187219}` would lose its last digits as a number, so whole numbers that long become text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value,
    )
  } catch {
    return undefined
  }
}

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
  let answer: PlatformAnswer
  try {
    answer = await send(request, signal)
  } catch (error) {
    if (error instanceof PlatformError) return { ok: false, failure: error.failure }
    throw error
  }
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

/** The value of an outcome that must be one. @throws PlatformError */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new PlatformError(outcome.failure)
}

/** What a failed look says: that the network does not let this app ask, or this account any more, or only not now. */
export function failedLook(failure: PublishFailure): LookResult {
  if (failure.kind === 'reconnect') return { found: 'no-access' }
  const isFinal = failure.kind === 'refused' && FINAL.has(failure.reason)
  return { found: isFinal ? 'cannot-ask' : 'no-answer' }
}

/** What is refused for these reasons is so tomorrow, too. */
const FINAL = new Set<Refusal>(['permission', 'billing', 'configuration', 'policy'])

/** Reads a member of an unknown JSON value by its path: `at(json, 'data', 'id')`. */
export function at(json: unknown, ...path: (string | number)[]): unknown {
  let value = json
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key]
  return value
}

/** The text at a path; numbers are ids and become text. Undefined where there is neither. */
export function textAt(json: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(json, ...path)
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The number at a path; undefined where there is none. */
export function numberAt(json: unknown, ...path: (string | number)[]): number | undefined {
  const value = at(json, ...path)
  return typeof value === 'number' ? value : undefined
}

export function listAt(json: unknown, ...path: (string | number)[]): unknown[] {
  return knownListAt(json, ...path) ?? []
}

/** The list at a path; undefined where there is none, which proves nothing about what would be on it. */
export function knownListAt(json: unknown, ...path: (string | number)[]): unknown[] | undefined {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : undefined
}

/** `expires_in` seconds from now, a minute early. */
function expiry(json: unknown, now: Date): Date | null {
  const seconds = Number(at(json, 'expires_in'))
  return seconds > 0 ? new Date(now.getTime() + Math.max(0, seconds - 60) * 1000) : null
}

/** The wait that an answer asks for by `Retry-After`, in seconds, a week at most; undefined where it does not. */
export function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const given = headers.get('retry-after') ?? ''
  // Seconds, or the time itself (RFC 9110, 10.2.3).
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000
  return seconds > 0 ? Math.min(seconds, 7 * 86_400) : undefined
}

/** Asks for a removal. What is gone already is removed. */
export async function askRemoval(
  request: PlatformRequest,
  signal: AbortSignal,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<null>> {
  let isGone = false
  const removed = await ask(
    request,
    signal,
    () => null,
    (answer) => {
      // Meta's statuses vary: there a number tells.
      const subcode = at(answer.json, 'error', 'error_subcode')
      isGone = at(answer.json, 'error', 'code') === undefined ? answer.status === 404 : subcode === 33
      return readFailure(answer)
    },
  )
  return isGone ? { ok: true, value: null } : removed
}

export const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Reads what a token endpoint gives (RFC 6749, 5.1): all four networks answer in its shape. */
export const tokenReader =
  (now: () => Date) =>
  ({ json }: PlatformAnswer): (Tokens & { scopes: string[] }) | undefined => {
    const accessToken = textAt(json, 'access_token')
    if (!accessToken) return undefined
    const refreshToken = textAt(json, 'refresh_token') ?? null
    return { accessToken, refreshToken, expiresAt: expiry(json, now()), scopes: scopesIn(at(json, 'scope')) }
  }

/**
 * Reads what a token endpoint says no with (RFC 6749, 5.2). Only its own words prove that a grant is dead: a page of a
 * proxy's with the same status does not.
 */
export const grantFailureReader =
  (readFailure: (answer: PlatformAnswer) => PublishFailure) =>
  (answer: PlatformAnswer): PublishFailure => {
    const [error, detail] = [textAt(answer.json, 'error'), textAt(answer.json, 'error_description') ?? null]
    if (error === 'invalid_grant' || error === 'invalid_request') return { kind: 'reconnect', detail }
    if (error === 'invalid_client' || error === 'unauthorized_client') {
      return { kind: 'refused', reason: 'configuration', detail }
    }
    const failure = readFailure(answer)
    return failure.kind === 'reconnect' ? { kind: 'answer-lost', detail: `HTTP ${answer.status}` } : failure
  }

/** Scopes come separated by blanks, by commas, or as a list. */
export function scopesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
}

/** How texts are compared that went through a network: composed alike, without the blanks that networks trim. */
export function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

export function plain(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim()
}

/** How far two clocks may be apart when a network is asked for what came since. */
export const CLOCKS_APART_MS = 15 * 60_000
