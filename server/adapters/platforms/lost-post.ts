import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'

/** How far two clocks may be apart when a network is asked for what came since a post was sent. */
const CLOCKS_APART_MS = 15 * 60_000

/** From when on a post may stand on its network's list that was sent at `sentAt`. */
export const listedSince = (sentAt: Date): Date => new Date(sentAt.getTime() - CLOCKS_APART_MS)

/** What a failed look says: that the network does not let this app ask, or this account any more, or only not now. */
export function failedLook(failure: PublishFailure): LookResult {
  if (failure.kind === 'reconnect') return { found: 'no-access' }
  const isFinal = failure.kind === 'refused' && FINAL.has(failure.reason)
  return { found: isFinal ? 'cannot-ask' : 'no-answer' }
}

/** What is refused for these reasons is so tomorrow, too. */
const FINAL = new Set<Refusal>(['permission', 'billing', 'configuration', 'policy'])
