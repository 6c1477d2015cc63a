import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessClock } from './clock.ts'
import { carriedTime, JUMP_MS, type Reading } from './carried-time.ts'
import { ownReading, type Machine } from './machine.ts'

/** How often the source is read, and how often while that has not made the time sure. */
const READ_EVERY_MS = 2_000
const READ_AGAIN_MS = 250
/** Without a reading the time is carried on for so long: the steady clock is off by a tenth of a second then, at most. */
const FRESH_MS = 10 * 60_000
/** How long a jump is shown: what was due meanwhile needs a look. */
const SHOWN_MS = 5 * 60_000
/** A shared source that jumped and that nobody can judge is believed after so long: everybody else goes by it, too. */
const BELIEVED_AFTER_MS = 30_000
/** How often others are asked for the time while nobody answers. */
const ASK_EVERY_MS = 5_000
/** How long a caller waits for the time to become sure. */
const PATIENCE_MS = 3_000
/** How long a sleep is at most before the clock is looked at again: it may have been corrected. */
const NAP_MS = 5_000

export interface MeasuredClockParts {
  /** Looks at the clock that counts. */
  read(): Promise<Reading>
  /** Whether that is the machine's own clock, which is looked at without waiting: a jump is seen at once. */
  isOwn: boolean
  machine: Machine
  /** What time it is by others who surely know; undefined where they do not answer, or there is nobody to ask. */
  askOthers: (() => Promise<Date | undefined>) | undefined
  warn: (error: unknown, message: string) => void
}

/** A clock that goes by another one, read often and carried on by the machine's steady clock in between. */
export async function measuredClock(parts: MeasuredClockParts): Promise<ProcessClock & AsyncDisposable> {
  const { read, isOwn, machine, askOthers, warn } = parts
  const { steadyMs, sleptMs, wallMs } = machine
  const stopping = new AbortController()
  let good = await read()
  const carried = carriedTime(good)
  /** What the machine's clocks said at the last good reading. */
  let then = { slept: sleptMs(), wallAhead: wallMs() - steadyMs() }
  let latest = 0
  let heldSince: number | undefined
  let jumpedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const running = run()

  async function run(): Promise<void> {
    const stopped = once(stopping.signal, 'abort')
    while (!stopping.signal.aborted) {
      // A database that hangs must not hold up a stop.
      await Promise.race([readAgain(), stopped])
      const waitMs = isSure() ? READ_EVERY_MS : READ_AGAIN_MS
      await pause(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  function readAgain(): Promise<void> {
    reading ??= read()
      .then(take, (error: unknown) => warn(error, 'the time could not be read'))
      .finally(() => (reading = undefined))
    return reading
  }

  function take(one: Reading): void {
    if (carried.read(one)) return trust(one)
    if (heldSince === undefined) {
      heldSince = jumpedAt = steadyMs()
      warn(undefined, `the clock jumped by ${Math.round((one.timeMs - carried.at(one.answeredAt)) / 1_000)} s`)
    }
    if (steadyMs() - askedAt < ASK_EVERY_MS) return
    askedAt = steadyMs()
    void judge(one)
  }

  function trust(one: Reading): void {
    good = one
    if (heldSince !== undefined) askedAt = Number.NEGATIVE_INFINITY
    then = { slept: sleptMs(), wallAhead: wallMs() - steadyMs() }
    heldSince = undefined
  }

  /** Which is right after a jump, the time as it was going, or as it shows now? */
  async function judge(one: Reading): Promise<void> {
    const said = await askOthers?.().catch(() => undefined)
    const shown = one.timeMs - one.answeredAt
    if (said) {
      const [now, truth] = [steadyMs(), said.getTime()]
      settle(one, Math.abs(shown + now - truth) < Math.abs(carried.at(now) - truth))
    } else if (!askOthers) settle(one, !isOwn)
    else if (!isOwn && steadyMs() - (heldSince ?? 0) > BELIEVED_AFTER_MS) settle(one, true)
  }

  function settle(one: Reading, isRight: boolean): void {
    if (stopping.signal.aborted || heldSince === undefined) return
    warn(undefined, isRight ? 'the time since the jump is believed' : 'the time goes on as before the jump')
    if (isRight) carried.believe(one)
    else carried.doubt(one)
    latest = Math.min(latest, carried.at(steadyMs()))
    trust(one)
  }

  function isSure(): boolean {
    if (isOwn) take(ownReading(machine))
    if (heldSince !== undefined || steadyMs() - good.answeredAt > FRESH_MS) return false
    if (isOwn) return true
    // What slept, or was stopped from outside, may have lost time that nothing here has counted.
    const isUnmoved = Math.abs(wallMs() - steadyMs() - then.wallAhead) < JUMP_MS
    return isUnmoved && sleptMs() === then.slept
  }

  const nowMs = (): number => (latest = Math.max(latest, carried.at(steadyMs())))

  return {
    now: () => new Date(nowMs()),
    async until(time, signal) {
      let leftMs = time.getTime() - nowMs()
      while (leftMs > 0 && !signal.aborted) {
        await pause(Math.min(Math.ceil(leftMs), NAP_MS), undefined, { signal }).catch(() => {})
        leftMs = time.getTime() - nowMs()
      }
    },
    isSure,
    async becomesSure() {
      const patientUntil = performance.now() + PATIENCE_MS
      while (!isSure() && performance.now() < patientUntil && !stopping.signal.aborted) {
        await Promise.race([readAgain(), pause(PATIENCE_MS, undefined, { ref: false })])
        if (!isSure()) await pause(READ_AGAIN_MS)
      }
      return isSure()
    },
    trouble: () => ({
      hasJumped: steadyMs() - jumpedAt < SHOWN_MS,
      isMachineOff: Math.abs(wallMs() - nowMs()) > JUMP_MS,
    }),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
