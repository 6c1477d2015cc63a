import { expect, test } from 'vitest'
import { hasEndlessRange, isSlowForPdfjs } from './unclosed-objects.ts'

const fileOf = (object: (number: number) => string) =>
  Buffer.from(
    `%PDF-1.7\n${Array.from({ length: 3_000 }, (_, at) => `${at} 0 obj\n${object(at)}\nendobj\n`).join('')}`,
    'latin1',
  )

const FILLING = 'x'.repeat(60)

test.each([
  ['dictionaries', `<</Type /Page /Title (${FILLING})`],
  ['arrays', `<</Kids [1 0 R /Title (${FILLING}) >>`],
  ['strings', `<</Title (${FILLING} >>`],
])('detects a PDF with thousands of unclosed %s', (_what, object) => {
  expect(isSlowForPdfjs(fileOf(() => object))).toBe(true)
})

test.each([
  ['whole', `<</Title (${FILLING}) /Kids [1 0 R]>>`],
  ['brackets in strings, which mean nothing', `<</Title ([<<\\() /Kids [<2829>]>>`],
  ['brackets in comments', `<</A 1 % [ <<\n>>`],
  ['what lies in streams', `<</Length 30>>\nstream\n[[[[((((<<<<\nendstream`],
])('does not report a PDF as too slow: %s', (_what, object) => {
  expect(isSlowForPdfjs(fileOf(() => object))).toBe(false)
})

test('accepts a PDF with a few unclosed objects', () => {
  expect(isSlowForPdfjs(fileOf((at) => (at < 5 ? '<</Type (' : '<</Type /Page>>')))).toBe(false)
})

test('detects an impossible range of character codes in a PDF, and accepts a range of 65,536 codes', () => {
  const map = (range: string) => Buffer.from(`1 beginbfrange\n${range} <0020>\nendbfrange`)
  expect(hasEndlessRange(map('<0000> <00FFFFFF>'))).toBe(true)
  expect(hasEndlessRange(map('<0000> <FFFF>'))).toBe(false)
})

test.each([
  [
    'of one code',
    '2 beginbfchar\n<0043> <0644>\n<00A5> <06440627>\nendbfchar\n1 beginbfrange\n<0000> <005E> <0020>\nendbfrange',
  ],
  ['of a range', '2 beginbfrange\n<0041> <0042> <06440627>\n<0043> <0044> <0645>\nendbfrange'],
  ['in a list', '1 beginbfrange\n<0041> <0043> [<0020> <06440627> <0645>]\nendbfrange'],
])("accepts a PDF's mapping %s of a character to several letters, such as those of the ligature لا", (_what, map) => {
  expect(hasEndlessRange(Buffer.from(map))).toBe(false)
})

test('detects an impossible range of character codes after a list in a PDF, but none in unclosed lists', () => {
  expect(hasEndlessRange(Buffer.from('beginbfrange <01> <02> [<20> <21>] <0000> <FFFFFF> <20>'))).toBe(true)
  expect(hasEndlessRange(Buffer.from(`beginbfrange ${'<01> <02> [<20> '.repeat(100_000)}`))).toBe(false)
})
