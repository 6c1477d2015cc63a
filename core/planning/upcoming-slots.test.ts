import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock, weekdayOf } from '../time-zone.ts'
import type { Slot, Slots } from './contract.ts'
import { upcomingSlots, isRamadan, weekendIn } from './upcoming-slots.ts'

const DAY_MS = 86_400_000

const slot = (weekday: number, time: string, platform: Slot['platform'] = null): Slot => ({ weekday, time, platform })
const everyDay = (...times: string[]) => [0, 1, 2, 3, 4, 5, 6].flatMap((day) => times.map((time) => slot(day, time)))

type Given = Partial<Pick<Slots, 'week' | 'ramadan' | 'weekendOf'>>
function coming(given: Given, from: string, timeZone = 'Asia/Riyadh', days = 14, platforms = ['linkedin'] as const) {
  const slots = { week: [], ramadan: null, weekendOf: null, ...given }
  const [begin, end] = [new Date(from), new Date(Date.parse(from) + days * DAY_MS)]
  return [...upcomingSlots(slots, platforms, { from: begin, to: end }, timeZone)]
}
const shown = (times: readonly Date[], timeZone = 'Asia/Riyadh') =>
  times.map((at) => Object.values(wallClock(at, timeZone)).join(' '))

test("yields future slots at their local times in the user's zone, in order of time", () => {
  // The search starts on a Wednesday at 16:05 in Riyadh, after that day's slot at 08:30.
  const week = [slot(4, '08:30'), slot(3, '20:00'), slot(3, '08:30')]
  expect(shown(coming({ week }, '2025-12-03T13:05:00Z', 'Asia/Riyadh', 7))).toEqual([
    '2025-12-03 20:00',
    '2025-12-04 08:30',
    '2025-12-10 08:30',
  ])
  expect(shown(coming({ week }, '2025-12-03T17:00:00Z')).at(0)).toBe('2025-12-04 08:30')
})

test('offers a slot of one network only to posts on that network', () => {
  const week = [slot(4, '08:30', 'twitter'), slot(4, '09:00', 'linkedin'), slot(4, '10:00')]
  const from = { from: new Date('2025-12-03T13:05:00Z'), to: new Date('2025-12-05T00:00:00Z') }
  const serving = (...platforms: ('linkedin' | 'twitter')[]) =>
    shown([...upcomingSlots({ week, ramadan: null, weekendOf: null }, platforms, from, 'Asia/Riyadh')])
  expect(serving('linkedin')).toEqual(['2025-12-04 09:00', '2025-12-04 10:00'])
  expect(serving('linkedin', 'twitter')).toEqual(['2025-12-04 10:00'])
})

test('moves a slot to a later time if a clock change skips it, and uses the first instant of a repeated local time', () => {
  const week = everyDay('02:30')
  expect(coming({ week }, '2025-03-09T05:00:00Z', 'America/New_York', 1)).toEqual([new Date('2025-03-09T07:30:00Z')])
  const autumn = coming({ week: everyDay('01:30') }, '2025-11-02T04:00:00Z', 'America/New_York', 1)
  expect(autumn).toEqual([new Date('2025-11-02T05:30:00Z')])
  // 01:30 occurs twice on this day, but only the first is a slot. The search starts exactly at the first one.
  expect(coming({ week: everyDay('01:30') }, '2025-11-02T05:30:00Z', 'America/New_York', 0.5)).toEqual([])
})

test('merges two slots that a clock change turns into the same instant', () => {
  const week = everyDay('02:30', '03:30')
  expect(coming({ week }, '2025-03-09T05:00:00Z', 'America/New_York', 0.5)).toHaveLength(1)
})

test('uses the slots for Ramadan only when the user has set them', () => {
  // By the Umm al-Qura calendar, Ramadan is from 18 February to 19 March 2026.
  expect(['2026-02-17', '2026-02-18', '2026-03-19', '2026-03-20'].map(isRamadan)).toEqual([false, true, true, false])
  const week = everyDay('08:30')
  expect(shown(coming({ week }, '2026-02-17T00:00:00Z', 'Asia/Riyadh', 2))).toEqual([
    '2026-02-17 08:30',
    '2026-02-18 08:30',
  ])
  expect(shown(coming({ week, ramadan: everyDay('22:00') }, '2026-02-17T00:00:00Z', 'Asia/Riyadh', 2))).toEqual([
    '2026-02-17 08:30',
    '2026-02-18 22:00',
  ])
  expect(coming({ week, ramadan: [] }, '2026-02-18T00:00:00Z', 'Asia/Riyadh', 29)).toEqual([])
})

test("skips a country's weekend only when the user has set the country", () => {
  expect([weekendIn('SA'), weekendIn('DE'), weekendIn('AE')]).toEqual([
    [5, 6],
    [6, 0],
    [6, 0],
  ])
  const days = (weekendOf: string | null) =>
    coming({ week: everyDay('08:30'), weekendOf }, '2025-12-03T00:00:00Z', 'Asia/Riyadh', 7).map((at) =>
      weekdayOf(wallClock(at, 'Asia/Riyadh').date),
    )
  expect(days(null)).toHaveLength(7)
  expect(days('SA').toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
  expect(coming({ week: [slot(5, '08:30')], weekendOf: 'SA' }, '2025-12-03T00:00:00Z', 'Asia/Riyadh', 366)).toEqual([])
})

const ZONES = ['UTC', 'Asia/Beirut', 'Africa/Cairo', 'Africa/Casablanca', ...Intl.supportedValuesOf('timeZone')]
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const week = fc.array(
  fc.tuple(fc.nat(6), time).map(([day, at]) => slot(day, at)),
  { minLength: 1, maxLength: 8 },
)
const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

test('yields each weekly slot once at its local time in every zone, unless a clock change skips it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instant, week, (timeZone, from, week) => {
      const found = coming({ week }, from.toISOString(), timeZone, 7)
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => a.getTime() - b.getTime()))
      expect(found.every((at) => at > from)).toBe(true)
      const wanted = new Set(week.map((one) => `${one.weekday} ${one.time}`))
      const wall = found.map((at) => {
        const { date, time } = wallClock(at, timeZone)
        return `${weekdayOf(date)} ${time}`
      })
      const isSkipped =
        wallClock(from, timeZone).time !== wallClock(new Date(from.getTime() + 7 * DAY_MS), timeZone).time
      if (isSkipped) expect(found.length).toBeLessThanOrEqual(wanted.size + 1)
      else expect(new Set(wall)).toEqual(wanted)
    }),
    { numRuns: 300 },
  )
})
