import type { FailureCode, PublishFailure } from './failure.ts'

/** What a network's answer, or the lack of one, says about other posts than its own. */
export type Lesson =
  /** It takes no more until then: from this account, or from all that Frogy posts there. */
  | {
      learnt: 'limit'
      of: 'account' | 'network'
      until: Date
      reason: Extract<FailureCode, 'rate_limited' | 'daily_limit'>
      detail: string | null
    }
  /** It does not answer. `mayBeOut`: what was sent may be live all the same. */
  | { learnt: 'outage'; mayBeOut: boolean; detail: string | null }
  | { learnt: 'answers' }

/** A day's limit that names no end is asked about again after this long: many windows move with the clock. */
const UNNAMED_LIMIT_MS = 15 * 60_000

/** @returns null where it says nothing: the trouble was our own */
export function lessonOf(failure: PublishFailure | null, now: Date): Lesson | null {
  switch (failure?.kind) {
    case 'answer-lost':
      return { learnt: 'outage', mayBeOut: true, detail: failure.detail }
    case 'not-sent':
      if (failure.because === 'own_fault') return null
      if (failure.because) return { learnt: 'answers' }
      return { learnt: 'outage', mayBeOut: false, detail: failure.detail }
    case 'rate-limited':
      if (failure.of === 'post') return { learnt: 'answers' }
      return {
        learnt: 'limit',
        of: failure.of === 'app' ? 'network' : 'account',
        until: failure.until,
        reason: failure.isDaily ? 'daily_limit' : 'rate_limited',
        detail: failure.detail,
      }
    case 'refused':
      if (failure.reason !== 'daily_limit') return { learnt: 'answers' }
      return {
        learnt: 'limit',
        of: 'account',
        until: new Date(now.getTime() + UNNAMED_LIMIT_MS),
        reason: 'daily_limit',
        detail: failure.detail,
      }
    case undefined:
    case 'not-ready':
    case 'reconnect':
      return { learnt: 'answers' }
  }
}

/**
 * How long an outage that was met so often is left alone: 2 s, 4 s, 8 s, 16 s, and then 20 s, however long it lasts, so
 * that everything is out within a minute of its end.
 */
export function outagePauseMs(failures: number): number {
  return Math.min(1_000 * 2 ** Math.min(failures, 10), LONGEST_OUTAGE_PAUSE_MS)
}

export const LONGEST_OUTAGE_PAUSE_MS = 20_000

/** So many accounts in a row without an answer, and nobody with one: it is the network. */
export const ACCOUNTS_OF_AN_OUTAGE = 2
export const FAILURES_OF_AN_OUTAGE = 3
