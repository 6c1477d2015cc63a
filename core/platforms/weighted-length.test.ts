import { expect, test } from 'vitest'
import { askTwitterText } from '#tests/support/twitter-text.ts'
import { findHashtags } from './hashtags-in-text.ts'
import { mixedTexts } from '#tests/support/mixed-texts.ts'
import { COUNTRY_DOMAINS, GENERIC_DOMAINS } from './top-level-domains.ts'
import { findWebAddresses } from './web-addresses.ts'
import { weightedLength } from './weighted-length.ts'

const family = '👨‍👩‍👧‍👦'

test.each([
  ['Hi http://test.co', 26],
  ['example.com', 23],
  ['see example.com/a?b=1 ok', 30],
  ['me@example.com', 14],
  ['README.md', 23],
  ['file.ts', 7],
  ['(https://example.com/A_(b))', 25],
  ['…', 2],
  ['•', 2],
  ['€', 2],
  ['™', 2],
  ['“ ”', 3],
  ['—', 1],
  ['©', 1],
  ['❤️', 2],
  ['❤', 2],
  ['🇸🇦', 2],
  ['1️⃣', 2],
  [family, 2],
  ['مرحبا', 5],
  ['مَرْحَبًا', 9],
  ['١٢٣', 3],
  ['،', 1],
  ['ـ', 1],
  ['\u200F', 2],
  ['\u200E', 2],
  ['\u202B', 2],
  ['\u2068', 2],
  ['\u200C', 1],
  ['\u200D', 1],
  ['\uFEFB', 2],
  ['한글', 4],
  ['', 0],
])('counts the text %j as %i on X', (text, weight) => {
  expect(weightedLength(text)).toBe(weight)
})

test('counts decomposed letters on X like their composed form', () => {
  expect(weightedLength('cafe\u0301')).toBe(4)
})

test('finds no link in a domain name with a label of 64 letters', () => {
  expect(weightedLength(`${'a'.repeat(63)}.com`)).toBe(23)
  expect(weightedLength(`${'a'.repeat(64)}.com`)).toBe(68)
})

test('counts a new emoji sequence as 2 on X, although the package twitter-text counts its parts', () => {
  const young = ['🧑‍💻', '❤️‍🔥', '🫱🏽']
  for (const emoji of young) expect(weightedLength(emoji)).toBe(2)
  const theirs = askTwitterText(young, (library, texts) => texts.map((text) => library.parseTweet(text).weightedLength))
  for (const weight of theirs) expect(weight).toBeGreaterThan(2)
})

test('uses the same top-level domains as the package twitter-text', () => {
  const own = [...GENERIC_DOMAINS, ...COUNTRY_DOMAINS]
  expect(own.length).toBeGreaterThan(1500)
  const urls = own.map((domain) => `http://example.${domain}`)
  const { found, sources } = askTwitterText(urls, (library, texts) => ({
    found: texts.map((text) => library.extractUrls(text)),
    sources: [library.regexen.validGTLD, library.regexen.validCCTLD].map(({ source }) => source),
  }))
  expect(found).toEqual(urls.map((url) => [url]))
  const theirs = sources.map((source) => source.replace(/^\(\?:\(\?:|\)\(\?=.*$/g, '').split('|'))
  expect([...GENERIC_DOMAINS].sort()).toEqual(theirs[0]?.sort())
  expect([...COUNTRY_DOMAINS].sort()).toEqual(theirs[1]?.sort())
})

test('counts 5,000 mixed texts like the official package twitter-text', () => {
  const texts = mixedTexts(5000, 11)
  const weights = askTwitterText(texts, (library, texts) =>
    texts.map((text) => library.parseTweet(text).weightedLength),
  )
  for (const [index, text] of texts.entries())
    expect({ text, weight: weightedLength(text) }).toEqual({ text, weight: weights[index] })
})

test('finds the same links and hashtags in 5,000 mixed texts as the official package twitter-text', () => {
  const texts = mixedTexts(5000, 12)
  const theirs = askTwitterText(texts, (library, texts) =>
    texts.map((text) => ({
      // Compare lengths instead of positions. If a name occurs twice in a word, twitter-text reports the first position
      // both times.
      lengths: library.extractUrls(text).map((url) => url.length),
      tags: library.extractHashtags(text),
    })),
  )
  for (const [index, text] of texts.entries()) {
    const lengths = findWebAddresses(text).map(({ start, end }) => end - start)
    const tags = findHashtags(text).map(({ tag }) => tag)
    expect({ text, lengths, tags }).toEqual({ text, ...theirs[index] })
  }
})
