import { expect, test } from 'vitest'
import { dueAtOf, wasPostedByHand } from './posted-by-hand.ts'

const createdAt = '2026-11-22T06:34:00.000Z'

test('what was posted at once had no time to be late for, and what was scheduled had', () => {
  expect(wasPostedByHand({ createdAt, scheduledAt: null })).toBe(true)
  expect(wasPostedByHand({ createdAt, scheduledAt: '2026-11-22T06:34:00.400Z' })).toBe(true)
  expect(wasPostedByHand({ createdAt, scheduledAt: '2026-11-22T06:35:00.000Z' })).toBe(false)
})

test('a post is due at its time, or else when it was asked for', () => {
  expect(dueAtOf({ createdAt, scheduledAt: null })).toBe(createdAt)
  expect(dueAtOf({ createdAt, scheduledAt: '2026-11-23T06:34:00.000Z' })).toBe('2026-11-23T06:34:00.000Z')
})
