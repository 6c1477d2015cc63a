import { expect, test } from 'vitest'
import { networkStateFrom } from './pauses.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const until = new Date('2026-06-01T12:15:00Z')

test("pauses the account after a rate limit, or the whole network if the app's limit is exhausted", () => {
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

test('treats a network as available when a failure concerns only one post', () => {
  expect(networkStateFrom({ kind: 'rate-limited', until, detail: null, of: 'post' }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom({ kind: 'not-ready', until, detail: null }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom({ kind: 'not-sent', detail: null, because: 'media_unreachable' }, NOON)).toEqual({
    is: 'available',
  })
  expect(networkStateFrom({ kind: 'refused', reason: 'text', detail: null }, NOON)).toEqual({ is: 'available' })
  expect(networkStateFrom(null, NOON)).toEqual({ is: 'available' })
})

test('treats a missing response as an outage of the network, but a fault of Frogy as none', () => {
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
