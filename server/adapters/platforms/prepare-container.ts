import { forEachImage, imageIds } from './for-each-image.ts'
import { isLost, isLostForGood, NOT_LOST } from './lost-container.ts'
import {
  UNANSWERED,
  type OutgoingImage,
  type OutgoingPost,
  type OutgoingVideo,
  type Outcome,
  type Preparation,
  type Prepared,
} from './platform-client.ts'
import { later, sleep } from './rate-limit-waits.ts'
import { processingMs } from './upload-video.ts'

export interface ContainerStatus {
  /**
   * `missing`: the uploaded post is new, and not yet known to all servers. `failed`: it failed, but a new upload may
   * work.
   */
  state: 'working' | 'ready' | 'published' | 'broken' | 'missing' | 'failed'
  detail: string | null
}

export interface ContainerCalls {
  ofText(): Promise<Outcome<string>>
  ofImage(image: OutgoingImage): Promise<Outcome<string>>
  ofItem(image: OutgoingImage): Promise<Outcome<string>>
  ofVideo(video: OutgoingVideo): Promise<Outcome<string>>
  /** Joins several uploaded pictures to one post that can be published, by their ids. */
  ofItems(ids: string[]): Promise<Outcome<string>>
  statusOf(id: string): Promise<Outcome<ContainerStatus>>
}

const CONTAINER = 'containerId'

export const containerIdIn = (prepared: Readonly<Prepared>): string => prepared[CONTAINER] ?? ''

export async function prepareContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const mayBePublic = Boolean(preparation.done[UNANSWERED])
  const isGone = !mayBePublic && isLostForGood(preparation.done, now())
  const ready = isGone ? { failed: null } : await readyContainer(post, preparation, calls, now, signal)
  if (!hasFailed(ready)) {
    // An earlier request may have published this upload. Publishing it again is idempotent, and shows whether it works.
    const isRetriable = mayBePublic && !ready.ok && ready.failure.kind === 'not-ready'
    return isRetriable ? { ok: true, value: null } : ready
  }
  if (isLost(preparation.done)) await preparation.save({ ...NOT_LOST, [CONTAINER]: '' })
  const again = await readyContainer(post, withNothingDone(preparation), calls, now, signal)
  if (!hasFailed(again)) return again
  const isShown = post.images.length > 0 || post.video !== undefined
  return {
    ok: false,
    failure: { kind: 'not-sent', detail: again.failed, ...(isShown && { because: 'media_unreachable' }) },
  }
}

async function readyContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null> | FailedContainer> {
  if (!preparation.done[CONTAINER]) {
    const made = await makeContainer(post, preparation, calls, now, signal)
    if (hasFailed(made) || !made.ok) return made
    await preparation.save({ [CONTAINER]: made.value })
  }
  const longestPauseMs = post.video ? Math.max(LONGEST_PAUSE_MS, processingMs(post, now()) / 4) : LONGEST_PAUSE_MS
  return await untilReady(containerIdIn(preparation.done), calls, now, signal, longestPauseMs)
}

function withNothingDone({ save }: Preparation): Preparation {
  const done: Prepared = {}
  return {
    done,
    async save(made) {
      Object.assign(done, made)
      await save(made)
    },
  }
}

/** The container (the uploaded post) failed with this message. A new one may work. */
type FailedContainer = { failed: string | null }

const hasFailed = (made: Outcome<unknown> | FailedContainer): made is FailedContainer => 'failed' in made

async function makeContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<string> | FailedContainer> {
  if (post.video) return await calls.ofVideo(post.video)
  const [first, ...more] = post.images
  if (!first) return await calls.ofText()
  if (more.length === 0) return await calls.ofImage(first)
  const made = await forEachImage(post, preparation, calls.ofItem)
  if (!made.ok) return made
  const ids = imageIds(post, preparation.done)
  for (const id of ids) {
    const ready = await untilReady(id, calls, now, signal)
    if (hasFailed(ready) || !ready.ok) return ready
  }
  return await calls.ofItems(ids)
}

const LONGEST_PAUSE_MS = 2_500

/**
 * Waits until an uploaded post is ready to publish. Most are ready immediately. Polls a few times, then leaves the
 * upload to a later attempt, because it is valid for a day.
 */
async function untilReady(
  id: string,
  { statusOf }: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<Outcome<null> | FailedContainer> {
  for (let pauseMs = 300; ; pauseMs *= 2) {
    const asked = await statusOf(id)
    if (!asked.ok) return asked
    const { state, detail } = asked.value
    switch (state) {
      case 'ready':
        return { ok: true, value: null }
      case 'published':
        return { ok: false, failure: { kind: 'refused', reason: 'duplicate', detail } }
      case 'broken':
        return { ok: false, failure: { kind: 'refused', reason: 'media', detail } }
      case 'failed':
        return { failed: detail }
      case 'missing':
      case 'working':
        if (pauseMs > longestPauseMs || signal.aborted)
          return { ok: false, failure: { kind: 'not-ready', until: later(now(), 15), detail } }
        await sleep(pauseMs, signal)
    }
  }
}
