import { expect, test } from 'vitest'
import { drawn } from '#tests/corpus/pdf/drawn.ts'
import { lineText } from './line-text.ts'
import { segmentsOf } from './lines.ts'

const textsOf = (glyphs: Parameters<typeof segmentsOf>[0]) =>
  segmentsOf(glyphs).map((line) => lineText(line.glyphs, 'ltr'))

test("joins a PDF's letters, drawn in any order, to a line", () => {
  expect(textsOf(drawn('garden').toReversed())).toEqual(['garden'])
})

test('reads a gap between letters as a space, and a wide gap as a column break', () => {
  expect(textsOf([...drawn('red'), ...drawn('gate', { left: 67.5 })])).toEqual(['red gate'])
  expect(textsOf([...drawn('red'), ...drawn('gate', { left: 80 })])).toEqual(['red', 'gate'])
})

test('joins widely spaced letters to a word', () => {
  const wide = drawn('GARDEN').map((glyph, at) => ({ ...glyph, left: glyph.left + 3 * at }))
  expect(textsOf(wide)).toEqual(['GARDEN'])
})

test('joins letters of a PDF to one line if their baselines differ only by rounding', () => {
  expect(textsOf([...drawn('gar'), ...drawn('den', { left: 65, baseline: 699.4 })])).toEqual(['garden'])
})

test('writes a raised digit as superscript', () => {
  expect(textsOf([...drawn('6 m'), ...drawn('2', { left: 65, baseline: 703.5, size: 6 })])).toEqual(['6 m²'])
})

test('reads a letter once if the PDF draws it twice to make it bold', () => {
  expect(textsOf([...drawn('hello'), ...drawn('hello', { left: 50.3 })])).toEqual(['hello'])
})

test('ignores a space of a PDF that a letter covers', () => {
  const letters = drawn('gate')
  const space = letters.slice(2, 3).map((letter) => ({ ...letter, text: ' ' }))
  expect(textsOf([...letters.slice(0, 2), ...space, ...letters.slice(2)])).toEqual(['gate'])
})

test('joins Arabic letters of a PDF despite wide gaps for vowel marks, in a line with spaces', () => {
  const apart = [...drawn('ع', { left: 100 }), ...drawn('س', { left: 108.5 })].map((letter, at) => ({
    ...letter,
    text: `${letter.text}${['ُ', 'ِ'][at]}`,
  }))
  expect(lineText(apart, 'rtl')).toBe('سِ عُ')
  expect(lineText([...apart, ...drawn(' في', { left: 113.5 }).toReversed()], 'rtl')).toContain('سِعُ')
})

test('puts the Arabic letter alef after its lam if the alef has no width, even if it starts slightly to the right', () => {
  const shared = [...drawn('ل'), ...drawn('إ', { left: 50.1 }).map((alef) => ({ ...alef, width: 0 }))]
  expect(segmentsOf(shared).map(({ glyphs }) => lineText(glyphs, 'rtl'))).toEqual(['لإ'])
})

test('puts the Arabic letter alef after the lam at the same position if the alef has no width', () => {
  const shared = [...drawn('ل'), ...drawn('ا').map((alef) => ({ ...alef, width: 0 }))]
  expect(segmentsOf(shared).map(({ glyphs }) => lineText(glyphs, 'rtl'))).toEqual(['لا'])
})
