import { forEachImage, imageIds } from './each-image.ts'
import { isLost, isLostForGood, NOT_LOST } from './lost-container.ts'
import {
  UNANSWERED,
  type OutgoingImage,
  type OutgoingPost,
  type Outcome,
  type Preparation,
  type Prepared,
} from './platform-client.ts'
import { later, sleep } from './waits.ts'

/** What a container says of itself. */
export interface ContainerStatus {
  /** `missing`: just made, and not known everywhere yet. `spoilt`: this one came to nothing, another one may do. */
  state: 'working' | 'ready' | 'published' | 'broken' | 'missing' | 'spoilt'
  detail: string | null
}

/** What a network does for the containers of one post. */
export interface ContainerCalls {
  /** Of a post without a picture. */
  ofText(): Promise<Outcome<string>>
  ofImage(image: OutgoingImage): Promise<Outcome<string>>
  /** Of one picture among several. */
  ofItem(image: OutgoingImage): Promise<Outcome<string>>
  /** Of several pictures, by the ids of their own containers. */
  ofItems(ids: string[]): Promise<Outcome<string>>
  statusOf(id: string): Promise<Outcome<ContainerStatus>>
}

/** The key under which it is remembered. */
const CONTAINER = 'containerId'

export const containerIn = (prepared: Readonly<Prepared>): string => prepared[CONTAINER] ?? ''

/** Makes the container of a post, or goes on where an earlier try stopped, and waits until it can be published. */
export async function prepareContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const mayBeOut = Boolean(preparation.done[UNANSWERED])
  const isGone = !mayBeOut && isLostForGood(preparation.done, now())
  const ready = isGone ? { spoilt: null } : await readyContainer(post, preparation, calls, now, signal)
  if (!isSpoilt(ready)) {
    // It was ready once. Publishing it a second time makes no second post, and tells whether it still can be.
    const isWaitedFor = mayBeOut && !ready.ok && ready.failure.kind === 'not-ready'
    return isWaitedFor ? { ok: true, value: null } : ready
  }
  if (isLost(preparation.done)) await preparation.save({ ...NOT_LOST, [CONTAINER]: '' })
  const again = await readyContainer(post, anew(preparation), calls, now, signal)
  if (!isSpoilt(again)) return again
  const isShown = post.images.length > 0
  return {
    ok: false,
    failure: { kind: 'not-sent', detail: again.spoilt, ...(isShown && { because: 'media_unreachable' }) },
  }
}

async function readyContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null> | Spoilt> {
  if (!preparation.done[CONTAINER]) {
    const made = await makeContainer(post, preparation, calls, now, signal)
    if (isSpoilt(made) || !made.ok) return made
    await preparation.save({ [CONTAINER]: made.value })
  }
  return await untilReady(containerIn(preparation.done), calls, now, signal)
}

/** The same, but as if nothing were made yet. */
function anew({ save }: Preparation): Preparation {
  const done: Prepared = {}
  return {
    done,
    async save(made) {
      Object.assign(done, made)
      await save(made)
    },
  }
}

/** It came to nothing, in these words, and another one may do. */
interface Spoilt {
  spoilt: string | null
}

const isSpoilt = (made: Outcome<unknown> | Spoilt): made is Spoilt => 'spoilt' in made

async function makeContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<string> | Spoilt> {
  const [first, ...more] = post.images
  if (!first) return await calls.ofText()
  if (more.length === 0) return await calls.ofImage(first)
  const made = await forEachImage(post, preparation, calls.ofItem)
  if (!made.ok) return made
  const ids = imageIds(post, preparation.done)
  for (const id of ids) {
    const ready = await untilReady(id, calls, now, signal)
    if (isSpoilt(ready) || !ready.ok) return ready
  }
  return await calls.ofItems(ids)
}

/** Most are ready at once. Asked a few times, and then left for a later try: the container lives for a day. */
async function untilReady(
  id: string,
  { statusOf }: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null> | Spoilt> {
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
      case 'spoilt':
        return { spoilt: detail }
      case 'missing':
      case 'working':
        if (pauseMs > 2_500) return { ok: false, failure: { kind: 'not-ready', until: later(now(), 15), detail } }
        await sleep(pauseMs, signal)
    }
  }
}
