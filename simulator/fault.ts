import type { Operation, Platform } from './platform.ts'

/** The kinds of refusal: rate limit, daily quota, server error, invalid token, or missing permission. */
export const SHAPES = ['rate', 'quota', 'server', 'token', 'permission'] as const
export type Shape = (typeof SHAPES)[number]

export interface Fault {
  platform: Platform
  operation: Operation
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  /** With `status`: the kind of refusal. Its usual status applies unless given. */
  as?: Shape
  /** With `status`: this exact body and these headers. */
  body?: string | object
  headers?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  delayMs?: number
  /** With `status`: the request takes effect despite the error response. */
  afterWork?: boolean
  /** With status 429: the daily quota is exhausted, not the short window. */
  day?: boolean
  count: number
}
