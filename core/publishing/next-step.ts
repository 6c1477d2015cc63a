import { unreachable } from '../unreachable.ts'
import type { FailureCode, PublishFailure } from './failure.ts'
import { SETTLE_MS } from './sending-times.ts'

export type NextStep =
  | { do: 'retry'; at: Date; because: FailureCode }
  | { do: 'look-first'; at: Date }
  | { do: 'give-up'; because: FailureCode }

/**
 * After this many tries, over 22 minutes, what Frogy itself stumbles over is left alone, and so is a picture that cannot be
 * fetched: each try takes a container of the day's.
 */
export const MAX_ATTEMPTS = 8

/** The pause before what other posts wait for, too: how long that is known to last holds them all up (pauses.ts). */
const SHORT_PAUSE_MS = 2_000
/** What is not ready is asked about often enough, however often it was tried before. */
const LONGEST_READY_PAUSE_MS = 30_000

/** How long a network is asked about a lost answer before its owner is. */
export const LOOK_FOR_MS = 60_000

/** How long it is asked, less and less often, while the owner is, too. */
export const LOOK_ON_FOR_MS = 24 * 3_600_000

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
      if (failure.of === 'post') return tryAgain(failure.until, 'rate_limited', pauseMs(attempt), attempt)
      return tryAgain(failure.until, 'rate_limited', SHORT_PAUSE_MS)
    case 'not-ready':
      return tryAgain(failure.until, 'still_processing', Math.min(pauseMs(attempt), LONGEST_READY_PAUSE_MS))
    case 'not-sent':
      if (failure.because) return tryAgain(now, failure.because, pauseMs(attempt), attempt)
      return tryAgain(now, 'not_reached', SHORT_PAUSE_MS)
    case 'answer-lost':
      // The network may have the post already; sending it again could publish it twice.
      return { do: 'look-first', at: now }
    default:
      return unreachable(failure)
  }

  function tryAgain(from: Date, because: FailureCode, afterMs: number, counted = 1): NextStep {
    // A network's reset time may have passed already on its clock.
    const at = new Date(Math.max(from.getTime(), now.getTime() + afterMs))
    const isDaily = failure.kind === 'rate-limited' && failure.isDaily === true
    if (counted >= MAX_ATTEMPTS || at > lateAt) return { do: 'give-up', because: isDaily ? 'daily_limit' : because }
    return { do: 'retry', at, because }
  }
}

/** The pause after a number of failures: 2 s, 6 s, 18 s and so on, ten minutes at most. */
export function pauseMs(failures: number): number {
  return Math.min(2_000 * 3 ** Math.min(failures - 1, 8), 600_000)
}

/** The answer of a network that was asked about a lost post. It may know that it has the post, but not which one it is. */
export type LookResult =
  | { found: 'post'; remoteId: string | null; permalink: string | null }
  | { found: 'nothing' }
  /** The network tells nobody. */
  | { found: 'cannot-ask' }
  /** The permission to ask is gone; the account may be connected again. */
  | { found: 'no-access' }
  | { found: 'no-answer' }

export type AfterLook =
  | { do: 'record'; remoteId: string | null; permalink: string | null }
  | { do: 'send-again' }
  | { do: 'look-again'; at: Date }
  /** `lookAt`: when the network is asked all the same, for its answer may spare the owner; null where it has none. */
  | { do: 'ask-owner'; lookAt: Date | null }

/**
 * What a look at the network means.
 * @param lostAt when the request was over: its answer was given up, or could not come any more.
 * @param now when the look began.
 * @param sendAgainAt from when on another request does no harm, whatever became of this one.
 * @param isCalledDuplicate whether the network refused the request because it has such a post: then that it shows none
 *   is no proof.
 */
export function afterLook(
  result: LookResult,
  lostAt: Date,
  now: Date,
  sendAgainAt: Date,
  isCalledDuplicate = false,
): AfterLook {
  const waitedMs = now.getTime() - lostAt.getTime()
  // Before this neither the network nor the owner can have seen what may still be on its way.
  const settledAt = new Date(lostAt.getTime() + SETTLE_MS)
  switch (result.found) {
    case 'post':
      return { do: 'record', remoteId: result.remoteId, permalink: result.permalink }
    case 'cannot-ask':
      return now < settledAt ? { do: 'look-again', at: settledAt } : { do: 'ask-owner', lookAt: null }
    case 'no-access':
      return askOwner()
    case 'nothing':
      if (now < settledAt) return { do: 'look-again', at: settledAt }
      if (isCalledDuplicate) return askOwner()
      return now < sendAgainAt ? { do: 'look-again', at: sendAgainAt } : { do: 'send-again' }
    case 'no-answer':
      if (waitedMs > LOOK_FOR_MS) return askOwner()
      return { do: 'look-again', at: new Date(now.getTime() + Math.max(2_000, waitedMs / 2)) }
    default:
      return unreachable(result)
  }

  function askOwner(): AfterLook {
    const pauseMs = Math.max(LOOK_FOR_MS, waitedMs / 2)
    return { do: 'ask-owner', lookAt: waitedMs > LOOK_ON_FOR_MS ? null : new Date(now.getTime() + pauseMs) }
  }
}
