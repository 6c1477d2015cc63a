import type { Operation, Platform } from './platform.ts'

/** The kinds of refusal: rate limit, daily quota, server error, invalid token, or missing permission. */
export const SHAPES = ['rate', 'quota', 'server', 'token', 'permission'] as const
export type Shape = (typeof SHAPES)[number]

export interface Fault {
  platform: Platform
  operation: Operation
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  /** For the fault `status`: the kind of refusal. Without a number in `status`, the kind's usual status applies. */
  as?: Shape
  /** For the fault `status`: the response's body and headers, in place of those that the network would send. */
  body?: string | object
  headers?: Record<string, string>
  /** The seconds until the client may retry, sent in the network's headers. */
  retryAfter?: number
  delayMs?: number
  /** For the fault `drop_after`: the connection breaks after this many bytes of the request's body. */
  bodyBytes?: number
  /** For the fault `status`: the request takes effect before the error response. */
  afterWork?: boolean
  /** For the status 429: the daily quota is exhausted, instead of the 15-minute or hourly limit. */
  day?: boolean
  count: number
}
