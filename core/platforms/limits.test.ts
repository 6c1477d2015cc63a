import { expect, test } from 'vitest'
import { LONGEST_TEXT, limitsFor } from './limits.ts'
import { tightestCount } from './text-count.ts'

const counted = (platforms: Parameters<typeof limitsFor>[0]['platform'][], text: string) =>
  tightestCount(
    platforms.map((platform) => ({ platform })),
    text,
  )

test("limits a post's text to 280 characters on X and to 500 on Threads", () => {
  expect(limitsFor({ platform: 'twitter' }).textLimit).toBe(280)
  expect(limitsFor({ platform: 'threads' }).textLimit).toBe(500)
})

test('uses the largest text limit of all networks as the maximum for any text', () => {
  expect(LONGEST_TEXT).toBe(63_206)
})

test('counts a text for several networks against the limit that the text comes closest to', () => {
  expect(counted(['linkedin'], 'Hello')).toEqual({ count: 5, limit: 3000 })
  expect(counted(['linkedin', 'twitter'], 'Hello')).toEqual({ count: 5, limit: 280 })
  expect(counted(['facebook', 'instagram'], 'Hello')).toEqual({ count: 5, limit: 2200 })
  expect(counted(['linkedin', 'threads'], 'Hello')).toEqual({ count: 5, limit: 500 })
})

test('counts a text in the unit of its network', () => {
  const link = `https://example.com/${'a'.repeat(300)}`
  expect(counted(['twitter'], link)).toEqual({ count: 23, limit: 280 })
  expect(counted(['twitter', 'threads'], link)).toEqual({ count: 320, limit: 500 })
})

test("applies the strictest network's limit to an empty text, and the default limit to a text without a network", () => {
  expect(counted(['linkedin', 'twitter', 'threads'], '')).toEqual({ count: 0, limit: 280 })
  expect(counted([], 'Hello')).toEqual({ count: 5, limit: 3000 })
})

test('applies the text limit of the account’s own Mastodon server', () => {
  expect(limitsFor({ platform: 'mastodon' }).textLimit).toBe(500)
  expect(limitsFor({ platform: 'mastodon', textLimit: 5_000 })).toMatchObject({ textLimit: 5_000, previewLimit: 5_000 })
  // A server may state a limit above the longest text that Frogy can store. Frogy then uses its own limit.
  expect(limitsFor({ platform: 'mastodon', textLimit: 10_000_000 }).textLimit).toBe(LONGEST_TEXT)
})

test('applies the shorter limit to a text that is the caption of pictures', () => {
  expect(limitsFor({ platform: 'telegram' }).textLimit).toBe(4_096)
  expect(limitsFor({ platform: 'telegram', hasPictures: true }).textLimit).toBe(1_024)
  expect(limitsFor({ platform: 'linkedin', hasPictures: true }).textLimit).toBe(3_000)
})
