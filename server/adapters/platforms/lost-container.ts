import { UNANSWERED, type Prepared, type Published } from './platform-client.ts'
import { later } from './waits.ts'

// A network may lose a container that it called finished: it then refuses to publish it, because it knows of none.

/** Since when it has refused that. */
const LOST_SINCE = 'lostSince'
/** It may only be too early: tried twice, half a minute apart. After that the container is gone for good. */
const LOST_FOR_GOOD_MS = 60_000

/** What to remember so that nothing counts as lost any more. */
export const NOT_LOST: Prepared = { [LOST_SINCE]: '' }

/** Whether the network has refused to publish the container because it knows of none, whatever else it says of it. */
export const isLost = (prepared: Readonly<Prepared>): boolean => Boolean(prepared[LOST_SINCE])

export const isLostForGood = (prepared: Readonly<Prepared>, now: Date): boolean =>
  isLost(prepared) && now.getTime() - Date.parse(prepared[LOST_SINCE] ?? '') >= LOST_FOR_GOOD_MS

/**
 * What such a refusal, in these words, means for its post. The container is tried again, and then made anew; but where
 * an earlier request got no answer, that may be what became of it, and then it is looked for.
 */
export function unknownContainer(prepared: Readonly<Prepared>, detail: string | null, now: Date): Published {
  const learnt = { [LOST_SINCE]: prepared[LOST_SINCE] || now.toISOString() }
  if (prepared[UNANSWERED]) return { ok: false, failure: { kind: 'answer-lost', detail }, learnt }
  const pause = isLostForGood(prepared, now) ? 0 : LOST_FOR_GOOD_MS / 2_000
  return { ok: false, failure: { kind: 'not-ready', until: later(now, pause), detail }, learnt }
}
