import type { PublishFailure } from '#core/publishing/failure.ts'
import { forEachImage, imageIds } from './each-image.ts'
import { ask, at, bearer, later, textAt, type PlatformAnswer, type PlatformRequest } from './exchange.ts'
import { isMissing } from './graph.ts'
import {
  UNANSWERED,
  type Access,
  type OutgoingImage,
  type OutgoingPost,
  type Outcome,
  type Preparation,
  type Prepared,
} from './platform-client.ts'
import { sleep } from './sleep.ts'

// Instagram and Threads publish through a container: made out of sight, looked after by the network until it is ready,
// and then published by its id. After a lost answer it tells what became of it.

/** What a container says of itself. */
export interface ContainerStatus {
  /** `missing`: just made, and not known everywhere yet. `spoilt`: this one came to nothing, another one may do. */
  state: 'working' | 'ready' | 'published' | 'broken' | 'missing' | 'spoilt'
  detail: string | null
}

/** How one of the two networks makes its containers and asks about them. */
export interface ContainerCalls {
  /** Of a post without a picture. Undefined where the network has none. */
  ofText?(): Promise<Outcome<string>>
  ofImage(image: OutgoingImage): Promise<Outcome<string>>
  /** Of one picture among several. */
  ofItem(image: OutgoingImage): Promise<Outcome<string>>
  /** Of several pictures, by the ids of their own containers. */
  ofItems(ids: string[]): Promise<Outcome<string>>
  statusOf(id: string): Promise<Outcome<ContainerStatus>>
}

const CONTAINER = 'containerId'

/** Since when the network has refused to publish the container because it knows of none. */
const LOST_SINCE = 'lostSince'
/** It may only be too early: tried twice, half a minute apart. After that the container is gone for good. */
const LOST_FOR_GOOD_MS = 60_000

export const containerIn = (prepared: Readonly<Record<string, string>>): string => prepared[CONTAINER] ?? ''

/** Makes the container of a post, or goes on where an earlier try stopped, and waits until it can be published. */
export async function prepareContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const mayBeOut = Boolean(preparation.done[UNANSWERED])
  const isGone = !mayBeOut && lostForMs(preparation.done, now()) >= LOST_FOR_GOOD_MS
  const ready = isGone ? { spoilt: null } : await readyContainer(post, preparation, calls, now, signal)
  if (!isSpoilt(ready)) {
    // It was ready once. Publishing it a second time makes no second post, and tells whether it still can be.
    const isWaitedFor = mayBeOut && !ready.ok && ready.failure.kind === 'not-ready'
    return isWaitedFor ? { ok: true, value: null } : ready
  }
  if (isLost(preparation.done)) await preparation.keep({ [LOST_SINCE]: '', [CONTAINER]: '' })
  const again = await readyContainer(post, anew(preparation), calls, now, signal)
  if (!isSpoilt(again)) return again
  const isShown = post.images.length > 0
  return {
    ok: false,
    failure: { kind: 'not-sent', detail: again.spoilt, ...(isShown && { because: 'media_unreachable' }) },
  }
}

/** Whether the network has refused to publish the container because it knows of none, whatever else it says of it. */
export const isLost = (prepared: Readonly<Prepared>): boolean => Boolean(prepared[LOST_SINCE])

const lostForMs = (prepared: Readonly<Prepared>, now: Date): number =>
  isLost(prepared) ? now.getTime() - Date.parse(prepared[LOST_SINCE] ?? '') : 0

/**
 * Publishes a container, where its network may lose one that it called finished. Such a one is tried again, and then
 * made anew; but where an earlier request got no answer, that may be what became of it, and then it is looked for.
 */
export async function publishContainer(
  request: PlatformRequest,
  prepared: Readonly<Prepared>,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
  now: () => Date,
  signal: AbortSignal,
): Promise<{ ok: true; value: string } | { ok: false; failure: PublishFailure; learnt?: Prepared }> {
  let isUnknown = false
  const published = await ask(
    request,
    signal,
    ({ json }) => textAt(json, 'id'),
    (answer) => {
      isUnknown = Number(at(answer.json, 'error', 'code')) === 24
      return readFailure(answer)
    },
  )
  if (published.ok || !isUnknown) return published
  const { detail } = published.failure
  const learnt = { [LOST_SINCE]: prepared[LOST_SINCE] || now().toISOString() }
  if (prepared[UNANSWERED]) return { ok: false, failure: { kind: 'answer-lost', detail }, learnt }
  const pause = lostForMs(prepared, now()) >= LOST_FOR_GOOD_MS ? 0 : LOST_FOR_GOOD_MS / 2_000
  return { ok: false, failure: { kind: 'not-ready', until: later(now(), pause), detail }, learnt }
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
    await preparation.keep({ [CONTAINER]: made.value })
  }
  return await untilReady(containerIn(preparation.done), calls, now, signal)
}

/** The same, but as if nothing were made yet. */
function anew({ keep }: Preparation): Preparation {
  const done: Prepared = {}
  return {
    done,
    async keep(made) {
      Object.assign(done, made)
      await keep(made)
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
  if (!first) return (await calls.ofText?.()) ?? { ok: false, failure: NO_PICTURE }
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

const NO_PICTURE = { kind: 'refused', reason: 'media', detail: null } as const

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

/** What a container says of itself, or that the network does not know it. */
export async function askStatus(
  request: PlatformRequest,
  signal: AbortSignal,
  readStatus: (answer: PlatformAnswer) => ContainerStatus | undefined,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<ContainerStatus>> {
  let isUnknown = false
  const asked = await ask(request, signal, readStatus, (answer) => {
    isUnknown = isMissing(answer)
    return readFailure(answer)
  })
  return isUnknown ? { ok: true, value: { state: 'missing', detail: null } } : asked
}

/** Where a post can be seen: only the network knows. It is out already, so an answer that does not come is done without. */
export async function permalinkOf(api: string, id: string, access: Access): Promise<string | null> {
  const request = { method: 'GET', url: `${api}/${id}?fields=permalink`, headers: bearer(access) } as const
  const asked = await ask(
    request,
    AbortSignal.timeout(PERMALINK_MS),
    ({ json }) => textAt(json, 'permalink'),
    ({ status }) => ({ kind: 'answer-lost', detail: `HTTP ${status}` }),
  )
  return asked.ok ? asked.value : null
}

const PERMALINK_MS = 5_000
