import { expect, test } from 'vitest'
import { countFor, overflowStart } from './text-count.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const count = (text: string) => countFor('mastodon', text)

test('counts a text for Mastodon in graphemes', () => {
  expect(count('مرحبا 👨‍👩‍👧')).toBe(7)
  expect(count('بَ')).toBe(1)
})

test('counts each link in a text for Mastodon as 23 characters, regardless of its length', () => {
  expect(count(`https://example.com/${'a'.repeat(300)}`)).toBe(23)
  expect(count('http://example.com and https://example.org/a')).toBe(23 + 5 + 23)
  // Mastodon does not link an address without `https://`.
  expect(count('example.com')).toBe(11)
})

test('counts a mention without its server name', () => {
  expect(count('@sara@other.example')).toBe(5)
  expect(count('Ask @sara.a@other.example, please')).toBe('Ask @sara.a, please'.length)
  // An email address is not a mention.
  expect(count('sara@other.example')).toBe(18)
})

test('finds the first character beyond the limit, and splits no link', () => {
  const link = 'https://example.com/form'
  const text = `${'a'.repeat(480)} ${link}`
  expect(overflowStart({ platform: 'mastodon' }, text)).toBe(481)
  expect(overflowStart({ platform: 'mastodon', textLimit: 5_000 }, text)).toBeNull()
  expect(overflowStart({ platform: 'mastodon' }, '@sara@other.example '.repeat(90))).toBeGreaterThan(1_000)
})

test('counts hostile texts in linear time', () => {
  for (const piece of ['@a', '@a@', '@a.', '@a@a.', '@a@-', 'https://example.com/@a@b ']) {
    const spent = processorTimer()
    count(piece.repeat(60_000 / piece.length))
    expect(spent()).toBeLessThan(5_000)
  }
})
