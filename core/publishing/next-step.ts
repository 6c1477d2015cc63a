import { unreachable } from '../unreachable.ts'
import type { FailureCode, PublishFailure } from './failure.ts'

export type NextStep =
  | { do: 'retry'; at: Date; because: FailureCode }
  | { do: 'look-first'; at: Date }
  | { do: 'give-up'; because: FailureCode }

/** After this many tries a network that cannot be reached is left alone. */
export const MAX_ATTEMPTS = 6

/** How long after a lost request a network may take to show the post that it made: absent before then proves nothing. */
export const SETTLE_MS = 10_000

/** How long a network is asked about a lost answer before its owner is. */
export const LOOK_FOR_MS = 60_000

/**
 * What to do once attempt number `attempt` (from 1) has failed.
 * @param lateAt until when the post's owner still wants it out.
 */
export function nextStep(failure: PublishFailure, attempt: number, now: Date, lateAt: Date): NextStep {
  switch (failure.kind) {
    case 'refused':
      return { do: 'give-up', because: failure.reason }
    case 'reconnect':
      return { do: 'give-up', because: 'reconnect' }
    case 'rate-limited':
      return tryAgain(failure.until, 'rate_limited', failure.isDaily ? 'daily_limit' : 'rate_limited')
    case 'not-sent':
      return tryAgain(now, 'not_reached')
    case 'answer-lost':
      // The network may have the post already; sending it again could publish it twice.
      return { do: 'look-first', at: now }
    default:
      return unreachable(failure)
  }

  function tryAgain(from: Date, because: FailureCode, inTheEnd = because): NextStep {
    // A network's reset time may have passed already on its clock.
    const at = new Date(Math.max(from.getTime(), now.getTime() + pauseMs(attempt)))
    if (attempt >= MAX_ATTEMPTS || at > lateAt) return { do: 'give-up', because: inTheEnd }
    return { do: 'retry', at, because }
  }
}

/** The pause after a number of failures: 2 s, 8 s, 32 s and so on, ten minutes at most. */
export function pauseMs(failures: number): number {
  return Math.min(2_000 * 4 ** Math.min(failures - 1, 8), 600_000)
}

/** What asking the network about a lost answer gave. A network may know that it has a post, but not which one. */
export type LookResult =
  | { found: 'post'; remoteId: string | null; permalink: string | null }
  | { found: 'nothing' }
  | { found: 'cannot-ask' }
  | { found: 'no-answer' }

export type AfterLook =
  | { do: 'record'; remoteId: string | null; permalink: string | null }
  | { do: 'send-again' }
  | { do: 'look-again'; at: Date }
  | { do: 'ask-owner' }

/**
 * What a look at the network means.
 * @param lostAt when the request was over: its answer was given up, or could not come any more.
 * @param now when the look began.
 */
export function afterLook(result: LookResult, lostAt: Date, now: Date): AfterLook {
  const waitedMs = now.getTime() - lostAt.getTime()
  switch (result.found) {
    case 'post':
      return { do: 'record', remoteId: result.remoteId, permalink: result.permalink }
    case 'cannot-ask':
      return { do: 'ask-owner' }
    case 'nothing':
      return waitedMs >= SETTLE_MS
        ? { do: 'send-again' }
        : { do: 'look-again', at: new Date(lostAt.getTime() + SETTLE_MS) }
    case 'no-answer':
      if (waitedMs > LOOK_FOR_MS) return { do: 'ask-owner' }
      return { do: 'look-again', at: new Date(now.getTime() + Math.max(2_000, waitedMs / 2)) }
    default:
      return unreachable(result)
  }
}
