// @ts-expect-error The package carries no types.
import twitter from 'twitter-text'
import { expect, test } from 'vitest'
import { findHashtags } from './hashtags-in-text.ts'
import { mixedTexts } from './mixed-texts.ts'
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
])('%j weighs %i on X', (text, weight) => {
  expect(weightedLength(text)).toBe(weight)
})

test('letters typed in two parts weigh as the one they become', () => {
  expect(weightedLength('cafe\u0301')).toBe(4)
})

test('a name with a label of 64 letters is no link', () => {
  expect(weightedLength(`${'a'.repeat(63)}.com`)).toBe(23)
  expect(weightedLength(`${'a'.repeat(64)}.com`)).toBe(68)
})

test('emoji younger than the package weigh 2 like all others, where the package counts their parts', () => {
  for (const emoji of ['🧑‍💻', '❤️‍🔥', '🫱🏽']) {
    expect(weightedLength(emoji)).toBe(2)
    expect(twitter.parseTweet(emoji).weightedLength).toBeGreaterThan(2)
  }
})

test('the top-level domains are those of the package', () => {
  const own = [...GENERIC_DOMAINS, ...COUNTRY_DOMAINS]
  expect(own.length).toBeGreaterThan(1500)
  for (const domain of own) {
    expect(twitter.extractUrls(`http://example.${domain}`)).toEqual([`http://example.${domain}`])
  }
  const theirs = [twitter.regexen.validGTLD, twitter.regexen.validCCTLD].map((expression: RegExp) =>
    expression.source.replace(/^\(\?:\(\?:|\)\(\?=.*$/g, '').split('|'),
  )
  expect([...GENERIC_DOMAINS].sort()).toEqual(theirs[0]?.sort())
  expect([...COUNTRY_DOMAINS].sort()).toEqual(theirs[1]?.sort())
})

test('5,000 mixed texts weigh what the official package says', () => {
  for (const text of mixedTexts(5000, 11)) {
    expect({ text, weight: weightedLength(text) }).toEqual({ text, weight: twitter.parseTweet(text).weightedLength })
  }
})

test('5,000 mixed texts hold the links and the hashtags that the official package finds', () => {
  for (const text of mixedTexts(5000, 12)) {
    // By their lengths: where one name stands twice in a word, the package places both at the first.
    const lengths = findWebAddresses(text).map(({ start, end }) => end - start)
    expect({ text, lengths }).toEqual({ text, lengths: twitter.extractUrls(text).map((url: string) => url.length) })

    const tags = findHashtags(text).map(({ tag }) => tag)
    expect({ text, tags }).toEqual({ text, tags: twitter.extractHashtags(text) })
  }
})
