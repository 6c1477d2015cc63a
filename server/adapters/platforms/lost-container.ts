import { UNANSWERED, type Prepared, type Published } from './platform-client.ts'
import { later } from './rate-limit-waits.ts'

// A network may lose a finished container. It then refuses to publish the container as unknown.

/** Key under which an attempt stores when the network first refused to publish its container as unknown. */
const LOST_SINCE = 'lostSince'
/** An unknown container may be replication lag: retry twice, half a minute apart, before giving it up. */
const LOST_FOR_GOOD_MS = 60_000

export const NOT_LOST: Prepared = { [LOST_SINCE]: '' }

/** Whether the network has refused to publish the container as unknown, whatever its status says. */
export const isLost = (prepared: Readonly<Prepared>): boolean => Boolean(prepared[LOST_SINCE])

export const isLostForGood = (prepared: Readonly<Prepared>, now: Date): boolean =>
  isLost(prepared) && now.getTime() - Date.parse(prepared[LOST_SINCE] ?? '') >= LOST_FOR_GOOD_MS

/**
 * Decides what follows when the network does not know a container: first a retry, later a new container. If an earlier
 * publish request got no response, the post may be public: look it up.
 */
export function handleUnknownContainer(prepared: Readonly<Prepared>, detail: string | null, now: Date): Published {
  const learnt = { [LOST_SINCE]: prepared[LOST_SINCE] || now.toISOString() }
  if (prepared[UNANSWERED]) return { ok: false, failure: { kind: 'answer-lost', detail }, learnt }
  const pause = isLostForGood(prepared, now) ? 0 : LOST_FOR_GOOD_MS / 2_000
  return { ok: false, failure: { kind: 'not-ready', until: later(now, pause), detail }, learnt }
}
