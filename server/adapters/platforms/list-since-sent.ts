import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { PlatformAnswer } from './http.ts'
import { dateOf } from './response-date.ts'

/** The assumed maximum difference between Frogy's clock and the network's clock. */
const CLOCKS_APART_MS = 15 * 60_000
/** With at least this difference, the network's clock counts as slow. It is far longer than any response takes. */
const BEHIND_MS = 10 * 60_000

/**
 * The earliest creation time of posts to list.
 * @param shown the network's time, if known. If its clock is slow, the post has an earlier time there
 */
export function listableSince(sentAt: Date, now: Date, shown: Date = now): Date {
  const behindMs = Math.max(0, now.getTime() - shown.getTime())
  return new Date(Math.min(sentAt.getTime(), now.getTime()) - behindMs - CLOCKS_APART_MS)
}

/**
 * Lists the posts since a request was sent. If the network's clock proves slow, lists again from an earlier time.
 * @param asking must pass every response to `note`
 */
export async function listSinceSent<T>(
  sentAt: Date,
  now: () => Date,
  asking: (since: Date, note: (answer: PlatformAnswer) => PlatformAnswer) => Promise<T>,
): Promise<T> {
  let shown: Date | undefined
  const note = (answer: PlatformAnswer) => {
    shown = dateOf(answer.headers)
    return answer
  }
  const asked = await asking(listableSince(sentAt, now()), note)
  const isBehind = shown && now().getTime() - shown.getTime() > BEHIND_MS
  return isBehind ? await asking(listableSince(sentAt, now(), shown), note) : asked
}

/**
 * Interprets a failed look-up: the account lost access, the network never answers this app, or the failure is
 * temporary.
 */
export function failedLookUp(failure: PublishFailure): LookResult {
  if (failure.kind === 'reconnect') return { found: 'no-access' }
  const isFinal = failure.kind === 'refused' && FINAL.has(failure.reason)
  return { found: isFinal ? 'cannot-ask' : 'no-answer' }
}

const FINAL = new Set<Refusal>(['permission', 'billing', 'configuration', 'policy'])
