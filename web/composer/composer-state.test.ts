import { expect, test } from 'vitest'
import type { GeneratedItem } from '#core/generation/contract.ts'
import {
  composerReducer,
  contentOf,
  EMPTY,
  openTargets,
  selectedVariant,
  type Card,
  type ComposerState,
} from './composer-state.ts'

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
    message: 'No',
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
        message: '',
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
