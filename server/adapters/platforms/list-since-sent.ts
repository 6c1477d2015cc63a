import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { PlatformAnswer } from './http.ts'
import { dateOf } from './response-date.ts'

/** The assumed largest difference between two clocks. */
const CLOCKS_APART_MS = 15 * 60_000
/** From this difference on, the network's clock counts as behind. Well above any response time. */
const BEHIND_MS = 10 * 60_000

/**
 * The earliest creation time of the posts to list.
 * @param shown the network's time, if known: if its clock is behind ours, the post looks older there
 */
export function listableSince(sentAt: Date, now: Date, shown: Date = now): Date {
  const behindMs = Math.max(0, now.getTime() - shown.getTime())
  return new Date(Math.min(sentAt.getTime(), now.getTime()) - behindMs - CLOCKS_APART_MS)
}

/**
 * Lists the posts since a request was sent. If the network's clock turns out to be behind, lists again from earlier on.
 * @param asking must pass every response through `note`
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

/** Distinguishes a network that never answers this app, a rejected token, and a temporary failure. */
export function failedLookUp(failure: PublishFailure): LookResult {
  if (failure.kind === 'reconnect') return { found: 'no-access' }
  const isFinal = failure.kind === 'refused' && FINAL.has(failure.reason)
  return { found: isFinal ? 'cannot-ask' : 'no-answer' }
}

const FINAL = new Set<Refusal>(['permission', 'billing', 'configuration', 'policy'])
