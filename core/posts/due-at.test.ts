import { expect, test } from 'vitest'
import { dueAt, wasPublishedAtOnce } from './due-at.ts'

const createdAt = '2026-11-22T06:34:00.000Z'

test('counts a scheduled post as late after its time, but never a post published at once', () => {
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: null })).toBe(true)
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: '2026-11-22T06:34:00.400Z' })).toBe(true)
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: '2026-11-22T06:35:00.000Z' })).toBe(false)
})

test('takes the scheduled time of a post as due, or its creation time without one', () => {
  expect(dueAt({ createdAt, scheduledAt: null })).toBe(createdAt)
  expect(dueAt({ createdAt, scheduledAt: '2026-11-23T06:34:00.000Z' })).toBe('2026-11-23T06:34:00.000Z')
})
