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
  test('leaves a request that begins at the last moment most of its time', () => {
    expect(BEGIN_WITHIN_MS).toBeLessThanOrEqual(REQUEST_TIMEOUT_MS / 2)
  })

  test('takes an account over only when earlier requests have ended and the network shows their posts', () => {
    expect(SENDING_LEASE_MS).toBeGreaterThanOrEqual(REQUEST_TIMEOUT_MS + SETTLE_MS)
  })

  test('repeats a non-idempotent request only after a sender frozen for a minute has ended, and never within 90 s', () => {
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(BEGIN_WITHIN_MS + LONGEST_FREEZE_MS + SETTLE_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(90_000)
  })
})
