import type { Operation, Platform } from './platform.ts'

/** What a network says no with: its short window, its day, its machines, the token, or a right that is missing. */
export const SHAPES = ['rate', 'quota', 'server', 'token', 'permission'] as const
export type Shape = (typeof SHAPES)[number]

export interface Fault {
  platform: Platform
  operation: Operation
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  /** With `status`: which of the network's own refusals it is; the status is then the network's too unless given. */
  as?: Shape
  /** With `status`: these very words and headers instead of the network's usual ones. */
  body?: string | object
  headers?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  delayMs?: number
  /** With `status`: the request takes effect although it is answered as an error. */
  afterWork?: boolean
  /** With status 429: the day's allowance is used up, not the short window's. */
  day?: boolean
  count: number
}
