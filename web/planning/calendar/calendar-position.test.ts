import { expect, test } from 'vitest'
import { readPosition, writePosition } from './calendar-position.ts'

test("reads the calendar's view and day from the page's address", () => {
  expect(readPosition('?view=week&day=2026-11-22', 'month')).toEqual({ view: 'week', date: '2026-11-22' })
  expect(readPosition('', 'month')).toEqual({ view: 'month', date: null })
})

test("ignores an invalid view and an invalid day in the page's address", () => {
  for (const day of ['2026-13-01', '2026-02-30', '0026-01-01', '9999-01-01', '2026-11-22T00:00', '<script>'])
    expect(readPosition(`?view=year&day=${encodeURIComponent(day)}`, 'month')).toEqual({ view: 'month', date: null })
})

test("writes the calendar's view and day to the address only if they differ from the default, and keeps other parameters", () => {
  expect(writePosition('?post=7&view=week', { view: 'month', date: null }, 'month')).toBe('?post=7')
  expect(writePosition('', { view: 'week', date: '2026-11-22' }, 'month')).toBe('?view=week&day=2026-11-22')
  expect(writePosition('?day=2026-11-22', { view: 'month', date: null }, 'month')).toBe('')
})
