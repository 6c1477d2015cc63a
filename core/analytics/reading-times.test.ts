import { expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '../platforms/platform.ts'
import { firstReadMs, neverReadAfterMs, nextReadAfter, readBackoffMs } from './reading-times.ts'

const HOUR_MS = 3_600_000
const OUT = new Date('2026-05-01T09:00:00Z')

/** The ages, in hours, at which Frogy reads the metrics of a post. */
function hoursOf(platform: Platform): number[] {
  const hours = []
  let next: Date | null = new Date(OUT.getTime() + firstReadMs(platform))
  while (next) {
    hours.push((next.getTime() - OUT.getTime()) / HOUR_MS)
    next = nextReadAfter(platform, OUT, next)
  }
  return hours
}

test('reads the metrics of a new post every quarter of an hour, and of older posts less often', () => {
  const hours = hoursOf('threads')
  expect(hours.slice(0, 5)).toEqual([0.25, 0.5, 0.75, 1, 1.25])
  expect(hours.slice(11, 15)).toEqual([3, 4, 5, 6])
  expect(hours.filter((one) => one > 24 && one <= 48)).toEqual([30, 36, 42, 48])
  expect(hours.filter((one) => one > 20 * 24 && one <= 22 * 24)).toEqual([21 * 24, 22 * 24])
  expect(hours.at(-1)).toBe(90 * 24)
})

test.each(PLATFORMS)(
  "reads a post's metrics on the network %s several times until the post is at most ninety days old",
  (platform) => {
    const hours = hoursOf(platform)
    expect(hours).toEqual([...new Set(hours)].toSorted((a, b) => a - b))
    expect(hours.at(-1) ?? 0).toBeLessThanOrEqual(90 * 24)
  },
)

test('reads metrics less often from LinkedIn, which limits calls, and X, which charges for them', () => {
  const onFirstDay = (platform: Platform) => hoursOf(platform).filter((one) => one <= 24).length
  expect(onFirstDay('threads')).toBe(33)
  expect(onFirstDay('linkedin')).toBe(13)
  expect(hoursOf('twitter')).toEqual([1, 6, 24, 72, 168, 720])
  expect(neverReadAfterMs('twitter')).toBe(31 * 24 * HOUR_MS)
})

test('skips the metric reads that a delay missed, and continues with the next scheduled read', () => {
  const late = new Date(OUT.getTime() + 2.6 * HOUR_MS)
  expect(nextReadAfter('threads', OUT, late)).toEqual(new Date(OUT.getTime() + 2.75 * HOUR_MS))
})

test('doubles the pause after each failed metric read, up to an hour', () => {
  expect([1, 2, 3, 7, 30].map(readBackoffMs)).toEqual([60_000, 120_000, 240_000, HOUR_MS, HOUR_MS])
})
