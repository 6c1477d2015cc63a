import { expect, test } from 'vitest'
import { previewParts } from './preview-parts.ts'

const textOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('')

test('the parts give the text back, hashtags and links apart', () => {
  const text = 'Read example.com now #Operations'
  const { above, below } = previewParts('linkedin', text)
  expect(below).toBeNull()
  expect(textOf(above)).toBe(text)
  expect(above.filter(({ isLink }) => isLink).map((part) => part.text)).toEqual(['example.com', '#Operations'])
})

test('what X would refuse is marked from its first character on', () => {
  const { above } = previewParts('twitter', `${'a'.repeat(280)}bcd`)
  expect(textOf(above.filter(({ isTooMuch }) => isTooMuch))).toBe('bcd')
})

test('blank lines around the fold give way to its own line', () => {
  const { above, below } = previewParts('linkedin', 'One.\n\nTwo.\n\nThree.\n\nFour.')
  expect(textOf(above)).toBe('One.\n\nTwo.')
  expect(textOf(below ?? [])).toBe('Three.\n\nFour.')
})
