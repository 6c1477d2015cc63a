import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError } from '#core/errors.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { throttle } from './throttle.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = await openDatabase({ ...place, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const HOUR_MS = 3_600_000
const RULE = { free: 4, longestWaitS: 300 }

/** A clock that only `advance` moves, so that waits are exact. */
function stoppedClock() {
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  return { now: () => new Date(nowMs), until: async () => {}, advance: (ms: number) => void (nowMs += ms) }
}

/** The wait in seconds before an attempt is allowed; 0 when it is allowed now. */
const waitOf = async (attempt: Promise<void>): Promise<number> =>
  await attempt.then(
    () => 0,
    (error: AppError) => Math.round((error.retryAfterMs ?? Number.NaN) / 1000),
  )

test('doubles the wait after each attempt from the fifth, up to five minutes', async () => {
  const clock = stoppedClock()
  const limits = throttle(database, clock, true)
  const waits: number[] = []
  for (let n = 0; n < 16; n++) {
    expect(await waitOf(limits.countAttempt('login:omar', RULE))).toBe(0)
    const wait = n < 4 ? 0 : await waitOf(limits.countAttempt('login:omar', RULE))
    if (wait > 0) waits.push(wait)
    clock.advance(wait * 1000 + 10)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('does not count attempts during the wait after a failure', async () => {
  const clock = stoppedClock()
  const limits = throttle(database, clock, true)
  for (let n = 0; n < 5; n++) await limits.countAttempt('login:layla', RULE)
  for (let n = 0; n < 50; n++) expect(await waitOf(limits.countAttempt('login:layla', RULE))).toBe(1)
  clock.advance(1_010)
  expect(await waitOf(limits.countAttempt('login:layla', RULE))).toBe(0)
  expect(await waitOf(limits.countAttempt('login:layla', RULE))).toBe(2)
})

test('expires counted attempts after a day', async () => {
  const clock = stoppedClock()
  const limits = throttle(database, clock, true)
  for (let n = 0; n < 5; n++) await limits.countAttempt('login:noura', RULE)
  clock.advance(24 * HOUR_MS)
  for (let n = 0; n < 4; n++) expect(await waitOf(limits.countAttempt('login:noura', RULE))).toBe(0)
})

test("clears an account's sign-in attempts after the right password, but only one attempt of the client address", async () => {
  const clock = stoppedClock()
  const limits = throttle(database, clock, true)
  for (let n = 0; n < 4; n++) {
    await limits.countAttempt('account', RULE)
    await limits.countAttempt('address', RULE)
  }
  await limits.forgive('account', 'all')
  await limits.forgive('address', 'one')
  for (let n = 0; n < 4; n++) expect(await waitOf(limits.countAttempt('account', RULE))).toBe(0)
  expect(await waitOf(limits.countAttempt('address', RULE))).toBe(0)
  await limits.countAttempt('address', RULE)
  expect(await waitOf(limits.countAttempt('address', RULE))).toBe(1)
})

test('enforces an hourly limit under concurrency and resets the count after an hour', async () => {
  const clock = stoppedClock()
  const limits = throttle(database, clock, true)
  const waits = await Promise.all(Array.from({ length: 10 }, () => waitOf(limits.spend('draft:omar', 3, HOUR_MS))))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  expect(waits.filter((wait) => wait === 3600)).toHaveLength(7)
  clock.advance(HOUR_MS)
  expect(await waitOf(limits.spend('draft:omar', 3, HOUR_MS))).toBe(0)
})

test('allows every attempt when rate limits are turned off', async () => {
  const limits = throttle(database, stoppedClock(), false)
  for (let n = 0; n < 50; n++) {
    expect(await waitOf(limits.countAttempt('login:omar', { free: 0, longestWaitS: 300 }))).toBe(0)
    expect(await waitOf(limits.spend('draft:omar', 0, HOUR_MS))).toBe(0)
  }
})
