import { expect, test } from 'vitest'
import { placeIn, searchFor } from './place.ts'

test('reads the view and the day from the address', () => {
  expect(placeIn('?view=week&day=2026-11-22', 'month')).toEqual({ view: 'week', date: '2026-11-22' })
  expect(placeIn('', 'month')).toEqual({ view: 'month', date: null })
})

test('ignores an invalid view and an invalid day in the address', () => {
  for (const day of ['2026-13-01', '2026-02-30', '0026-01-01', '9999-01-01', '2026-11-22T00:00', '<script>'])
    expect(placeIn(`?view=year&day=${encodeURIComponent(day)}`, 'month')).toEqual({ view: 'month', date: null })
})

test('keeps other address parameters and writes only values that differ from the default', () => {
  expect(searchFor('?post=7&view=week', { view: 'month', date: null }, 'month')).toBe('?post=7')
  expect(searchFor('', { view: 'week', date: '2026-11-22' }, 'month')).toBe('?view=week&day=2026-11-22')
  expect(searchFor('?day=2026-11-22', { view: 'month', date: null }, 'month')).toBe('')
})
