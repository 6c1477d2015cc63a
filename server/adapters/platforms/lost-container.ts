import { UNANSWERED, type Prepared, type Published } from './platform-client.ts'
import { later } from './rate-limit-waits.ts'

// A network may lose a finished container. It then refuses to publish the container as unknown.

/** Key under which an attempt stores the time of the first such refusal. */
const LOST_SINCE = 'lostSince'
/** The refusal may be replication lag: retry twice, half a minute apart, before giving the container up. */
const LOST_FOR_GOOD_MS = 60_000

export const NOT_LOST: Prepared = { [LOST_SINCE]: '' }

/** Whether the network has refused to publish the container as unknown, whatever its status says. */
export const isLost = (prepared: Readonly<Prepared>): boolean => Boolean(prepared[LOST_SINCE])

export const isLostForGood = (prepared: Readonly<Prepared>, now: Date): boolean =>
  isLost(prepared) && now.getTime() - Date.parse(prepared[LOST_SINCE] ?? '') >= LOST_FOR_GOOD_MS

/**
 * Decides what follows such a refusal: first a retry, later a new container. If an earlier request got no response, the
 * container may have become that post: look it up.
 */
export function handleUnknownContainer(prepared: Readonly<Prepared>, detail: string | null, now: Date): Published {
  const learnt = { [LOST_SINCE]: prepared[LOST_SINCE] || now.toISOString() }
  if (prepared[UNANSWERED]) return { ok: false, failure: { kind: 'answer-lost', detail }, learnt }
  const pause = isLostForGood(prepared, now) ? 0 : LOST_FOR_GOOD_MS / 2_000
  return { ok: false, failure: { kind: 'not-ready', until: later(now, pause), detail }, learnt }
}
