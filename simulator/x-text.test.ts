import { expect, test } from 'vitest'
import { askTwitterText } from '#tests/support/twitter-text.ts'
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

const WEIGHTS = askTwitterText(TEXTS, (library, texts) => texts.map((text) => library.parseTweet(text).weightedLength))

test.each(TEXTS.map((text, index) => [text, WEIGHTS[index]]))(
  "gives the text %j the same weight as X's own library",
  (text, weight) => {
    expect(weightedLength(text.normalize())).toBe(weight)
  },
)

test("finds the same links in a text as X's own library", () => {
  const words = TEXTS.join(' ').split(/\s+/)
  // A reproducible shuffle, in which each word gets many different neighbours.
  const texts = Array.from({ length: 39 }, (_, index) => {
    const round = index + 1
    return words.map((_, at) => words[(at * round) % words.length]).join(round % 2 ? ' ' : '، ')
  })
  const expected = askTwitterText(texts, (library, texts) => texts.map((text) => library.extractUrls(text)))
  expect(texts.map((text) => findUrls(text).map(({ url }) => url))).toEqual(expected)
})
