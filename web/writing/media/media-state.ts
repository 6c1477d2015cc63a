import type { Image } from '#core/media/contract.ts'
import type { MediaKind } from '#core/media/kinds.ts'
import type { DocumentFacts } from '#core/documents/document-facts.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'
import type { Video } from '#core/posts/contract.ts'
import type { StoredMessage } from '../../lib/error-message.ts'
import { IMAGES_PER_POST, VIDEOS_PER_POST } from '#core/media/limits.ts'

/** A picture of the composer, from the moment when the user chose its file. `key` identifies it and never changes. */
export type Picture =
  | {
      key: string
      state: 'sending'
      name: string
      preview: string
      share: number
      video?: SentVideo
      isDocument?: true
    }
  /**
   * A failed upload. `said` is the error message, and null if the user left the page during the upload. `canRetry`: the
   * file is valid and still in memory.
   */
  | {
      key: string
      state: 'failed'
      name: string
      preview: string
      said: StoredMessage | null
      canRetry: boolean
      video?: SentVideo
      isDocument?: true
    }
  /** An uploaded picture. `altText` is what the user typed, and `image.altText` what the server has stored. */
  | { key: string; state: 'ready'; image: Image; altText: string }

/** A video file. `facts` is null until the browser has read them. */
type SentVideo = { facts: VideoFacts | null; sizeBytes: number }

export type ReadyPicture = Extract<Picture, { state: 'ready' }>

export type Media = { pictures: Picture[]; videos: Video[] }

export const NO_MEDIA: Media = { pictures: [], videos: [] }

type ChosenPicture = { key: string; name: string; preview: string; video?: SentVideo; isDocument?: true }

export type MediaAction =
  | { type: 'pictures-chosen'; pictures: readonly ChosenPicture[] }
  | { type: 'video-read'; key: string; facts: VideoFacts }
  | { type: 'picture-progressed'; key: string; share: number }
  | { type: 'picture-arrived'; key: string; image: Image }
  | { type: 'picture-failed'; key: string; said: StoredMessage; canRetry: boolean }
  | { type: 'picture-retried'; key: string; preview: string }
  | { type: 'picture-removed'; key: string }
  | { type: 'picture-restored'; picture: Picture; at: number }
  | { type: 'picture-moved'; key: string; to: number }
  | { type: 'alt-typed'; key: string; altText: string }
  /** Sets the image with its saved alt text. Ignored if another image has replaced it in the meantime. */
  | { type: 'alt-saved'; key: string; image: Image }
  | { type: 'pictures-found'; asked: readonly string[]; images: readonly Image[] }
  | { type: 'video-added'; video: Video }
  | { type: 'video-removed'; id: string }
  | { type: 'video-restored'; video: Video; at: number }

/**
 * Whether an action changes which media a draft has. All other actions change a picture in all drafts that have it,
 * because an upload continues while the user looks at another draft.
 */
export function changesOneDraft({ type }: MediaAction): boolean {
  return ONE_DRAFT.has(type)
}

const ONE_DRAFT: ReadonlySet<MediaAction['type']> = new Set([
  'pictures-chosen',
  'picture-removed',
  'picture-restored',
  'picture-moved',
  'video-added',
  'video-removed',
  'video-restored',
])

export function mediaReducer(media: Media, action: MediaAction): Media {
  switch (action.type) {
    case 'video-read':
      return { ...media, pictures: media.pictures.map((picture) => withFacts(picture, action)) }
    case 'video-added':
      return { ...media, videos: [...media.videos, action.video].slice(0, VIDEOS_PER_POST) }
    case 'video-removed':
      return { ...media, videos: media.videos.filter(({ id }) => id !== action.id) }
    case 'video-restored':
      return { ...media, videos: media.videos.toSpliced(action.at, 0, action.video).slice(0, VIDEOS_PER_POST) }
    default:
      return { ...media, pictures: reducePictures(media.pictures, action) }
  }
}

type PictureAction = Exclude<MediaAction, { type: `video-${string}` }>

function reducePictures(pictures: Picture[], action: PictureAction): Picture[] {
  switch (action.type) {
    case 'pictures-chosen': {
      const chosen = action.pictures.map((picture): Picture => ({ ...picture, state: 'sending', share: 0 }))
      // A chosen file continues an interrupted upload of the same name, so it replaces that upload in the list.
      const kept = pictures.filter((picture) => !action.pictures.some(({ name }) => isCutOff(picture, name)))
      return [...kept, ...chosen.slice(0, chosen.some(isAlone) ? freeFileSlots(kept) : freePictureSlots(kept))]
    }
    case 'pictures-found': {
      const found = new Map(action.images.map((image) => [image.id, image]))
      return pictures.flatMap((picture) => {
        if (picture.state !== 'ready' || !action.asked.includes(picture.image.id)) return [picture]
        const image = found.get(picture.image.id)
        if (!image) return []
        // Keeps an alt text that is not saved yet. Otherwise takes the server's alt text, which may be newer.
        return [{ ...picture, image, altText: isChanged(picture) ? picture.altText : image.altText }]
      })
    }
    case 'picture-removed':
      return pictures.filter(({ key }) => key !== action.key)
    case 'picture-restored':
      return hasRoomFor(action.picture, pictures) || !usesSlot(action.picture)
        ? pictures.toSpliced(action.at, 0, action.picture)
        : pictures
    case 'picture-moved': {
      const moved = pictures.find(({ key }) => key === action.key)
      return moved ? pictures.filter((picture) => picture !== moved).toSpliced(action.to, 0, moved) : pictures
    }
    default:
      return pictures.map((picture) => (picture.key === action.key ? reducePicture(picture, action) : picture))
  }
}

function reducePicture(
  picture: Picture,
  action: Extract<
    PictureAction,
    {
      type: 'picture-progressed' | 'picture-arrived' | 'picture-failed' | 'picture-retried' | 'alt-typed' | 'alt-saved'
    }
  >,
): Picture {
  switch (action.type) {
    case 'picture-progressed':
      return picture.state === 'sending' ? { ...picture, share: action.share } : picture
    case 'picture-arrived':
      return { key: picture.key, state: 'ready', image: action.image, altText: action.image.altText }
    case 'picture-failed':
      return picture.state === 'sending'
        ? { ...picture, state: 'failed', said: action.said, canRetry: action.canRetry }
        : picture
    case 'picture-retried':
      return picture.state === 'failed'
        ? {
            key: picture.key,
            state: 'sending',
            name: picture.name,
            preview: action.preview,
            share: 0,
            ...(picture.video && { video: picture.video }),
            ...(picture.isDocument && { isDocument: true }),
          }
        : picture
    case 'alt-typed':
      return picture.state === 'ready' ? { ...picture, altText: action.altText } : picture
    case 'alt-saved':
      return picture.state === 'ready' && picture.image.id === action.image.id
        ? { ...picture, image: action.image }
        : picture
  }
}

export function kindOf(picture: Picture): MediaKind {
  // Pictures that an older version saved in the browser lack `video` and `document`, which then count as null.
  if (picture.state === 'ready' ? picture.image.video : picture.video) return 'video'
  return (picture.state === 'ready' ? picture.image.document : picture.isDocument) ? 'document' : 'photo'
}

/** Whether this is a video or a document. A post that has one can have no other media. */
const isAlone = (picture: Picture): boolean => kindOf(picture) !== 'photo'

const isCutOff = (picture: Picture, name: string): boolean =>
  isAlone(picture) && picture.state === 'failed' && !picture.canRetry && picture.name === name

const withFacts = (picture: Picture, { key, facts }: { key: string; facts: VideoFacts }): Picture =>
  picture.key === key && picture.state === 'sending' && picture.video
    ? { ...picture, video: { ...picture.video, facts } }
    : picture

/** The post's video, as soon as its facts are known. */
export function videoOf({ pictures }: Pick<Media, 'pictures'>): { facts: VideoFacts; sizeBytes: number } | null {
  for (const picture of pictures) {
    if (picture.state === 'ready' && picture.image.video)
      return { facts: picture.image.video, sizeBytes: picture.image.size }
    if (picture.state !== 'ready' && picture.video?.facts) return { ...picture.video, facts: picture.video.facts }
  }
  return null
}

/** The post's document, once the server has counted its pages. */
export function documentOf({ pictures }: Pick<Media, 'pictures'>): { facts: DocumentFacts; sizeBytes: number } | null {
  for (const picture of pictures)
    if (picture.state === 'ready' && picture.image.document)
      return { facts: picture.image.document, sizeBytes: picture.image.size }
  return null
}

const hasRoomFor = (picture: Picture, pictures: readonly Picture[]): boolean =>
  (isAlone(picture) ? freeFileSlots(pictures) : freePictureSlots(pictures)) > 0

/** Joins the media of two posts into the media of one post: either photos, or one video or document. */
export function joinPictures(...lists: readonly (readonly Picture[])[]): Picture[] {
  const all = lists.flat()
  const [first] = all
  return first && isAlone(first) ? [first] : all.filter((picture) => !isAlone(picture)).slice(0, IMAGES_PER_POST)
}

/** A post has photos, one video or one document. */
export const freeFileSlots = (pictures: readonly Picture[]): number => (pictures.some(usesSlot) ? 0 : 1)

export function freePictureSlots(pictures: readonly Picture[]): number {
  if (pictures.some((picture) => isAlone(picture) && usesSlot(picture))) return 0
  return Math.max(0, IMAGES_PER_POST - pictures.filter(usesSlot).length)
}

function usesSlot(picture: Picture): boolean {
  return picture.state !== 'failed' || picture.canRetry
}

export function imagesOf({ pictures }: Media): Image[] {
  return pictures.flatMap((picture) =>
    picture.state === 'ready' ? [{ ...picture.image, altText: picture.altText }] : [],
  )
}

export const sentMedia = (media: Media) => ({ images: imagesOf(media).map(({ id }) => id), videos: media.videos })

export function findUploadProblem({ pictures }: Media): 'sending' | 'failed' | null {
  if (pictures.some(({ state }) => state === 'sending')) return 'sending'
  return pictures.some(({ state }) => state === 'failed') ? 'failed' : null
}

/**
 * Converts media for browser storage. Files cannot be stored there, so unfinished uploads become interrupted uploads.
 */
export function toSavedMedia({ pictures, videos }: Media): Media {
  return {
    pictures: pictures.map((picture) =>
      picture.state === 'ready'
        ? picture
        : {
            key: picture.key,
            state: 'failed',
            name: picture.name,
            preview: '',
            said: picture.state === 'failed' && !picture.canRetry ? picture.said : null,
            canRetry: false,
            ...(picture.video && { video: picture.video }),
            ...(picture.isDocument && { isDocument: true }),
          },
    ),
    videos,
  }
}

export function unsavedDescriptions({ pictures }: Media): ReadyPicture[] {
  return pictures.filter((picture): picture is ReadyPicture => picture.state === 'ready' && isChanged(picture))
}

function isChanged({ altText, image }: ReadyPicture): boolean {
  return altText.trim() !== image.altText.trim()
}
