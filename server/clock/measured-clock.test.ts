import { expect, test } from 'vitest'
import type { Reading } from './carried-time.ts'
import { measuredClock } from './measured-clock.ts'
import { ownReading } from './machine.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A clock with all that it looks at in the test's hands. */
async function clockOn(source: 'own' | 'database', askOthers?: () => Promise<Date | undefined>) {
  const at = { steady: 1_000, slept: 0, wall: NOON, database: NOON, isAway: false }
  const machine = { steadyMs: () => at.steady, sleptMs: () => at.slept, wallMs: () => at.wall }
  const isOwn = source === 'own'
  const clock = await measuredClock({
    read: async (): Promise<Reading> => {
      if (at.isAway) throw new Error('The database is away')
      return isOwn ? ownReading(machine) : { askedAt: at.steady, answeredAt: at.steady, timeMs: at.database }
    },
    isOwn,
    machine,
    askOthers,
    warn: () => {},
  })
  return {
    at,
    clock,
    now: () => clock.now().getTime() - NOON,
    /** Time passes for all clocks. */
    pass(ms: number) {
      at.steady += ms
      at.wall += ms
      at.database += ms
    },
    [Symbol.asyncDispose]: () => clock[Symbol.asyncDispose](),
  }
}

test('a machine whose clock is wrong from the beginning goes by the database, and says so', async () => {
  await using one = await clockOn('database')
  one.at.wall += 5 * HOUR_MS
  await one.clock.becomesSure()
  expect(one.now()).toBe(0)
  expect(one.clock.trouble()).toEqual({ hasJumped: false, isMachineOff: true })
})

test('the time is sure while the database is away for some minutes, and no longer than that', async () => {
  await using one = await clockOn('database')
  one.at.isAway = true
  one.pass(5 * MINUTE_MS)
  expect([one.clock.isSure(), one.now()]).toEqual([true, 5 * MINUTE_MS])
  one.pass(6 * MINUTE_MS)
  expect(one.clock.isSure()).toBe(false)
  one.at.isAway = false
  expect(await one.clock.becomesSure()).toBe(true)
})

test('after a sleep of the machine the time is not sure before the database has told it', async () => {
  await using one = await clockOn('database')
  one.pass(HOUR_MS)
  one.at.slept += HOUR_MS
  one.at.isAway = true
  expect(one.clock.isSure()).toBe(false)
  one.at.isAway = false
  expect(await one.clock.becomesSure()).toBe(true)
  expect([one.now(), one.clock.trouble().hasJumped]).toEqual([HOUR_MS, false])
})

test('nor after a stop that only the own clock shows', async () => {
  await using one = await clockOn('database')
  one.at.wall += HOUR_MS
  one.at.database += HOUR_MS
  expect(one.clock.isSure()).toBe(false)
  expect(await one.clock.becomesSure()).toBe(true)
  expect(one.now()).toBe(HOUR_MS)
})

test('a small step back of the database stops the time until it is reached again', async () => {
  await using one = await clockOn('database')
  one.pass(MINUTE_MS)
  expect(one.now()).toBe(MINUTE_MS)
  one.at.database -= 1_500
  one.at.slept += 1
  await one.clock.becomesSure()
  expect(one.now()).toBe(MINUTE_MS)
  one.pass(1_000)
  expect(one.now()).toBe(MINUTE_MS)
  one.pass(1_000)
  expect(one.now()).toBe(MINUTE_MS + 500)
})

test('a database that jumps is judged by others, and followed where there is nobody to ask', async () => {
  await using asking = await clockOn('database', async () => new Date(NOON))
  asking.at.database += 5 * HOUR_MS
  asking.at.slept += 1
  expect(await asking.clock.becomesSure()).toBe(true)
  expect([asking.now(), asking.clock.trouble().hasJumped]).toEqual([0, true])

  await using alone = await clockOn('database')
  alone.at.database += 5 * HOUR_MS
  alone.at.slept += 1
  expect(await alone.clock.becomesSure()).toBe(true)
  expect(alone.now()).toBe(5 * HOUR_MS)
})

for (const ms of [5 * HOUR_MS, -5 * HOUR_MS]) {
  test(`a jump of the only clock by ${ms / HOUR_MS} h is not followed where there is nobody to ask`, async () => {
    await using one = await clockOn('own')
    one.at.wall += ms
    expect(one.clock.isSure()).toBe(false)
    expect(await one.clock.becomesSure()).toBe(true)
    expect(one.now()).toBe(0)
    expect(one.clock.trouble()).toEqual({ hasJumped: true, isMachineOff: true })
    one.pass(MINUTE_MS)
    expect([one.clock.isSure(), one.now()]).toEqual([true, MINUTE_MS])
    one.at.wall -= ms
    expect([one.clock.isSure(), one.now()]).toEqual([true, MINUTE_MS])
    expect(one.clock.trouble().isMachineOff).toBe(false)
  })

  test(`nor where others know that the time is as it was, but believed where they know better (${ms / HOUR_MS} h)`, async () => {
    for (const truth of [0, ms]) {
      await using one = await clockOn('own', async () => new Date(NOON + truth + 700))
      one.at.wall += ms
      expect(await one.clock.becomesSure()).toBe(true)
      expect(one.now()).toBe(truth)
      expect(one.clock.trouble()).toEqual({ hasJumped: true, isMachineOff: truth !== ms })
    }
  })
}

test('while nobody answers who knows, the time is not sure after a jump, unless it jumps back', async () => {
  await using one = await clockOn('own', async () => undefined)
  one.at.wall += 5 * HOUR_MS
  expect(one.clock.isSure()).toBe(false)
  one.pass(10 * MINUTE_MS)
  expect(one.clock.isSure()).toBe(false)
  one.at.wall -= 5 * HOUR_MS
  expect([one.clock.isSure(), one.now()]).toEqual([true, 10 * MINUTE_MS])
})

test('a sleep of the machine is no jump of its clock', async () => {
  await using one = await clockOn('own')
  one.pass(8 * HOUR_MS)
  one.at.slept += 8 * HOUR_MS
  expect([one.clock.isSure(), one.now()]).toEqual([true, 8 * HOUR_MS])
  expect(one.clock.trouble()).toEqual({ hasJumped: false, isMachineOff: false })
})
