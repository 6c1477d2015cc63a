import { expect, test } from 'vitest'
import type { Slot } from '#core/planning/contract.ts'
import { MAX_SLOTS_PER_DAY } from '#core/planning/limits.ts'
import { copyTimes, withTime, withoutTime } from './weekly-times.ts'

const slot = (weekday: number, time: string, platform: Slot['platform'] = null): Slot => ({ weekday, time, platform })
const shown = (week: readonly Slot[]) => week.map(({ weekday, time }) => `${weekday} ${time}`)

test('adds a weekly time to several days in order, and skips days that already have it', () => {
  const week = [slot(1, '20:00'), slot(3, '08:30')]
  const added = withTime(week, [1, 3], { time: '08:30', platform: null })
  expect(shown(added)).toEqual(['1 08:30', '1 20:00', '3 08:30'])
  expect(withTime(added, [1], { time: '08:30', platform: 'twitter' })).toHaveLength(4)
})

test("limits the number of weekly times on a day to the server's limit", () => {
  expect(MAX_SLOTS_PER_DAY).toBe(12)
  const full = Array.from({ length: MAX_SLOTS_PER_DAY }, (_, hour) =>
    slot(2, `${String(hour + 8).padStart(2, '0')}:00`),
  )
  expect(shown(withTime(full, [2, 3], { time: '07:00', platform: null }).slice(-1))).toEqual(['3 07:00'])
  expect(withTime(full, [2], { time: '07:00', platform: null })).toEqual(full)
})

test('copies the weekly times of one day to other days, and replaces the times there', () => {
  const week = [slot(0, '08:30'), slot(0, '20:00', 'linkedin'), slot(1, '11:00'), slot(2, '12:00')]
  expect(shown(copyTimes(week, 0, [0, 1]))).toEqual(['0 08:30', '0 20:00', '1 08:30', '1 20:00', '2 12:00'])
  expect(copyTimes(week, 0, [1])[3]).toEqual(slot(1, '20:00', 'linkedin'))
  expect(shown(withoutTime(week, slot(0, '20:00', 'linkedin')))).toEqual(['0 08:30', '1 11:00', '2 12:00'])
  expect(withoutTime(week, slot(0, '20:00'))).toEqual(week)
})
