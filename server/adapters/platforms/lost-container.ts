import { UNANSWERED, type Prepared, type Published } from './platform-client.ts'
import { later } from './rate-limit-waits.ts'

// A network may lose a container, which is a post that is uploaded but not public, and then report it as unknown.

/**
 * Key of the time when the network first refused to publish the uploaded post (“container”) because it did not know it.
 */
const LOST_SINCE = 'lostSince'
/**
 * The time after which an uploaded post that the network does not know counts as lost. Until then it may still appear
 * after replication.
 */
const LOST_FOR_GOOD_MS = 60_000

export const NOT_LOST: Prepared = { [LOST_SINCE]: '' }

/**
 * Whether the network has refused to publish the uploaded post (“container”) as unknown. Its status may still say that
 * it exists.
 */
export const isLost = (prepared: Readonly<Prepared>): boolean => Boolean(prepared[LOST_SINCE])

export const isLostForGood = (prepared: Readonly<Prepared>, now: Date): boolean =>
  isLost(prepared) && now.getTime() - Date.parse(prepared[LOST_SINCE] ?? '') >= LOST_FOR_GOOD_MS

/**
 * Decides what to do when the network does not know the uploaded post: first retry, later upload it again. If an
 * earlier publish request got no response, look up the post, because it may be public.
 */
export function handleUnknownContainer(prepared: Readonly<Prepared>, detail: string | null, now: Date): Published {
  const learnt = { [LOST_SINCE]: prepared[LOST_SINCE] || now.toISOString() }
  if (prepared[UNANSWERED]) return { ok: false, failure: { kind: 'answer-lost', detail }, learnt }
  const pause = isLostForGood(prepared, now) ? 0 : LOST_FOR_GOOD_MS / 2_000
  return { ok: false, failure: { kind: 'not-ready', until: later(now, pause), detail }, learnt }
}
