import { describe, expect, test } from 'vitest'
import type { Image } from '#core/media/contract.ts'
import type { Media } from '../media/media-state.ts'
import { reduceCard, type Card, type ThreadPart } from './draft.ts'
import { numberParts, plainParts, sentPost, splitCard, threadOf } from './thread.ts'
import { threadsWithImage } from './threads-with-image.ts'

const card = (content: string): Card => ({
  id: 'one',
  platform: 'twitter',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variants: [{ id: 'v', content, hashtags: [], source: null, model: null, warnings: [] }],
  selectedId: 'v',
  edit: null,
  targets: ['twitter'],
  deliveries: {},
})
const partsOf = (...contents: string[]): ThreadPart[] => contents.map((content) => ({ content, imageIds: [] }))
const withParts = (one: Card, parts: ThreadPart[] | null, isNumbered?: boolean): Card =>
  reduceCard(one, { type: 'thread-changed', cardId: one.id, parts, ...(isNumbered !== undefined && { isNumbered }) })
const texts = (one: Card) => threadOf(one)?.map(({ content }) => content)

test('keeps an empty part that the author has just added', () => {
  expect(texts(withParts(card('One'), partsOf('One', '')))).toEqual(['One', ''])
})

test('removes the part numbers when a thread becomes one text, but keeps other fractions', () => {
  const numbered = withParts(card(''), numberParts(partsOf('Open 24/7', 'Closed'), 'english'), true)
  expect(texts(numbered)).toEqual(['Open 24/7 1/2', 'Closed 2/2'])
  expect(withParts(numbered, null).edit).toBe('Open 24/7\n\nClosed')
})

test('renumbers the parts of a thread when their order changes', () => {
  const parts = numberParts(partsOf('A', 'B', 'C'), 'arabic')
  expect(parts[0]?.content).toBe('A ١ من ٣')
  expect(numberParts(plainParts(parts, true).toReversed(), 'arabic').map(({ content }) => content)).toEqual([
    'C ١ من ٣',
    'B ٢ من ٣',
    'A ٣ من ٣',
  ])
})

test('discards the parts of a thread when its whole text is rewritten', () => {
  const threaded = withParts(card('One. Two.'), partsOf('One.', 'Two.'))
  expect(texts({ ...threaded, edit: 'Another text' })).toEqual(['Another text'])
})

test('sends one post to networks without threads, and a thread of one part as a single post', () => {
  const media = { pictures: [], videos: [] }
  const threaded = withParts(card(''), partsOf('One', 'Two'))
  expect(sentPost(threaded, media)).toMatchObject({ content: 'One', parts: [{ content: 'One' }, { content: 'Two' }] })
  expect(sentPost(threaded, media, 'linkedin')).toEqual({ content: 'One\n\nTwo', media: { images: [], videos: [] } })
  expect(sentPost(withParts(card('One'), partsOf('One')), media)).not.toHaveProperty('parts')
})

test('splits a Mastodon thread by the text limit of the account’s own server', () => {
  const long = { ...card('Words and words. '.repeat(80)), platform: 'mastodon' as const }
  expect(splitCard(long, 'Words and words. '.repeat(80), { textLimit: 5_000 })).toHaveLength(1)
  expect(splitCard(long, 'Words and words. '.repeat(80)).length).toBeGreaterThan(2)
})

describe('a copy that replaces a video', () => {
  const mediaWith = (id: string): Media => ({
    pictures: [{ key: 'k', state: 'ready', image: { id, altText: '' } as Image, altText: '' }],
    videos: [],
  })
  const replaced = (one: Card, id: string, by: string): Card =>
    threadsWithImage([card('Another draft'), one], id, by).reduce(reduceCard, one)
  const imagesOf = (one: Card, media: Media) => sentPost(one, media).parts?.map(({ imageIds }) => imageIds)
  const threaded = withParts(card(''), [
    { content: 'One', imageIds: [] },
    { content: 'Two', imageIds: ['video'] },
  ])

  test('keeps a video in its thread part when a converted copy replaces it, and when the user undoes that', () => {
    const copied = replaced(threaded, 'video', 'copy')
    expect(imagesOf(copied, mediaWith('copy'))).toEqual([[], ['copy']])
    expect(imagesOf(replaced(copied, 'copy', 'video'), mediaWith('video'))).toEqual([[], ['video']])
  })

  test('keeps the texts of a thread when a converted video replaces the original, even after a rewrite', () => {
    const numbered = withParts(threaded, numberParts(threadOf(threaded) ?? [], 'english'), true)
    expect(texts(replaced(numbered, 'video', 'copy'))).toEqual(['One 1/2', 'Two 2/2'])
    const retold = { ...threaded, edit: 'Another text' }
    expect(replaced(retold, 'video', 'copy')).toBe(retold)
  })
})
