import { expect, test } from 'vitest'
import { clockChange } from '../planning/clock-change.ts'
import { instantOf, offsetMs, wallClock } from '../time-zone.ts'
import {
  dayStarts,
  byDay,
  dateInNextView,
  daysInView,
  calendarTime,
  monthsShown,
  monthWeeks,
  worstStatus,
} from './calendar.ts'

test("shows a month in whole weeks that begin on the user's first weekday", () => {
  const fromSunday = daysInView('month', '2025-12-17', 0)
  expect([fromSunday[0], fromSunday.at(-1), fromSunday.length]).toEqual(['2025-11-30', '2026-01-03', 35])
  const fromMonday = daysInView('month', '2025-12-17', 1)
  expect([fromMonday[0], fromMonday.at(-1), fromMonday.length]).toEqual(['2025-12-01', '2026-01-04', 35])
  expect(daysInView('month', '2026-02-28', 0)).toHaveLength(28)
  expect(daysInView('month', '2026-08-01', 1)).toHaveLength(42)
})

test('begins a week view on the day before the given day, even across a new year and 29 February', () => {
  for (const firstWeekday of [0, 1, 6])
    expect(daysInView('week', '2025-12-03', firstWeekday)).toEqual(
      ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2025-12-${day}`),
    )
  expect(daysInView('week', '2026-01-01', 0).slice(0, 2)).toEqual(['2025-12-31', '2026-01-01'])
  expect(daysInView('week', '2028-02-28', 0).slice(1, 4)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test("moves a week view by seven days and a month view by one month, at most to the month's last day", () => {
  expect(dateInNextView('week', '2025-12-29', 1)).toBe('2026-01-05')
  expect(dateInNextView('month', '2025-12-31', 1)).toBe('2026-01-31')
  expect(dateInNextView('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(dateInNextView('month', '2028-03-31', -1)).toBe('2028-02-29')
})

test('places a post in the calendar at its publication or scheduled time, and does not show drafts', () => {
  const [scheduledAt, publishedAt] = ['2025-12-03T20:59:00.000Z', '2025-12-03T21:01:00.000Z']
  const at = (status: 'scheduled' | 'published' | 'failed' | 'draft') =>
    calendarTime({ status, scheduledAt, publishedAt })?.toISOString()
  expect(at('published')).toBe(publishedAt)
  expect([at('scheduled'), at('failed')]).toEqual([scheduledAt, scheduledAt])
  expect(at('draft')).toBeUndefined()
})

test('gives a calendar day the worst status of its posts', () => {
  expect(worstStatus({ published: 5, scheduled: 2 })).toBe('scheduled')
  expect(worstStatus({ published: 5, unconfirmed: 1, failed: 1 })).toBe('failed')
  expect(worstStatus({ published: 1, failed: 0 })).toBe('published')
  expect(worstStatus({})).toBeNull()
})

/** Sample instants in ten years, different ones for each zone, some just before and after midnight. */
function samplesOf(zone: string, seed: number): Date[] {
  const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2030, 0, 1)]
  const at = (n: number) => from + ((seed + n * 0.618_033_988_75) % 1) * (to - from)
  const random = Array.from({ length: 3 }, (_, n) => new Date(at(n)))
  const edges = random.slice(0, 1).flatMap((moment) => {
    const begin = dayStarts([wallClock(moment, zone).date], zone)[0]?.getTime() ?? 0
    return [new Date(begin - 1), new Date(begin)]
  })
  return [...random, ...edges]
}

const ZONES = Intl.supportedValuesOf('timeZone')

test('places a post on the same day in day, week, month and list views, in all zones over ten years', () => {
  for (const [n, zone] of ZONES.entries()) {
    for (const [m, at] of samplesOf(zone, n * 0.37).entries()) {
      const listed = wallClock(at, zone).date
      // Computing a month view is slow, so test it only in every eighth zone.
      const month = m === 0 && n % 8 === 0 ? [daysInView('month', listed, n % 2)] : []
      const week = m === 1 ? [daysInView('week', listed, n % 7)] : []
      for (const days of [[listed], ...week, ...month])
        expect({ zone, at, in: [...byDay([at], (one) => one, days, zone).keys()] }).toEqual({ zone, at, in: [listed] })
    }
  }
})

test('converts a typed local time to an instant and back, or reports a clock change, in all zones over ten years', () => {
  for (const [n, zone] of ZONES.entries()) {
    for (const [m, sample] of samplesOf(zone, n * 0.59).entries()) {
      const { date } = wallClock(sample, zone)
      const time = `${String((n + m * 5) % 24).padStart(2, '0')}:${m % 2 === 0 ? '00' : '30'}`
      const at = instantOf(date, time, zone)
      const shown = at && wallClock(new Date(at.toISOString()), zone)
      const isTold = at !== null && clockChange(at, time, zone) === 'skipped'
      expect({ zone, date, time, isKept: isTold || (shown?.date === date && shown.time === time) }).toMatchObject({
        isKept: true,
      })
    }
  }
})

const MINUTE_MS = 60_000
/**
 * The step of the search for clock changes. It is shorter than Ramadan, because some zones change their clocks at its
 * start and end. A longer step could miss both changes.
 */
const STEP_MS = 20 * 86_400_000

/** The first instant after each clock change of a zone in ten years. */
function changesOf(zone: string): Date[] {
  const changes: Date[] = []
  for (let from = Date.UTC(2020, 0, 1); from < Date.UTC(2030, 0, 1); from += STEP_MS) {
    let [before, after] = [from, from + STEP_MS]
    if (offsetMs(before, zone) === offsetMs(after, zone)) continue
    while (after - before > MINUTE_MS) {
      const middle = Math.round((before + after) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetMs(middle, zone) === offsetMs(before, zone)) before = middle
      else after = middle
    }
    changes.push(new Date(after))
  }
  return changes
}

test('keeps the calendar day of posts and the typed local times around each clock change of ten years', () => {
  const seen = new Set<string>()
  for (const zone of ZONES) {
    const changes = changesOf(zone)
    const rules = changes.map((at) => `${at.getTime()} ${offsetMs(at.getTime(), zone)}`).join()
    // Many zones change their clocks by the same rules, so each set of rules is tested once.
    if (changes.length === 0 || seen.has(rules)) continue
    seen.add(rules)
    for (const [n, change] of changes.entries()) {
      for (const minutes of [-90, -1, 0, 30, 90]) {
        const at = new Date(change.getTime() + minutes * MINUTE_MS)
        const { date, time } = wallClock(at, zone)
        const days = n === 0 ? daysInView('week', date, n % 7) : [date]
        const typed = instantOf(date, time, zone)
        expect({
          zone,
          at,
          in: [...byDay([at], (one) => one, days, zone).keys()],
          typed: typed && wallClock(typed, zone),
          kept: instantOf(date, time, zone, at),
        }).toEqual({ zone, at, in: [date], typed: { date, time }, kept: at })
      }
      // `instantOf` moves a skipped local time forward by the gap, and `clockChange` reports it.
      const gap = offsetMs(change.getTime(), zone) - offsetMs(change.getTime() - MINUTE_MS, zone)
      if (gap <= 0) continue
      const skipped = new Date(change.getTime() + offsetMs(change.getTime() - MINUTE_MS, zone)).toISOString()
      const [date, time] = [skipped.slice(0, 10), skipped.slice(11, 16)]
      const at = instantOf(date, time, zone)
      expect({ zone, change, at, told: at && clockChange(at, time, zone) }).toEqual({
        zone,
        change,
        at: change,
        told: 'skipped',
      })
    }
  }
  expect(seen.size).toBeGreaterThan(20)
})

test('starts the current month with the current week, shows at least five weeks, and collapses earlier weeks', () => {
  const ends = ({ earlier, days }: ReturnType<typeof monthWeeks>) => [
    earlier[0],
    earlier.at(-1),
    days[0],
    days.at(-1),
    earlier.length % 7,
    days.length,
  ]
  // In the month's first week, the view collapses the weeks of the previous month.
  expect(ends(monthWeeks('2025-12-03', '2025-12-03', 0))).toEqual([
    '2025-10-26',
    '2025-11-29',
    '2025-11-30',
    '2026-01-03',
    0,
    35,
  ])
  // In the month's last week, the view continues into the next month.
  expect(ends(monthWeeks('2026-11-28', '2026-11-28', 0))).toEqual([
    '2026-11-01',
    '2026-11-21',
    '2026-11-22',
    '2026-12-26',
    0,
    35,
  ])
  expect(ends(monthWeeks('2026-11-03', '2026-11-28', 6)).slice(0, 4)).toEqual([
    '2026-10-31',
    '2026-11-27',
    '2026-11-28',
    '2027-01-01',
  ])
  // The views of a month of exactly four weeks, and of a month at the end of a year.
  expect(ends(monthWeeks('2026-02-01', '2026-02-01', 0)).slice(2)).toEqual(['2026-02-01', '2026-03-07', 0, 35])
  expect(ends(monthWeeks('2026-12-31', '2026-12-31', 1)).slice(0, 4)).toEqual([
    '2026-11-30',
    '2026-12-27',
    '2026-12-28',
    '2027-01-31',
  ])
  // Months other than the current one show all their weeks.
  expect(monthWeeks('2026-01-15', '2025-12-03', 0)).toEqual({ earlier: [], days: daysInView('month', '2026-01-15', 0) })
})

test('names the current and the next month if a month view shows at least seven days of the next month', () => {
  const shown = (date: string) => monthsShown(date, monthWeeks(date, date, 0).days)
  expect(shown('2025-12-03')).toEqual(['2025-12'])
  expect(shown('2025-12-31')).toEqual(['2025-12', '2026-01'])
  expect(shown('2026-11-28')).toEqual(['2026-11', '2026-12'])
})
