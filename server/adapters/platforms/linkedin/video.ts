import { toSubRip, type CaptionLanguage } from '#core/video/captions.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { listAt, numberAt, textAt } from '../json.ts'
import type { Access, OutgoingPost, OutgoingVideo, Outcome, Preparation, Prepared } from '../platform-client.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import {
  areAllPartsSent,
  isVideoComplete,
  saveComplete,
  untilProcessed,
  uploadParts,
  VIDEO,
  WITHOUT_VIDEO,
  type VideoState,
} from '../upload-video.ts'

export interface VideoUploader {
  url: string
  headers(access: Access): Record<string, string>
  owner(access: Access): string
  readFailure(answer: PlatformAnswer): PublishFailure
  now(): Date
}

/** Key of a started upload to LinkedIn in a prepared post's data. The value has the upload addresses and the token. */
const UPLOAD = 'videoUpload'
/** Key that marks an upload without cover and captions, because LinkedIn has refused one of them. */
const PLAIN = 'videoPlain'
const COVER_SENT = 'videoCoverSent'
const CAPTIONS_SENT = 'videoCaptionsSent'
const tagKey = (part: number): string => `videoTag${part}`

interface Upload {
  urn: string
  token: string
  /** The addresses of the cover and captions, if the upload announced them. */
  coverUrl?: string | undefined
  captionsUrl?: string | undefined
  parts: { url: string; from: number; length: number }[]
}

/** Uploads a video in the parts that LinkedIn asks for, then waits until LinkedIn has processed it. */
export async function prepareVideo(
  uploader: VideoUploader,
  post: OutgoingPost,
  video: OutgoingVideo,
  access: Access,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { url, headers, readFailure } = uploader
  if (!preparation.done[VIDEO]) {
    const plain = preparation.done[PLAIN] ? { ...video, cover: undefined, captions: undefined } : video
    const begun = await begin(uploader, plain, access, signal)
    if (!begun.ok) return begun
    await preparation.save({
      ...WITHOUT_VIDEO,
      [COVER_SENT]: '',
      [CAPTIONS_SENT]: '',
      [VIDEO]: begun.value.urn,
      [UPLOAD]: JSON.stringify(begun.value),
    })
  }
  const { urn, token, parts, coverUrl, captionsUrl } = JSON.parse(preparation.done[UPLOAD] ?? '') as Upload
  if (!isVideoComplete(preparation.done)) {
    const mayBeFinal = areAllPartsSent(preparation.done, parts.length)
    const uploaded = await uploadParts(
      video,
      parts,
      preparation,
      signal,
      async (bytes, part): Promise<Outcome<Prepared>> => {
        const put = {
          method: 'PUT',
          url: parts[part]?.url ?? '',
          headers: { 'content-type': 'application/octet-stream' },
        } as const
        return await ask(
          { ...put, bytes },
          signal,
          ({ headers: answered }) => {
            const tag = answered.get('etag')
            return tag ? { [tagKey(part)]: tag.replaceAll('"', '') } : undefined
          },
          readFailure,
        )
      },
    )
    // LinkedIn refuses an expired upload address, so begin the upload again. Any other failed part is sent again.
    if (!uploaded.ok) return uploaded.failure.kind === 'refused' ? await beginAgain(uploaded.failure) : uploaded
    const extras = await sendExtras()
    if (!extras.ok) return extras.failure.kind === 'refused' ? await beginAgain(extras.failure, PLAIN) : extras
    const uploadedPartIds = parts.map((_, part) => preparation.done[tagKey(part)] ?? '')
    const finalized = await ask(
      {
        method: 'POST',
        url: `${url}/rest/videos?action=finalizeUpload`,
        headers: headers(access),
        json: { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds } },
      },
      signal,
      () => null,
      readFailure,
    )
    // An earlier request may have finalized the upload, and LinkedIn may refuse a second one. Then upload the video
    // again.
    if (!finalized.ok && mayBeFinal && finalized.failure.kind === 'refused') return await beginAgain(finalized.failure)
    if (!finalized.ok) return finalized
    await saveComplete(preparation)
  }
  return await untilProcessed(post, preparation, uploader.now, signal, () =>
    stateOf(uploader, 'videos', urn, access, signal),
  )

  /** Sends the cover and captions, without which LinkedIn does not finish the upload that announced them. */
  async function sendExtras(): Promise<Outcome<null>> {
    if (coverUrl && video.cover && !preparation.done[COVER_SENT]) {
      const headers = { 'content-type': 'application/octet-stream', 'media-type-family': 'STILLIMAGE' }
      const bytes = new Blob([video.cover.picture])
      const sent = await ask({ method: 'PUT', url: coverUrl, headers, bytes }, signal, () => null, readFailure)
      if (!sent.ok) return sent
      await preparation.save({ [COVER_SENT]: 'yes' })
    }
    if (captionsUrl && video.captions && !preparation.done[CAPTIONS_SENT]) {
      const { language, list } = video.captions
      const metadata = JSON.stringify({ ...CAPTION_FORMAT, locale: CAPTION_LOCALES[language] })
      const multipart = { metadata, file: new File([toSubRip(list)], 'captions.srt', { type: 'text/plain' }) }
      const sent = await ask(
        { method: 'POST', url: captionsUrl, headers: headers(access), multipart },
        signal,
        () => null,
        readFailure,
      )
      if (!sent.ok) return sent
      await preparation.save({ [CAPTIONS_SENT]: 'yes' })
    }
    return { ok: true, value: null }
  }

  async function beginAgain({ detail }: PublishFailure, mark?: string): Promise<Outcome<null>> {
    await preparation.save({ ...WITHOUT_VIDEO, ...(mark && { [mark]: 'yes' }) })
    return { ok: false, failure: { kind: 'not-sent', detail, because: 'own_fault' } }
  }
}

/** The format of captions that LinkedIn requires: SubRip, with this description. */
const CAPTION_FORMAT = {
  format: 'SRT',
  formattedForEasyReader: true,
  largeText: true,
  source: 'USER_PROVIDED',
  transcriptType: 'CLOSED_CAPTION',
}
const CAPTION_LOCALES: Record<CaptionLanguage, Record<string, string>> = {
  en: { variant: 'AMERICAN', country: 'US', language: 'EN' },
  ar: { country: 'SA', language: 'AR' },
}

async function begin(
  { url, headers, owner, readFailure }: VideoUploader,
  { sizeBytes, cover, captions }: OutgoingVideo,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<Upload>> {
  const request = {
    owner: owner(access),
    fileSizeBytes: sizeBytes,
    uploadCaptions: captions !== undefined,
    uploadThumbnail: cover !== undefined,
  }
  return await ask(
    {
      method: 'POST',
      url: `${url}/rest/videos?action=initializeUpload`,
      headers: headers(access),
      json: { initializeUploadRequest: request },
    },
    signal,
    ({ json }) => {
      const urn = textAt(json, 'value', 'video')
      const parts = listAt(json, 'value', 'uploadInstructions').map((part) => {
        const [from = 0, last = -1] = [numberAt(part, 'firstByte'), numberAt(part, 'lastByte')]
        return { url: textAt(part, 'uploadUrl') ?? '', from, length: last - from + 1 }
      })
      const isWhole = parts.reduce((sum, { length }) => sum + length, 0) === sizeBytes
      const token = textAt(json, 'value', 'uploadToken') ?? ''
      const coverUrl = cover && textAt(json, 'value', 'thumbnailUploadUrl')
      const captionsUrl = captions && textAt(json, 'value', 'captionsUploadUrl')
      return urn && isWhole ? { urn, token, parts, coverUrl, captionsUrl } : undefined
    },
    readFailure,
  )
}

/**
 * Reads the state of an upload. Apps without the right to read it learn only from the publishing request
 * whether the file is ready.
 */
export async function stateOf(
  { url, headers, readFailure }: VideoUploader,
  kind: 'videos' | 'documents',
  urn: string,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<VideoState>> {
  let status = 0
  const asked = await ask(
    { method: 'GET', url: `${url}/rest/${kind}/${encodeURIComponent(urn)}`, headers: headers(access) },
    signal,
    ({ json }): VideoState => {
      const state = textAt(json, 'status')
      if (state === 'PROCESSING_FAILED')
        return { state: 'broken', detail: textAt(json, 'processingFailureReason') ?? null }
      return { state: state === 'AVAILABLE' ? 'ready' : 'working' }
    },
    (answer) => {
      status = answer.status
      return readFailure(answer)
    },
  )
  if (status === 403) return { ok: true, value: { state: 'ready' } }
  return status === 404 ? { ok: true, value: { state: 'gone' } } : asked
}
