import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftTimers, DEFAULT_MODEL_TIMEOUTS } from './model-timeouts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const { startMs, silenceMs } = DEFAULT_MODEL_TIMEOUTS
const wait = (ms: number) => void vi.advanceTimersByTime(ms)

test('waits longer for the first text of a draft than between its pieces', () => {
  using draft = draftTimers(DEFAULT_MODEL_TIMEOUTS)()
  wait(startMs - 1)
  draft.restart()
  wait(silenceMs - 1)
  draft.restart()
  expect(draft.signal.aborted).toBe(false)
  wait(silenceMs)
  expect(draft.signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('does not time out a waiting draft while other drafts make progress', () => {
  const timeOf = draftTimers(DEFAULT_MODEL_TIMEOUTS)
  using first = timeOf()
  using last = timeOf()
  first.restart()
  for (let n = 0; n < 20; n++) {
    wait(silenceMs - 1)
    first.restart()
  }
  first[Symbol.dispose]()
  wait(startMs - 1)
  expect([first.signal.aborted, last.signal.aborted]).toEqual([false, false])
  wait(1)
  expect(last.signal.aborted).toBe(true)
})

test('times out only the draft whose text stops arriving', () => {
  const timeOf = draftTimers(DEFAULT_MODEL_TIMEOUTS)
  using stuck = timeOf()
  using other = timeOf()
  stuck.restart()
  wait(silenceMs)
  expect([stuck.signal.aborted, other.signal.aborted]).toEqual([true, false])
})

test('allows the longer time limit for a first text again when a draft is repaired', () => {
  using draft = draftTimers(DEFAULT_MODEL_TIMEOUTS)()
  draft.restart()
  draft.waitForOthers()
  wait(startMs - 1)
  expect(draft.signal.aborted).toBe(false)
})
