import { setTimeout } from 'node:timers/promises'

/** Waits between two calls. Ends early if `signal` aborts, and then the next call aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {})

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** The seconds in `Retry-After`, at most a week. Undefined without it. */
export function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const given = headers.get('retry-after') ?? ''
  // `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3).
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000
  return seconds > 0 ? Math.min(seconds, 7 * 86_400) : undefined
}
