import { expect, test, vi } from 'vitest'
import { instantOf, isTimeZone, nextSameTime, offsetMs, startOfDay, wallClock } from './time-zone.ts'

test('a wall-clock time becomes the instant at which that clock shows it', () => {
  expect(instantOf('2025-12-03', '16:30', 'Asia/Riyadh')?.toISOString()).toBe('2025-12-03T13:30:00.000Z')
  expect(instantOf('2025-06-03', '16:30', 'America/New_York')?.toISOString()).toBe('2025-06-03T20:30:00.000Z')
})

test('a zone is read once, however its name is spelt', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const name = 'America/Argentina/ComodRivadavia'
  for (let n = 0; n < name.length; n++) offsetMs(0, name.slice(0, n).toUpperCase() + name.slice(n))
  // None where another test of this process has read it.
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  made.mockRestore()
})

test('half an hour of daylight saving is kept', () => {
  expect(instantOf('2025-10-05', '01:59', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-04T15:29:00.000Z')
  expect(instantOf('2025-10-05', '02:30', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-04T15:30:00.000Z')
  expect(instantOf('2025-10-06', '02:30', 'Australia/Lord_Howe')?.toISOString()).toBe('2025-10-05T15:30:00.000Z')
})

test('a time that comes twice is its first coming', () => {
  expect(instantOf('2025-11-02', '01:30', 'America/New_York')?.toISOString()).toBe('2025-11-02T05:30:00.000Z')
})

test('a time that the clock jumps over is as much later as it jumped', () => {
  expect(instantOf('2025-03-09', '02:30', 'America/New_York')?.toISOString()).toBe('2025-03-09T07:30:00.000Z')
})

test('there and back is the same minute', () => {
  const instant = new Date('2025-03-30T00:59:00Z')
  for (const zone of ['Europe/London', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC']) {
    const { date, time } = wallClock(instant, zone)
    expect(instantOf(date, time, zone)).toEqual(instant)
  }
})

test('half-typed dates are no instants', () => {
  expect(instantOf('', '10:00', 'UTC')).toBeNull()
  expect(instantOf('2025-12-03', '', 'UTC')).toBeNull()
})

test('a day begins where the person is', () => {
  expect(startOfDay('2025-12-03', 'Asia/Riyadh', -3).toISOString()).toBe('2025-11-29T21:00:00.000Z')
})

const REPEATED = [
  // Each minute between 01:00 and 02:00 comes twice there.
  ['America/New_York', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z'],
  ['Europe/London', '2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'],
  // An hour before midnight, and by Ramadan.
  ['Africa/Cairo', '2025-10-30T20:30:00Z', '2025-10-30T21:30:00Z'],
  ['Africa/Casablanca', '2025-02-23T01:30:00Z', '2025-02-23T02:30:00Z'],
  // Half an hour only.
  ['Australia/Lord_Howe', '2025-04-05T14:45:00Z', '2025-04-05T15:15:00Z'],
] as const

test.each(REPEATED)('in %s an unchanged time keeps its instant, whichever of the two it is', (zone, first, second) => {
  const { date, time } = wallClock(new Date(first), zone)
  expect(wallClock(new Date(second), zone)).toEqual({ date, time })
  for (const kept of [first, second]) expect(instantOf(date, time, zone, new Date(kept))).toEqual(new Date(kept))
  expect(instantOf(date, time, zone)).toEqual(new Date(first))
})

test.each(REPEATED)('in %s a time that is moved by minutes stays in its own hour', (zone, first, second) => {
  for (const [before, shift] of [
    [first, 5],
    [second, 5],
    [second, -5],
  ] as const) {
    const moved = new Date(Date.parse(before) + shift * 60_000)
    const { date, time } = wallClock(moved, zone)
    expect(instantOf(date, time, zone, new Date(before))).toEqual(moved)
  }
})

test('an unchanged time keeps its seconds', () => {
  const before = new Date('2025-12-03T13:30:12.345Z')
  expect(instantOf('2025-12-03', '16:30', 'Asia/Riyadh', before)).toEqual(before)
  expect(instantOf('2025-12-03', '16:31', 'Asia/Riyadh', before)?.toISOString()).toBe('2025-12-03T13:31:00.000Z')
})

test('the same time of day comes next at that time of day, whatever the clocks do in between', () => {
  const past = new Date('2025-10-24T07:00:00Z')
  // Ten in the morning in Berlin is 09:00 in winter time.
  const next = nextSameTime(new Date('2025-10-24T08:00:00Z'), new Date('2025-10-26T12:00:00Z'), 'Europe/Berlin')
  expect(next.toISOString()).toBe('2025-10-27T09:00:00.000Z')
  expect(nextSameTime(past, new Date('2025-10-24T06:59:00Z'), 'UTC')).toEqual(past)
  expect(nextSameTime(past, past, 'UTC').toISOString()).toBe('2025-10-25T07:00:00.000Z')
})

test('a zone is known by its name, and an offset is none', () => {
  expect(['Africa/Cairo', 'Asia/Riyadh', 'UTC', 'America/Argentina/Buenos_Aires'].filter(isTimeZone)).toHaveLength(4)
  expect(['', '+03:00', 'Mars/Olympus', '../etc', 'Africa/Cairo\n', 'x'.repeat(60)].filter(isTimeZone)).toEqual([])
})
