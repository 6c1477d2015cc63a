import { expect, test } from 'vitest'
import { NO_MEDIA, type Media } from '../media/media-state.ts'
import type { Card } from './draft.ts'
import { findMissingField } from './missing-field.ts'

const card: Card = {
  id: 'linkedin-english',
  platform: 'linkedin',
  language: 'english',
  contentType: 'educational',
  tone: 'professional',
  variants: [{ id: 'v1', content: 'A pond at dawn', hashtags: [], source: 'offline', model: null, warnings: [] }],
  selectedId: 'v1',
  edit: null,
  targets: ['linkedin'],
  deliveries: {},
}
const withPicture = (state: 'sending' | 'failed'): Media => ({
  ...NO_MEDIA,
  pictures: [{ key: 'p1', state, name: 'pond.png' } as Media['pictures'][number]],
})

test('finds nothing missing in a draft with text, a network and no pending upload', () => {
  expect(findMissingField(card, NO_MEDIA)).toBe(null)
})

test('reports only the first missing part of a draft, starting with the text', () => {
  expect(findMissingField({ ...card, edit: ' \n ', targets: [] }, withPicture('sending'))).toBe('noContent')
  expect(findMissingField({ ...card, targets: [] }, withPicture('sending'))).toBe('noPlatforms')
  expect(findMissingField(card, withPicture('sending'))).toBe('sendingPicture')
  expect(findMissingField(card, withPicture('failed'))).toBe('failedPicture')
})
