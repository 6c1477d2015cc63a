import { expect, test } from 'vitest'
import { PLATFORMS, type Platform } from './platform.ts'
import { textIssues } from './text-issues.ts'

const issues = (platform: Platform, text: string, imageCount: number) => textIssues({ platform }, text, imageCount)
const kinds = (...given: Parameters<typeof issues>) => issues(...given).map(({ kind }) => kind)

test('accepts an ordinary post with a picture on every network', () => {
  for (const platform of PLATFORMS) expect(issues(platform, 'مرحبا! #رؤية', 1)).toEqual([])
})

test('rejects a post of only spaces and direction marks', () => {
  for (const platform of PLATFORMS) expect(kinds(platform, ' \n\u200F', 0)).toContain('empty')
})

test('rejects a post without a picture on Instagram', () => {
  expect(kinds('instagram', 'Hello', 0)).toEqual(['needs-media'])
})

test("reports by how much a text is too long, in the network's own unit", () => {
  expect(issues('twitter', '한'.repeat(141), 0)).toEqual([{ kind: 'too-long', count: 282, limit: 280, over: 2 }])
  expect(issues('threads', '👍'.repeat(126), 0)).toEqual([{ kind: 'too-long', count: 504, limit: 500, over: 4 }])
})

test('reports the UTF-16 length of a text that is a hundred times too long, without parsing it', () => {
  const text = 'https://example.com/ @sara '.repeat(2_000)
  expect(issues('threads', text, 0)).toEqual([
    { kind: 'too-long', count: text.length, limit: 500, over: text.length - 500 },
  ])
})

test('rejects 6 hashtags or 21 mentions on Instagram, and 6 links on Threads', () => {
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

test('counts every hashtag that any network might recognize, and nothing else', () => {
  const count = (text: string) => issues('instagram', text, 1).flatMap((one) => ('count' in one ? one.count : []))
  expect(count('#one#two#three #2030 ＃five #٦')).toEqual([6])
  expect(count('❤️#one (#two) #three, #رؤية_2030 #five')).toEqual([])
  expect(count('C# #️⃣ # ## R&#39;D https://example.com/a#b/#c #one #two #three #four #five')).toEqual([])
})

test('does not count an e-mail address as a mention', () => {
  const addresses = Array.from({ length: 25 }, (_, n) => `sara${n}@example.com`).join(' ')
  expect(kinds('instagram', addresses, 1)).toEqual([])
})

test('rejects a byte order mark on X, and an unpaired surrogate on every network', () => {
  expect(issues('twitter', 'a\uFEFFb', 0)).toEqual([{ kind: 'forbidden-character', codePoint: 0xfeff, index: 1 }])
  expect(issues('facebook', 'a\uFEFFb', 0)).toEqual([])
  for (const platform of PLATFORMS) {
    expect(kinds(platform, 'ab\uD83D', 1)).toEqual(['forbidden-character'])
    expect(kinds(platform, 'ab\u0000', 1)).toEqual(['forbidden-character'])
  }
})
