import { expect, test } from 'vitest'
import { mayPullAt, PULLED_PX, pulledPx, RELOADS_AFTER_MS } from './pull.ts'

test('a pull is how far down a finger went, and no movement to a side or up is one', () => {
  const from = { x: 100, y: 50 }
  expect(pulledPx(from, { x: 110, y: 249 })).toBe(199)
  expect(pulledPx(from, { x: 90, y: 250 })).toBe(200)
  expect(pulledPx(from, { x: 400, y: 250 })).toBe(0)
  expect(pulledPx(from, { x: -200, y: 250 })).toBe(0)
  expect(pulledPx(from, { x: 100, y: 10 })).toBe(0)
  // How far one has to pull, and how long it takes then.
  expect([PULLED_PX, RELOADS_AFTER_MS]).toEqual([200, 1_000])
})

test('schedule pages are not pulled', () => {
  expect(['/', '/create', '/social-accounts', '/schedule', '/schedule/2026-01-01'].map(mayPullAt)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
