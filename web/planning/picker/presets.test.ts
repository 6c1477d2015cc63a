import { expect, test } from 'vitest'
import { wallClock } from '#core/time-zone.ts'
import { weekendAt } from '#core/planning/weekend.ts'
import { presets } from './presets.ts'

const SATURDAY_SUNDAY = [6, 0]
const FRIDAY_SATURDAY = [5, 6]

const shown = (now: string, timeZone: string, weekend: number[]) =>
  presets(new Date(now), timeZone, weekend).map(({ kind, at }) => {
    const { date, time } = wallClock(at, timeZone)
    return `${kind} ${date} ${time}`
  })

test('suggests times in an hour, this evening, tomorrow morning and on the first working morning of next week', () => {
  // 3 December 2025 is a Wednesday.
  expect(shown('2025-12-03T07:01:00Z', 'Asia/Riyadh', FRIDAY_SATURDAY)).toEqual([
    'hour 2025-12-03 11:05',
    'today 2025-12-03 18:00',
    'tomorrow 2025-12-04 09:00',
    'week 2025-12-07 09:00',
  ])
  expect(shown('2025-12-03T07:01:00Z', 'Europe/Berlin', SATURDAY_SUNDAY).at(-1)).toBe('week 2025-12-08 09:00')
})

test('suggests no past time in the evening, and a time in an hour even if that is after midnight', () => {
  expect(shown('2025-12-03T20:30:00Z', 'Asia/Riyadh', FRIDAY_SATURDAY)).toEqual([
    'hour 2025-12-04 00:30',
    'tomorrow 2025-12-04 09:00',
    'week 2025-12-07 09:00',
  ])
})

test('on the last day of a weekend, suggests Monday as "tomorrow" and the Monday after it as "next week"', () => {
  // 7 December 2025 is a Sunday. The preset `tomorrow` is Monday the 8th, so `week` is Monday the 15th.
  expect(shown('2025-12-07T07:00:00Z', 'Europe/Berlin', SATURDAY_SUNDAY).slice(2)).toEqual([
    'tomorrow 2025-12-08 09:00',
    'week 2025-12-15 09:00',
  ])
})

test('suggests no past time at any hour of a day on which daylight saving time changes', () => {
  for (const [start, zone] of [
    ['2026-03-07T00:00:00Z', 'America/New_York'],
    ['2026-10-31T00:00:00Z', 'America/New_York'],
    ['2026-04-23T00:00:00Z', 'Africa/Cairo'],
    ['2026-04-03T00:00:00Z', 'Australia/Lord_Howe'],
  ] as const) {
    for (let hour = 0; hour < 72; hour++) {
      const now = new Date(Date.parse(start) + hour * 3_600_000)
      const times = presets(now, zone, SATURDAY_SUNDAY).map(({ at }) => at.getTime())
      expect(times.every((at) => at > now.getTime())).toBe(true)
      expect(new Set(times).size).toBe(times.length)
    }
  }
})

test('determines the weekend days by the country of the time zone, else by the region of the language', () => {
  expect(weekendAt('Europe/London', 'ar-SA')).toEqual(FRIDAY_SATURDAY)
  expect(weekendAt('Europe/London', 'en-GB')).toEqual(SATURDAY_SUNDAY)
  // The country of the time zone has precedence over the language.
  expect(weekendAt('Asia/Riyadh', 'en-GB')).toEqual(FRIDAY_SATURDAY)
  expect(weekendAt('Asia/Dubai', 'ar-SA')).toEqual(SATURDAY_SUNDAY)
})
