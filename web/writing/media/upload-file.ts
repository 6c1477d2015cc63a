import type { Image, VideoUpload } from '#core/media/contract.ts'
import { DOCUMENT_LIMIT_BYTES, isPdf } from '#core/documents/document-facts.ts'
import { VIDEO_LIMIT_BYTES } from '#core/media/limits.ts'
import { readVideoFacts, type VideoFacts } from '#core/video/video-facts.ts'
import { ApiError, call } from '../../lib/api.ts'
import { upload } from '../../lib/upload.ts'
import { UnusableFile } from './unusable-file.ts'

/** How long the browser retries after the last part that arrived. */
const GIVE_UP_AFTER_MS = 10 * 60_000
const LONGEST_PAUSE_MS = 15_000
const MAX_STANDSTILLS = 5
const KEY_BYTES = 1024 * 1024

/**
 * Checks a video or document in the browser, then uploads it in parts. A cut connection costs at most one part.
 * Continues an earlier upload of the same file, even after the page was reloaded.
 */
export async function uploadFile(
  kind: 'video' | 'document',
  file: File,
  {
    signal,
    onRead,
    onBegun,
    onSent,
  }: {
    signal: AbortSignal
    onRead: (facts: VideoFacts) => void
    onBegun: (id: string) => void
    onSent: (share: number) => void
  },
): Promise<Image> {
  if (file.size > (kind === 'video' ? VIDEO_LIMIT_BYTES : DOCUMENT_LIMIT_BYTES)) throw new UnusableFile('size')
  if (kind === 'video') {
    const facts = await readVideoFacts(async (from, length) => bytesOf(file, from, from + length), file.size)
    if (typeof facts === 'string') throw new UnusableFile(facts)
    onRead(facts)
  } else if (!isPdf(await bytesOf(file, 0, 1_024))) throw new UnusableFile('type')
  const body = { name: file.name.slice(-255), size: file.size, key: await keyOf(file) }
  const begun = await untilAnswered(() => call('POST /api/videos', { body }, { signal }), signal)
  const params = { id: begun.id }
  onBegun(begun.id)
  onSent(begun.offset / file.size)
  for (let [next, standstills] = [begun, 0]; next.offset < file.size;) {
    const { offset } = next
    next = await untilAnswered(
      () => sendPart(next),
      signal,
      async () => (next = await call('GET /api/videos/{id}', { params }, { signal })),
    )
    standstills = next.offset > offset ? 0 : standstills + 1
    // The file has changed on disk, so its parts no longer fit.
    if (standstills === MAX_STANDSTILLS) throw new UnusableFile('damaged')
  }
  return await untilAnswered(() => call('POST /api/videos/{id}/finish', { params }, { signal }), signal)

  async function sendPart({ offset, partSize }: VideoUpload): Promise<VideoUpload> {
    const part = new File([file.slice(offset, offset + partSize)], 'part')
    return await upload(
      'POST /api/videos/{id}/parts',
      { part: [part] },
      {
        params,
        fields: { offset: String(offset) },
        signal,
        onSent: (share) => onSent((offset + share * part.size) / file.size),
      },
    )
  }
}

async function bytesOf(file: File, from: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, end).arrayBuffer())
}

/**
 * Identifies a file by its beginning and end. Without HTTPS, browsers cannot compute hashes, so the name and time
 * identify the file.
 */
async function keyOf(file: File): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle) return `${file.size} ${file.lastModified} ${file.name}`.slice(0, 200)
  const ends = new Blob([file.slice(0, KEY_BYTES), file.slice(-KEY_BYTES)])
  const hash = new Uint8Array(await subtle.digest('SHA-256', await ends.arrayBuffer()))
  return `${file.size} ${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Repeats a request while the server cannot be reached, with growing pauses. */
async function untilAnswered<T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const until = performance.now() + GIVE_UP_AFTER_MS
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await request()
    } catch (error) {
      const isPassing = error instanceof ApiError && error.isOutcomeUnknown
      if (!isPassing || signal.aborted || performance.now() + pauseMs > until) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await before().catch(() => {})
    }
  }
}
