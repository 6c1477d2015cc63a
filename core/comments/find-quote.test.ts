import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'

const words = 'four names'

test('finds quoted words in a text, even after the text before them has changed', () => {
  const text = 'We took four names off the form.'
  const quote = { text: words, start: text.indexOf(words) }
  expect(findQuote(text, quote)).toEqual({ start: 8, end: 18 })
  expect(findQuote(`Last year, in May: ${text}`, quote)).toEqual({ start: 27, end: 37 })
  expect(findQuote('Took four names.', quote)).toEqual({ start: 5, end: 15 })
})

test('takes the nearest of several identical passages, in English and Arabic', () => {
  const text = `${words}, then ${words}, then ${words}`
  expect(findQuote(text, { text: words, start: 19 })?.start).toBe(17)
  expect(findQuote(text, { text: words, start: 999 })?.start).toBe(34)
  expect(findQuote('أربعة أسماء، ثم أربعة أسماء', { text: 'أربعة أسماء', start: 14 })?.start).toBe(16)
})

test('reports words that are no longer in the text', () => {
  expect(findQuote('We took three names off the form.', { text: words, start: 8 })).toBeNull()
  expect(findQuote('', { text: words, start: 0 })).toBeNull()
})
