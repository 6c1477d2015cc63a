import { expect, test } from 'vitest'
import { instantOf, startOfDay, wallClock } from './time-zone.ts'

test('a wall-clock time becomes the instant at which that clock shows it', () => {
  expect(instantOf('2025-12-03', '16:30', 'Asia/Riyadh')?.toISOString()).toBe('2025-12-03T13:30:00.000Z')
  expect(instantOf('2025-06-03', '16:30', 'America/New_York')?.toISOString()).toBe('2025-06-03T20:30:00.000Z')
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
