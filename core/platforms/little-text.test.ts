import { expect, test } from 'vitest'
import { fromLittleText, toLittleText } from './little-text.ts'
import { mixedTexts } from '#tests/support/mixed-texts.ts'

test('each reserved character gets one backslash', () => {
  expect(toLittleText(String.raw`a\b|c{d}e@f[g](h)<i>j*k_l~m`)).toBe(
    String.raw`a\\b\|c\{d\}e\@f\[g\]\(h\)\<i\>j\*k\_l\~m`,
  )
})

test('a hashtag keeps its sign bare so that LinkedIn links it, any other # is escaped', () => {
  expect(toLittleText('#launch C# #رؤية')).toBe(String.raw`#launch C\# #رؤية`)
  expect(toLittleText('#1 at https://example.com/#top')).toBe(String.raw`\#1 at https://example.com/\#top`)
})

test('what others wrote is read back as people see it', () => {
  expect(fromLittleText(String.raw`{hashtag|\#|snake\_case} by @[Acme \(UK\)](urn:li:organization:1) \*`)).toBe(
    '#snake_case by Acme (UK) *',
  )
})

test('any text comes back as it was, and nothing reserved is left bare but the signs of hashtags', () => {
  for (const text of [...mixedTexts(5000, 4), '\\', '\\\\#a', '@[x](urn:li:y)', '{hashtag|\\#|a}']) {
    const escaped = toLittleText(text)
    expect(fromLittleText(escaped)).toBe(text)
    const bare = escaped.replace(/\\[^]/g, '').replace(/#(?=[\p{L}\p{M}\p{N}_\u200C\u200D])/gu, '')
    expect({ text, bare: /[\\|{}@[\]()<>#*_~]/.test(bare) }).toEqual({ text, bare: false })
  }
})
