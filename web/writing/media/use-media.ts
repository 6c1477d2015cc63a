import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '#core/language.ts'
import type { Image } from '#core/media/contract.ts'
import type { MediaKind } from '#core/media/kinds.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { ApiError, hasStatus, call } from '../../lib/api.ts'
import { filesToUpload } from '../../lib/files-to-upload.ts'
import { messageOfError } from '../../lib/error-message.ts'
import { dismissErrorToast, toast } from '../../lib/toast.ts'
import { sortFiles, type LeftOut } from './image-files.ts'
import { freePictureSlots, kindOf, type Media, type MediaAction } from './media-state.ts'
import { UnusableFile } from './unusable-file.ts'
import { useAltTexts } from './use-alt-texts.ts'

export interface MediaEditor {
  tools: ReturnType<typeof useMedia>
  suggestIn: Language | null
  dispatch: (action: MediaAction) => void
}

/** @param all the media of all drafts on the page. Their uploads and the saving of their alt texts continue. */
export function useMedia(media: Media, dispatch: (action: MediaAction) => void, all = media) {
  const t = useTranslations('composer.media')
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const missingCount = useMissingPictures(all, dispatch)
  const altTexts = useAltTexts(all, dispatch)
  const requests = useRef(new Map<string, AbortController>())
  const previews = useRef(new Map<string, string>())
  /** Unfinished uploads of videos and documents on the server. */
  const uploadIds = useRef(new Map<string, string>())
  const describedAs = useRef(new Map<string, string>())
  useEffect(() => {
    const { current: sending } = requests
    const { current: shown } = previews
    return () => {
      for (const abort of sending.values()) abort.abort()
      for (const preview of shown.values()) URL.revokeObjectURL(preview)
      sending.clear()
      shown.clear()
    }
  }, [])

  async function add(chosen: readonly File[], altText?: string): Promise<void> {
    dismissErrorToast()
    const { taken, leftOut } = sortFiles(chosen, freePictureSlots(media.pictures))
    setLeftOut(leftOut)
    const pictures = taken.map((file) => {
      const key = crypto.randomUUID()
      filesToUpload.set(key, file)
      if (altText) describedAs.current.set(key, altText)
      return { key, name: file.name, preview: previewOf(key, file) }
    })
    if (pictures.length === 0) return
    dispatch({ type: 'pictures-chosen', pictures })
    await reportUploads(pictures.map(({ key }) => send(key, 'photo')))
  }

  /** Uploads a video or document. It continues where an earlier upload of the same file stopped. */
  async function addFile(kind: 'video' | 'document', file: File): Promise<void> {
    dismissErrorToast()
    const key = crypto.randomUUID()
    filesToUpload.set(key, file)
    const about = kind === 'video' ? { video: { facts: null, sizeBytes: file.size } } : { isDocument: true as const }
    dispatch({ type: 'pictures-chosen', pictures: [{ key, name: file.name, preview: '', ...about }] })
    await reportUploads([send(key, kind)])
  }

  async function retry(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const file = filesToUpload.get(key)
      if (file) dispatch({ type: 'picture-retried', key, preview: previewOf(key, file) })
    }
    const kinds = new Map(all.pictures.map((picture) => [picture.key, kindOf(picture)]))
    await reportUploads(keys.map((key) => send(key, kinds.get(key) ?? 'photo')))
  }

  function previewOf(key: string, file: File): string {
    const preview = previews.current.get(key) ?? URL.createObjectURL(file)
    previews.current.set(key, preview)
    return preview
  }

  /** Uploads a picture. Resolves to an error message, to null on success, or to undefined if canceled. */
  async function send(key: string, kind: MediaKind): Promise<string | null | undefined> {
    const file = filesToUpload.get(key)
    if (!file) return undefined
    const abort = new AbortController()
    requests.current.set(key, abort)
    try {
      if (kind !== 'photo') {
        const { uploadFile } = await import('./upload-file.ts')
        const image = await uploadFile(kind, file, {
          signal: abort.signal,
          onBegun: (id) => uploadIds.current.set(key, id),
          onRead: (facts) => dispatch({ type: 'video-read', key, facts }),
          onSent: (share) => dispatch({ type: 'picture-progressed', key, share }),
        })
        dispatch({ type: 'picture-arrived', key, image })
        releaseFile(key)
        // Show no toast for a video or document, because the toast is about photos.
        return undefined
      }
      // If shrinking fails, upload the photo as it is.
      const photo = await import('./shrink-photo.ts').then(({ shrinkPhoto }) => shrinkPhoto(file)).catch(() => file)
      const { upload } = await import('../../lib/upload.ts')
      abort.signal.throwIfAborted()
      const { media } = await upload(
        'POST /api/images/upload',
        { images: [photo] },
        {
          fields: { platforms: JSON.stringify(PLATFORMS) },
          signal: abort.signal,
          onSent: (share) => dispatch({ type: 'picture-progressed', key, share }),
        },
      )
      const image = (media as { images?: typeof media.images } | undefined)?.images?.[0]
      if (!image) throw new InvalidResponse('Invalid upload response')
      dispatch({ type: 'picture-arrived', key, image })
      const altText = describedAs.current.get(key)
      if (altText) dispatch({ type: 'alt-typed', key, altText })
      releaseFile(key)
      return null
    } catch (error) {
      if (abort.signal.aborted) return undefined
      const isUnreadable = error instanceof InvalidResponse || (error instanceof ApiError && isSuccess(error.status))
      const isUnusable = error instanceof UnusableFile
      const said = isUnreadable
        ? { key: 'composer.media.invalidResponse' }
        : isUnusable
          ? { key: `video.${kind === 'document' ? 'document.' : ''}problem_${error.problem}` }
          : messageOfError(error)
      const canRetry = !isUnusable && (!(error instanceof ApiError) || error.isPassing)
      if (!canRetry) filesToUpload.delete(key)
      dispatch({ type: 'picture-failed', key, said, canRetry })
      // Show no error for status 401, because the page already asks the user to sign in again.
      if (hasStatus(error, 401)) return undefined
      // Use a general message for the toast, because the picture itself shows the server's reason.
      return t(isUnreadable ? 'invalidResponse' : 'uploadFailedText')
    }
  }

  function releaseFile(key: string): void {
    filesToUpload.delete(key)
    const preview = previews.current.get(key)
    if (preview) URL.revokeObjectURL(preview)
    previews.current.delete(key)
  }

  async function reportUploads(sending: readonly Promise<string | null | undefined>[]): Promise<void> {
    const outcomes = await Promise.all(sending)
    const failure = outcomes.find((outcome) => typeof outcome === 'string')
    if (failure) toast({ title: t('uploadFailed'), description: failure, isDestructive: true })
    else if (outcomes.includes(null)) toast({ title: t('uploaded'), description: t('uploadedText') })
  }

  // Continues uploads that were interrupted when the user left this page.
  const [interrupted] = useState(() =>
    all.pictures.flatMap((picture) =>
      picture.state === 'failed' && !picture.said && filesToUpload.has(picture.key) ? [picture.key] : [],
    ),
  )
  const resume = useEffectEvent(() => void retry(...interrupted))
  useEffect(() => resume(), [])

  function remove(key: string): void {
    const at = media.pictures.findIndex((picture) => picture.key === key)
    const picture = media.pictures[at]
    if (!picture) return
    dispatch({ type: 'picture-removed', key })
    setLeftOut([])
    if (picture.state === 'sending') {
      requests.current.get(key)?.abort()
      const id = uploadIds.current.get(key)
      if (id) void call('DELETE /api/videos/{id}', { params: { id } }).catch(() => {})
      return releaseFile(key)
    }
    toast({
      title: t('removed'),
      action: { label: t('undo'), run: () => dispatch({ type: 'picture-restored', picture, at }) },
    })
  }

  return {
    leftOut,
    dismissLeftOut: () => setLeftOut([]),
    missingCount,
    altTexts,
    /** @param altText the alt text of all chosen pictures, if it is known */
    add: (chosen: readonly File[], altText?: string) => void add(chosen, altText),
    addFile: (kind: 'video' | 'document', file: File) => void addFile(kind, file),
    retry: (key: string) => void retry(key),
    remove,
  }
}

/** The maximum number of pictures that one request may name. */
const MOST_ASKED = 10

class InvalidResponse extends Error {}

/** Accepts every 2xx status, because a proxy may respond in place of the server. */
const isSuccess = (status: number): boolean => status >= 200 && status < 300

function useMissingPictures(media: Media, dispatch: (action: MediaAction) => void): number {
  const [missingCount, setMissingCount] = useState(0)
  const [asked] = useState(() =>
    [...new Set(media.pictures.flatMap((picture) => (picture.state === 'ready' ? [picture.image.id] : [])))].slice(
      0,
      MOST_ASKED,
    ),
  )
  const onFound = useEffectEvent((images: readonly Image[]) => {
    dispatch({ type: 'pictures-found', asked, images })
    setMissingCount(asked.length - images.length)
  })
  useEffect(() => {
    if (asked.length === 0) return
    const abort = new AbortController()
    // If the request fails, keep the pictures. The server reports a missing picture on posting.
    call('GET /api/images', { query: { ids: asked.join(',') } }, { signal: abort.signal }).then(onFound, () => {})
    return () => abort.abort()
  }, [asked])
  return missingCount
}
