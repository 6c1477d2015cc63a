import type { PublishFailure } from '#core/publishing/failure.ts'
import { forEachImage, imageIds } from './each-image.ts'
import { ask, bearer, later, textAt, type PlatformAnswer, type PlatformRequest } from './exchange.ts'
import { isMissing } from './graph.ts'
import type { Access, OutgoingImage, OutgoingPost, Outcome, Preparation, Prepared } from './platform-client.ts'
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

export const containerIn = (prepared: Readonly<Record<string, string>>): string => prepared[CONTAINER] ?? ''

/** Makes the container of a post, or goes on where an earlier try stopped, and waits until it can be published. */
export async function prepareContainer(
  post: OutgoingPost,
  preparation: Preparation,
  calls: ContainerCalls,
  now: () => Date,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const ready = await readyContainer(post, preparation, calls, now, signal)
  if (!isSpoilt(ready)) return ready
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
