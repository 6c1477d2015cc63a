import { expect, test } from 'vitest'
import { searchMatch } from './search-match.ts'

test.each([
  ['Social accounts', 'ACC'],
  ['Café opens', 'cafe'],
  ['إنشاء منشور', 'انشاء'],
  ['انشاء منشور', 'إنشاء'],
  ['مُسَوَّدة', 'مسوده'],
  ['مستوى', 'مستوي'],
  ['الشؤون المسائية', 'الشوون المساييه'],
  ['كـــتاب', 'كتاب'],
  ['في ٢٠٢٦', '2026'],
  ['two words here', 'here two'],
])('finds the text “%s” by the search “%s”', (text, typed) => {
  expect(searchMatch(text, typed)).toBeGreaterThan(0)
})

test.each([
  ['Dashboard', 'account'],
  ['two words here', 'two there'],
])('does not find the text “%s” by the search “%s”', (text, typed) => {
  expect(searchMatch(text, typed)).toBe(0)
})

test('ranks texts that start with the search words before others', () => {
  const [first, second, third] = ['create a post', 'a post to create', 'recreated'].map((text) =>
    searchMatch(text, 'create'),
  )
  expect([first! > second!, second! > third!]).toEqual([true, true])
})

test('matches every text when the search is empty', () => {
  expect(searchMatch('anything', '  ')).toBe(1)
})
