import type { LookResult } from '#core/publishing/next-step.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { isMissing } from '../graph.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, textAt } from '../json.ts'
import { failedLookUp } from '../list-since-sent.ts'
import { bearer } from '../oauth.ts'
import type {
  Access,
  OutgoingPost,
  OutgoingVideo,
  Outcome,
  Preparation,
  Prepared,
  Published,
  SendWindow,
} from '../platform-client.ts'
import {
  isVideoComplete,
  saveComplete,
  untilProcessed,
  VIDEO,
  WITHOUT_VIDEO,
  type VideoState,
} from '../upload-video.ts'

interface ReelParts {
  api: string
  site: string
  readFailure(answer: PlatformAnswer): PublishFailure
  now(): Date
}

const UPLOAD_URL = 'videoUploadUrl'

/** Uploads a reel. It becomes public only with the request that finishes it, whose id is known before. */
export async function prepareReel(
  parts: ReelParts,
  post: OutgoingPost,
  video: OutgoingVideo,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { api, readFailure } = parts
  if (!preparation.done[VIDEO]) {
    const begun = await ask(
      { method: 'POST', url: reelsAt(api, access), headers: bearer(access), form: { upload_phase: 'start' } },
      signal,
      ({ json }) => {
        const [id, url] = [textAt(json, 'video_id'), textAt(json, 'upload_url')]
        return id && url ? { [VIDEO]: id, [UPLOAD_URL]: url } : undefined
      },
      readFailure,
    )
    if (!begun.ok) return begun
    await preparation.save({ ...WITHOUT_VIDEO, ...begun.value })
  }
  if (!isVideoComplete(preparation.done)) {
    const headers = {
      authorization: `OAuth ${access.accessToken}`,
      offset: '0',
      file_size: String(video.sizeBytes),
      'content-type': 'application/octet-stream',
    }
    const url = preparation.done[UPLOAD_URL] ?? ''
    const sent = await ask(
      { method: 'POST', url, headers, large: video },
      signal,
      ({ json }) => (at(json, 'success') === true ? null : undefined),
      readFailure,
    )
    if (!sent.ok) {
      // A refused upload cannot be continued.
      if (sent.failure.kind === 'refused') await preparation.save(WITHOUT_VIDEO)
      return sent
    }
    await saveComplete(preparation)
  }
  const id = preparation.done[VIDEO] ?? ''
  return await untilProcessed(post, preparation, parts.now, signal, async (): Promise<Outcome<VideoState>> => {
    const asked = await askStatus(parts, id, access, signal)
    if (!asked.ok) return asked
    const { state, error } = asked.value
    if (state === 'gone') return { ok: true, value: { state } }
    if (state === 'error') return { ok: true, value: { state: 'broken', detail: error } }
    return { ok: true, value: { state: state === 'uploading' ? 'working' : 'ready' } }
  })
}

/** Finishes the reel. One video can be published only once. */
export async function publishReel(
  { api, site, readFailure }: ReelParts,
  { text }: OutgoingPost,
  prepared: Readonly<Prepared>,
  access: Access,
  { mayBegin, signal }: SendWindow,
): Promise<Published> {
  const id = prepared[VIDEO] ?? ''
  const form = { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: text }
  return await ask(
    { method: 'POST', url: reelsAt(api, access), headers: bearer(access), form, mayBegin },
    signal,
    ({ json }) =>
      at(json, 'success') === true
        ? { remoteId: textAt(json, 'post_id') ?? id, permalink: `${site}/reel/${id}` }
        : undefined,
    readFailure,
  )
}

export async function findReel(parts: ReelParts, id: string, access: Access, signal: AbortSignal): Promise<LookResult> {
  const asked = await askStatus(parts, id, access, signal)
  if (!asked.ok) return failedLookUp(asked.failure)
  const { state, postId } = asked.value
  // The author may have deleted the reel in the meantime.
  if (state === 'gone') return { found: 'cannot-ask' }
  return state === 'published'
    ? { found: 'post', remoteId: postId ?? id, permalink: `${parts.site}/reel/${id}` }
    : { found: 'nothing' }
}

interface ReelStatus {
  state: 'uploading' | 'uploaded' | 'published' | 'error' | 'gone'
  error: string | null
  postId: string | undefined
}

async function askStatus(
  { api, readFailure }: ReelParts,
  id: string,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<ReelStatus>> {
  let isGone = false
  const asked = await ask(
    { method: 'GET', url: `${api}/${id}?fields=status,post_id`, headers: bearer(access) },
    signal,
    ({ json }) => readStatus(json),
    (answer) => {
      isGone = isMissing(answer)
      return readFailure(answer)
    },
  )
  return isGone ? { ok: true, value: { state: 'gone', error: null, postId: undefined } } : asked
}

function readStatus(json: unknown): ReelStatus | undefined {
  const phase = (name: string) => textAt(json, 'status', `${name}_phase`, 'status')
  const whole = textAt(json, 'status', 'video_status')
  if (!whole) return undefined
  const error =
    textAt(json, 'status', 'uploading_phase', 'error', 'message') ??
    textAt(json, 'status', 'processing_phase', 'error', 'message') ??
    null
  const isBroken = whole === 'error' || whole === 'expired' || whole === 'upload_failed'
  const isPublished = phase('publishing') === 'complete'
  const state = isPublished
    ? 'published'
    : isBroken
      ? 'error'
      : phase('uploading') === 'complete'
        ? 'uploaded'
        : 'uploading'
  return { state, error, postId: textAt(json, 'post_id') }
}

const reelsAt = (api: string, { remoteId }: Access): string => `${api}/${remoteId}/video_reels`
