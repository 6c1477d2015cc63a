import type { Operation, Platform } from './platform.ts'

/** The kinds of refusal: rate limit, daily quota, server error, invalid token, or missing permission. */
export const SHAPES = ['rate', 'quota', 'server', 'token', 'permission'] as const
export type Shape = (typeof SHAPES)[number]

export interface Fault {
  platform: Platform
  operation: Operation
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  /** With `status`: the kind of refusal. If `status` has no value, the kind's usual status applies. */
  as?: Shape
  /** With `status`: this body and these headers replace the network's own. */
  body?: string | object
  headers?: Record<string, string>
  /** The seconds until the client may retry, sent in the network's headers. */
  retryAfter?: number
  delayMs?: number
  /** With `drop_after`: the connection breaks when only this many bytes of the body have arrived. */
  bodyBytes?: number
  /** With `status`: the request takes effect before the error response. */
  afterWork?: boolean
  /** With status 429: the daily quota is exhausted, instead of the 15-minute or hourly limit. */
  day?: boolean
  count: number
}
