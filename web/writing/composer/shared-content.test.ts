import { expect, test } from 'vitest'
import { EMPTY_COMPOSER } from './composer-model.ts'
import { splitLink, topicWithShared } from './shared-content.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'

const nothing = { title: '', text: '', url: '' }
const LINK = 'https://news.example/nine-days?a=1'

test.each([
  ['a link in the url field', { ...nothing, url: LINK, title: 'Nine days' }, LINK, ''],
  ['a link as text, as Android gives it', { ...nothing, text: LINK, title: 'Nine days' }, LINK, ''],
  ['a page with its title before the link', { ...nothing, title: 'Nine days', text: `Nine days ${LINK}` }, LINK, ''],
  ['a link in a sentence', { ...nothing, text: `«${LINK}»، اقرأ هذا` }, LINK, '«»، اقرأ هذا'],
  ['a link in the title', { ...nothing, title: `Nine days ${LINK}` }, LINK, ''],
  ['words about a link', { ...nothing, text: `اقرأ هذا ${LINK}` }, LINK, 'اقرأ هذا'],
  [
    'text alone',
    { ...nothing, text: '  We took four signatures off one form. ' },
    null,
    'We took four signatures off one form.',
  ],
  ['a title alone', { ...nothing, title: 'Nine days' }, null, 'Nine days'],
  ['nothing', nothing, null, ''],
  ['a javascript address', { ...nothing, url: 'javascript:alert(1)' }, null, ''],
])('separates the link from the text in shared content: %s', (_what, shared, link, words) => {
  expect(splitLink(shared)).toEqual({ link, words })
})

test('appends text shared from another app to an unused topic, and replaces a topic from which drafts were written', () => {
  const writing = { ...EMPTY_COMPOSER.input, topic: 'Nine days' }
  expect(topicWithShared(EMPTY_COMPOSER.input, 'Four signatures')).toBe('Four signatures')
  expect(topicWithShared(writing, 'Four signatures')).toBe('Nine days\n\nFour signatures')
  expect(topicWithShared({ ...writing, isWritten: true }, 'Four signatures')).toBe('Four signatures')
  expect(topicWithShared(EMPTY_COMPOSER.input, 'x'.repeat(TOPIC_LIMIT + 1))).toHaveLength(TOPIC_LIMIT)
})
