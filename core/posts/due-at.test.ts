import { expect, test } from 'vitest'
import { dueAt, wasPublishedAtOnce } from './due-at.ts'

const createdAt = '2026-11-22T06:34:00.000Z'

test('counts a scheduled post as late after its scheduled time, but never a post published immediately', () => {
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: null })).toBe(true)
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: '2026-11-22T06:34:00.400Z' })).toBe(true)
  expect(wasPublishedAtOnce({ createdAt, scheduledAt: '2026-11-22T06:35:00.000Z' })).toBe(false)
})

test('uses the scheduled time of a post as its due time, or the creation time of an unscheduled post', () => {
  expect(dueAt({ createdAt, scheduledAt: null })).toBe(createdAt)
  expect(dueAt({ createdAt, scheduledAt: '2026-11-23T06:34:00.000Z' })).toBe('2026-11-23T06:34:00.000Z')
})
