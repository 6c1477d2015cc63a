import { expect, test } from 'vitest'
import { canOfferInstall } from './install-rule.ts'

const noon = Date.parse('2025-12-03T12:00:00Z')
const HOUR_MS = 3_600_000
const fresh = { isInstalled: false, isDismissed: false, snoozedAt: null }

test('offers to install the app when it is not installed', () => {
  expect(canOfferInstall(fresh, noon)).toBe(true)
})

test('hides the install offer when the app is installed or the user closed the card in this session', () => {
  expect(canOfferInstall({ ...fresh, isInstalled: true }, noon)).toBe(false)
  expect(canOfferInstall({ ...fresh, isDismissed: true }, noon)).toBe(false)
})

test('hides the install offer for a day after "Later", but not longer when the clock is set back', () => {
  const later = { ...fresh, snoozedAt: noon }
  expect(canOfferInstall(later, noon + 1)).toBe(false)
  expect(canOfferInstall(later, noon + 24 * HOUR_MS - 1)).toBe(false)
  expect(canOfferInstall(later, noon + 24 * HOUR_MS)).toBe(true)
  expect(canOfferInstall(later, noon - HOUR_MS)).toBe(true)
})
