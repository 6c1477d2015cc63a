import type { PublishFailure } from '#core/publishing/failure.ts'
import { HARMLESS_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { isMissing, readId } from './graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, listAt, textAt } from './json.ts'
import { isLost, unknownContainer } from './lost-container.ts'
import { askListed, failedLook } from './lost-post.ts'
import { bearer } from './oauth.ts'
import type { Access, OutgoingImage, OutgoingPost, Outcome, PlatformClient } from './platform-client.ts'
import { containerIn, prepareContainer, type ContainerCalls, type ContainerStatus } from './prepare-container.ts'

/** What tells Instagram and Threads apart where they publish. */
export interface ContainerNetwork {
  /** The address of its calls, with their version. */
  api: string
  /** Under which an account's containers are made, and, with `_publish` behind it, published. */
  edge: 'media' | 'threads'
  /** Where the posts of an account are listed. */
  listPath(access: Access): string
  /** What it calls a post's text. */
  textName: 'caption' | 'text'
  /** Whether a post may be text alone: then a picture must say that it is one. */
  takesTextAlone: boolean
  /** What a container is asked for, and which of it are its state and the words for that. */
  status: { fields: string; state: string; words: string }
  /** The words of troubles that another container may not have. */
  inPassing: RegExp
  /** Whether it may lose a container that it called finished. */
  losesContainers: boolean
  /** The post with this text among those listed. */
  findListed(posts: unknown[], text: string): unknown
  readFailure(answer: PlatformAnswer): PublishFailure
  now(): Date
}

/**
 * Instagram and Threads publish through a container: made out of sight, looked after by the network until it is ready,
 * and then published by its id. After a lost answer it tells what became of it.
 */
export function containerClient(
  network: ContainerNetwork,
): Required<
  Pick<PlatformClient, 'prepare' | 'publish' | 'sendAgainAfterMs' | 'find' | 'reach' | 'permalink' | 'findPermalink'>
> {
  const { api, readFailure, now } = network

  return {
    prepare: (post, access, preparation, signal) =>
      prepareContainer(post, preparation, callsFor(network, post, access, signal), now, signal),

    async publish(_post, prepared, access, { mayBegin, signal }) {
      let isUnknown = false
      const request = { ...publishRequest(network, containerIn(prepared), access), mayBegin }
      const published = await ask(request, signal, readId, (answer) => {
        isUnknown = network.losesContainers && Number(at(answer.json, 'error', 'code')) === 24
        return readFailure(answer)
      })
      if (!published.ok) return isUnknown ? unknownContainer(prepared, published.failure.detail, now()) : published
      return { ok: true, value: { remoteId: published.value, permalink: null } }
    },

    // A container becomes one post, however often it is published.
    sendAgainAfterMs: () => HARMLESS_AGAIN_AFTER_MS,

    async find(post, prepared, access, { sentAt, known }, signal) {
      const status = await askStatus(network, containerIn(prepared), access, signal)
      if (!status.ok) return failedLook(status.failure)
      const { state } = status.value
      // Elsewhere it may only not be known everywhere yet.
      if (state === 'missing' && !network.losesContainers) return { found: 'no-answer' }
      // A container that is gone tells nothing, whatever is said of it: then only its post on the list does.
      const isGone = state === 'missing' || (state !== 'published' && isLost(prepared))
      if (state !== 'published' && !isGone) return { found: 'nothing' }
      // It is out, or may be. The container does not name the post that it became, so that is looked for, and done without.
      const listed = await askListed(sentAt, now, (since, note) =>
        ask(
          listRequest(network, since, access),
          signal,
          (answer) => listAt(note(answer).json, 'data'),
          (answer) => readFailure(note(answer)),
        ),
      )
      const unknown = (listed.ok ? listed.value : []).filter((one) => !known.has(textAt(one, 'id') ?? ''))
      const found = network.findListed(unknown, post.text)
      if (isGone && found === undefined) return listed.ok ? { found: 'no-answer' } : failedLook(listed.failure)
      return { found: 'post', remoteId: textAt(found, 'id') ?? null, permalink: textAt(found, 'permalink') ?? null }
    },

    permalink: () => null,

    async findPermalink(id, access, signal) {
      const asked = await ask(
        { method: 'GET', url: `${api}/${id}?fields=permalink`, headers: bearer(access) },
        AbortSignal.any([signal, AbortSignal.timeout(PERMALINK_MS)]),
        ({ json }) => textAt(json, 'permalink'),
        ({ status }) => ({ kind: 'answer-lost', detail: `HTTP ${status}` }),
      )
      return asked.ok ? asked.value : null
    },

    reach: (access, signal) =>
      ask({ method: 'GET', url: `${api}/me?fields=id`, headers: bearer(access) }, signal, () => null, readFailure),
  }
}

function callsFor(network: ContainerNetwork, post: OutgoingPost, access: Access, signal: AbortSignal): ContainerCalls {
  const text = { [network.textName]: post.text }
  const picture = ({ url, altText }: OutgoingImage): Record<string, string> => ({
    ...(network.takesTextAlone && { media_type: 'IMAGE' }),
    image_url: url,
    ...(altText && { alt_text: altText }),
  })
  const make = (form: Record<string, string>) =>
    ask(containerRequest(network, form, access), signal, readId, network.readFailure)
  return {
    ofText: async () =>
      network.takesTextAlone ? await make({ media_type: 'TEXT', ...text }) : { ok: false, failure: NO_PICTURE },
    ofImage: (image) => make({ ...picture(image), ...text }),
    ofItem: (image) => make({ ...picture(image), is_carousel_item: 'true' }),
    ofItems: (ids) => make({ media_type: 'CAROUSEL', children: ids.join(','), ...text }),
    statusOf: (id) => askStatus(network, id, access, signal),
  }
}

const NO_PICTURE = { kind: 'refused', reason: 'media', detail: null } as const

/** What a container says of itself, or that the network does not know it. */
async function askStatus(
  network: ContainerNetwork,
  id: string,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<ContainerStatus>> {
  let isUnknown = false
  const url = `${network.api}/${id}?fields=${network.status.fields}`
  const asked = await ask(
    { method: 'GET', url, headers: bearer(access) },
    signal,
    (answer) => readStatus(network, answer),
    (answer) => {
      isUnknown = isMissing(answer)
      return network.readFailure(answer)
    },
  )
  return isUnknown ? { ok: true, value: { state: 'missing', detail: null } } : asked
}

function readStatus({ status, inPassing }: ContainerNetwork, { json }: PlatformAnswer): ContainerStatus | undefined {
  const state = textAt(json, status.state)
  if (!state) return undefined
  const detail = textAt(json, status.words) ?? state
  return { state: STATES[state] ?? (inPassing.test(detail) ? 'spoilt' : 'broken'), detail }
}

const STATES: Record<string, ContainerStatus['state']> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'published',
  EXPIRED: 'spoilt',
}

function containerRequest(
  { api, edge }: ContainerNetwork,
  form: Record<string, string>,
  access: Access,
): PlatformRequest {
  return { method: 'POST', url: `${api}/${access.remoteId}/${edge}`, headers: bearer(access), form }
}

function publishRequest({ api, edge }: ContainerNetwork, containerId: string, access: Access): PlatformRequest {
  const form = { creation_id: containerId }
  return { method: 'POST', url: `${api}/${access.remoteId}/${edge}_publish`, headers: bearer(access), form }
}

function listRequest({ api, listPath, textName }: ContainerNetwork, since: Date, access: Access): PlatformRequest {
  const from = Math.floor(since.getTime() / 1000)
  const url = `${api}/${listPath(access)}?fields=id,permalink,${textName},timestamp&limit=100&since=${from}`
  return { method: 'GET', url, headers: bearer(access) }
}

const PERMALINK_MS = 5_000
