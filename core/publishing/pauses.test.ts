import { expect, test } from 'vitest'
import { lessonOf, LONGEST_OUTAGE_PAUSE_MS, outagePauseMs } from './pauses.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const until = new Date('2026-06-01T12:15:00Z')

test('an outage is looked after at growing pauses, which stay short enough for a minute', () => {
  const pauses = Array.from({ length: 200 }, (_, n) => outagePauseMs(n + 1))
  expect(pauses.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 20_000, 20_000])
  expect(Math.max(...pauses)).toBe(LONGEST_OUTAGE_PAUSE_MS)
})

test('a limit is learnt for the account, or for everybody where the network says that it is the app’s', () => {
  const limited = { kind: 'rate-limited', until, detail: 'wait' } as const
  expect(lessonOf(limited, NOON)).toEqual({
    learnt: 'limit',
    of: 'account',
    until,
    reason: 'rate_limited',
    detail: 'wait',
  })
  expect(lessonOf({ ...limited, of: 'app', isDaily: true }, NOON)).toMatchObject({
    of: 'network',
    reason: 'daily_limit',
  })
  expect(lessonOf({ kind: 'refused', reason: 'daily_limit', detail: null }, NOON)).toMatchObject({
    learnt: 'limit',
    of: 'account',
  })
})

test('what is about one post teaches nothing about others but that the network answers', () => {
  expect(lessonOf({ kind: 'rate-limited', until, detail: null, of: 'post' }, NOON)).toEqual({ learnt: 'answers' })
  expect(lessonOf({ kind: 'not-ready', until, detail: null }, NOON)).toEqual({ learnt: 'answers' })
  expect(lessonOf({ kind: 'not-sent', detail: null, because: 'media_unreachable' }, NOON)).toEqual({
    learnt: 'answers',
  })
  expect(lessonOf({ kind: 'refused', reason: 'text', detail: null }, NOON)).toEqual({ learnt: 'answers' })
  expect(lessonOf(null, NOON)).toEqual({ learnt: 'answers' })
})

test('no answer is an outage, and a fault of our own is none', () => {
  expect(lessonOf({ kind: 'answer-lost', detail: 'HTTP 503' }, NOON)).toMatchObject({
    learnt: 'outage',
    mayBeOut: true,
  })
  expect(lessonOf({ kind: 'not-sent', detail: 'ECONNREFUSED' }, NOON)).toMatchObject({
    learnt: 'outage',
    mayBeOut: false,
  })
  expect(lessonOf({ kind: 'not-sent', detail: null, because: 'own_fault' }, NOON)).toBeNull()
})
