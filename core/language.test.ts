import { expect, test } from 'vitest'
import { catalogueInLatinDigits, formatLocale, inLatinDigits, numeralsOf } from './language.ts'

test("uses the digits that the user chose, else those of the user's time zone", () => {
  expect(numeralsOf(null)).toBe('arab')
  expect(numeralsOf({ numerals: null, timeZone: null })).toBe('arab')
  expect(numeralsOf({ numerals: null, timeZone: 'Asia/Riyadh' })).toBe('arab')
  expect(numeralsOf({ numerals: null, timeZone: 'Africa/Casablanca' })).toBe('latn')
  expect(numeralsOf({ numerals: 'arab', timeZone: 'Africa/Casablanca' })).toBe('arab')
  expect(numeralsOf({ numerals: 'latn', timeZone: 'Asia/Riyadh' })).toBe('latn')
})

test('uses European digits in Arabic for the same time zones as Unicode CLDR', () => {
  const zones = { DZ: 'Africa/Algiers', MA: 'Africa/Casablanca', LY: 'Africa/Tripoli', TN: 'Africa/Tunis' }
  for (const [country, timeZone] of Object.entries({ ...zones, EH: 'Africa/El_Aaiun', AE: 'Asia/Dubai' })) {
    expect(new Intl.NumberFormat(`ar-${country}`).resolvedOptions().numberingSystem).toBe('latn')
    expect(numeralsOf({ timeZone })).toBe('latn')
  }
})

test('applies the choice of digits to Arabic dates, but not to English ones', () => {
  const at = new Date('2025-12-03T16:05Z')
  const write = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  expect(write(formatLocale('ar', 'arab'))).toBe('٣ ديسمبر ٢٠٢٥')
  expect(write(formatLocale('ar', 'latn'))).toBe('3 ديسمبر 2025')
  expect(formatLocale('en', 'latn')).toBe(formatLocale('en', 'arab'))
})

test("converts Arabic-Indic digits and separators in Frogy's own texts to European ones", () => {
  expect(inLatinDigits('من ١٬٢٣٤٫٥ إلى ٩٠٪')).toBe('من 1,234.5 إلى 90%')
  expect(catalogueInLatinDigits({ a: { b: '٦ أحرف «على» الأقل' } })).toEqual({ a: { b: '6 أحرف «على» الأقل' } })
})
