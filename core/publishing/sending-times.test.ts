import { describe, expect, test } from 'vitest'
import {
  BEGIN_WITHIN_MS,
  LONGEST_FREEZE_MS,
  REQUEST_TIMEOUT_MS,
  SEND_AGAIN_AFTER_MS,
  SENDING_LEASE_MS,
  SETTLE_MS,
} from './sending-times.ts'

describe('the times of sending hold together', () => {
  test('a request that begins at the last moment still has most of its time', () => {
    expect(BEGIN_WITHIN_MS).toBeLessThanOrEqual(REQUEST_TIMEOUT_MS / 2)
  })

  test('whoever takes an account over meets no request that is still under way, nor one that its network does not show yet', () => {
    expect(SENDING_LEASE_MS).toBeGreaterThanOrEqual(REQUEST_TIMEOUT_MS + SETTLE_MS)
  })

  test('what could be a second post is sent again only once a sender frozen for a minute is over, and never within 90 s', () => {
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(BEGIN_WITHIN_MS + LONGEST_FREEZE_MS + SETTLE_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(LONGEST_FREEZE_MS + REQUEST_TIMEOUT_MS)
    expect(SEND_AGAIN_AFTER_MS).toBeGreaterThanOrEqual(90_000)
  })
})
