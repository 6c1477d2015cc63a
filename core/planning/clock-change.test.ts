import { expect, test } from 'vitest'
import { clockChange } from './clock-change.ts'
import { instantOf } from '../time-zone.ts'

const changeAt = (date: string, time: string, timeZone: string, before?: Date) =>
  clockChange(instantOf(date, time, timeZone, before)!, time, timeZone)

test('reports a local time as skipped by a clock change, but not the times next to it', () => {
  expect(changeAt('2026-03-08', '02:30', 'America/New_York')).toBe('skipped')
  expect(changeAt('2026-03-08', '01:59', 'America/New_York')).toBeNull()
  expect(changeAt('2026-03-08', '03:00', 'America/New_York')).toBeNull()
  // On this day, Cairo's clocks jump from 00:00 to 01:00.
  expect(changeAt('2026-04-24', '00:30', 'Africa/Cairo')).toBe('skipped')
  expect(changeAt('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('skipped')
})

test('distinguishes the first and the second occurrence of a local time that a clock change repeats', () => {
  expect(changeAt('2026-11-01', '01:30', 'America/New_York')).toBe('first')
  expect(changeAt('2026-11-01', '01:30', 'America/New_York', new Date('2026-11-01T06:45:00Z'))).toBe('second')
  expect(changeAt('2026-11-01', '00:59', 'America/New_York')).toBeNull()
  expect(changeAt('2026-11-01', '02:00', 'America/New_York')).toBeNull()
  // Lord Howe's clocks change by only half an hour.
  expect(changeAt('2026-04-05', '01:45', 'Australia/Lord_Howe')).toBe('first')
  expect(changeAt('2026-04-05', '01:15', 'Australia/Lord_Howe')).toBeNull()
})

test('finds no clock change in zones without daylight saving', () => {
  for (let day = 1; day <= 28; day++) {
    const date = `2026-03-${String(day).padStart(2, '0')}`
    expect(changeAt(date, '02:30', 'Asia/Riyadh')).toBeNull()
  }
})
