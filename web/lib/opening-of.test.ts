import { expect, test } from 'vitest'
import { openingOf } from './opening-of.ts'

test('an opening ends at a whole word, and at a whole character where the word is too long for it', () => {
  expect(openingOf('Short', 200)).toBe('Short')
  expect(openingOf('Nine days', 5)).toBe('Nine…')
  expect(openingOf('Nine days', 7)).toBe('Nine…')
  expect(openingOf('تسعة أيام', 6)).toBe('تسعة…')
  expect(openingOf('ab👩‍👩‍👧cd', 4)).toBe('ab…')
  expect(openingOf('مَوعد', 2)).toBe('مَ…')
})
