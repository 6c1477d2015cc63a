import { expect, test } from 'vitest'
import { firstWeekday, weekStart } from './week-start.ts'

const wednesday = new Date('2025-12-03T13:00:00Z')

test('starts the week on Sunday or Monday, depending on the locale', () => {
  expect(weekStart(wednesday, 'Asia/Riyadh', 'ar-SA').toISOString()).toBe('2025-11-29T21:00:00.000Z')
  expect(weekStart(wednesday, 'Asia/Riyadh', 'en-GB').toISOString()).toBe('2025-11-30T21:00:00.000Z')
  expect(weekStart(wednesday, 'Asia/Riyadh', 'ar-EG').toISOString()).toBe('2025-11-30T21:00:00.000Z')
})

test('starts the week on Sunday in the listed locales, and on Monday in all other locales', () => {
  const days = (locales: string[]) => new Set(locales.map((locale) => firstWeekday(locale)))
  expect(days(['en-US', 'en-CA', 'ja-JP', 'ar-SA', 'ja', 'ko', 'EN-us'])).toEqual(new Set([0]))
  expect(days(['fr', 'it', 'pt', 'ru', 'zh', 'en', 'en-GB', 'ar', 'ar-EG', 'he', ''])).toEqual(new Set([1]))
})

test('assigns a Sunday to the week that began on the previous Monday, in a locale whose week starts on Monday', () => {
  expect(weekStart(new Date('2025-12-07T12:00:00Z'), 'UTC', 'fr').toISOString()).toBe('2025-12-01T00:00:00.000Z')
})

test('prefers the first weekday that the user chose to that of the locale', () => {
  expect(weekStart(wednesday, 'Asia/Riyadh', 'en-GB', 6).toISOString()).toBe('2025-11-28T21:00:00.000Z')
  expect(weekStart(wednesday, 'Asia/Riyadh', 'en-GB', 0).toISOString()).toBe('2025-11-29T21:00:00.000Z')
  expect(weekStart(wednesday, 'Asia/Riyadh', 'en-GB', null).toISOString()).toBe('2025-11-30T21:00:00.000Z')
})
