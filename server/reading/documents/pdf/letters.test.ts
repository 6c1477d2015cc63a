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
])('reads %j as %j', (drawn, text) => {
  expect(readableText(drawn)).toBe(text)
})

test('reorders a ligature whose letters are in display order', () => {
  expect(readableText('ال')).toBe('لا')
  expect(readableText('ىل')).toBe('لى')
  expect(readableText('لا')).toBe('لا')
})

test('removes tatweel and keeps the sign of the Hijri year', () => {
  expect(withoutTatweel('الـــسلام عام 1447هـ')).toBe('السلام عام 1447هـ')
})
