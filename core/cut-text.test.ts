import { expect, test } from 'vitest'
import { cutAt, openingLine, openingOf } from './cut-text.ts'

test('cuts a text after a whole word, or after a whole character within an overlong word', () => {
  expect(openingOf('Short', 200)).toBe('Short')
  expect(openingOf('Nine days', 5)).toBe('Nine…')
  expect(openingOf('Nine days', 7)).toBe('Nine…')
  expect(openingOf('Nine, days', 7)).toBe('Nine…')
  expect(openingOf('تسعة أيام', 6)).toBe('تسعة…')
  expect(openingOf('ab👩‍👩‍👧cd', 4)).toBe('ab…')
  expect(openingOf('مَوعد', 3)).toBe('مَ…')
})

test('shortens a text to its first words, with its line breaks or on one line', () => {
  expect(openingOf('Nine\n\ndays of rain', 12)).toBe('Nine\n\ndays…')
  expect(openingLine(' Nine\n\ndays of rain', 11)).toBe('Nine days…')
})

test('cuts a text at a gap near the limit, and never within a character', () => {
  expect(cutAt('one\n\ntwo three\n\nfour', 17, ['\n\n'])).toBe('one\n\ntwo three')
  expect(cutAt('one\n\ntwo three', 12, ['\n\n'])).toBe('one\n\ntwo thr')
  expect(cutAt('ab👍', 3)).toBe('ab')
  // A thousand joined people emoji form one grapheme. It is longer than the limit, so the cut must fall inside it.
  expect(cutAt('👨\u200D'.repeat(1_000), 100).length).toBeGreaterThan(98)
  expect(cutAt('👨\u200D'.repeat(1_000), 100).isWellFormed()).toBe(true)
})
