import { expect, test } from 'vitest'
import { dayForKey } from './day-for-key.ts'

const move = (key: string, day: string, direction: 'ltr' | 'rtl' = 'ltr', weekStartsOn = 0) =>
  dayForKey({ key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') }, day, direction, weekStartsOn)

test('moves by a day with the left and right arrow keys, and by a week with the up and down keys, in a date grid', () => {
  expect(move('ArrowRight', '2025-12-31')).toBe('2026-01-01')
  expect(move('ArrowLeft', '2025-12-01')).toBe('2025-11-30')
  expect(move('ArrowRight', '2025-12-31', 'rtl')).toBe('2025-12-30')
  expect(move('ArrowLeft', '2025-12-31', 'rtl')).toBe('2026-01-01')
  expect(move('ArrowUp', '2025-12-03')).toBe('2025-11-26')
  expect(move('ArrowDown', '2025-12-31')).toBe('2026-01-07')
})

test("moves with Page Up, Page Down and Shift+arrow to the same day of another month or year, else to the month's last day", () => {
  expect(move('PageDown', '2026-01-31')).toBe('2026-02-28')
  expect(move('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(move('Shift+PageDown', '2028-02-29')).toBe('2029-02-28')
  expect(move('Shift+PageUp', '2026-05-31')).toBe('2025-05-31')
  expect(move('Shift+ArrowUp', '2026-05-31')).toBe('2025-05-31')
  expect(move('Shift+ArrowDown', '2026-05-31')).toBe('2027-05-31')
  expect(move('Shift+ArrowRight', '2026-05-31')).toBe('2026-06-30')
  expect(move('Shift+ArrowRight', '2026-05-31', 'rtl')).toBe('2026-04-30')
})

test('moves with Home and End to the first and last day of a week that starts on Sunday, Monday or Saturday', () => {
  // 3 December 2025 is a Wednesday.
  const ends = (weekStartsOn: number) => ['Home', 'End'].map((key) => move(key, '2025-12-03', 'ltr', weekStartsOn))
  expect(ends(0)).toEqual(['2025-11-30', '2025-12-06'])
  expect(ends(1)).toEqual(['2025-12-01', '2025-12-07'])
  expect(ends(6)).toEqual(['2025-11-29', '2025-12-05'])
})

test('ignores keys that have no function in a date grid', () => {
  expect(move('Enter', '2025-12-03')).toBeUndefined()
  expect(move('Tab', '2025-12-03')).toBeUndefined()
})
