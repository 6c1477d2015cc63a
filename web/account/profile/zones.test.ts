import { expect, test } from 'vitest'
import cities from '#core/cities-ar.json' with { type: 'json' }
import { zonesOf } from './zones.ts'

const SUMMER = new Date('2026-07-01T12:00:00Z')

test('lists each time zone once, under the name that the user has chosen if it has several', () => {
  const ids = zonesOf('Asia/Kolkata', 'en', SUMMER).map(({ id }) => id)
  expect(ids).toContain('Asia/Kolkata')
  expect(new Set(ids).size).toBe(ids.length)
})

test('names nearly every time zone in Arabic', () => {
  const unnamed = zonesOf('UTC', 'ar', SUMMER, cities).filter(({ id }) => !(id in cities))
  expect(unnamed.length).toBeLessThan(5)
})
