import { expect, test } from 'vitest'
import { canPullAt, RELOAD_DISTANCE_PX, pullDistancePx, RELOAD_DELAY_MS } from './pull-distance.ts'

test('measures the distance of a pull downwards, and ignores movements sideways or up', () => {
  const from = { x: 100, y: 50 }
  expect(pullDistancePx(from, { x: 110, y: 249 })).toBe(199)
  expect(pullDistancePx(from, { x: 90, y: 250 })).toBe(200)
  expect(pullDistancePx(from, { x: 400, y: 250 })).toBe(0)
  expect(pullDistancePx(from, { x: -200, y: 250 })).toBe(0)
  expect(pullDistancePx(from, { x: 100, y: 10 })).toBe(0)
  expect([RELOAD_DISTANCE_PX, RELOAD_DELAY_MS]).toEqual([200, 1_000])
})

test('disables pull-to-refresh on schedule pages', () => {
  expect(['/', '/create', '/social-accounts', '/schedule', '/schedule/2026-01-01'].map(canPullAt)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
