import { describe, expect, test } from 'vitest'
import type { Image } from '#core/media/contract.ts'
import {
  documentOf,
  imagesOf,
  toSavedMedia,
  mediaReducer,
  NO_MEDIA,
  freePictureSlots,
  findUploadProblem,
  videoOf,
  type Media,
  type MediaAction,
} from './media-state.ts'
import { ALT_TEXT_LIMIT, IMAGES_PER_POST, VIDEOS_PER_POST } from '#core/media/limits.ts'

const image = (id: string, altText = ''): Image => ({
  id,
  originalName: `${id}.jpg`,
  video: null,
  document: null,
  size: 1_000,
  width: 800,
  height: 600,
  url: `/api/images/${id}/file`,
  altText,
})
const after = (media: Media, ...actions: MediaAction[]) => actions.reduce(mediaReducer, media)
const chosen = (...keys: string[]): MediaAction => ({
  type: 'pictures-chosen',
  pictures: keys.map((key) => ({ key, name: `${key}.jpg`, preview: '' })),
})
const failed = (key: string, canRetry: boolean): MediaAction => ({
  type: 'picture-failed',
  key,
  said: { message: 'It failed' },
  canRetry,
})
const keys = ({ pictures }: Media) => pictures.map(({ key }) => key)
const arrived = (...names: string[]) =>
  after(
    NO_MEDIA,
    chosen(...names),
    ...names.map((key): MediaAction => ({ type: 'picture-arrived', key, image: image(key) })),
  )

test('uses the media limits of the API contract', () => {
  expect({ IMAGES_PER_POST, VIDEOS_PER_POST, ALT_TEXT_LIMIT }).toEqual({
    IMAGES_PER_POST: 4,
    VIDEOS_PER_POST: 3,
    ALT_TEXT_LIMIT: 1_000,
  })
})

test('keeps pictures in the order of selection, whichever upload finishes first', () => {
  const media = after(
    NO_MEDIA,
    chosen('a', 'b'),
    { type: 'picture-arrived', key: 'b', image: image('b') },
    { type: 'picture-arrived', key: 'a', image: image('a') },
  )
  expect(imagesOf(media).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('moves a picture to another position, and shifts the others', () => {
  const media = arrived('a', 'b', 'c')
  expect(keys(after(media, { type: 'picture-moved', key: 'c', to: 0 }))).toEqual(['c', 'a', 'b'])
  expect(keys(after(media, { type: 'picture-moved', key: 'a', to: 2 }))).toEqual(['b', 'c', 'a'])
})

test('restores a removed picture to its position, but never as a fifth picture', () => {
  const media = arrived('a', 'b', 'c', 'd')
  const removed = after(media, { type: 'picture-removed', key: 'b' })
  const back = { type: 'picture-restored', picture: media.pictures[1], at: 1 } as MediaAction
  expect(keys(after(removed, back))).toEqual(['a', 'b', 'c', 'd'])
  expect(after(removed, chosen('e'), back).pictures).toHaveLength(4)
})

describe('a video in the composer', () => {
  const facts = {
    type: 'video/mp4',
    durationMs: 9_000,
    width: 720,
    height: 1280,
    codec: 'h264',
    audio: 'aac',
    framesPerSecond: 30,
  } as const
  const video: MediaAction = {
    type: 'pictures-chosen',
    pictures: [{ key: 'v', name: 'v.mp4', preview: '', video: { facts: null, sizeBytes: 5 } }],
  }
  const ready: MediaAction = { type: 'picture-arrived', key: 'v', image: { ...image('v'), video: facts } }

  test('leaves no slot for photos next to a video, and adds no video to photos', () => {
    expect(keys(after(NO_MEDIA, video, chosen('a')))).toEqual(['v'])
    expect(keys(after(NO_MEDIA, video, ready, chosen('a')))).toEqual(['v'])
    expect(keys(after(arrived('a'), video))).toEqual(['a'])
  })

  test('does not restore a removed video next to a photo that was added later', () => {
    const media = after(NO_MEDIA, video, ready)
    const back = { type: 'picture-restored', picture: media.pictures[0], at: 0 } as MediaAction
    const removed = after(media, { type: 'picture-removed', key: 'v' })
    expect(keys(after(removed, back))).toEqual(['v'])
    expect(keys(after(removed, chosen('a'), back))).toEqual(['a'])
  })

  test('returns the facts of a video, such as its length, during its upload and afterwards', () => {
    const read = after(NO_MEDIA, video, { type: 'video-read', key: 'v', facts })
    expect(videoOf(after(NO_MEDIA, video))).toBeNull()
    expect(videoOf(read)).toEqual({ facts, sizeBytes: 5 })
    expect(videoOf(after(read, ready))).toEqual({ facts, sizeBytes: 1_000 })
  })

  test('replaces an interrupted video upload when the user chooses its file again', () => {
    const saved = toSavedMedia(after(NO_MEDIA, video, { type: 'picture-progressed', key: 'v', share: 0.4 }))
    expect(saved.pictures).toMatchObject([{ state: 'failed', said: null, canRetry: false }])
    const again: MediaAction = {
      type: 'pictures-chosen',
      pictures: [{ key: 'w', name: 'v.mp4', preview: '', video: { facts: null, sizeBytes: 5 } }],
    }
    expect(keys(after(saved, again))).toEqual(['w'])
  })
})

test('reports uploads in progress first, and then failed uploads', () => {
  const sending = after(NO_MEDIA, chosen('a', 'b'), { type: 'picture-arrived', key: 'a', image: image('a') })
  expect(findUploadProblem(sending)).toBe('sending')
  const failed = after(sending, { type: 'picture-failed', key: 'b', said: { message: 'No answer' }, canRetry: true })
  expect(findUploadProblem(failed)).toBe('failed')
  expect(findUploadProblem(after(failed, { type: 'picture-removed', key: 'b' }))).toBeNull()
})

test('makes space for another picture if a failed upload cannot be retried', () => {
  const media = after(NO_MEDIA, chosen('a', 'b', 'c', 'd'), failed('a', false), failed('b', true))
  expect(freePictureSlots(media.pictures)).toBe(1)
  expect(keys(after(media, chosen('e', 'f')))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('saves uploaded and invalid pictures unchanged, and failed or unfinished uploads as interrupted', () => {
  const media = after(
    NO_MEDIA,
    chosen('a', 'b', 'c', 'd'),
    { type: 'picture-arrived', key: 'a', image: image('a', 'A pond') },
    failed('b', false),
    failed('c', true),
  )
  const gone = { state: 'failed', preview: '', canRetry: false }
  expect(toSavedMedia(media).pictures).toEqual([
    { key: 'a', state: 'ready', image: image('a', 'A pond'), altText: 'A pond' },
    { key: 'b', name: 'b.jpg', said: { message: 'It failed' }, ...gone },
    { key: 'c', name: 'c.jpg', said: null, ...gone },
    { key: 'd', name: 'd.jpg', said: null, ...gone },
  ])
})

test('keeps a converted video in the place of the original when a late response about the original arrives', () => {
  const saved = { type: 'alt-saved', key: 'a', image: { ...image('a'), altText: 'A pond' } } as const
  const copied = after(arrived('a'), { type: 'picture-arrived', key: 'a', image: image('copy') })
  expect(after(copied, saved)).toEqual(copied)
  expect(imagesOf(after(arrived('a'), saved))).toMatchObject([{ id: 'a' }])
})

test('retries an upload that was interrupted', () => {
  const cutOff = toSavedMedia(after(NO_MEDIA, chosen('a')))
  expect(after(cutOff, { type: 'picture-retried', key: 'a', preview: 'blob:a' }).pictures).toEqual([
    { key: 'a', state: 'sending', name: 'a.jpg', preview: 'blob:a', share: 0 },
  ])
})

test('removes a requested picture that the server no longer has, and keeps pictures added since the request', () => {
  const found: MediaAction = { type: 'pictures-found', asked: ['a', 'b'], images: [image('b')] }
  expect(keys(after(arrived('a', 'b', 'c'), found))).toEqual(['b', 'c'])
})

test('keeps an unsaved alt text instead of the stored one', () => {
  const typed = after(arrived('a', 'b'), { type: 'alt-typed', key: 'a', altText: 'A frog on a leaf' })
  const found = after(typed, {
    type: 'pictures-found',
    asked: ['a', 'b'],
    images: [image('a', 'Old'), image('b', 'Written elsewhere')],
  })
  expect(imagesOf(found).map(({ altText }) => altText)).toEqual(['A frog on a leaf', 'Written elsewhere'])
})

test('accepts at most three videos in a post', () => {
  const add = (id: string): MediaAction => ({ type: 'video-added', video: { id, url: `https://youtu.be/${id}` } })
  expect(after(NO_MEDIA, add('1'), add('2'), add('3'), add('4')).videos.map(({ id }) => id)).toEqual(['1', '2', '3'])
})

describe('a document in the composer', () => {
  const document = { ...image('slides'), originalName: 'slides.pdf', document: { pages: 12 } }
  const send = (key: string): MediaAction => ({
    type: 'pictures-chosen',
    pictures: [{ key, name: `${key}.pdf`, preview: '', isDocument: true }],
  })
  const sent = send('slides')
  const arrived: MediaAction = { type: 'picture-arrived', key: 'slides', image: document }

  test('leaves no slot for other media next to a document', () => {
    const media = after(NO_MEDIA, sent)
    expect(after(media, chosen('a')).pictures).toHaveLength(1)
    expect(after(media, send('other')).pictures).toHaveLength(1)
    expect(after(NO_MEDIA, chosen('a'), sent).pictures).toMatchObject([{ key: 'a' }])
  })

  test('returns the page count of a document after its upload', () => {
    expect(documentOf(after(NO_MEDIA, sent))).toBeNull()
    expect(documentOf(after(NO_MEDIA, sent, arrived))).toEqual({ facts: { pages: 12 }, sizeBytes: 1_000 })
    expect(videoOf(after(NO_MEDIA, sent, arrived))).toBeNull()
  })

  test('saves an interrupted upload of a document as a document', () => {
    expect(toSavedMedia(after(NO_MEDIA, sent)).pictures).toMatchObject([{ state: 'failed', isDocument: true }])
  })
})
