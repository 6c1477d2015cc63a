import { expect, test } from 'vitest'
import { suggestionFrom } from './alt-text.ts'

test('removes the words "Image of" from a suggested alt text, because screen readers already say "image"', () => {
  expect(suggestionFrom('An image of two people at a desk.')).toBe('Two people at a desk.')
  expect(suggestionFrom('photo showing a red bridge')).toBe('A red bridge')
  expect(suggestionFrom('صورة تظهر جسرًا أحمر فوق نهر.')).toBe('جسرًا أحمر فوق نهر.')
  expect(suggestionFrom('صورة لامرأة تقرأ')).toBe('امرأة تقرأ')
  expect(suggestionFrom('صورة للجسر القديم')).toBe('صورة للجسر القديم')
  expect(suggestionFrom('Photographers wait behind a rope.')).toBe('Photographers wait behind a rope.')
})

test('joins the lines of a suggested alt text into one', () => {
  expect(suggestionFrom('  A red bridge\n\nover a river. ')).toBe('A red bridge over a river.')
})

test('cuts a long suggested alt text after a whole word, within 250 characters', () => {
  const text = suggestionFrom('bridges, '.repeat(40))
  expect(text).toBe(`B${'ridges, b'.repeat(26)}ridges…`)
  expect(suggestionFrom('ب'.repeat(400))).toBe(`${'ب'.repeat(249)}…`)
  expect(suggestionFrom(`a${'👍'.repeat(200)}`)).toBe(`A${'👍'.repeat(124)}…`)
})
