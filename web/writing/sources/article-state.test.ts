import { expect, test } from 'vitest'
import { articleReducer, NO_ARTICLE, type ArticleAction, type ArticleState } from './article-state.ts'

const page = { url: 'https://pond.example', title: 'Nine days' }
const after = (...actions: ArticleAction[]): ArticleState => actions.reduce(articleReducer, NO_ARTICLE)

test('returns to the address field after the server refused the address', () => {
  expect(after({ type: 'checking', at: 1 }, { type: 'refused', error: { message: 'No such host' } })).toEqual({
    step: 'entering',
    error: { message: 'No such host' },
  })
})

test('keeps a checked article address when reading the article fails or is canceled', () => {
  const extracting = [
    { type: 'checking', at: 1 },
    { type: 'checked', page },
    { type: 'extracting', page, at: 2 },
  ] as const
  expect(after(...extracting, { type: 'refused', error: { message: 'Too slow' } })).toEqual({
    step: 'checked',
    page,
    error: { message: 'Too slow' },
  })
  expect(after(...extracting, { type: 'cancelled' })).toEqual({ step: 'checked', page, error: null })
})

test('discards the checked article when the address changes', () => {
  expect(after({ type: 'checked', page }, { type: 'changed' })).toEqual(NO_ARTICLE)
})
