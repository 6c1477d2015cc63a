import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockEstimate, type Reading } from './clock-estimate.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR_MS = 3_600_000

/** A measurement of a correct clock that shows noon at steady time 0. */
const reading = (askedAt: number, wayThereMs = 0, wayBackMs = 0, wrongByMs = 0): Reading => ({
  askedAt,
  timeMs: Math.floor(NOON + askedAt + wayThereMs + wrongByMs),
  answeredAt: askedAt + wayThereMs + wayBackMs,
})

test('extrapolates the time between two measurements of the clock', () => {
  const time = clockEstimate(reading(0))
  expect(time.at(60_000)).toBe(NOON + 60_000)
})

test("never estimates a time ahead of the measured clock, and is as precise as the clock's fastest response", () => {
  const way = fc.double({ min: 0, max: 900, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(way, way), { minLength: 1, maxLength: 30 }), (ways) => {
      const looks = ways.map(([there, back], n) => reading(n * 200, there, back))
      const [first = reading(0), ...others] = looks
      const time = clockEstimate(first)
      for (const one of others) expect(time.add(one)).toBe(true)
      const behindMs = NOON - time.at(0)
      expect(behindMs).toBeGreaterThanOrEqual(-0.001)
      expect(behindMs).toBeLessThanOrEqual(Math.min(...ways.map(([, back]) => back)) + 1.001)
    }),
  )
})

test('follows the true time although the steady clock runs too fast or too slow', () => {
  for (const drift of [1.0002, 0.9998]) {
    const time = clockEstimate(reading(0))
    for (let ms = 0; ms <= HOUR_MS; ms += 2_000) {
      // `ms` is the time of the steady clock, which runs too fast or too slow.
      expect(time.add({ ...reading(ms), timeMs: Math.floor(NOON + ms * drift) })).toBe(true)
      expect(Math.abs(time.at(ms) - (NOON + ms * drift))).toBeLessThan(10)
    }
  }
})

test('follows a small correction of the clock in either direction', () => {
  for (const ms of [-900, 900]) {
    const time = clockEstimate(reading(0))
    expect(time.add(reading(1_000, 1, 1, ms))).toBe(true)
    expect(Math.abs(time.at(1_000) - (NOON + 1_000 + ms))).toBeLessThan(3)
  }
})

test('ignores a jump of the clock until the jump is accepted', () => {
  for (const ms of [-5 * HOUR_MS, -3_000, 3_000, 5 * HOUR_MS]) {
    const time = clockEstimate(reading(0))
    expect(time.add(reading(1_000, 1, 1, ms))).toBe(false)
    expect(time.at(1_000)).toBe(NOON + 1_000)
    time.acceptJump(reading(2_000, 0, 0, ms))
    expect(time.at(2_000)).toBe(NOON + 2_000 + ms)
  }
})

test('ignores a slow measurement of the clock instead of treating it as a jump', () => {
  const time = clockEstimate(reading(0))
  expect(time.add(reading(1_000, 10, 20_000))).toBe(true)
  expect(time.at(21_010)).toBe(NOON + 21_010)
})

test('follows the progress of a clock whose jump was rejected, until the clock is corrected', () => {
  const time = clockEstimate(reading(0))
  time.rejectJump(reading(1_000, 0, 0, 5 * HOUR_MS))
  expect(time.add(reading(2_000, 0, 0, 5 * HOUR_MS + 500))).toBe(true)
  expect(time.at(2_000)).toBe(NOON + 2_500)
  expect(time.add(reading(3_000, 0, 0, 500))).toBe(true)
  expect(time.add(reading(4_000, 0, 0, 5 * HOUR_MS))).toBe(false)
  expect(time.at(4_000)).toBe(NOON + 4_500)
})
