import { describe, expect, test } from 'vitest'
import type { PublishFailure } from './failure.ts'
import { lateAt } from './late-rule.ts'
import {
  afterLook,
  ASK_AUTHOR_AFTER_MS,
  STOP_LOOKING_AFTER_MS,
  MAX_ATTEMPTS,
  nextStep,
  backoffMs,
  type LookResult,
} from './next-step.ts'
import { IDEMPOTENT_RESEND_AFTER_MS, SEND_AGAIN_AFTER_MS, SETTLE_MS } from './sending-times.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const after = (ms: number) => new Date(NOON.getTime() + ms)
const HOUR_MS = 3_600_000
const IN_AN_HOUR = after(HOUR_MS)

const step = (failure: PublishFailure, attempt = 1, late = IN_AN_HOUR) => nextStep(failure, attempt, NOON, late)
const notSent: PublishFailure = { kind: 'not-sent', detail: null }
const rateLimited = (until: Date): PublishFailure => ({ kind: 'rate-limited', until, detail: null })

describe('next step after a failure', () => {
  test('gives up a post that the network refuses permanently, and keeps the reason', () => {
    expect(step({ kind: 'refused', reason: 'duplicate', detail: 'same text' })).toEqual({
      do: 'give-up',
      because: 'duplicate',
    })
    expect(step({ kind: 'reconnect', detail: null })).toEqual({ do: 'give-up', because: 'reconnect' })
  })

  test('looks up a post with a lost response on its network before resending it', () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      expect(step({ kind: 'answer-lost', detail: null }, attempt)).toEqual({ do: 'look-first', at: NOON })
    }
  })

  test.each(['own_fault', 'media_unreachable'] as const)(
    'retries after the failure %s with growing pauses, and gives up after the maximum number of attempts',
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

  test("retries any number of times after an outage or rate limit, until the author's limit for late posts", () => {
    for (const attempt of [1, MAX_ATTEMPTS, 100]) {
      expect(step(notSent, attempt)).toEqual({ do: 'retry', at: after(2_000), because: 'not_reached' })
      expect(step(rateLimited(after(60_000)), attempt)).toMatchObject({ do: 'retry', at: after(60_000) })
    }
  })

  test('checks at least every 30 seconds on a post whose picture the network is processing', () => {
    const notReady: PublishFailure = { kind: 'not-ready', until: after(1_000), detail: null }
    expect([1, 2, 3, 4, 50].map((attempt) => step(notReady, attempt))).toEqual(
      [2_000, 6_000, 18_000, 30_000, 30_000].map((ms) => ({ do: 'retry', at: after(ms), because: 'still_processing' })),
    )
  })

  test("waits before a retry even if the reset time of the network's rate limit has already passed on Frogy's clock", () => {
    expect(step(rateLimited(after(-1_000)), 3)).toEqual({ do: 'retry', at: after(2_000), because: 'rate_limited' })
  })

  test('retries a rate-limited post with growing pauses and limited attempts if the next request must be different', () => {
    const another: PublishFailure = { kind: 'rate-limited', until: after(1_000), detail: null, of: 'post' }
    expect(step(another, 3)).toEqual({ do: 'retry', at: after(18_000), because: 'rate_limited' })
    expect(step(another, MAX_ATTEMPTS)).toEqual({ do: 'give-up', because: 'rate_limited' })
  })

  test("waits until the network's rate limit resets instead of applying the backoff", () => {
    const until = after(15 * 60_000)
    expect(step(rateLimited(until))).toEqual({ do: 'retry', at: until, because: 'rate_limited' })
  })

  test("never retries a post after the author's limit for late posts", () => {
    expect(step(rateLimited(IN_AN_HOUR))).toMatchObject({ do: 'retry' })
    expect(step(rateLimited(after(HOUR_MS + 1)))).toEqual({ do: 'give-up', because: 'rate_limited' })
    expect(step(notSent, 1, after(1_999))).toEqual({ do: 'give-up', because: 'not_reached' })
    expect(step(notSent, 1, after(2_000))).toMatchObject({ do: 'retry' })
  })

  test("waits for a picture in processing until the author's limit for late posts, with any number of attempts", () => {
    const notReady: PublishFailure = { kind: 'not-ready', until: after(15_000), detail: null }
    expect(step(notReady)).toEqual({ do: 'retry', at: after(15_000), because: 'still_processing' })
    expect(step(notReady, MAX_ATTEMPTS)).toMatchObject({ do: 'retry', because: 'still_processing' })
    expect(step(notReady, 1, after(10_000))).toEqual({ do: 'give-up', because: 'still_processing' })
  })

  test('lets the backoff between retries grow to ten minutes at most', () => {
    const pauses = Array.from({ length: 40 }, (_, n) => backoffMs(n + 1))
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index - 1] ?? 0)
    expect(Math.max(...pauses)).toBe(600_000)
  })
})

test('reports an exhausted daily limit as the reason for the failure, not a rate limit', () => {
  const failure = { ...rateLimited(after(HOUR_MS + 1)), isDaily: true } as PublishFailure
  expect(step(failure)).toEqual({ do: 'give-up', because: 'daily_limit' })
})

describe('next step after a look-up', () => {
  const look = (found: LookResult, sinceMs: number, sendAgainAfterMs = IDEMPOTENT_RESEND_AFTER_MS) =>
    afterLook(found, NOON, after(sinceMs), after(sendAgainAfterMs))

  test('records a post as published whenever a look-up finds it', () => {
    const post = { found: 'post', remoteId: '17', permalink: null } as const
    expect(look(post, 0)).toEqual({ do: 'record', remoteId: '17', permalink: null })
    expect(look(post, ASK_AUTHOR_AFTER_MS * 10)).toEqual({ do: 'record', remoteId: '17', permalink: null })
  })

  test('looks up a missing post a second time before resending it', () => {
    expect(look({ found: 'nothing' }, 0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'nothing' }, SETTLE_MS - 1)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'nothing' }, SETTLE_MS)).toEqual({ do: 'send-again' })
  })

  test('repeats a non-idempotent request only when the first request can no longer arrive', () => {
    const blind = (sinceMs: number) => look({ found: 'nothing' }, sinceMs, SEND_AGAIN_AFTER_MS)
    expect(blind(0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(blind(SETTLE_MS)).toEqual({ do: 'look-again', at: after(SEND_AGAIN_AFTER_MS) })
    expect(blind(SEND_AGAIN_AFTER_MS - 1)).toEqual({ do: 'look-again', at: after(SEND_AGAIN_AFTER_MS) })
    expect(blind(SEND_AGAIN_AFTER_MS)).toEqual({ do: 'send-again' })
  })

  test('waits until a network that lists posts late has proven that a post is missing', () => {
    const late = (sinceMs: number) => look({ found: 'nothing', provenAt: after(300_000) }, sinceMs, SEND_AGAIN_AFTER_MS)
    expect(late(SETTLE_MS)).toEqual({ do: 'look-again', at: after(SEND_AGAIN_AFTER_MS) })
    expect(late(SEND_AGAIN_AFTER_MS)).toEqual({ do: 'look-again', at: after(300_000) })
    expect(late(300_000)).toEqual({ do: 'send-again' })
  })

  test('asks the author about a lost post on a network without look-ups, after the network has had time to show it', () => {
    expect(look({ found: 'cannot-ask' }, 0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(look({ found: 'cannot-ask' }, SETTLE_MS)).toEqual({ do: 'ask-owner', lookAt: null })
  })

  test('looks a post up on an unresponsive network for a day with growing pauses, and also asks the author', () => {
    for (const found of ['no-answer', 'no-access'] as const) {
      const looks: number[] = []
      let sinceMs = ASK_AUTHOR_AFTER_MS + 1
      for (;;) {
        const next = look({ found }, sinceMs)
        if (next.do !== 'ask-owner') throw new Error(`${found} led to ${next.do}`)
        if (!next.lookAt) break
        looks.push(next.lookAt.getTime() - NOON.getTime() - sinceMs)
        sinceMs = next.lookAt.getTime() - NOON.getTime()
      }
      expect(looks[0]).toBe(ASK_AUTHOR_AFTER_MS)
      for (const [index, wait] of looks.entries()) expect(wait).toBeGreaterThanOrEqual(looks[index - 1] ?? 0)
      expect(sinceMs).toBeGreaterThan(STOP_LOOKING_AFTER_MS)
      expect(looks.length).toBeLessThan(30)
    }
  })

  test('asks the author when a network refused a post as a duplicate but a look-up does not find it', () => {
    const duplicate = (sinceMs: number) => afterLook({ found: 'nothing' }, NOON, after(sinceMs), NOON, true)
    expect(duplicate(0)).toEqual({ do: 'look-again', at: after(SETTLE_MS) })
    expect(duplicate(SETTLE_MS)).toMatchObject({ do: 'ask-owner' })
  })

  test('retries an unanswered look-up with growing pauses, and then asks the author', () => {
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
    expect(sinceMs).toBeGreaterThan(ASK_AUTHOR_AFTER_MS)
    // Limits the wait after a network restarts. Within two minutes, Frogy must know of every post whether it was
    // published.
    expect(sinceMs).toBeLessThan(2 * 60_000)
  })
})

test("publishes a late post until the author's limit for late posts has passed", () => {
  expect(lateAt(NOON, 60)).toEqual(IN_AN_HOUR)
  expect(lateAt(NOON, 0)).toEqual(NOON)
})
