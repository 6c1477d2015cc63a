import { expect, test } from 'vitest'
import { mixedTexts } from '#tests/support/mixed-texts.ts'
import { PLATFORMS, rulesOf } from './platform.ts'
import { countFor, overflowStart } from './text-count.ts'

test('Threads counts an emoji as its UTF-8 bytes and a letter as one', () => {
  expect(countFor('threads', 'مرحبا 👍')).toBe(6 + 4)
  expect(countFor('threads', '👨‍👩‍👧')).toBe(Buffer.byteLength('👨‍👩‍👧'))
  expect(countFor('threads', 'https://example.com')).toBe(19)
})

test('LinkedIn, Facebook and Instagram count UTF-16 units', () => {
  for (const platform of ['linkedin', 'facebook', 'instagram'] as const) expect(countFor(platform, 'a👍ب')).toBe(4)
})

test('a text at the limit overflows nowhere, one more character overflows right there', () => {
  for (const platform of PLATFORMS) {
    const limit = rulesOf(platform).textLimit
    expect(overflowStart(platform, 'ب'.repeat(limit))).toBe(null)
    expect(overflowStart(platform, 'ب'.repeat(limit + 1))).toBe(limit)
  }
})

test('a link that crosses the limit of X is too much as a whole', () => {
  const before = 'a'.repeat(269) + ' '
  expect(overflowStart('twitter', `${before}https://example.com/a`)).toBe(before.length)
})

test('neither an emoji nor a letter and its vowel sign is torn apart', () => {
  expect(overflowStart('twitter', `${'a'.repeat(279)}👨‍👩‍👧`)).toBe(279)
  expect(overflowStart('twitter', `${'a'.repeat(279)}مَّ`)).toBe(279)
  expect(overflowStart('linkedin', `${'a'.repeat(2999)}👍`)).toBe(2999)
})

test('the place is that in the text as typed, whose accents may be letters of their own', () => {
  expect(overflowStart('twitter', 'e\u0301'.repeat(281))).toBe(560)
})

test('a text overflows somewhere exactly when it is too long', () => {
  for (const text of mixedTexts(300, 3)) {
    const long = `${text} `.repeat(40)
    for (const platform of PLATFORMS) {
      const start = overflowStart(platform, long)
      const isTooLong = countFor(platform, long) > rulesOf(platform).textLimit
      expect({ text, overflows: start !== null }).toEqual({ text, overflows: isTooLong })
    }
  }
})
