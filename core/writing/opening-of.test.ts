import { expect, test } from 'vitest'
import { withOpening } from './opening-of.ts'

test.each([
  ['the first paragraph', 'Old.\n\nSecond. Third.', 'New.\n\nSecond. Third.'],
  ['a first line', 'Old one. Old two.\nSecond.', 'New.\nSecond.'],
  ['the first sentence of a post of one paragraph', 'Old one. It stays.', 'New. It stays.'],
  ['the first sentence of an Arabic post', 'هل تأخر الطلب؟ نعم، يومين.', 'New. نعم، يومين.'],
  ['a sentence with a decimal', 'It took 3.5 days. It stays.', 'New. It stays.'],
  ['a post of one sentence', 'Old', 'New.'],
  ['the first paragraph after blank lines', '\n\nOld.\n\nSecond.', 'New.\n\nSecond.'],
  ['an empty post', '  ', 'New.'],
])('replaces only the opening of a draft: %s', (_what, content, expected) => {
  expect(withOpening(content, 'New.').trimEnd()).toBe(expected)
})
