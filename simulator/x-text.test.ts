import twitterText from 'twitter-text'
import { expect, test } from 'vitest'
import { findUrls, weightedLength } from './x-text.ts'

const TEXTS = [
  'Hi http://test.co',
  'example.com',
  'see example.com/a?b=1 ok',
  'me@example.com',
  '… • € ™ “ ” — ©',
  'مرحبا بالعالم، هذا نص ـ طويل ١٢٣',
  'مَرْحَبًا',
  '\u200F\u200E\u202A\u2066\u200C\u200D\uFEFB',
  '❤️ ❤ 🇸🇦 1️⃣ 👨‍👩‍👧‍👦 👍🏽 한글',
  'README.md and file.ts and main.rs',
  '(https://en.wikipedia.org/wiki/A_(b))',
  'https://example.com/path/to_(x)/y. Next',
  'https://example.com/a/b,c! and http://sub.domain.example.co.uk:8080/x?y=z#frag.',
  'http://localhost:3000/x https://example',
  '@example.com #example.com $example.com',
  'a.b.example.com/?q=1&r=2, done',
  'مرحباexample.comمرحبا',
  'زوروا https://مثال.السعودية/صفحة الآن',
  'https://example.com/قائمة/x',
  '_example.com -example.com a_b.example.com a-b.example.com',
  'example.com+x example.com@x example.com-x',
  `${'a'.repeat(64)}.com ${'a'.repeat(63)}.com`,
  'https://t.co/abcDEF123',
  'mail to x.y@example.org or https://user@example.org/@name/1',
  'Hello.World.This is fine.Then',
  'e\u0301t\u00E9.com caf\u00E9.fr/menu',
  '👩🏽‍🚀🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿 #️⃣ ©️ ☺ ☺️ ✌🏿',
  '日本語のテキスト 全角！',
  'https://example.com/?',
  'https://example.com/a?b=c. https://example.com/a-b_c~d https://example.com/a.',
  'v1.2.3 at 10.30am costs 4.50 or 1.000,00',
  'https://example.com:99999/ HTTPS://EXAMPLE.COM/A Example.Com',
]

test.each(TEXTS)('X weighs %j as its own library does', (text) => {
  expect(weightedLength(text.normalize())).toBe(twitterText.parseTweet(text).weightedLength)
})

test('the same links are found in running text as by the library', () => {
  const words = TEXTS.join(' ').split(/\s+/)
  // A fixed shuffle: every word meets many neighbours.
  for (let round = 1; round < 40; round++) {
    const text = words.map((_, index) => words[(index * round) % words.length]).join(round % 2 ? ' ' : '، ')
    const expected = twitterText.extractUrlsWithIndices(text)
    expect(findUrls(text).map((url) => url.url)).toEqual(expected.map((url) => url.url))
  }
})
