import { expect, test, vi } from 'vitest'
import { instantOf, isTimeZone, nextSameTime, offsetMs, startOfDay, wallClock } from './time-zone.ts'

test('converts a local time to its instant', () => {
  expect(instantOf('2025-12-03', '16:30', 'Asia/Riyadh')?.toISOString()).toBe('2025-12-03T13:30:00.000Z')
  expect(instantOf('2025-06-03', '16:30', 'America/New_York')?.toISOString()).toBe('2025-06-03T20:30:00.000Z')
})

test('caches a time zone once for all spellings of its name', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const name = 'America/Argentina/ComodRivadavia'
  for (let n = 0; n < name.length; n++) offsetMs(0, name.slice(0, n).toUpperCase() + name.slice(n))
  // No call is fine too, because an earlier test in this process may have cached the zone.
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  made.mockRestore()
})

test('converts local times in a zone whose daylight saving is half an hour', () => {
  expect(instantOf('2025-10-05', '01:59', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-04T15:29:00.000Z')
  expect(instantOf('2025-10-05', '02:30', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-04T15:30:00.000Z')
  expect(instantOf('2025-10-06', '02:30', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-05T15:30:00.000Z')
})

test('uses the first instant of a local time that a clock change repeats', () => {
  expect(instantOf('2025-11-02', '01:30', 'America/New_York')?.toISOString()).toBe('2025-11-02T05:30:00.000Z')
})

test('moves a local time forward by the jump of the clock if a clock change skips the time', () => {
  expect(instantOf('2025-03-09', '02:30', 'America/New_York')?.toISOString()).toBe('2025-03-09T07:30:00.000Z')
})

test('converts to local time and back to the same minute', () => {
  const instant = new Date('2025-03-30T00:59:00Z')
  for (const zone of ['Europe/London', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC']) {
    const { date, time } = wallClock(instant, zone)
    expect(instantOf(date, time, zone)).toEqual(instant)
  }
})

test('returns no instant when the date or the time is missing', () => {
  expect(instantOf('', '10:00', 'UTC')).toBeNull()
  expect(instantOf('2025-12-03', '', 'UTC')).toBeNull()
})

test("starts a day at midnight in the user's time zone", () => {
  expect(startOfDay('2025-12-03', 'Asia/Riyadh', -3).toISOString()).toBe('2025-11-29T21:00:00.000Z')
})

const REPEATED = [
  // Both instants of each row show the same local time.
  ['America/New_York', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z'],
  ['Europe/London', '2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'],
  // In Cairo the clocks go back at midnight, and in Casablanca at the start of Ramadan.
  ['Africa/Cairo', '2025-10-30T20:30:00Z', '2025-10-30T21:30:00Z'],
  ['Africa/Casablanca', '2025-02-23T01:30:00Z', '2025-02-23T02:30:00Z'],
  // On Lord Howe Island the clocks go back by only half an hour.
  ['Australia/Lord_Howe', '2025-04-05T14:45:00Z', '2025-04-05T15:15:00Z'],
] as const

test.each(REPEATED)(
  'keeps the instant of an unchanged local time that occurs twice in the zone %s',
  (zone, first, second) => {
    const { date, time } = wallClock(new Date(first), zone)
    expect(wallClock(new Date(second), zone)).toEqual({ date, time })
    for (const kept of [first, second]) expect(instantOf(date, time, zone, new Date(kept))).toEqual(new Date(kept))
    expect(instantOf(date, time, zone)).toEqual(new Date(first))
  },
)

test.each(REPEATED)(
  'keeps a time in the same occurrence of a repeated hour when it moves by minutes, in the zone %s',
  (zone, first, second) => {
    for (const [before, shift] of [
      [first, 5],
      [second, 5],
      [second, -5],
    ] as const) {
      const moved = new Date(Date.parse(before) + shift * 60_000)
      const { date, time } = wallClock(moved, zone)
      expect(instantOf(date, time, zone, new Date(before))).toEqual(moved)
    }
  },
)

test('keeps the seconds of an instant if its local hour and minute do not change', () => {
  const before = new Date('2025-12-03T13:30:12.345Z')
  expect(instantOf('2025-12-03', '16:30', 'Asia/Riyadh', before)).toEqual(before)
  expect(instantOf('2025-12-03', '16:31', 'Asia/Riyadh', before)?.toISOString()).toBe('2025-12-03T13:31:00.000Z')
})

test('finds the next instant with the same local time across clock changes', () => {
  const past = new Date('2025-10-24T07:00:00Z')
  // 10:00 summer time in Berlin has the same instant as 09:00 in winter time.
  const next = nextSameTime(new Date('2025-10-24T08:00:00Z'), new Date('2025-10-26T12:00:00Z'), 'Europe/Berlin')
  expect(next.toISOString()).toBe('2025-10-27T09:00:00.000Z')
  expect(nextSameTime(past, new Date('2025-10-24T06:59:00Z'), 'UTC')).toEqual(past)
  expect(nextSameTime(past, past, 'UTC').toISOString()).toBe('2025-10-25T07:00:00.000Z')
})

test('accepts a time zone by its name, but not as an offset', () => {
  expect(['Africa/Cairo', 'Asia/Riyadh', 'UTC', 'America/Argentina/Buenos_Aires'].filter(isTimeZone)).toHaveLength(4)
  expect(['', '+03:00', 'Mars/Olympus', '../etc', 'Africa/Cairo\n', 'x'.repeat(60)].filter(isTimeZone)).toEqual([])
})
