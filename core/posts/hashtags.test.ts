import { expect, test } from 'vitest'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { hashtagKey, parseHashtags } from './hashtags.ts'

test.each([
  ['one, #two,three', ['#one', '#two', '#three']],
  ['#one #two\n#three', ['#one', '#two', '#three']],
  ['رؤية، ابتكار', ['#رؤية', '#ابتكار']],
  [['AI', '#AI', 'ai', '＃Ai'], ['#AI']],
  [['', ' ', '#', '# '], []],
  [
    [' data science ', '##late'],
    ['#data_science', '#late'],
  ],
  [['التحول الرقمي', 'التحول_الرقميّ'], ['#التحول_الرقمي']],
  [
    ['إدارة', 'ادارة'],
    ['#إدارة', '#ادارة'],
  ],
  [null, []],
  [undefined, []],
  ['', []],
])('parses the hashtags %j as %j', (input, tags) => {
  expect(parseHashtags(input)).toEqual(tags)
})

test('returns the same hashtags when parsed hashtags are parsed again', () => {
  const once = parseHashtags('one two, #Three, أربعة خمسة')
  expect(parseHashtags(once)).toEqual(once)
  expect(parseHashtags(once.join(','))).toEqual(once)
})

test('treats hashtags as equal when they differ only in letter case or vowel signs', () => {
  expect(hashtagKey('#Vision')).toBe(hashtagKey('vision'))
  expect(hashtagKey('#مَرحبًا')).toBe(hashtagKey('#مرحبا'))
})

test.each([
  ['#launch and #إطلاق_2030.', ['launch', 'إطلاق_2030']],
  ['مَرْحَبًا #مَرْحَبًا!', ['مَرْحَبًا']],
  ['#می‌خواهم', ['می‌خواهم']],
  ['＃全角', ['全角']],
  ['#2030 a#b R&#D #️⃣x', []],
  ['#a#b', []],
  ['https://example.com/#top', []],
  ['❤️#love', ['love']],
  ['(#one)،#two', ['one', 'two']],
])('finds all hashtags in a text. Text: %j. Hashtags: %j', (text, tags) => {
  expect(findHashtags(text).map(({ tag }) => tag)).toEqual(tags)
})
