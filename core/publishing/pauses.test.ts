import { expect, test } from 'vitest'
import { networkStateFrom, LONGEST_OUTAGE_PAUSE_MS, outagePauseMs } from './pauses.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const until = new Date('2026-06-01T12:15:00Z')

test('probes an outage with growing pauses that stay below a minute', () => {
  const pauses = Array.from({ length: 200 }, (_, n) => outagePauseMs(n + 1))
  expect(pauses.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 20_000, 20_000])
  expect(Math.max(...pauses)).toBe(LONGEST_OUTAGE_PAUSE_MS)
})

test("applies a limit to the account, or to the whole network if the app's limit is exhausted", () => {
  const limited = { kind: 'rate-limited', until, detail: 'wait' } as const
  expect(networkStateFrom(limited, NOON)).toEqual({
    is: 'limit',
    of: 'account',
    until,
    reason: 'rate_limited',
    detail: 'wait',
  })
  expect(networkStateFrom({ ...limited, of: 'app', isDaily: true }, NOON)).toMatchObject({
    of: 'network',
    reason: 'daily_limit',
  })
  expect(networkStateFrom({ kind: 'refused', reason: 'daily_limit', detail: null }, NOON)).toMatchObject({
    is: 'limit',
    of: 'account',
  })
})

test("learns from a post's own failure only that the network is available", () => {
  expect(networkStateFrom({ kind: 'rate-limited', until, detail: null, of: 'post' }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom({ kind: 'not-ready', until, detail: null }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom({ kind: 'not-sent', detail: null, because: 'media_unreachable' }, NOON)).toEqual({
    is: 'available',
  })
  expect(networkStateFrom({ kind: 'refused', reason: 'text', detail: null }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom(null, NOON)).toEqual({ is: 'available' })
})

test('takes a missing answer as an outage, and an own fault as nothing', () => {
  expect(networkStateFrom({ kind: 'answer-lost', detail: 'HTTP 503' }, NOON)).toMatchObject({
    is: 'outage',
    mayBePublic: true,
  })
  expect(networkStateFrom({ kind: 'not-sent', detail: 'ECONNREFUSED' }, NOON)).toMatchObject({
    is: 'outage',
    mayBePublic: false,
  })
  expect(networkStateFrom({ kind: 'not-sent', detail: null, because: 'own_fault' }, NOON)).toBeNull()
})
