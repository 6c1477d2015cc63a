import { expect, test } from 'vitest'
import { wallClock } from '../time-zone.ts'
import { movedTo } from './moved-time.ts'

const CAIRO = 'Africa/Cairo'
const clockOf = (at: Date | null, timeZone: string) => at && Object.values(wallClock(at, timeZone)).join(' ')

test('keeps the local time of a post that moves to another day across a clock change', () => {
  // Egypt's clocks go forward on 24 April 2026 and back on 30 October.
  const april = new Date('2026-04-20T07:30Z')
  expect(clockOf(april, CAIRO)).toBe('2026-04-20 09:30')
  expect(movedTo(april, { date: '2026-04-27' }, CAIRO)).toEqual(new Date('2026-04-27T06:30Z'))
  expect(movedTo(april, { date: '2026-11-02' }, CAIRO)).toEqual(new Date('2026-11-02T07:30Z'))
})

test("keeps the minutes of a post's time when the post moves to another hour", () => {
  const at = new Date('2026-04-20T07:30Z')
  expect(clockOf(movedTo(at, { date: '2026-04-21', hour: 18 }, CAIRO), CAIRO)).toBe('2026-04-21 18:30')
  expect(clockOf(movedTo(at, { date: '2026-04-20', hour: 0 }, CAIRO), CAIRO)).toBe('2026-04-20 00:30')
})

test('moves a post past a time that a clock change skips, and to the first occurrence of a repeated time', () => {
  // In New York, the clock skips 02:30 on 8 March 2026, and 01:30 occurs twice on 1 November.
  const newYork = 'America/New_York'
  const skipped = movedTo(new Date('2026-03-01T07:30Z'), { date: '2026-03-08' }, newYork)
  expect(clockOf(skipped, newYork)).toBe('2026-03-08 03:30')
  const twice = movedTo(new Date('2026-11-09T06:30Z'), { date: '2026-11-01' }, newYork)
  expect(twice).toEqual(new Date('2026-11-01T05:30Z'))
})

test('keeps the instant of a post dropped on its own calendar cell, even in the second occurrence of a repeated hour', () => {
  const second = new Date('2026-11-01T06:30Z')
  expect(movedTo(second, { date: '2026-11-01' }, 'America/New_York')).toEqual(second)
  expect(movedTo(second, { date: '2026-11-01', hour: 1 }, 'America/New_York')).toEqual(second)
})
