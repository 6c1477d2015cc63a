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
