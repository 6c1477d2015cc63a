import { expect, test } from 'vitest'
import { PLATFORMS } from './platform.ts'
import { textIssues } from './text-issues.ts'

const kinds = (...given: Parameters<typeof textIssues>) => textIssues(...given).map(({ kind }) => kind)

test('an ordinary post with a picture is fine everywhere', () => {
  for (const platform of PLATFORMS) expect(textIssues(platform, 'مرحبا! #رؤية', 1)).toEqual([])
})

test('blanks and direction marks alone are no post', () => {
  for (const platform of PLATFORMS) expect(kinds(platform, ' \n\u200F', 0)).toContain('empty')
})

test('Instagram takes no post without a picture', () => {
  expect(kinds('instagram', 'Hello', 0)).toEqual(['needs-media'])
})

test('how much a text is too long is told in the measure of its network', () => {
  expect(textIssues('twitter', '한'.repeat(141), 0)).toEqual([{ kind: 'too-long', count: 282, limit: 280, over: 2 }])
  expect(textIssues('threads', '👍'.repeat(126), 0)).toEqual([{ kind: 'too-long', count: 504, limit: 500, over: 4 }])
})

test('a text that is a hundred times too long is refused by its plain length, unread', () => {
  const text = 'https://example.com/ @sara '.repeat(2_000)
  expect(textIssues('threads', text, 0)).toEqual([
    { kind: 'too-long', count: text.length, limit: 500, over: text.length - 500 },
  ])
})

test('6 hashtags or 21 mentions are too many for Instagram, 6 links for Threads', () => {
  const many = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n)).join(' ')
  expect(
    kinds(
      'instagram',
      many(5, (n) => `#tag${n}`),
      1,
    ),
  ).toEqual([])
  expect(
    kinds(
      'instagram',
      many(6, (n) => `#tag${n}`),
      1,
    ),
  ).toEqual(['too-many-hashtags'])
  expect(
    kinds(
      'instagram',
      many(20, (n) => `@sara${n}`),
      1,
    ),
  ).toEqual([])
  expect(
    kinds(
      'instagram',
      many(21, (n) => `@sara${n}`),
      1,
    ),
  ).toEqual(['too-many-mentions'])
  expect(
    kinds(
      'threads',
      many(5, (n) => `https://example.com/${n}`),
      0,
    ),
  ).toEqual([])
  expect(
    kinds(
      'threads',
      many(6, (n) => `https://example.com/${n}`),
      0,
    ),
  ).toEqual(['too-many-links'])
})

test('hashtags are counted the way that finds the most of them, and what is none is none', () => {
  const count = (text: string) => textIssues('instagram', text, 1).flatMap((one) => ('count' in one ? one.count : []))
  expect(count('#one#two#three #2030 ＃five #٦')).toEqual([6])
  expect(count('❤️#one (#two) #three, #رؤية_2030 #five')).toEqual([])
  expect(count('C# #️⃣ # ## R&#39;D https://example.com/a#b/#c #one #two #three #four #five')).toEqual([])
})

test('an e-mail address is no mention', () => {
  const addresses = Array.from({ length: 25 }, (_, n) => `sara${n}@example.com`).join(' ')
  expect(kinds('instagram', addresses, 1)).toEqual([])
})

test('a byte order mark is named where X would refuse it, half an emoji everywhere', () => {
  expect(textIssues('twitter', 'a\uFEFFb', 0)).toEqual([{ kind: 'forbidden-character', codePoint: 0xfeff, index: 1 }])
  expect(textIssues('facebook', 'a\uFEFFb', 0)).toEqual([])
  for (const platform of PLATFORMS) {
    expect(kinds(platform, 'ab\uD83D', 1)).toEqual(['forbidden-character'])
    expect(kinds(platform, 'ab\u0000', 1)).toEqual(['forbidden-character'])
  }
})
