import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock } from '../time-zone.ts'
import { MAX_OCCURRENCES, occurrencesOf, type RecurrenceRule } from './recurrence.ts'

const NOW = new Date('2026-01-01T00:00:00Z')

function repeated(rule: RecurrenceRule, wallTime: string, timeZone = 'Asia/Riyadh', now = NOW) {
  return occurrencesOf(rule, { wallTime, timeZone }, now)
}
const datesOf = (...given: Parameters<typeof repeated>) => repeated(...given).occurrences.map(({ date }) => date)
const shown = (...given: Parameters<typeof repeated>) =>
  repeated(...given).occurrences.map(({ at, timeZone }) => Object.values(wallClock(at, timeZone)).join(' '))

test('repeats a post every few days, weekly and monthly, up to a count or a last date', () => {
  expect(datesOf({ unit: 'day', interval: 10, count: 3 }, '2026-01-25T09:00')).toEqual([
    '2026-02-04',
    '2026-02-14',
    '2026-02-24',
  ])
  expect(datesOf({ unit: 'week', interval: 1, until: '2026-01-22' }, '2026-01-08T09:00')).toEqual([
    '2026-01-15',
    '2026-01-22',
  ])
  expect(datesOf({ unit: 'month', interval: 3, until: '2026-12-31' }, '2026-01-08T09:00')).toEqual([
    '2026-04-08',
    '2026-07-08',
    '2026-10-08',
  ])
  expect(repeated({ unit: 'week', interval: 1, until: '2026-01-09' }, '2026-01-08T09:00')).toEqual({
    occurrences: [],
    isTooLong: false,
  })
})

test('repeats a monthly post on the last day of a month that lacks its day, then on its own day again', () => {
  const rule = { unit: 'month', interval: 1, count: 4 } as const
  expect(datesOf(rule, '2026-01-31T09:00')).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(datesOf({ ...rule, count: 2 }, '2027-12-30T09:00', 'Asia/Riyadh', new Date('2027-12-01T00:00:00Z'))).toEqual([
    '2028-01-30',
    '2028-02-29',
  ])
})

test('keeps the local time of repeated posts across a clock change in both directions', () => {
  const weekly = { unit: 'week', interval: 1, count: 3 } as const
  for (const [timeZone, day] of [
    ['America/New_York', '2026-03-01'],
    ['America/New_York', '2026-10-25'],
    ['Africa/Cairo', '2026-04-17'],
    ['Australia/Lord_Howe', '2026-03-29'],
  ] as const)
    expect(shown(weekly, `${day}T09:15`, timeZone).map((at) => at.slice(11))).toEqual(['09:15', '09:15', '09:15'])
  // On 8 March, 02:30 does not exist in New York. A week later it exists again.
  expect(shown({ ...weekly, count: 2 }, '2026-03-01T02:30', 'America/New_York')).toEqual([
    '2026-03-08 03:30',
    '2026-03-15 02:30',
  ])
})

test('repeats a post at another local time during Ramadan only', () => {
  // By the Umm al-Qura calendar, Ramadan is from 18 February to 19 March 2026.
  const rule = { unit: 'week', interval: 2, count: 4, ramadanTime: '21:30' } as const
  expect(shown(rule, '2026-02-04T08:30')).toEqual([
    '2026-02-18 21:30',
    '2026-03-04 21:30',
    '2026-03-18 21:30',
    '2026-04-01 08:30',
  ])
})

test('repeats an old post only at future times, and counts only those repeats', () => {
  const rule = { unit: 'day', interval: 7, count: 2 } as const
  expect(datesOf(rule, '2001-01-01T09:00', 'UTC', new Date('2026-01-05T09:00:00Z'))).toEqual([
    '2026-01-12',
    '2026-01-19',
  ])
})

test('reports a rule that adds too many posts, or does not end within two years', () => {
  const many = repeated({ unit: 'day', interval: 1, until: '2027-01-01' }, '2026-01-08T09:00')
  expect({ ...many, occurrences: many.occurrences.length }).toEqual({ occurrences: MAX_OCCURRENCES, isTooLong: true })
  expect(repeated({ unit: 'month', interval: 1, count: 25 }, '2026-01-08T09:00').isTooLong).toBe(true)
  expect(repeated({ unit: 'month', interval: 1, count: 23 }, '2026-01-08T09:00').isTooLong).toBe(false)
  expect(repeated({ unit: 'day', interval: 1, count: MAX_OCCURRENCES }, '2026-01-08T09:00').isTooLong).toBe(false)
})

test('never repeats a post twice on one day or at one instant, or before the first post', () => {
  const rule = fc.record({
    unit: fc.constantFrom('day', 'week', 'month' as const),
    interval: fc.integer({ min: 1, max: 30 }),
    count: fc.integer({ min: 1, max: MAX_OCCURRENCES }),
  })
  const day = fc.date({ min: new Date('2025-06-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  const zone = fc.constantFrom('Asia/Riyadh', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia')
  fc.assert(
    fc.property(rule, day, zone, (one, first, timeZone) => {
      const wallTime = first.toISOString().slice(0, 16)
      const { occurrences } = repeated(one, wallTime, timeZone)
      const times = [NOW.getTime(), ...occurrences.map(({ at }) => at.getTime())]
      expect(times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0))).toBe(true)
      expect(occurrences.every(({ date }) => date > wallTime.slice(0, 10))).toBe(true)
    }),
    { numRuns: 60 },
  )
})
