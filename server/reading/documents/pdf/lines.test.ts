import { expect, test } from 'vitest'
import { drawn } from '#tests/corpus/pdf/drawn.ts'
import { lineText } from './line-text.ts'
import { segmentsOf } from './lines.ts'

const textsOf = (glyphs: Parameters<typeof segmentsOf>[0]) =>
  segmentsOf(glyphs).map((line) => lineText(line.glyphs, 'ltr'))

test('letters drawn in any order are one line', () => {
  expect(textsOf(drawn('garden').toReversed())).toEqual(['garden'])
})

test('a gap is a space, and a wide gap parts columns', () => {
  expect(textsOf([...drawn('red'), ...drawn('gate', { left: 67.5 })])).toEqual(['red gate'])
  expect(textsOf([...drawn('red'), ...drawn('gate', { left: 80 })])).toEqual(['red', 'gate'])
})

test('letters that are set wide are one word', () => {
  const wide = drawn('GARDEN').map((glyph, at) => ({ ...glyph, left: glyph.left + 3 * at }))
  expect(textsOf(wide)).toEqual(['GARDEN'])
})

test('baselines that differ by a rounding are one', () => {
  expect(textsOf([...drawn('gar'), ...drawn('den', { left: 65, baseline: 699.4 })])).toEqual(['garden'])
})

test('a raised figure is written as one', () => {
  expect(textsOf([...drawn('6 m'), ...drawn('2', { left: 65, baseline: 703.5, size: 6 })])).toEqual(['6 m²'])
})

test('letters that are drawn twice to look bold are read once', () => {
  expect(textsOf([...drawn('hello'), ...drawn('hello', { left: 50.3 })])).toEqual(['hello'])
})

test('a space that is drawn over parts no word', () => {
  const letters = drawn('gate')
  const space = letters.slice(2, 3).map((letter) => ({ ...letter, text: ' ' }))
  expect(textsOf([...letters.slice(0, 2), ...space, ...letters.slice(2)])).toEqual(['gate'])
})

test('letters set apart for their marks are one word, where the line draws its spaces', () => {
  const apart = [...drawn('ع', { left: 100 }), ...drawn('س', { left: 108.5 })].map((letter, at) => ({
    ...letter,
    text: `${letter.text}${['ُ', 'ِ'][at]}`,
  }))
  expect(lineText(apart, 'rtl')).toBe('سِ عُ')
  expect(lineText([...apart, ...drawn(' في', { left: 113.5 }).toReversed()], 'rtl')).toContain('سِعُ')
})

test('an alef without width may begin a little behind its lam', () => {
  const shared = [...drawn('ل'), ...drawn('إ', { left: 50.1 }).map((alef) => ({ ...alef, width: 0 }))]
  expect(segmentsOf(shared).map(({ glyphs }) => lineText(glyphs, 'rtl'))).toEqual(['لإ'])
})

test('an alef without width stands behind the lam whose place it shares', () => {
  const shared = [...drawn('ل'), ...drawn('ا').map((alef) => ({ ...alef, width: 0 }))]
  expect(segmentsOf(shared).map(({ glyphs }) => lineText(glyphs, 'rtl'))).toEqual(['لا'])
})
