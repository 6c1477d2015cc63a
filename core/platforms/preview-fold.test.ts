import { expect, test } from 'vitest'
import { PLATFORMS, rulesOf } from './platform.ts'
import { foldIndex } from './preview-fold.ts'

test('a short post shows as a whole, and X hides nothing within its limit', () => {
  for (const platform of PLATFORMS) expect(foldIndex(platform, 'Two words')).toBe(null)
  expect(foldIndex('twitter', 'word '.repeat(56))).toBe(null)
})

test('a long post folds behind a whole word', () => {
  const text = 'word '.repeat(600)
  for (const platform of PLATFORMS.filter((each) => rulesOf(each).fold !== null)) {
    const end = foldIndex(platform, text) ?? 0
    expect(end).toBeGreaterThan(80)
    expect(text.slice(0, end)).toMatch(/word$/)
  }
})

test('line breaks use the room up too', () => {
  expect(foldIndex('linkedin', 'One\nTwo\nThree\nFour\nFive')).toBe('One\nTwo\nThree'.length)
})

test('a text without blanks folds between two characters, never inside an emoji', () => {
  const end = foldIndex('instagram', '👨‍👩‍👧'.repeat(100)) ?? 0
  expect(end).toBeGreaterThan(0)
  expect(end % '👨‍👩‍👧'.length).toBe(0)
})
