import type { PublishFailure } from '#core/publishing/failure.ts'
import { forEachImage, imageIds, withoutImages } from '../for-each-image.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { textAt } from '../json.ts'
import type {
  Access,
  OutgoingImage,
  OutgoingPost,
  OutgoingVideo,
  Outcome,
  PlatformApp,
  Preparation,
  Prepared,
  Published,
} from '../platform-client.ts'
import { later } from '../rate-limit-waits.ts'
import { coverFile, untilProcessed, VIDEO, WITHOUT_VIDEO, type VideoState } from '../upload-video.ts'
import { failureReader } from './failures.ts'
import { factsOf } from './find-server.ts'
import type { MastodonRequests } from './requests.ts'
import { findTooLarge, type MediaLimits } from './servers.ts'

/** The ids of the post's uploaded pictures, or of its video. */
export const mediaIdsOf = (post: OutgoingPost, done: Readonly<Prepared>): string[] =>
  post.video ? [done[VIDEO] ?? ''] : imageIds(post, done)

/** Uploads pictures and videos, and finds out whether a server could process them. */
export function mastodonMedia(app: Pick<PlatformApp, 'now'>, requests: MastodonRequests) {
  const { call, serverOf } = requests
  const readMediaFailure = failureReader(app.now, 'media')
  const mediaLimits = new Map<string, { limits: MediaLimits; readAt: Date }>()

  return { upload, afterRefusedPictures }

  async function upload(
    post: OutgoingPost,
    access: Access,
    preparation: Preparation,
    signal: AbortSignal,
  ): Promise<Outcome<null>> {
    const tooLarge = await findFileAboveLimits(post, serverOf(access), preparation, signal)
    if (tooLarge) return { ok: false, failure: { kind: 'refused', reason: 'media_too_large', detail: tooLarge } }
    const ready = new Set<string>()
    const uploaded = await forEachImage(post, preparation, async (image) => {
      const file = await image.read()
      if (!file.ok) return file
      const request = uploadRequest(image, file.value)
      const made = await ask(call(access, '/api/v2/media', request), signal, readUpload, readMediaFailure)
      if (!made.ok) return made
      if (made.value.isReady) ready.add(made.value.id)
      return { ok: true, value: made.value.id }
    })
    if (!uploaded.ok) return uploaded
    if (post.video) {
      const prepared = await prepareVideo(post, post.video, access, preparation, signal)
      if (!prepared.ok) return prepared
    }
    for (const id of imageIds(post, preparation.done)) {
      const state = ready.has(id) ? 'ready' : await pictureState(access, id, signal)
      if (state === 'processing') return { ok: false, failure: stillProcessing() }
      if (state === 'broken') return { ok: false, failure: BROKEN_PICTURE }
      if (state === 'gone') {
        await preparation.save(withoutImages(post))
        return { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }
      }
    }
    return { ok: true, value: null }
  }

  /** Finds a file above the server's limits. Undefined if no file exceeds them, or if the limits are unknown. */
  async function findFileAboveLimits(
    post: OutgoingPost,
    server: string,
    { done }: Preparation,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const isUploaded = mediaIdsOf(post, done).every(Boolean)
    if (isUploaded) return undefined
    const known = mediaLimits.get(server)
    if (known && app.now().getTime() - known.readAt.getTime() < LIMITS_KEPT_MS)
      return await findTooLarge(post, known.limits)
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIMITS_WITHIN_MS)])
    const facts = await factsOf(requests, server, within)
    if (!facts.ok) return undefined
    if (mediaLimits.size >= MOST_SERVERS) mediaLimits.clear()
    mediaLimits.set(server, { limits: facts.value.media, readAt: app.now() })
    return await findTooLarge(post, facts.value.media)
  }

  async function pictureState(
    access: Access,
    id: string,
    signal: AbortSignal,
  ): Promise<'ready' | 'processing' | 'broken' | 'gone' | 'unknown'> {
    let status = 0
    const asked = await ask(
      call(access, `/api/v1/media/${id}`),
      signal,
      (answer) => answer.status,
      (answer) => {
        status = answer.status
        return readMediaFailure(answer)
      },
    )
    if (asked.ok) return asked.value === 206 ? 'processing' : 'ready'
    if (status === 422) return 'broken'
    // A 404 has two possible causes: the Mastodon server has deleted an unused upload, or a post uses the upload.
    return status === 404 ? 'gone' : 'unknown'
  }

  /**
   * Uploads a video in one request, because Mastodon servers accept no partial uploads, then waits until the server has
   * processed it.
   */
  async function prepareVideo(
    post: OutgoingPost,
    video: OutgoingVideo,
    access: Access,
    preparation: Preparation,
    signal: AbortSignal,
  ): Promise<Outcome<null>> {
    if (!preparation.done[VIDEO]) {
      const multipart = {
        ...(video.altText && { description: video.altText }),
        ...(video.cover && { thumbnail: coverFile(video.cover) }),
        file: video,
      }
      const request = call(access, '/api/v2/media', { method: 'POST', multipart })
      const made = await ask(request, signal, readUpload, readMediaFailure)
      if (!made.ok) return made
      await preparation.save({ [VIDEO]: made.value.id })
    }
    return await untilProcessed(post, preparation, app.now, signal, async (): Promise<Outcome<VideoState>> => {
      const state = await pictureState(access, preparation.done[VIDEO] ?? '', signal)
      if (state === 'broken') return { ok: true, value: { state, detail: null } }
      return { ok: true, value: { state: state === 'processing' ? 'working' : state === 'gone' ? 'gone' : 'ready' } }
    })
  }

  function stillProcessing(): PublishFailure {
    return { kind: 'not-ready', until: later(app.now(), 2), detail: null }
  }

  /**
   * Checks whether the pictures caused a refusal. The refusal does not show this, because each server has its own
   * language.
   */
  async function afterRefusedPictures(
    post: OutgoingPost,
    prepared: Readonly<Prepared>,
    access: Access,
    refused: Extract<Published, { ok: false }>,
    signal: AbortSignal,
  ): Promise<Published> {
    const states = await Promise.all(mediaIdsOf(post, prepared).map((id) => pictureState(access, id, signal)))
    if (states.includes('processing')) return { ok: false, failure: stillProcessing() }
    if (states.includes('broken')) return { ok: false, failure: BROKEN_PICTURE }
    // Servers report an upload as gone also when a post uses it. An earlier request may have published this post, so
    // the worker must look it up before it sends anything.
    if (states.includes('gone'))
      return {
        ok: false,
        failure: { kind: 'answer-lost', detail: 'a picture is gone' },
        learnt: { ...withoutImages(post), ...(post.video && WITHOUT_VIDEO) },
      }
    return refused
  }
}

/** How long a server's limits are kept, and how long a post waits for them. */
const LIMITS_KEPT_MS = 3_600_000
const LIMITS_WITHIN_MS = 3_000
const MOST_SERVERS = 1_000

const BROKEN_PICTURE = { kind: 'refused', reason: 'media', detail: 'the server could not process a picture' } as const

function uploadRequest({ type, altText }: OutgoingImage, bytes: Uint8Array<ArrayBuffer>): Partial<PlatformRequest> {
  const file = new File([bytes], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type })
  return { method: 'POST', multipart: { file, ...(altText && { description: altText }) } }
}

function readUpload({ status, json }: PlatformAnswer): { id: string; isReady: boolean } | undefined {
  const id = textAt(json, 'id')
  return id ? { id, isReady: status === 200 && textAt(json, 'url') !== undefined } : undefined
}
