import { setTimeout } from 'node:timers/promises'

/** A pause between two calls to a network that asked for one. It ends early when `signal` aborts; so will the next call. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {})

/** So many seconds from now. */
export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** The wait that an answer asks for by `Retry-After`, in seconds, a week at most; undefined where it does not. */
export function retryAfterSeconds(headers: Headers, now: Date): number | undefined {
  const given = headers.get('retry-after') ?? ''
  // Seconds, or the time itself (RFC 9110, 10.2.3).
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000
  return seconds > 0 ? Math.min(seconds, 7 * 86_400) : undefined
}
