import { expect, test } from 'vitest'
import { readableText, withoutTatweel } from './letters.ts'

test.each([
  ['ﻟ', 'ل'],
  ['ﻻ', 'لا'],
  ['ﷲ', 'الله'],
  ['ﷺ', 'ﷺ'],
  ['ﹰ', '\u064B'],
  ['ﱠ', '\u064E\u0651'],
  ['ﬁ', 'fi'],
  ['ﬄ', 'ffl'],
  ['½', '½'],
  ['①', '①'],
  ['m²', 'm²'],
  ['\u00A0', ' '],
  ['\uF0B7', '•'],
  ['\u200F', ''],
  ['\u0000', ''],
])('converts the letters %j, as a PDF draws them, to the text %j', (drawn, text) => {
  expect(readableText(drawn)).toBe(text)
})

test('reverses the letters of an Arabic ligature that are stored from left to right', () => {
  expect(readableText('ال')).toBe('لا')
  expect(readableText('ىل')).toBe('لى')
  expect(readableText('لا')).toBe('لا')
})

test('removes tatweel (ـ) between letters and keeps it in the abbreviation هـ of the Hijri year', () => {
  expect(withoutTatweel('الـــسلام عام 1447هـ')).toBe('السلام عام 1447هـ')
})
