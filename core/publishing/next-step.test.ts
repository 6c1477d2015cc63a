import { describe, expect, test } from 'vitest'
import type { PublishFailure } from './failure.ts'
import { lateAt } from './late-rule.ts'
import {
  afterLook,
  LOOK_FOR_MS,
  LOOK_ON_FOR_MS,
  MAX_ATTEMPTS,
  nextStep,
  pauseMs,
  type LookResult,
} from './next-step.ts'
import { HARMLESS_AGAIN_AFTER_MS, SEND_AGAIN_AFTER_MS, SETTLE_MS } from './sending-times.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const after = (ms: number) => new Date(NOON.getTime() + ms)
const HOUR_MS = 3_600_000
const IN_AN_HOUR = after(HOUR_MS)

const step = (failure: PublishFailure, attempt = 1, late = IN_AN_HOUR) => nextStep(failure, attempt, NOON, late)
const notSent: PublishFailure = { kind: 'not-sent', detail: null }
const rateLimited = (until: Date): PublishFailure => ({ kind: 'rate-limited', until, detail: null })

describe('after a failure', () => {
  test('what was refused for good is given up, with the reason', () => {
    expect(step({ kind: 'refused', reason: 'duplicate', detail: 'same text' })).toEqual({
      do: 'give-up',
      because: 'duplicate',
    })
    expect(step({ kind: 'reconnect', detail: null })).toEqual({ do: 'give-up', because: 'reconnect' })
  })

  test('an answer that was lost is never sent again before the network was asked', () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      expect(step({ kind: 'answer-lost', detail: null }, attempt)).toEqual({ do: 'look-first', at: NOON })
    }
  })

  test.each(['own_fault', 'media_unreachable'] as const)(
    '%s is tried again with growing pauses, and given up in the end',
    (because) => {
      const ownFault: PublishFailure = { ...notSent, because }
      const pauses = []
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
        const next = step(ownFault, attempt)
        pauses.push(next.do === 'retry' ? next.at.getTime() - NOON.getTime() : next)
      }
      expect(pauses).toEqual([2_000, 6_000, 18_000, 54_000, 162_000, 486_000, 600_000])
      expect(step(ownFault, MAX_ATTEMPTS)).toEqual({ do: 'give-up', because })
    },
  )

  test('what others wait for, too, is tried for as long as its owner wants, however often', () => {
    for (const attempt of [1, MAX_ATTEMPTS, 100]) {
      expect(step(notSent, attempt)).toEqual({ do: 'retry', at: after(2_000), because: 'not_reached' })
      expect(step(rateLimited(after(60_000)), attempt)).toMatchObject({ do: 'retry', at: after(60_000) })
    }
  })

  test('what is not ready is asked about often enough, however often it was tried before', () => {
    const notReady: PublishFailure = { kind: 'not-ready', until: after(1_000), detail: null }
    expect([1, 2, 3, 4, 50].map((attempt) => step(notReady, attempt))).toEqual(
      [2_000, 6_000, 18_000, 30_000, 30_000].map((ms) => ({ do: 'retry', at: after(ms), because: 'still_processing' })),
    )
  })

  test('a reset time that has passed on our clock is not tried at once', () => {
    expect(step(rateLimited(after(-1_000)), 3)).toEqual({ do: 'retry', at: after(2_000), because: 'rate_limited' })
  })

  test('a request that is to be made in another way is made so a few times, with growing pauses', () => {
    const another: PublishFailure = { kind: 'rate-limited', until: after(1_000), detail: null, of: 'post' }
    expect(step(another, 3)).toEqual({ do: 'retry', at: after(18_000), because: 'rate_limited' })
    expect(step(another, MAX_ATTEMPTS)).toEqual({ do: 'give-up', because: 'rate_limited' })
  })

  test("the network's own reset time wins over our pause", () => {
    const until = after(15 * 60_000)
    expect(step(rateLimited(until))).toEqual({ do: 'retry', at: until, because: 'rate_limited' })
  })

  test('nothing is tried again later than its owner wants it out', () => {
    expect(step(rateLimited(IN_AN_HOUR))).toMatchObject({ do: 'retry' })
    expect(step(rateLimited(after(HOUR_MS + 1)))).toEqual({ do: 'give-up', because: 'rate_limited' })
    expect(step(notSent, 1, after(1_999))).toEqual({ do: 'give-up', because: 'not_reached' })
    expect(step(notSent, 1, after(2_000))).toMatchObject({ do: 'retry' })
  })

  test('a network that is still busy with a picture is waited for as long as its owner wants, not so many times', () => {
    const notReady: PublishFailure = { kind: 'not-ready', until: after(15_000), detail: null }
    expect(step(notReady)).toEqual({ do: 'retry', at: after(15_000), because: 'still_processing' })
    expect(step(notReady, MAX_ATTEMPTS)).toMatchObject({ do: 'retry', because: 'still_processing' })
    expect(step(notReady, 1, after(10_000))).toEqual({ do: 'give-up', because: 'still_processing' })
  })

  test('a pause grows, and is never longer than ten minutes', () => {
    const pauses = Array.from({ length: 40 }, (_, n) => pauseMs(n + 1))
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index - 1] ?? 0)
    expect(Math.max(...pauses)).toBe(600_000)
  })
})

test('what is over for today is told as that, and not as a wait', () => {
  const failure = { ...rateLimited(after(HOUR_MS + 1)), isDaily: true } as PublishFailure
  expect(step(failure)).toEqual({ do: 'give-up', because: 'daily_limit' })
})

describe('what a look at the network means', () => {
  const look = (found: LookResult, sinceMs: number, sendAgainAfterMs = HARMLESS_AGAIN_AFTER_MS) =>
    afterLook(found, NOON, after(sinceMs), after(sendAgainAfterMs))

  test('a post that is there is recorded, whenever it was found', () => {
    const post = { found: 'post', remoteId: '17', permalink: null } as const
    expect(look(post, 0)).toEqual({ do: 'record', remoteId: '17', permalink: null })
    expect(look(post, LOOK_FOR_MS * 10)).toEqual({ do: 'record', remoteId: '17', permalink: null })
  })

  test('a post that is not there yet is looked for again before it is sent again', () => {
    expect(look({ found: 'nothing' }, 0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'nothing' }, SETTLE_MS - 1)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'nothing' }, SETTLE_MS)).toEqual({ do: 'send-again' })
  })

  test('what could arrive as a second post is sent again only once the first request can surely come no more', () => {
    const blind = (sinceMs: number) => look({ found: 'nothing' }, sinceMs, SEND_AGAIN_AFTER_MS)
    expect(blind(0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(blind(SETTLE_MS)).toEqual({ do: 'look-again', at: after(SEND_AGAIN_AFTER_MS) })
    expect(blind(SEND_AGAIN_AFTER_MS - 1)).toEqual({ do: 'look-again', at: after(SEND_AGAIN_AFTER_MS) })
    expect(blind(SEND_AGAIN_AFTER_MS)).toEqual({ do: 'send-again' })
  })

  test('a network that cannot be asked leaves it to the owner, once there is something to be seen', () => {
    expect(look({ found: 'cannot-ask' }, 0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'cannot-ask' }, SETTLE_MS)).toEqual({ do: 'ask-owner', lookAt: null })
  })

  test('one that could be asked if it wanted to is asked on beside the owner, less and less often, for a day', () => {
    for (const found of ['no-answer', 'no-access'] as const) {
      const looks: number[] = []
      let sinceMs = LOOK_FOR_MS + 1
      for (;;) {
        const next = look({ found }, sinceMs)
        if (next.do !== 'ask-owner') throw new Error(`${found} led to ${next.do}`)
        if (!next.lookAt) break
        looks.push(next.lookAt.getTime() - NOON.getTime() - sinceMs)
        sinceMs = next.lookAt.getTime() - NOON.getTime()
      }
      expect(looks[0]).toBe(LOOK_FOR_MS)
      for (const [index, wait] of looks.entries()) expect(wait).toBeGreaterThanOrEqual(looks[index - 1] ?? 0)
      expect(sinceMs).toBeGreaterThan(LOOK_ON_FOR_MS)
      expect(looks.length).toBeLessThan(30)
    }
  })

  test('where the network itself says that it has such a post, not to see one proves nothing', () => {
    const duplicate = (sinceMs: number) => afterLook({ found: 'nothing' }, NOON, after(sinceMs), NOON, true)
    expect(duplicate(0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(duplicate(SETTLE_MS)).toMatchObject({ do: 'ask-owner' })
  })

  test('a network that does not answer is asked again, less and less often, and then the owner is', () => {
    const waits: number[] = []
    let sinceMs = 0
    for (;;) {
      const next = look({ found: 'no-answer' }, sinceMs)
      if (next.do !== 'look-again') {
        expect(next.do).toBe('ask-owner')
        break
      }
      waits.push(next.at.getTime() - NOON.getTime() - sinceMs)
      sinceMs = next.at.getTime() - NOON.getTime()
    }
    expect(waits[0]).toBe(2_000)
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(waits[index - 1] ?? 0)
    expect(sinceMs).toBeGreaterThan(LOOK_FOR_MS)
    // Within two minutes of a restart no post is left undecided.
    expect(sinceMs).toBeLessThan(2 * 60_000)
  })
})

test('a post may go out until its owner’s patience ends', () => {
  expect(lateAt(NOON, 60)).toEqual(IN_AN_HOUR)
  expect(lateAt(NOON, 0)).toEqual(NOON)
})
