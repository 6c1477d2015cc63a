import { expect, test } from 'vitest'
import { mayOfferInstall } from './install-rule.ts'

const noon = Date.parse('2025-12-03T12:00:00Z')
const HOUR_MS = 3_600_000
const fresh = { isInstalled: false, isDismissed: false, snoozedAt: null }

test('offers installation when Frogy is not installed', () => {
  expect(mayOfferInstall(fresh, noon)).toBe(true)
})

test('hides the offer when Frogy is installed or the card was closed in this session', () => {
  expect(mayOfferInstall({ ...fresh, isInstalled: true }, noon)).toBe(false)
  expect(mayOfferInstall({ ...fresh, isDismissed: true }, noon)).toBe(false)
})

test('hides the offer for a day after "Later", and no longer when the clock is set back', () => {
  const later = { ...fresh, snoozedAt: noon }
  expect(mayOfferInstall(later, noon + 1)).toBe(false)
  expect(mayOfferInstall(later, noon + 24 * HOUR_MS - 1)).toBe(false)
  expect(mayOfferInstall(later, noon + 24 * HOUR_MS)).toBe(true)
  expect(mayOfferInstall(later, noon - HOUR_MS)).toBe(true)
})
