import { expect, test } from 'vitest'
import { isWholeTime, nextQuarter, readTime } from './typed-time.ts'

test.each([
  ['9', '09:00'],
  ['21', '21:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  [' 09 : 30 ', '09:30'],
  ['٠٩:٣٠', '09:30'],
  ['٩٣٠', '09:30'],
  ['۰۹:۳۰', '09:30'],
  ['9:30 PM', '21:30'],
  ['12 am', '00:00'],
  ['12 pm', '12:00'],
  ['٩ م', '21:00'],
  ['٩:٣٠ ص', '09:30'],
  ['23:59', '23:59'],
  ['00:00', '00:00'],
])('reads the typed time %s as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

test.each(['', 'noon', '24:00', '9:60', '9:3', '93000', '13 pm', '0 am', '-1', '9:30:00', '1e1', '9'.repeat(100_000)])(
  'rejects the text %.12s as a time of day',
  (typed) => {
    expect(readTime(typed)).toBeNull()
  },
)

test('recognizes whether a typed time is complete', () => {
  expect(['1', '10', '103', '10:3', '1030', '10:30', '١٠:٣٠'].map(isWholeTime)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

test('moves a time by quarters of an hour with the arrow keys, and wraps at midnight', () => {
  expect(nextQuarter('09:00', 1)).toBe('09:15')
  expect(nextQuarter('09:07', 1)).toBe('09:15')
  expect(nextQuarter('09:07', -1)).toBe('09:00')
  expect(nextQuarter('23:50', 1)).toBe('00:00')
  expect(nextQuarter('00:00', -1)).toBe('23:45')
})
