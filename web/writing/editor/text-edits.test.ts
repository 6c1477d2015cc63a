import { expect, test } from 'vitest'
import { applyPatch, inverseOf, lineAt, movedRange, patchBetween, trimmedRange, withLineFeeds } from './text-edits.ts'

const FLAG = '\u{1F1F8}\u{1F1E6}'

test.each([
  ['a word typed', 'one three', 'one two three'],
  ['a letter repeated', 'aaa', 'aaaa'],
  ['a paragraph removed', 'first\n\nsecond\n\nthird', 'first\n\nthird'],
  ['everything replaced', 'الموافقات', 'signatures'],
  ['an emoji changed to one with the same first half', 'well 👍', 'well 👎'],
  ['an emoji changed to one with the same second half', '\u{1F44D} ok', '\u{1F84D} ok'],
  ['one of two equal flags removed', FLAG + FLAG, FLAG],
  ['nothing', 'same', 'same'],
])('computes a patch that turns a text into another, and reverses it: %s', (_, before, after) => {
  const patch = patchBetween(before, after)
  expect(applyPatch(before, patch)).toBe(after)
  expect(applyPatch(after, inverseOf(patch))).toBe(before)
  expect(patch.inserted).toBe(patch.inserted.toWellFormed())
  expect(patch.removed).toBe(patch.removed.toWellFormed())
})

test('shifts a range when a patch changes the text before it', () => {
  const patch = patchBetween('one three', 'one two three')
  expect(movedRange({ start: 0, end: 3 }, patch)).toEqual({ start: 0, end: 3 })
  expect(movedRange({ start: 4, end: 9 }, { at: 0, removed: 'one ', inserted: '' })).toEqual({ start: 0, end: 5 })
})

test.each([
  ['one\ntwo', 0, 'one'],
  ['one\ntwo', 3, 'one'],
  ['one\ntwo', 4, 'two'],
  ['one\n\ntwo', 4, ''],
  ['one\n', 4, ''],
  ['', 0, ''],
])('finds the line in the text %j that contains the offset %i', (text, offset, line) => {
  const { start, end } = lineAt(text, offset)
  expect(text.slice(start, end)).toBe(line)
})

test('trims blanks at both ends of a selection, and ignores a selection of a single character', () => {
  expect(trimmedRange('say  four names  now', { start: 3, end: 17 })).toEqual({ start: 5, end: 15 })
  expect(trimmedRange('a b', { start: 0, end: 2 })).toBeNull()
  expect(trimmedRange('a   b', { start: 1, end: 4 })).toBeNull()
})

test('shows every kind of line break as one line feed, and keeps all other characters', () => {
  expect(withLineFeeds('a\r\nb\rc\nd\u00A0e\u200Ff\u2067g\u2069')).toBe('a\nb\nc\nd\u00A0e\u200Ff\u2067g\u2069')
})
