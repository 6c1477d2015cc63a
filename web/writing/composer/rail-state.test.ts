import { expect, test } from 'vitest'
import { NO_MEDIA, type Media } from '../media/media-state.ts'
import type { Card } from './draft.ts'
import { railState } from './rail-state.ts'

const card: Card = {
  id: 'instagram-english',
  platform: 'instagram',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variants: [{ id: 'v1', content: 'A pond at dawn', hashtags: [], source: 'offline', model: null, warnings: [] }],
  selectedId: 'v1',
  edit: null,
  targets: ['instagram'],
  deliveries: {},
}
const onItsWay: Media = {
  ...NO_MEDIA,
  pictures: [{ key: 'p1', state: 'sending', name: 'pond.png' } as Media['pictures'][number]],
}

test('shows a draft without its required photo as incomplete, not as blocked', () => {
  expect(railState(card, NO_MEDIA, [])).toBe('needsPhoto')
  expect(railState(card, onItsWay, [])).toBe('ready')
})

test('shows a draft that is too long as blocked, with or without its required photo', () => {
  const long = { ...card, edit: 'x'.repeat(2_201) }
  expect(railState(long, NO_MEDIA, [])).toBe('stopped')
  expect(railState(long, onItsWay, [])).toBe('stopped')
  expect(railState(card, onItsWay, ['instagram'])).toBe('stopped')
})

test('shows a draft with empty placeholders as waiting for its author', () => {
  const outline = { ...card, edit: 'A pond at dawn.\n\n⟨Proof: one figure⟩', targets: ['linkedin' as const] }
  expect(railState(outline, NO_MEDIA, [])).toBe('toFill')
})

test('shows a draft without text or without selected networks as unfinished', () => {
  expect(railState({ ...card, edit: ' ' }, NO_MEDIA, [])).toBe('unfinished')
  expect(railState({ ...card, targets: [] }, NO_MEDIA, [])).toBe('unfinished')
})
