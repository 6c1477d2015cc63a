import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, normalizeNfc } from './clean-text.ts'

test('removes characters that the database or platforms reject', () => {
  expect(cleanText(' A\u0000b\uD83D c\uDE00\r\nd\re\uFEFF\u0085f\u001B ')).toBe('A b c\nd\ne  f')
  expect(cleanText('\uFFFE\uFFFF\u0000')).toBe('')
})

test('keeps emoji, joiners, direction marks and vowel signs of a text', () => {
  const text = '👨\u200D👩\u200D👧 مَرْحَبًا \u200Fنعم\u061C \u2067x\u2069 می\u200Cخواهم'
  expect(cleanText(text)).toBe(text.normalize('NFC'))
})

test('normalizes letters with several Unicode encodings to NFC', () => {
  expect(cleanText('e\u0301')).toBe('é')
  for (const text of ['', 'a\u0301\u0323', '\u1112\u1161\u11ab', 'مَرْحَبًا', `x${'\u0301\u0323'.repeat(15)}y`])
    expect(normalizeNfc(text)).toBe(text.normalize('NFC'))
})

test('keeps every combining mark of a letter, even in long runs', () => {
  const marks = normalizeNfc(`x${'\u0301\u0323'.repeat(30_000)}`)
  expect(marks.match(/\u0301/g)).toHaveLength(30_000)
  expect(marks.match(/\u0323/g)).toHaveLength(30_000)
})

test('normalizes long runs of combining marks like the built-in function', () => {
  const few = fc.constantFrom(
    ...'\u0301\u0323\u0334\u0345\u0327\u0344\u0651\u064E\u064B\u05B0\u3099\u20DD\u034F\u0903\u1DFA',
  )
  const letter = fc.constantFrom('x', 'é', 'e', '가', 'آ', 'か', '\u{1D15E}', ' ', '\n')
  const any = fc.string({ unit: 'grapheme' })
  const piece = fc
    .tuple(letter, fc.array(few, { maxLength: 90, size: 'max' }), any)
    .map(([one, marks, rest]) => one + marks.join('') + rest)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      expect(normalizeNfc(pieces.join(''))).toBe(pieces.join('').normalize('NFC'))
    }),
    { numRuns: 1_000 },
  )
})
