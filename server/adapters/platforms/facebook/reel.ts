import type { LookResult } from '#core/publishing/next-step.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { isMissing } from '../graph.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, numberAt, textAt } from '../json.ts'
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

/** Uploads a reel, whose id is known from the start. The reel becomes public only with the request that finishes it. */
export async function prepareReel(
  parts: ReelParts,
  post: OutgoingPost,
  video: OutgoingVideo,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { api, readFailure } = parts
  const isNew = !preparation.done[VIDEO]
  if (isNew) {
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
  const id = preparation.done[VIDEO] ?? ''
  if (!isVideoComplete(preparation.done)) {
    // Ask how many bytes Facebook already has, because it refuses to get them twice. An earlier request may have sent
    // some or all of them.
    const received: Outcome<ReelStatus> = isNew ? NOTHING_SENT : await askStatus(parts, id, access, signal)
    if (!received.ok) return received
    const { state, bytes } = received.value
    if (state === 'failed') return await beginAgain(preparation)
    if (state === 'uploading' && bytes < video.sizeBytes) {
      const sent = await send(parts, video, bytes, access, preparation, signal)
      if (!sent.ok) return sent
    }
    await saveComplete(preparation)
  }
  return await untilProcessed(post, preparation, parts.now, signal, async (): Promise<Outcome<VideoState>> => {
    const asked = await askStatus(parts, id, access, signal)
    if (!asked.ok) return asked
    const { state, error } = asked.value
    if (state === 'gone') return { ok: true, value: { state } }
    if (state === 'error' || state === 'failed') return { ok: true, value: { state: 'broken', detail: error } }
    return { ok: true, value: { state: state === 'uploading' ? 'working' : 'ready' } }
  })
}

/** Sends the file of a reel to Facebook, from an offset to its end. */
async function send(
  { readFailure }: ReelParts,
  video: OutgoingVideo,
  from: number,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { type, sizeBytes } = video
  const headers = {
    authorization: `OAuth ${access.accessToken}`,
    offset: String(from),
    file_size: String(sizeBytes),
    'content-type': 'application/octet-stream',
  }
  const url = preparation.done[UPLOAD_URL] ?? ''
  let isOutOfStep = false
  const sent = await ask(
    { method: 'POST', url, headers, large: { type, sizeBytes: sizeBytes - from, open: () => video.open(from) } },
    signal,
    ({ json }) => (at(json, 'success') === true ? null : undefined),
    (answer) => {
      isOutOfStep = OUT_OF_STEP.has(textAt(answer.json, 'debug_info', 'type') ?? '')
      return readFailure(answer)
    },
  )
  if (sent.ok || sent.failure.kind !== 'refused') return sent
  // Facebook has fewer or more bytes than expected. The next attempt asks how many bytes it has.
  if (isOutOfStep) return TRY_AGAIN
  // Begin a new upload at the next attempt, because a refused one cannot be continued.
  await preparation.save(WITHOUT_VIDEO)
  return sent
}

const OUT_OF_STEP = new Set(['OffsetInvalidError', 'PartialRequestError'])

const TRY_AGAIN: Outcome<null> = { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }

async function beginAgain(preparation: Preparation): Promise<Outcome<null>> {
  await preparation.save(WITHOUT_VIDEO)
  return TRY_AGAIN
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
  // If the reel is gone, its author may have deleted it after it was published, so ask the author.
  if (state === 'gone') return { found: 'cannot-ask' }
  return state === 'published'
    ? { found: 'post', remoteId: postId ?? id, permalink: `${parts.site}/reel/${id}` }
    : { found: 'nothing' }
}

interface ReelStatus {
  /** `failed`: the upload of the reel failed or expired. A new upload of the same file may work. */
  state: 'uploading' | 'uploaded' | 'published' | 'error' | 'failed' | 'gone'
  /** How many bytes of the file Facebook has. */
  bytes: number
  error: string | null
  postId: string | undefined
}

const UNKNOWN = { bytes: 0, error: null, postId: undefined }
const NOTHING_SENT: Outcome<ReelStatus> = { ok: true, value: { ...UNKNOWN, state: 'uploading' } }

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
  return isGone ? { ok: true, value: { ...UNKNOWN, state: 'gone' } } : asked
}

/**
 * Reads an upload's status. Accepts both spellings of Meta's documentation: `complete` and `completed`,
 * `bytes_transfered` and `bytes_transferred`.
 */
function readStatus(json: unknown): ReelStatus | undefined {
  const whole = textAt(json, 'status', 'video_status')
  if (!whole) return undefined
  const isComplete = (phase: string) => /^completed?$/.test(textAt(json, 'status', `${phase}_phase`, 'status') ?? '')
  const errorOf = (phase: string) => textAt(json, 'status', `${phase}_phase`, 'error', 'message') ?? null
  const uploaded = (name: string) => numberAt(json, 'status', 'uploading_phase', name)
  const processingError = errorOf('processing')
  return {
    state: stateOf(processingError === null ? whole : 'error', isComplete),
    bytes: uploaded('bytes_transfered') ?? uploaded('bytes_transferred') ?? 0,
    error: errorOf('uploading') ?? processingError,
    postId: textAt(json, 'post_id'),
  }
}

function stateOf(whole: string, isComplete: (phase: string) => boolean): ReelStatus['state'] {
  if (isComplete('publishing')) return 'published'
  if (whole === 'expired' || whole === 'upload_failed') return 'failed'
  if (whole === 'error') return 'error'
  return isComplete('uploading') ? 'uploaded' : 'uploading'
}

const reelsAt = (api: string, { remoteId }: Access): string => `${api}/${remoteId}/video_reels`
