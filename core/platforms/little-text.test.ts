import { expect, test } from 'vitest'
import { fromLittleText, toLittleText } from './little-text.ts'
import { mixedTexts } from '#tests/support/mixed-texts.ts'

test('escapes each character that LinkedIn reserves with one backslash', () => {
  expect(toLittleText(String.raw`a\b|c{d}e@f[g](h)<i>j*k_l~m`)).toBe(
    String.raw`a\\b\|c\{d\}e\@f\[g\]\(h\)\<i\>j\*k\_l\~m`,
  )
})

test('escapes every # for LinkedIn except the # of a hashtag, which LinkedIn then links', () => {
  expect(toLittleText('#launch C# #رؤية')).toBe(String.raw`#launch C\# #رؤية`)
  expect(toLittleText('#1 at https://example.com/#top')).toBe(String.raw`\#1 at https://example.com/\#top`)
})

test('converts a LinkedIn text from another program to the text that readers see', () => {
  expect(fromLittleText(String.raw`{hashtag|\#|snake\_case} by @[Acme \(UK\)](urn:li:organization:1) \*`)).toBe(
    '#snake_case by Acme (UK) *',
  )
})

test('restores the original text from a text escaped for LinkedIn', () => {
  for (const text of [...mixedTexts(5000, 4), '\\', '\\\\#a', '@[x](urn:li:y)', '{hashtag|\\#|a}']) {
    const escaped = toLittleText(text)
    expect(fromLittleText(escaped)).toBe(text)
    const bare = escaped.replace(/\\[^]/g, '').replace(/#(?=[\p{L}\p{M}\p{N}_\u200C\u200D])/gu, '')
    expect({ text, bare: /[\\|{}@[\]()<>#*_~]/.test(bare) }).toEqual({ text, bare: false })
  }
})
