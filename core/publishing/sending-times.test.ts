import { describe, expect, test } from 'vitest'
import {
  BEGIN_WITHIN_MS,
  LONGEST_FREEZE_MS,
  REQUEST_TIMEOUT_MS,
  SEND_AGAIN_AFTER_MS,
  SENDING_LEASE_MS,
  SETTLE_MS,
} from './sending-times.ts'

describe('consistency of the sending times', () => {
  test('leaves at least half of the timeout to a publish request that starts as late as allowed', () => {
    expect(BEGIN_WITHIN_MS).toBeLessThanOrEqual(REQUEST_TIMEOUT_MS / 2)
  })

  test('holds the sending lease on an account until earlier requests have timed out and their posts are visible', () => {
    expect(SENDING_LEASE_MS).toBeGreaterThanOrEqual(REQUEST_TIMEOUT_MS + SETTLE_MS)
  })

  test('repeats a non-idempotent request after at least 90 s, when even a sender frozen for a minute has timed out', () => {
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(BEGIN_WITHIN_MS + LONGEST_FREEZE_MS + SETTLE_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(90_000)
  })
})
