import { expect, test } from 'vitest'
import type { Reading } from './clock-estimate.ts'
import { measuredClock } from './measured-clock.ts'
import { readMachineClock } from './machine-clock.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A clock whose time sources the test controls. */
async function clockOn(source: 'own' | 'database', askOthers?: () => Promise<Date | undefined>) {
  const at = { steady: 1_000, slept: 0, wall: NOON, database: NOON, isAway: false }
  const machine = { steadyMs: () => at.steady, sleptMs: () => at.slept, wallMs: () => at.wall }
  const isMachineClock = source === 'own'
  const clock = await measuredClock({
    read: async (): Promise<Reading> => {
      if (at.isAway) throw new Error('The database is away')
      return isMachineClock
        ? readMachineClock(machine)
        : { askedAt: at.steady, answeredAt: at.steady, timeMs: at.database }
    },
    isMachineClock,
    machine,
    askOthers,
    warn: () => {},
  })
  return {
    at,
    clock,
    now: () => clock.now().getTime() - NOON,
    /** Advances the steady clock, the machine's clock and the database's clock. */
    pass(ms: number) {
      at.steady += ms
      at.wall += ms
      at.database += ms
    },
    [Symbol.asyncDispose]: () => clock[Symbol.asyncDispose](),
  }
}

test("follows the database's clock when the machine's clock is wrong from the start, and reports the machine's clock", async () => {
  await using one = await clockOn('database')
  one.at.wall += 5 * HOUR_MS
  await one.clock.waitUntilReliable()
  expect(one.now()).toBe(0)
  expect(one.clock.trouble()).toEqual({ hasJumped: false, isMachineOff: true })
})

test('reports the time as reliable for some minutes without the database, but no longer', async () => {
  await using one = await clockOn('database')
  one.at.isAway = true
  one.pass(5 * MINUTE_MS)
  expect([one.clock.isReliable(), one.now()]).toEqual([true, 5 * MINUTE_MS])
  one.pass(6 * MINUTE_MS)
  expect(one.clock.isReliable()).toBe(false)
  one.at.isAway = false
  expect(await one.clock.waitUntilReliable()).toBe(true)
})

test("reports the time as unreliable after a sleep until the database's clock is read", async () => {
  await using one = await clockOn('database')
  one.pass(HOUR_MS)
  one.at.slept += HOUR_MS
  one.at.isAway = true
  expect(one.clock.isReliable()).toBe(false)
  one.at.isAway = false
  expect(await one.clock.waitUntilReliable()).toBe(true)
  expect([one.now(), one.clock.trouble().hasJumped]).toEqual([HOUR_MS, false])
})

test("reports the time as unreliable after a suspension that shows only as a jump of the machine's clock", async () => {
  await using one = await clockOn('database')
  one.at.wall += HOUR_MS
  one.at.database += HOUR_MS
  expect(one.clock.isReliable()).toBe(false)
  expect(await one.clock.waitUntilReliable()).toBe(true)
  expect(one.now()).toBe(HOUR_MS)
})

test("stops the time after a small backward step of the database's clock until that clock catches up", async () => {
  await using one = await clockOn('database')
  one.pass(MINUTE_MS)
  expect(one.now()).toBe(MINUTE_MS)
  one.at.database -= 1_500
  one.at.slept += 1
  await one.clock.waitUntilReliable()
  expect(one.now()).toBe(MINUTE_MS)
  one.pass(1_000)
  expect(one.now()).toBe(MINUTE_MS)
  one.pass(1_000)
  expect(one.now()).toBe(MINUTE_MS + 500)
})

test("asks other time sources about a jump of the database's clock, and follows the database without other sources", async () => {
  await using asking = await clockOn('database', async () => new Date(NOON))
  asking.at.database += 5 * HOUR_MS
  asking.at.slept += 1
  expect(await asking.clock.waitUntilReliable()).toBe(true)
  expect([asking.now(), asking.clock.trouble().hasJumped]).toEqual([0, true])

  await using alone = await clockOn('database')
  alone.at.database += 5 * HOUR_MS
  alone.at.slept += 1
  expect(await alone.clock.waitUntilReliable()).toBe(true)
  expect(alone.now()).toBe(5 * HOUR_MS)
})

for (const ms of [5 * HOUR_MS, -5 * HOUR_MS]) {
  test(`ignores a jump of the machine's clock by ${ms / HOUR_MS} h when there is no other time source`, async () => {
    await using one = await clockOn('own')
    one.at.wall += ms
    expect(one.clock.isReliable()).toBe(false)
    expect(await one.clock.waitUntilReliable()).toBe(true)
    expect(one.now()).toBe(0)
    expect(one.clock.trouble()).toEqual({ hasJumped: true, isMachineOff: true })
    one.pass(MINUTE_MS)
    expect([one.clock.isReliable(), one.now()]).toEqual([true, MINUTE_MS])
    one.at.wall -= ms
    expect([one.clock.isReliable(), one.now()]).toEqual([true, MINUTE_MS])
    expect(one.clock.trouble().isMachineOff).toBe(false)
  })

  test(`follows a jump of the machine's clock by ${ms / HOUR_MS} h only when other time sources confirm it`, async () => {
    for (const truth of [0, ms]) {
      await using one = await clockOn('own', async () => new Date(NOON + truth + 700))
      one.at.wall += ms
      expect(await one.clock.waitUntilReliable()).toBe(true)
      expect(one.now()).toBe(truth)
      expect(one.clock.trouble()).toEqual({ hasJumped: true, isMachineOff: truth !== ms })
    }
  })
}

test('reports the time as unreliable after a jump without another time source, until the clock jumps back', async () => {
  await using one = await clockOn('own', async () => undefined)
  one.at.wall += 5 * HOUR_MS
  expect(one.clock.isReliable()).toBe(false)
  one.pass(10 * MINUTE_MS)
  expect(one.clock.isReliable()).toBe(false)
  one.at.wall -= 5 * HOUR_MS
  expect([one.clock.isReliable(), one.now()]).toEqual([true, 10 * MINUTE_MS])
})

test('does not treat a sleep of the machine as a jump', async () => {
  await using one = await clockOn('own')
  one.pass(8 * HOUR_MS)
  one.at.slept += 8 * HOUR_MS
  expect([one.clock.isReliable(), one.now()]).toEqual([true, 8 * HOUR_MS])
  expect(one.clock.trouble()).toEqual({ hasJumped: false, isMachineOff: false })
})
