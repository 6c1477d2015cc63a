import { expect, test } from 'vitest'
import { PLATFORMS, rulesOf } from './platform.ts'
import { foldIndex } from './preview-fold.ts'

test('shows a short post whole, and on X every post within the text limit', () => {
  for (const platform of PLATFORMS) expect(foldIndex(platform, 'Two words')).toBe(null)
  expect(foldIndex('twitter', 'word '.repeat(56))).toBe(null)
})

test('folds a long post behind "… more" after a whole word', () => {
  const text = 'word '.repeat(600)
  for (const platform of PLATFORMS.filter((each) => rulesOf(each).fold !== null)) {
    const end = foldIndex(platform, text) ?? 0
    expect(end).toBeGreaterThan(80)
    expect(text.slice(0, end)).toMatch(/word$/)
  }
})

test('counts line breaks towards the fold of a long post', () => {
  expect(foldIndex('linkedin', 'One\nTwo\nThree\nFour\nFive')).toBe('One\nTwo\nThree'.length)
})

test('folds a text without spaces between characters, but never inside an emoji', () => {
  const end = foldIndex('instagram', '👨‍👩‍👧'.repeat(100)) ?? 0
  expect(end).toBeGreaterThan(0)
  expect(end % '👨‍👩‍👧'.length).toBe(0)
})
