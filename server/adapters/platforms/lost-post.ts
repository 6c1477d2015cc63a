import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { PlatformAnswer } from './http.ts'
import { shownBy } from './network-time.ts'

/** How far two clocks may be apart before it is looked at. Well above what an answer takes. */
const CLOCKS_APART_MS = 15 * 60_000
const LOOKED_AT_MS = 10 * 60_000

/**
 * From when on a post may stand on its network's list that was sent at `sentAt`.
 * @param shown what the network's own clock shows, where that is known: to it, what was sent may be older than to us
 */
export function listedSince(sentAt: Date, now: Date, shown: Date = now): Date {
  const behindMs = Math.max(0, now.getTime() - shown.getTime())
  return new Date(Math.min(sentAt.getTime(), now.getTime()) - behindMs - CLOCKS_APART_MS)
}

/**
 * Asks a network for what it lists since a post was sent: anew, from earlier on, where its clock turns out to be behind.
 * @param asking is to let `note` see every answer
 */
export async function askListed<T>(
  sentAt: Date,
  now: () => Date,
  asking: (since: Date, note: (answer: PlatformAnswer) => PlatformAnswer) => Promise<T>,
): Promise<T> {
  let shown: Date | undefined
  const note = (answer: PlatformAnswer) => {
    shown = shownBy(answer.headers)
    return answer
  }
  const asked = await asking(listedSince(sentAt, now()), note)
  const isBehind = shown && now().getTime() - shown.getTime() > LOOKED_AT_MS
  return isBehind ? await asking(listedSince(sentAt, now(), shown), note) : asked
}

/** What a failed look says: that the network does not let this app ask, or this account any more, or only not now. */
export function failedLook(failure: PublishFailure): LookResult {
  if (failure.kind === 'reconnect') return { found: 'no-access' }
  const isFinal = failure.kind === 'refused' && FINAL.has(failure.reason)
  return { found: isFinal ? 'cannot-ask' : 'no-answer' }
}

/** What is refused for these reasons is so tomorrow, too. */
const FINAL = new Set<Refusal>(['permission', 'billing', 'configuration', 'policy'])
