import type { FailureCode, PublishFailure } from './failure.ts'

/** The state of a network or account that one request reveals, for other posts too. */
export type NetworkState =
  /** It accepts no more posts until then: from this account, or from the whole app. */
  | {
      is: 'limit'
      of: 'account' | 'network'
      until: Date
      reason: Extract<FailureCode, 'rate_limited' | 'daily_limit'>
      detail: string | null
    }
  /** It does not answer. `mayBePublic`: the post may be public anyway. */
  | { is: 'outage'; mayBePublic: boolean; detail: string | null }
  | { is: 'available' }

/** A daily limit without a reset time is retried after this long: many windows are sliding. */
const UNKNOWN_RESET_MS = 15 * 60_000

/** @returns null for our own fault, which says nothing about the network */
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

/** Exponential backoff up to 20 s: within a minute after an outage all waiting posts are published. */
export function outagePauseMs(failures: number): number {
  return Math.min(1_000 * 2 ** Math.min(failures, 10), LONGEST_OUTAGE_PAUSE_MS)
}

export const LONGEST_OUTAGE_PAUSE_MS = 20_000

/** With this many failing accounts and no answer at all, the whole network counts as down. */
export const OUTAGE_MIN_ACCOUNTS = 2
export const OUTAGE_MIN_FAILURES = 3
