import { expect, test } from 'vitest'
import { withDecidedHyphens } from './hyphens.ts'
import { joined } from './paragraphs.ts'

const read = (...lines: string[]) => withDecidedHyphens(joined(lines))

test('a word parted at the end of a line is whole again', () => {
  expect(read('every extra-', 'ordinary case')).toBe('every extraordinary case')
  expect(read('every extra\u00AD', 'ordinary case')).toBe('every extraordinary case')
})

test('a word keeps the hyphen of its own', () => {
  expect(read('a well-', 'known valley')).toBe('a well-known valley')
  expect(read('a state-of-the-', 'art mill')).toBe('a state-of-the-art mill')
  expect(read('between Franco-', 'German friends')).toBe('between Franco-German friends')
})

test('the rest of the text decides where it has the word', () => {
  expect(read('green-house paint and green-', 'house doors')).toBe('green-house paint and green-house doors')
  expect(read('wellbeing, then well-', 'being')).toBe('wellbeing, then wellbeing')
})

test('ranges and addresses go on without a space', () => {
  expect(read('in 2025–', '2030')).toBe('in 2025–2030')
  expect(read('see https://a.example/long/', 'path')).toBe('see https://a.example/long/path')
  expect(read('a dash –', 'and more')).toBe('a dash – and more')
})
