import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { toSubRip, type CaptionLanguage } from '#core/video/captions.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, textAt } from '../json.ts'
import { bearer } from '../oauth.ts'
import type { Access, OutgoingPost, OutgoingVideo, Outcome, Preparation } from '../platform-client.ts'
import { later } from '../rate-limit-waits.ts'
import {
  areAllPartsSent,
  equalParts,
  isVideoComplete,
  saveComplete,
  untilProcessed,
  uploadParts,
  VIDEO,
  WITHOUT_VIDEO,
  type VideoState,
} from '../upload-video.ts'

interface VideoUploader {
  api: string
  readFailure(answer: PlatformAnswer): PublishFailure
  now(): Date
}

/** Uploads a video: announces it, sends its pieces, finalizes it, and waits until X has processed it. */
export async function prepareVideo(
  uploader: VideoUploader,
  post: OutgoingPost,
  video: OutgoingVideo,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { api, readFailure } = uploader
  const headers = bearer(access)
  if (!preparation.done[VIDEO]) {
    const media_category = video.type === 'image/gif' ? 'tweet_gif' : 'tweet_video'
    const json = { media_type: video.type, total_bytes: video.sizeBytes, media_category }
    const begun = await ask(
      { method: 'POST', url: `${api}/2/media/upload/initialize`, headers, json },
      signal,
      (answer) => textAt(answer.json, 'data', 'id'),
      readFailure,
    )
    if (!begun.ok) return begun
    await preparation.save({ ...WITHOUT_VIDEO, [VIDEO]: begun.value })
  }
  const id = preparation.done[VIDEO] ?? ''
  let isGone = false
  const read = (answer: PlatformAnswer) => {
    isGone = answer.status === 404
    return readFailure(answer)
  }
  if (!isVideoComplete(preparation.done)) {
    const pieces = equalParts(video, VIDEO_PART_BYTES)
    const mayBeJoined = areAllPartsSent(preparation.done, pieces.length)
    const appended = await uploadParts(video, pieces, preparation, signal, async (media, part) => {
      const multipart = { media, segment_index: String(part) }
      const url = `${api}/2/media/upload/${id}/append`
      return await ask({ method: 'POST', url, headers, multipart }, signal, () => ({}), read)
    })
    if (!appended.ok) return isGone ? await beginAgain() : appended
    const url = `${api}/2/media/upload/${id}/finalize`
    const finalized = await ask({ method: 'POST', url, headers }, signal, () => null, read)
    if (!finalized.ok && mayBeJoined && finalized.failure.kind === 'refused') {
      // X may refuse to join the pieces again. Their state shows whether a request with a lost response has joined them.
      const asked = await askState()
      if (!asked.ok) return asked
      if (asked.value.state === 'gone') return await beginAgain()
      if (asked.value.state === 'working')
        return { ok: false, failure: { kind: 'not-ready', until: later(uploader.now(), 2), detail: null } }
    } else if (!finalized.ok) return isGone ? await beginAgain() : finalized
    if (video.altText) {
      const json = { id, metadata: { alt_text: { text: video.altText } } }
      const request = { method: 'POST', url: `${api}/2/media/metadata`, headers, json } as const
      const described = await ask(request, signal, () => null, read)
      // X does not document whether it accepts alt texts for videos. The post must not fail because of it.
      if (!described.ok && described.failure.kind !== 'refused') return described
    }
    const captioned = await sendCaptions()
    if (!captioned.ok && captioned.failure.kind !== 'refused') return captioned
    await saveComplete(preparation)
  }
  return await untilProcessed(post, preparation, uploader.now, signal, askState)

  /** Uploads the captions, then attaches them to the video. The post does not fail if X refuses them. */
  async function sendCaptions(): Promise<Outcome<null>> {
    if (!video.captions) return { ok: true, value: null }
    const { language, list } = video.captions
    const media = new File([toSubRip(list)], 'captions.srt', { type: 'text/srt' })
    const multipart = { media, media_category: 'subtitles' }
    const uploaded = await ask(
      { method: 'POST', url: `${api}/2/media/upload`, headers, multipart },
      signal,
      (answer) => textAt(answer.json, 'data', 'id'),
      readFailure,
    )
    if (!uploaded.ok) return uploaded
    const subtitles = {
      id: uploaded.value,
      language_code: language.toUpperCase(),
      display_name: CAPTION_NAMES[language],
    }
    const json = { id, media_category: 'TweetVideo', subtitles }
    return await ask(
      { method: 'POST', url: `${api}/2/media/subtitles`, headers, json },
      signal,
      () => null,
      readFailure,
    )
  }

  async function askState(): Promise<Outcome<VideoState>> {
    isGone = false
    const url = `${api}/2/media/upload?command=STATUS&media_id=${id}`
    const asked = await ask({ method: 'GET', url, headers }, signal, ({ json }) => readState(json), read)
    return isGone ? { ok: true, value: { state: 'gone' } } : asked
  }

  async function beginAgain(): Promise<Outcome<null>> {
    await preparation.save(WITHOUT_VIDEO)
    return { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }
  }
}

/** The names of the captions' languages that X's player shows. */
const CAPTION_NAMES: Record<CaptionLanguage, string> = { en: 'English', ar: 'العربية' }

/** Reads the state of an upload. Without `processing_info`, the video is ready. */
function readState(json: unknown): VideoState | undefined {
  if (at(json, 'data') === undefined) return undefined
  const state = textAt(json, 'data', 'processing_info', 'state')
  if (state === undefined || state === 'succeeded') return { state: 'ready' }
  if (state !== 'failed') return { state: 'working' }
  return { state: 'broken', detail: textAt(json, 'data', 'processing_info', 'error', 'message') ?? null }
}
