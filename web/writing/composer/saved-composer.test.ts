import { expect, test } from 'vitest'
import type { Source } from '../sources/source.ts'
import type { Card } from './draft.ts'
import { EMPTY_COMPOSER, type ComposerState } from './composer-model.ts'
import { fromSavedComposer, toSavedComposer } from './saved-composer.ts'

const SOURCE: Source = {
  id: 's1',
  from: 'url',
  title: 'Nine days',
  content: 'Approvals are slow.',
  wordCount: 3,
  language: 'en',
  direction: 'ltr',
  pageCount: null,
  author: null,
  siteName: 'Pond Weekly',
  url: 'https://pond.example/nine-days',
}

const READ: Source = { ...SOURCE, id: 's2', from: 'document', title: 'Report', content: 'Read and not used yet.' }

const CARD: Card = {
  id: 'linkedin-english',
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variants: [{ id: 'v1', content: 'Text', hashtags: [], source: 'offline', model: null, warnings: [] }],
  selectedId: 'v1',
  edit: 'Half a thought',
  targets: ['linkedin'],
  deliveries: {},
  writtenFrom: { source: SOURCE, topic: 'Nine days' },
}

const STATE: ComposerState = {
  ...EMPTY_COMPOSER,
  input: {
    ...EMPTY_COMPOSER.input,
    method: 'url',
    sources: { url: SOURCE, document: null },
    found: { url: null, document: READ },
  },
  cleared: {
    why: 'source',
    method: 'topic',
    input: {
      topic: 'Night buses',
      filledTopic: null,
      platforms: ['threads'],
      sources: { url: SOURCE, document: null },
      isWritten: true,
    },
    media: { pictures: [], videos: [] },
    cards: [{ ...CARD, id: 'threads-english', platform: 'threads', targets: ['threads'] }],
  },
  cards: [CARD, { ...CARD, id: 'twitter-english', platform: 'twitter', targets: ['twitter'] }],
  media: { pictures: [], videos: [{ id: 'v', url: 'https://youtu.be/v' }] },
}

test('restores a saved composer, and stores a shared source only once', () => {
  const { saved, sources } = toSavedComposer(STATE)
  expect(sources).toEqual([SOURCE, READ])
  expect(JSON.stringify(saved)).not.toContain('Approvals are slow.')
  expect(fromSavedComposer(JSON.parse(JSON.stringify(saved)), sources)).toEqual(STATE)
})

test('restores drafts even if browser storage had no space for their source', () => {
  const { saved } = toSavedComposer(STATE)
  const back = fromSavedComposer(JSON.parse(JSON.stringify(saved)), [])
  expect(back.cards.map(({ edit }) => edit)).toEqual(['Half a thought', 'Half a thought'])
  expect(back.input.sources).toEqual({ url: null, document: null })
  // Null means that the source is unknown. The server must not record that these drafts have no source.
  expect(back.cards.map(({ writtenFrom }) => writtenFrom)).toEqual([null, null])
})

test('restores the topic of a draft that has no source', () => {
  const own = { source: null, topic: 'Night buses' }
  const { saved, sources } = toSavedComposer({ ...STATE, cards: [{ ...CARD, writtenFrom: own }] })
  expect(fromSavedComposer(JSON.parse(JSON.stringify(saved)), sources).cards[0]?.writtenFrom).toEqual(own)
})

test('restores a failed post from an earlier app version with a general message instead of its untranslated message', () => {
  const told = { state: 'failed', key: null, postId: 'p', message: 'Facebook refused it.' }
  const saved = { version: 1, input: {}, cards: [{ ...CARD, deliveries: { facebook: told } }] }
  const back = fromSavedComposer(JSON.parse(JSON.stringify(saved)), [])
  expect(back.cards[0]?.deliveries.facebook).toMatchObject({
    state: 'failed',
    postId: 'p',
    said: { key: 'composer.posting.failedText' },
  })
})

test('restores a composer saved by an earlier app version, which had no sources and media', () => {
  const { writtenFrom: _, ...card } = CARD
  const input = {
    topic: 'Queues',
    contentType: 'personal',
    tone: 'casual',
    language: 'arabic',
    platforms: ['threads'],
  } as const
  const back = fromSavedComposer({ version: 1, input: { ...input, platforms: ['threads'] }, cards: [card] }, [])
  expect(back.input).toEqual({
    ...input,
    isLanguageChosen: true,
    isWritten: true,
    method: 'topic',
    address: '',
    sources: { url: null, document: null },
    found: { url: null, document: null },
    mode: 'basic',
    chosen: {},
    usual: {},
    facts: '',
    wish: '',
    withLink: true,
    filledTopic: null,
  })
  expect(back.cleared).toBeNull()
  expect(back.cards[0]?.edit).toBe('Half a thought')
  expect(back.media).toEqual({ pictures: [], videos: [] })
})
