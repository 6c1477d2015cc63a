import { expect, test } from 'vitest'
import { previewParts } from './preview-parts.ts'

const textOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('')

test('splits the text of a preview into plain text, hashtags and links', () => {
  const text = 'Read example.com now #Operations'
  const { above, below } = previewParts({ platform: 'linkedin' }, text)
  expect(below).toBeNull()
  expect(textOf(above)).toBe(text)
  expect(above.filter(({ isLink }) => isLink).map((part) => part.text)).toEqual(['example.com', '#Operations'])
})

test('marks the characters of an X post that exceed the limit', () => {
  const { above } = previewParts({ platform: 'twitter' }, `${'a'.repeat(280)}bcd`)
  expect(textOf(above.filter(({ isExcess }) => isExcess))).toBe('bcd')
})

test('removes blank lines at the place where a preview hides the rest of a long text', () => {
  const { above, below } = previewParts({ platform: 'linkedin' }, 'One.\n\nTwo.\n\nThree.\n\nFour.')
  expect(textOf(above)).toBe('One.\n\nTwo.')
  expect(textOf(below ?? [])).toBe('Three.\n\nFour.')
})
