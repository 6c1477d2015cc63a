import { expect, test } from 'vitest'
import { withDecidedHyphens } from './hyphens.ts'
import { joined } from './paragraphs.ts'

const read = (...lines: string[]) => withDecidedHyphens(joined(lines))

test('joins a word that is split at the end of a line', () => {
  expect(read('every extra-', 'ordinary case')).toBe('every extraordinary case')
  expect(read('every extra\u00AD', 'ordinary case')).toBe('every extraordinary case')
})

test("keeps a hyphen that belongs to the word at the end of a PDF's line", () => {
  expect(read('a well-', 'known valley')).toBe('a well-known valley')
  expect(read('a state-of-the-', 'art mill')).toBe('a state-of-the-art mill')
  expect(read('between Franco-', 'German friends')).toBe('between Franco-German friends')
})

test('keeps a hyphen at the end of a line if the same word has a hyphen elsewhere in the text', () => {
  expect(read('green-house paint and green-', 'house doors')).toBe('green-house paint and green-house doors')
  expect(read('wellbeing, then well-', 'being')).toBe('wellbeing, then wellbeing')
})

test('joins number ranges and web addresses that are split at the end of a line', () => {
  expect(read('in 2025–', '2030')).toBe('in 2025–2030')
  expect(read('see https://a.example/long/', 'path')).toBe('see https://a.example/long/path')
  expect(read('a dash –', 'and more')).toBe('a dash – and more')
})
