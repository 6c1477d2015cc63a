import { expect, test } from 'vitest'
import { PLATFORMS, rulesOf } from './platform.ts'
import { foldIndex } from './preview-fold.ts'

test('shows the whole text of a short post, and on X of every post within the text limit', () => {
  for (const platform of PLATFORMS) expect(foldIndex(platform, 'Two words')).toBe(null)
  expect(foldIndex('twitter', 'word '.repeat(56))).toBe(null)
})

test('cuts the preview of a long post with "… more" after a whole word', () => {
  const text = 'word '.repeat(600)
  for (const platform of PLATFORMS.filter((each) => rulesOf(each).fold !== null)) {
    const end = foldIndex(platform, text) ?? 0
    expect(end).toBeGreaterThan(80)
    expect(text.slice(0, end)).toMatch(/word$/)
  }
})

test('cuts the preview of a post earlier if the post has many line breaks', () => {
  expect(foldIndex('linkedin', 'One\nTwo\nThree\nFour\nFive')).toBe('One\nTwo\nThree'.length)
})

test('cuts the preview of a text without spaces at any character, but never inside an emoji', () => {
  const end = foldIndex('instagram', '👨‍👩‍👧'.repeat(100)) ?? 0
  expect(end).toBeGreaterThan(0)
  expect(end % '👨‍👩‍👧'.length).toBe(0)
})
