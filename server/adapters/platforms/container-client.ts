import type { PublishFailure } from '#core/publishing/failure.ts'
import type { ListedPost } from '#core/publishing/next-step.ts'
import { IDEMPOTENT_RESEND_AFTER_MS } from '#core/publishing/sending-times.ts'
import { absent } from './absent.ts'
import { isMissing, readId } from './graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, listAt, textAt, webAddressAt } from './json.ts'
import { isLost, handleUnknownContainer } from './lost-container.ts'
import { listSinceSent, failedLookUp } from './list-since-sent.ts'
import { bearer } from './oauth.ts'
import type { Access, OutgoingImage, OutgoingPost, Outcome, PlatformClient } from './platform-client.ts'
import { containerIdIn, prepareContainer, type ContainerCalls, type ContainerStatus } from './prepare-container.ts'

export interface ContainerPublishing {
  /** The base URL of the API, with its version. */
  api: string
  /** The API path that uploads posts as containers. With the suffix `_publish` it publishes them. */
  edge: 'media' | 'threads'
  listPath(access: Access): string
  /** The list of the account's own replies, for a network with threads. */
  repliesPath?: string
  textName: 'caption' | 'text'
  /** Whether the network accepts posts without a picture or video. If so, each container needs a `media_type`. */
  takesTextAlone: boolean
  /** The fields of a video's container, besides its address and text. */
  videoFields: Record<string, string>
  /**
   * Names in the network's API: the status fields to request, the field with the state, and the field with the error.
   */
  status: { fields: string; state: string; message: string }
  /** Matches error messages after which another upload of the post may succeed. */
  temporaryErrors: RegExp
  losesContainers: boolean
  findListed(posts: unknown[], text: string): unknown
  readFailure(answer: PlatformAnswer): PublishFailure
  now(): Date
}

/**
 * Publishes through a container, as Instagram and Threads require: create it, wait until it is ready, publish it by id.
 * After a lost response, its status shows whether the post is public.
 */
export function publishThroughContainers(
  network: ContainerPublishing,
): Required<
  Pick<PlatformClient, 'prepare' | 'publish' | 'sendAgainAfterMs' | 'find' | 'reach' | 'permalink' | 'findPermalink'>
> {
  const { api, readFailure, now } = network
  const toListed = (listed: unknown): ListedPost => ({
    at: new Date(textAt(listed, 'timestamp') ?? ''),
    hasText: (text) => network.findListed([listed], text) !== undefined,
  })

  return {
    prepare: (post, access, preparation, signal) =>
      prepareContainer(post, preparation, callsFor(network, post, access, signal), now, signal),

    async publish(_post, prepared, access, { mayBegin, signal }) {
      let isUnknown = false
      const request = { ...publishRequest(network, containerIdIn(prepared), access), mayBegin }
      const published = await ask(request, signal, readId, (answer) => {
        isUnknown = network.losesContainers && Number(at(answer.json, 'error', 'code')) === 24
        return readFailure(answer)
      })
      if (!published.ok)
        return isUnknown ? handleUnknownContainer(prepared, published.failure.detail, now()) : published
      return { ok: true, value: { remoteId: published.value, permalink: null } }
    },

    // Publishing the same container twice creates only one post, so it is safe to repeat the request soon.
    sendAgainAfterMs: () => IDEMPOTENT_RESEND_AFTER_MS,

    async find(post, prepared, access, lost, signal) {
      const { sentAt, known, isFromElsewhere } = lost
      const container = containerIdIn(prepared)
      const status: Outcome<ContainerStatus> =
        container === '' && isFromElsewhere ? NOT_MADE : await askStatus(network, container, access, signal)
      if (!status.ok) return failedLookUp(status.failure)
      const { state } = status.value
      // Another server of the network may still know the upload, because replication takes time.
      if (state === 'missing' && !network.losesContainers && !isFromElsewhere) return { found: 'no-answer' }
      // A missing upload does not prove that the post is missing, so search the account's list of posts.
      const isGone = state === 'missing' || (state !== 'published' && isLost(prepared))
      if (state !== 'published' && !isGone && !isFromElsewhere) return { found: 'nothing' }
      // The post is public or may be. The status does not contain the post's id, so search the account's list.
      const listed = await listSinceSent(sentAt, now, (since, note) =>
        ask(
          listRequest(network, since, access, post.replyTo !== undefined),
          signal,
          (answer) => listAt(note(answer).json, 'data'),
          (answer) => readFailure(note(answer)),
        ),
      )
      const unknown = (listed.ok ? listed.value : []).filter((listedPost) => !known.has(textAt(listedPost, 'id') ?? ''))
      const found = network.findListed(unknown, post.text)
      if (isFromElsewhere && state !== 'published' && listed.ok && found === undefined)
        return absent(lost, unknown.map(toListed))
      if ((isGone || (isFromElsewhere && state !== 'published')) && found === undefined)
        return listed.ok ? { found: 'no-answer' } : failedLookUp(listed.failure)
      return {
        found: 'post',
        remoteId: textAt(found, 'id') ?? null,
        permalink: webAddressAt(found, 'permalink') ?? null,
      }
    },

    permalink: () => null,

    async findPermalink(id, access, signal) {
      const asked = await ask(
        { method: 'GET', url: `${api}/${id}?fields=permalink`, headers: bearer(access) },
        AbortSignal.any([signal, AbortSignal.timeout(PERMALINK_TIMEOUT_MS)]),
        ({ json }) => webAddressAt(json, 'permalink'),
        ({ status }) => ({ kind: 'answer-lost', detail: `HTTP ${status}` }),
      )
      return asked.ok ? asked.value : null
    },

    reach: (access, signal) =>
      ask({ method: 'GET', url: `${api}/me?fields=id`, headers: bearer(access) }, signal, () => null, readFailure),
  }
}

function callsFor(
  network: ContainerPublishing,
  post: OutgoingPost,
  access: Access,
  signal: AbortSignal,
): ContainerCalls {
  const text: Record<string, string> = {
    [network.textName]: post.text,
    ...(post.replyTo && { reply_to_id: post.replyTo.parentId }),
  }
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
    ofVideo: ({ url, altText, cover }) =>
      make({
        ...network.videoFields,
        video_url: url,
        ...(cover && { thumb_offset: String(cover.atMs) }),
        ...(network.takesTextAlone && altText && { alt_text: altText }),
        ...text,
      }),
    ofItem: (image) => make({ ...picture(image), is_carousel_item: 'true' }),
    ofItems: (ids) => make({ media_type: 'CAROUSEL', children: ids.join(','), ...text }),
    statusOf: (id) => askStatus(network, id, access, signal),
  }
}

const NOT_MADE = { ok: true, value: { state: 'missing', detail: null } } as const

const NO_PICTURE = { kind: 'refused', reason: 'media', detail: null } as const

/** Reads the status of an uploaded post. `missing` if the network does not know it. */
async function askStatus(
  network: ContainerPublishing,
  id: string,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<ContainerStatus>> {
  let isUnknownContainer = false
  const url = `${network.api}/${id}?fields=${network.status.fields}`
  const asked = await ask(
    { method: 'GET', url, headers: bearer(access) },
    signal,
    (answer) => readStatus(network, answer),
    (answer) => {
      isUnknownContainer = isMissing(answer)
      return network.readFailure(answer)
    },
  )
  return isUnknownContainer ? { ok: true, value: { state: 'missing', detail: null } } : asked
}

function readStatus(
  { status, temporaryErrors }: ContainerPublishing,
  { json }: PlatformAnswer,
): ContainerStatus | undefined {
  const state = textAt(json, status.state)
  if (!state) return undefined
  const detail = textAt(json, status.message) ?? state
  return { state: STATES[state] ?? (temporaryErrors.test(detail) ? 'failed' : 'broken'), detail }
}

const STATES: Record<string, ContainerStatus['state']> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'published',
  EXPIRED: 'failed',
}

function containerRequest(
  { api, edge }: ContainerPublishing,
  form: Record<string, string>,
  access: Access,
): PlatformRequest {
  return { method: 'POST', url: `${api}/${access.remoteId}/${edge}`, headers: bearer(access), form }
}

function publishRequest({ api, edge }: ContainerPublishing, containerId: string, access: Access): PlatformRequest {
  const form = { creation_id: containerId }
  return { method: 'POST', url: `${api}/${access.remoteId}/${edge}_publish`, headers: bearer(access), form }
}

function listRequest(
  { api, listPath, repliesPath, textName }: ContainerPublishing,
  since: Date,
  access: Access,
  isReply: boolean,
): PlatformRequest {
  const from = Math.floor(since.getTime() / 1000)
  const path = isReply && repliesPath ? repliesPath : listPath(access)
  const url = `${api}/${path}?fields=id,permalink,${textName},timestamp&limit=100&since=${from}`
  return { method: 'GET', url, headers: bearer(access) }
}

const PERMALINK_TIMEOUT_MS = 5_000
