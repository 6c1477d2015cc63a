import type { FailureCode, PublishFailure } from './failure.ts'

/**
 * The state of a network or account that one request reveals. The state affects all posts of that network or account.
 */
export type NetworkState =
  /** The network accepts no more posts until `until`: from this account, or from the whole app. */
  | {
      is: 'limit'
      of: 'account' | 'network'
      until: Date
      reason: Extract<FailureCode, 'rate_limited' | 'daily_limit'>
      detail: string | null
    }
  /** The network does not respond. `mayBePublic`: the post may have been published before the connection failed. */
  | { is: 'outage'; mayBePublic: boolean; detail: string | null }
  | { is: 'available' }

/**
 * The pause after a daily limit with an unknown reset time. It is short, because many limits count the last 24 hours,
 * so that capacity returns gradually.
 */
const UNKNOWN_RESET_MS = 15 * 60_000

/** The network's state as a request reveals it. Null for a fault of Frogy, which reveals nothing about the network. */
export function networkStateFrom(failure: PublishFailure | null, now: Date): NetworkState | null {
  switch (failure?.kind) {
    case 'answer-lost':
      return { is: 'outage', mayBePublic: true, detail: failure.detail }
    case 'not-sent':
      if (failure.because === 'own_fault') return null
      if (failure.because) return { is: 'available' }
      return { is: 'outage', mayBePublic: false, detail: failure.detail }
    case 'rate-limited':
      if (failure.of === 'post') return { is: 'available' }
      return {
        is: 'limit',
        of: failure.of === 'app' ? 'network' : 'account',
        until: failure.until,
        reason: failure.isDaily ? 'daily_limit' : 'rate_limited',
        detail: failure.detail,
      }
    case 'refused':
      if (failure.reason !== 'daily_limit') return { is: 'available' }
      return {
        is: 'limit',
        of: 'account',
        until: new Date(now.getTime() + UNKNOWN_RESET_MS),
        reason: 'daily_limit',
        detail: failure.detail,
      }
    case undefined:
    case 'not-ready':
    case 'reconnect':
      return { is: 'available' }
  }
}

export const LONGEST_OUTAGE_PAUSE_MS = 20_000

/** The minimum numbers of failing accounts and of failures in total at which Frogy treats a network as down. */
export const OUTAGE_MIN_ACCOUNTS = 2
export const OUTAGE_MIN_FAILURES = 3
