import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedTime, type Reading } from './carried-time.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR_MS = 3_600_000

/** A look at a clock that is right, and shows noon when the steady clock shows 0. */
const look = (askedAt: number, wayThereMs = 0, wayBackMs = 0, wrongByMs = 0): Reading => ({
  askedAt,
  timeMs: Math.floor(NOON + askedAt + wayThereMs + wrongByMs),
  answeredAt: askedAt + wayThereMs + wayBackMs,
})

test('the time is carried on between two looks', () => {
  const time = carriedTime(look(0))
  expect(time.at(60_000)).toBe(NOON + 60_000)
})

test('it is never ahead of the clock, and as near to it as the quickest answer shows', () => {
  const way = fc.double({ min: 0, max: 900, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(way, way), { minLength: 1, maxLength: 30 }), (ways) => {
      const looks = ways.map(([there, back], n) => look(n * 200, there, back))
      const [first = look(0), ...others] = looks
      const time = carriedTime(first)
      for (const one of others) expect(time.read(one)).toBe(true)
      const behindMs = NOON - time.at(0)
      expect(behindMs).toBeGreaterThanOrEqual(-0.001)
      expect(behindMs).toBeLessThanOrEqual(Math.min(...ways.map(([, back]) => back)) + 1.001)
    }),
  )
})

test('it follows a steady clock that runs too fast or too slow', () => {
  for (const drift of [1.0002, 0.9998]) {
    const time = carriedTime(look(0))
    for (let ms = 0; ms <= HOUR_MS; ms += 2_000) {
      // What the steady clock shows is `ms`; the truth has come further, or less far.
      expect(time.read({ ...look(ms), timeMs: Math.floor(NOON + ms * drift) })).toBe(true)
      expect(Math.abs(time.at(ms) - (NOON + ms * drift))).toBeLessThan(10)
    }
  }
})

test('a small correction is followed, whichever way', () => {
  for (const ms of [-900, 900]) {
    const time = carriedTime(look(0))
    expect(time.read(look(1_000, 1, 1, ms))).toBe(true)
    expect(Math.abs(time.at(1_000) - (NOON + 1_000 + ms))).toBeLessThan(3)
  }
})

test('a jump changes nothing before it is judged', () => {
  for (const ms of [-5 * HOUR_MS, -3_000, 3_000, 5 * HOUR_MS]) {
    const time = carriedTime(look(0))
    expect(time.read(look(1_000, 1, 1, ms))).toBe(false)
    expect(time.at(1_000)).toBe(NOON + 1_000)
    time.believe(look(2_000, 0, 0, ms))
    expect(time.at(2_000)).toBe(NOON + 2_000 + ms)
  }
})

test('an answer that took very long is no jump, and moves nothing', () => {
  const time = carriedTime(look(0))
  expect(time.read(look(1_000, 10, 20_000))).toBe(true)
  expect(time.at(21_010)).toBe(NOON + 21_010)
})

test('a clock that is not believed is followed in what it shows further, until it is set right again', () => {
  const time = carriedTime(look(0))
  time.doubt(look(1_000, 0, 0, 5 * HOUR_MS))
  expect(time.read(look(2_000, 0, 0, 5 * HOUR_MS + 500))).toBe(true)
  expect(time.at(2_000)).toBe(NOON + 2_500)
  expect(time.read(look(3_000, 0, 0, 500))).toBe(true)
  expect(time.read(look(4_000, 0, 0, 5 * HOUR_MS))).toBe(false)
  expect(time.at(4_000)).toBe(NOON + 4_500)
})
