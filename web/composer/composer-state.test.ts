import { expect, test } from 'vitest'
import { BasicRequest, type GeneratedItem } from '#core/generation/contract.ts'
import type { Source } from '../sources/source.ts'
import {
  composerReducer,
  contentOf,
  EMPTY,
  openTargets,
  selectedVariant,
  sourceOf,
  TOPIC_LIMIT,
  topicOf,
  type Card,
  type ComposerState,
  type InputMethod,
} from './composer-state.ts'

const source = (id: string, title: string, from: Source['from'] = 'url'): Source => ({
  id,
  from,
  title,
  content: `Text of ${title}`,
  wordCount: 3,
  language: 'en',
  direction: 'ltr',
  pageCount: null,
  author: null,
  siteName: null,
  url: null,
})

function written(state: ComposerState, id: string, more: Partial<GeneratedItem> = {}): ComposerState {
  const item: GeneratedItem & { id: string } = {
    id,
    platform: 'linkedin',
    language: 'english',
    content: `Text ${id}`,
    characterCount: 6,
    hashtags: ['#One'],
    source: 'offline',
    model: null,
    warnings: [],
    ...more,
  }
  return composerReducer(state, { type: 'written', items: [item], contentType: 'educational', tone: 'professional' })
}

function card(state: ComposerState): Card {
  const [first] = state.cards
  if (!first) throw new Error('There is no card')
  return first
}

const go = (state: ComposerState, method: InputMethod) => composerReducer(state, { type: 'method-changed', method })
const idsOf = (cards: readonly Card[] = []) => cards.map(({ id }) => id)

test('the topic takes as much as the contract does', () => {
  const takes = (length: number) => BasicRequest.shape.topic.safeParse('t'.repeat(length)).success
  expect([takes(TOPIC_LIMIT), takes(TOPIC_LIMIT + 1)]).toEqual([true, false])
})

test('a new text comes to the front, and the edited one before it stays as another option', () => {
  let state = written(EMPTY, 'a')
  state = composerReducer(state, { type: 'typed', cardId: card(state).id, content: 'Mine' })
  state = written(state, 'b')
  expect(contentOf(card(state))).toBe('Text b')
  expect(card(state).variants.map(({ content }) => content)).toEqual(['Text b', 'Mine'])
})

test('each platform and language has its own card', () => {
  let state = written(EMPTY, 'a')
  state = written(state, 'b', { language: 'arabic' })
  state = written(state, 'c', { platform: 'twitter' })
  expect(state.cards.map(({ id }) => id)).toEqual(['linkedin-english', 'linkedin-arabic', 'twitter-english'])
})

test('choosing another option saves what was being typed', () => {
  let state = written(written(EMPTY, 'a'), 'b')
  const { id } = card(state)
  state = composerReducer(state, { type: 'typed', cardId: id, content: 'Half a thought' })
  state = composerReducer(state, { type: 'variant-chosen', cardId: id, variantId: 'a' })
  expect(contentOf(card(state))).toBe('Text a')
  expect(card(state).variants[0]?.content).toBe('Half a thought')
})

test('what succeeded is not sent again, and the card leaves when nothing is left', () => {
  let state = written(EMPTY, 'a')
  const { id } = card(state)
  state = composerReducer(state, { type: 'target-toggled', cardId: id, platform: 'twitter' })
  state = composerReducer(state, { type: 'sending', cardId: id, keys: { linkedin: 'k1', twitter: 'k2' } })
  state = composerReducer(state, { type: 'delivered', cardId: id, platform: 'linkedin', postId: 'p1' })
  const refusal = {
    type: 'not-delivered',
    cardId: id,
    platform: 'twitter',
    said: { message: 'No' },
    isOutcomeUnknown: false,
    postId: null,
  } as const
  state = composerReducer(composerReducer(state, refusal), { type: 'finished', cardId: id })
  expect(openTargets(card(state))).toEqual(['twitter'])
  expect(state.sent.map(({ postId }) => postId)).toEqual(['p1'])

  state = composerReducer(state, { type: 'delivered', cardId: id, platform: 'twitter', postId: 'p2' })
  state = composerReducer(state, { type: 'finished', cardId: id })
  expect(state.cards).toEqual([])
  expect(state.sent.map(({ postId }) => postId)).toEqual(['p2', 'p1'])
})

test('a key is kept only while the server may have the post', () => {
  const start = composerReducer(written(EMPTY, 'a'), {
    type: 'sending',
    cardId: 'linkedin-english',
    keys: { linkedin: 'k1' },
  })
  const after = (isOutcomeUnknown: boolean) =>
    card(
      composerReducer(start, {
        type: 'not-delivered',
        cardId: 'linkedin-english',
        platform: 'linkedin',
        said: {},
        isOutcomeUnknown,
        postId: null,
      }),
    ).deliveries.linkedin
  expect(after(true)).toMatchObject({ state: 'failed', key: 'k1' })
  expect(after(false)).toMatchObject({ state: 'failed', key: null })
})

test('a discarded draft comes back where it was', () => {
  const state = written(written(EMPTY, 'a'), 'b', { platform: 'twitter' })
  const gone = composerReducer(state, { type: 'discarded', cardId: 'linkedin-english' })
  expect(composerReducer(gone, { type: 'restored', card: card(state), at: 0 }).cards).toEqual(state.cards)
})

test('changing hashtags touches the chosen text only', () => {
  let state = written(written(EMPTY, 'a'), 'b')
  state = composerReducer(state, { type: 'hashtags-changed', cardId: card(state).id, hashtags: [] })
  expect(selectedVariant(card(state)).hashtags).toEqual([])
  expect(card(state).variants[1]?.hashtags).toEqual(['#One'])
})

test('another way to get a text clears the drafts, and the way back brings them back', () => {
  const state = written(written(EMPTY, 'a'), 'b', { platform: 'twitter' })
  const changed = go(state, 'url')
  expect(changed.cards).toEqual([])
  expect(changed.cleared).toEqual({ method: 'topic', cards: state.cards })
  expect(go(go(changed, 'document'), 'topic')).toEqual(state)
})

test('drafts that were cleared stay so once others are written', () => {
  const changed = written(go(written(EMPTY, 'a'), 'url'), 'b')
  expect(changed.cleared).toBeNull()
  expect(go(changed, 'topic').cards).toEqual([])
  expect(go(go(changed, 'topic'), 'url').cards.map(contentOf)).toEqual(['Text b'])
})

test('a draft that is on its way stays when the way to get a text changes, and is not counted as cleared', () => {
  const sending = composerReducer(written(written(EMPTY, 'a'), 'b', { platform: 'twitter' }), {
    type: 'sending',
    cardId: 'twitter-english',
    keys: { twitter: 'k1' },
  })
  const changed = go(sending, 'document')
  expect(idsOf(changed.cards)).toEqual(['twitter-english'])
  expect(idsOf(changed.cleared?.cards)).toEqual(['linkedin-english'])

  const refused = composerReducer(changed, {
    type: 'not-delivered',
    cardId: 'twitter-english',
    platform: 'twitter',
    said: { message: 'No' },
    isOutcomeUnknown: false,
    postId: null,
  })
  const further = go(refused, 'url')
  expect(further.cards).toEqual([])
  expect(idsOf(go(further, 'topic').cards)).toEqual(['linkedin-english', 'twitter-english'])
})

test('the title of a source becomes the topic, unless somebody wrote one', () => {
  const use = (state: ComposerState, title: string) =>
    composerReducer(state, { type: 'source-used', source: source(title, title) })
  const first = use(EMPTY, 'Nine days')
  expect(first.input.topic).toBe('Nine days')
  expect(use(first, 'Four names').input.topic).toBe('Four names')

  const own = composerReducer(first, { type: 'input-changed', change: { topic: 'My angle' } })
  expect(use(own, 'Four names').input.topic).toBe('My angle')
})

test('each way keeps its own source, and a topic needs none', () => {
  let state = composerReducer(EMPTY, { type: 'source-used', source: source('u', 'Page') })
  state = composerReducer(state, { type: 'source-used', source: source('d', 'Report', 'document') })
  expect(sourceOf(state.input)?.id).toBe('d')
  state = composerReducer(state, { type: 'method-changed', method: 'url' })
  expect(sourceOf(state.input)?.id).toBe('u')
  expect(sourceOf(composerReducer(state, { type: 'source-dropped', from: 'url' }).input)).toBeNull()
  expect(sourceOf(composerReducer(state, { type: 'method-changed', method: 'topic' }).input)).toBeNull()
})

test('what is written from a source is about that source, unless somebody wrote a topic', () => {
  const use = (state: ComposerState, one: Source) => composerReducer(state, { type: 'source-used', source: one })
  const both = use(use(EMPTY, source('u', 'Ferries return')), source('d', 'Night buses', 'document'))
  expect(topicOf(both.input)).toBe('Night buses')
  expect(topicOf(go(both, 'url').input)).toBe('Ferries return')

  const own = composerReducer(both, { type: 'input-changed', change: { topic: ' My angle ' } })
  expect(topicOf(own.input)).toBe('My angle')
  expect(topicOf(go(own, 'url').input)).toBe('My angle')
})

test('a title that was filled in as the topic goes with its source, and a topic of one’s own stays', () => {
  const used = composerReducer(EMPTY, { type: 'source-used', source: source('u', 'Ferries return') })
  const drop = (state: ComposerState) => composerReducer(state, { type: 'source-dropped', from: 'url' })
  expect(drop(used).input).toEqual({ ...EMPTY.input, method: 'url' })
  const own = composerReducer(used, { type: 'input-changed', change: { topic: 'My angle' } })
  expect(drop(own).input.topic).toBe('My angle')
})

test('a text that was read waits until it is used or let go', () => {
  const input = { ...EMPTY.input, method: 'url' as const, address: 'pond.example' }
  const found = composerReducer({ ...EMPTY, input }, { type: 'source-found', source: source('u', 'Page') })
  expect(found.input.found.url?.id).toBe('u')
  expect(sourceOf(found.input)).toBeNull()
  expect(composerReducer(found, { type: 'found-dropped', from: 'url' }).input).toEqual(input)
  const used = composerReducer(found, { type: 'source-used', source: source('u', 'Page') })
  expect(used.input).toMatchObject({ found: { url: null }, sources: { url: { id: 'u' } }, address: '' })
})

test('the media serve every draft of the desk, and leave with the last', () => {
  let state = composerReducer(EMPTY, {
    type: 'media-changed',
    change: { type: 'video-added', video: { id: 'v', url: 'https://youtu.be/v' } },
  })
  state = written(written(state, 'a'), 'b', { platform: 'twitter' })
  const post = (state: ComposerState, platform: 'linkedin' | 'twitter') => {
    const cardId = `${platform}-english`
    const sending = composerReducer(state, { type: 'sending', cardId, keys: { [platform]: 'k' } })
    const delivered = composerReducer(sending, { type: 'delivered', cardId, platform, postId: platform })
    return composerReducer(delivered, { type: 'finished', cardId })
  }
  state = post(state, 'linkedin')
  expect(state.media.videos).toHaveLength(1)
  state = post(state, 'twitter')
  expect(state.media).toEqual({ pictures: [], videos: [] })
})
