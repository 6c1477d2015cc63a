import { unreachable } from '../unreachable.ts'
import type { FailureCode, PublishFailure } from './failure.ts'
import { SETTLE_MS } from './sending-times.ts'

type NextStep =
  | { do: 'retry'; at: Date; because: FailureCode }
  | { do: 'look-first'; at: Date }
  | { do: 'give-up'; because: FailureCode }

/**
 * The maximum number of attempts for a post after faults of Frogy or unreachable pictures, spread over 22 minutes.
 * Limited, because each attempt creates a media container, which counts towards the network's daily limit.
 */
export const MAX_ATTEMPTS = 8

/**
 * The pause before a retry. It is short, because it delays only one post. pauses.ts has longer ones for an account or
 * network.
 */
const SHORT_PAUSE_MS = 2_000
const LONGEST_READY_PAUSE_MS = 30_000

/** How long after a lost response Frogy only looks up the post on its network. After that, it also asks the author. */
export const ASK_AUTHOR_AFTER_MS = 60_000

/** How long Frogy continues to look up the post, with growing pauses, while it also asks the author. */
export const STOP_LOOKING_AFTER_MS = 24 * 3_600_000

/**
 * Decides what to do after a failed request.
 * @param attempt number of the failed attempt among those with the same cause, from 1
 * @param lateAt the latest time to publish the post
 */
export function nextStep(failure: PublishFailure, attempt: number, now: Date, lateAt: Date): NextStep {
  switch (failure.kind) {
    case 'refused':
    case 'reconnect':
      return { do: 'give-up', because: causeOf(failure) }
    case 'rate-limited':
      if (failure.of === 'post') return retry(failure.until, backoffMs(attempt), attempt)
      return retry(failure.until, SHORT_PAUSE_MS)
    case 'not-ready':
      return retry(failure.until, Math.min(backoffMs(attempt), LONGEST_READY_PAUSE_MS))
    case 'not-sent':
      if (failure.because) return retry(now, backoffMs(attempt), attempt)
      return retry(now, SHORT_PAUSE_MS)
    case 'answer-lost':
      // The network may have published the post, so sending it again could publish it twice.
      return { do: 'look-first', at: now }
    default:
      return unreachable(failure)
  }

  function retry(from: Date, afterMs: number, counted = 1): NextStep {
    const because = causeOf(failure)
    // The network's reset time may already have passed by our clock, so wait at least `afterMs`.
    const at = new Date(Math.max(from.getTime(), now.getTime() + afterMs))
    const isDaily = failure.kind === 'rate-limited' && failure.isDaily === true
    if (counted >= MAX_ATTEMPTS || at > lateAt) return { do: 'give-up', because: isDaily ? 'daily_limit' : because }
    return { do: 'retry', at, because }
  }
}

/**
 * The code under which a failure is stored. Frogy counts attempts per code, so retries during an outage do not use up
 * the attempts for other failures.
 */
export function causeOf(failure: PublishFailure): FailureCode {
  switch (failure.kind) {
    case 'refused':
      return failure.reason
    case 'reconnect':
      return 'reconnect'
    case 'rate-limited':
      return 'rate_limited'
    case 'not-ready':
      return 'still_processing'
    case 'not-sent':
      return failure.because ?? 'not_reached'
    case 'answer-lost':
      return 'not_reached'
    default:
      return unreachable(failure)
  }
}

export function backoffMs(failures: number): number {
  return Math.min(2_000 * 3 ** Math.min(failures - 1, 8), 600_000)
}

/**
 * The result of looking up a post with a lost response. The network may confirm that the post exists without giving its
 * id.
 */
export type LookResult =
  | { found: 'post'; remoteId: string | null; permalink: string | null }
  /**
   * A result at or after `provenAt` proves that the post is missing. It is set only for networks that list posts late.
   * `others` are listed posts that Frogy does not know, if another installation may have sent the post.
   */
  | { found: 'nothing'; provenAt?: Date; others?: readonly ListedPost[] }
  /** The network offers no call with which Frogy could look a post up. */
  | { found: 'cannot-ask' }
  /** The network rejects the token. The user may reconnect the account. */
  | { found: 'no-access' }
  | { found: 'no-answer' }

/** A post in the network's list. `at` is invalid if the network does not report its time. */
export interface ListedPost {
  at: Date
  hasText(text: string): boolean
}

type AfterLook =
  | { do: 'record'; remoteId: string | null; permalink: string | null }
  | { do: 'send-again' }
  | { do: 'look-again'; at: Date }
  /** `lookAt`: when to look up the post again, because the network may answer before the author. Null for never. */
  | { do: 'ask-owner'; lookAt: Date | null }

/**
 * Decides what to do after a look-up.
 * @param provesNothing whether a failed look-up proves nothing: the network refused the post as a duplicate, or it may
 *   have the post with another text
 */
export function afterLook(
  result: LookResult,
  lostAt: Date,
  now: Date,
  sendAgainAt: Date,
  provesNothing = false,
): AfterLook {
  const waitedMs = now.getTime() - lostAt.getTime()
  // Before `settledAt` the request may still be in progress, and neither the network nor the author can see the post.
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
      if (provesNothing) return askOwner()
      for (const from of [sendAgainAt, result.provenAt]) if (from && now < from) return { do: 'look-again', at: from }
      return { do: 'send-again' }
    case 'no-answer':
      if (waitedMs > ASK_AUTHOR_AFTER_MS) return askOwner()
      return { do: 'look-again', at: new Date(now.getTime() + Math.max(2_000, waitedMs / 2)) }
    default:
      return unreachable(result)
  }

  function askOwner(): AfterLook {
    const backoffMs = Math.max(ASK_AUTHOR_AFTER_MS, waitedMs / 2)
    return { do: 'ask-owner', lookAt: waitedMs > STOP_LOOKING_AFTER_MS ? null : new Date(now.getTime() + backoffMs) }
  }
}
