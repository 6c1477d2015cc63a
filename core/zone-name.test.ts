import { expect, test } from 'vitest'
import cities from './cities-ar.json' with { type: 'json' }
import { cityOf, zoneName } from './zone-name.ts'

const SUMMER = new Date('2026-07-01T12:00:00Z')

test("names a time zone by city and offset in the interface's language", () => {
  expect(zoneName('Asia/Riyadh', 'en-GB', SUMMER)).toBe('Riyadh, GMT+3')
  expect(zoneName('America/Argentina/San_Luis', 'en-GB', SUMMER)).toBe('San Luis, GMT-3')
  expect(zoneName('Asia/Riyadh', 'ar-u-nu-arab', SUMMER, cities)).toMatch(/^الرياض، .*\+٣$/)
})

test('never uses the formal name of a time zone, such as “Arabian Standard Time”', () => {
  const names = Intl.supportedValuesOf('timeZone').map((id) => zoneName(id, 'en-GB', SUMMER))
  expect(names.filter((name) => /\bTime\b/.test(name))).toEqual([])
})

test('names a time zone that has no Arabic name by its identifier', () => {
  expect(cityOf('Asia/Calcutta', {})).toBe('Calcutta')
  expect(cityOf('UTC', cities)).toBe('UTC')
})
