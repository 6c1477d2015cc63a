import type { OutgoingPost, OutgoingVideo, Outcome, Preparation, Prepared } from './platform-client.ts'
import { later, sleep } from './rate-limit-waits.ts'

/**
 * Keys of a video's upload in a prepared post's data: the network's id of the video, and how many parts are uploaded.
 */
export const VIDEO = 'video'
const PARTS_DONE = 'videoParts'
const PARTS_TOTAL = 'videoPartsTotal'
/** Key that marks an upload as complete: all parts are uploaded, and the network knows it. */
const COMPLETE = 'videoComplete'

export const isVideoComplete = (done: Readonly<Prepared>): boolean => done[COMPLETE] === 'yes'

/** Whether all parts are uploaded. The network may not know yet that no more parts follow. */
export const areAllPartsSent = (done: Readonly<Prepared>, count: number): boolean => Number(done[PARTS_DONE]) === count

/** How much of a video is uploaded, from 0 to 1. Undefined if the network receives no parts. */
export function uploadedShare(done: Readonly<Prepared>): number | undefined {
  const [parts, total] = [Number(done[PARTS_DONE] ?? 0), Number(done[PARTS_TOTAL] ?? 0)]
  return parts > 0 && total > 0 ? Math.min(1, parts / total) : undefined
}

export const saveComplete = ({ save }: Preparation): Promise<void> => save({ [COMPLETE]: 'yes' })

/** Resets the upload of a video, so that the next attempt begins it again. */
export const WITHOUT_VIDEO: Prepared = { [VIDEO]: '', [PARTS_DONE]: '', [COMPLETE]: '' }

/**
 * Uploads a video in parts, in order, and saves the progress after each. Continues after the last saved part.
 * @param send returns what to save with the part
 */
export async function uploadParts(
  video: OutgoingVideo,
  parts: readonly { from: number; length: number }[],
  preparation: Preparation,
  signal: AbortSignal,
  send: (bytes: Blob, part: number) => Promise<Outcome<Prepared>>,
): Promise<Outcome<null>> {
  for (let part = Number(preparation.done[PARTS_DONE] ?? 0); part < parts.length; part++) {
    if (signal.aborted) return { ok: false, failure: { kind: 'not-sent', detail: null } }
    const { from = 0, length = 0 } = parts[part] ?? {}
    const bytes = await video.read(from, length)
    if (!bytes.ok) return bytes
    const sent = await send(new Blob([bytes.value], { type: video.type }), part)
    if (!sent.ok) return sent
    await preparation.save({ ...sent.value, [PARTS_DONE]: String(part + 1), [PARTS_TOTAL]: String(parts.length) })
  }
  return { ok: true, value: null }
}

export function equalParts({ sizeBytes }: OutgoingVideo, partBytes: number): { from: number; length: number }[] {
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, part) => ({
    from: part * partBytes,
    length: Math.min(partBytes, sizeBytes - part * partBytes),
  }))
}

export const coverFile = ({ picture }: NonNullable<OutgoingVideo['cover']>): File =>
  new File([picture], 'cover.jpg', { type: 'image/jpeg' })

/** `gone`: the network no longer knows the upload. */
export type VideoState = { state: 'ready' | 'working' | 'gone' } | { state: 'broken'; detail: string | null }

/**
 * How long to wait for a network that processes a video. A post that is due waits only seconds: its next attempt
 * continues. A later post can wait longer.
 */
export function processingMs({ dueAt }: OutgoingPost, now: Date): number {
  const aheadMs = dueAt ? dueAt.getTime() - now.getTime() - BEFORE_DUE_MS : 0
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, aheadMs))
}

export async function untilProcessed(
  post: OutgoingPost,
  preparation: Preparation,
  now: () => Date,
  signal: AbortSignal,
  ask: () => Promise<Outcome<VideoState>>,
): Promise<Outcome<null>> {
  const until = performance.now() + processingMs(post, now())
  for (let pauseMs = 300; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    const asked = await ask()
    if (!asked.ok) return asked
    const found = asked.value
    if (found.state === 'ready') return { ok: true, value: null }
    if (found.state === 'broken' || found.state === 'gone') await preparation.save(WITHOUT_VIDEO)
    if (found.state === 'broken')
      return { ok: false, failure: { kind: 'refused', reason: 'media', detail: found.detail } }
    if (found.state === 'gone') return { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }
    if (performance.now() + pauseMs > until || signal.aborted)
      return { ok: false, failure: { kind: 'not-ready', until: later(now(), 5), detail: null } }
    await sleep(pauseMs, signal)
  }
}

const SHORTEST_WAIT_MS = 2_500
const LONGEST_WAIT_MS = 60_000
const BEFORE_DUE_MS = 10_000
