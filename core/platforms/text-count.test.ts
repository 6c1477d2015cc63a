import { expect, test } from 'vitest'
import { mixedTexts } from '#tests/support/mixed-texts.ts'
import { limitsFor } from './limits.ts'
import { PLATFORMS } from './platform.ts'
import { countFor, countIn, overflowStart } from './text-count.ts'

test('counts an emoji on Threads by its UTF-8 bytes, and a letter as one', () => {
  expect(countFor('threads', 'مرحبا 👍')).toBe(6 + 4)
  expect(countFor('threads', '👨‍👩‍👧')).toBe(Buffer.byteLength('👨‍👩‍👧'))
  expect(countFor('threads', 'https://example.com')).toBe(19)
})

test('counts a text in UTF-16 units on LinkedIn, Facebook and Instagram', () => {
  for (const platform of ['linkedin', 'facebook', 'instagram'] as const) expect(countFor(platform, 'a👍ب')).toBe(4)
})

test('counts a text in graphemes: a family, a flag, a letter with vowel signs and a line break are one each', () => {
  expect(countIn('graphemes', 'Hi')).toBe(2)
  for (const one of ['👨‍👩‍👧', '🇸🇦', 'مُّ', '\r\n']) expect(countIn('graphemes', one)).toBe(1)
})

test('finds one character beyond the limit in a text that is one character too long, and none at the limit', () => {
  for (const platform of PLATFORMS) {
    const limit = limitsFor({ platform }).textLimit
    expect(overflowStart({ platform }, 'ب'.repeat(limit))).toBe(null)
    expect(overflowStart({ platform }, 'ب'.repeat(limit + 1))).toBe(limit)
  }
})

test("treats a link that crosses X's limit as beyond the limit from its first character", () => {
  const before = 'a'.repeat(269) + ' '
  expect(overflowStart({ platform: 'twitter' }, `${before}https://example.com/a`)).toBe(before.length)
})

test('never finds the first character beyond the limit inside an emoji or between a letter and its vowel sign', () => {
  expect(overflowStart({ platform: 'twitter' }, `${'a'.repeat(279)}👨‍👩‍👧`)).toBe(279)
  expect(overflowStart({ platform: 'twitter' }, `${'a'.repeat(279)}مَّ`)).toBe(279)
  expect(overflowStart({ platform: 'linkedin' }, `${'a'.repeat(2999)}👍`)).toBe(2999)
})

test('returns the first character beyond the limit as an index into the typed text, even with decomposed accents', () => {
  expect(overflowStart({ platform: 'twitter' }, 'e\u0301'.repeat(281))).toBe(560)
})

test('finds a character beyond the limit in exactly those texts that are too long', () => {
  for (const text of mixedTexts(300, 3)) {
    const long = `${text} `.repeat(40)
    for (const platform of PLATFORMS) {
      const start = overflowStart({ platform }, long)
      const isTooLong = countFor(platform, long) > limitsFor({ platform }).textLimit
      expect({ text, overflows: start !== null }).toEqual({ text, overflows: isTooLong })
    }
  }
})
