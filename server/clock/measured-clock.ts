import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessClock } from './clock.ts'
import { clockEstimate, JUMP_MS, type Reading } from './clock-estimate.ts'
import { readMachineClock, type MachineClock } from './machine-clock.ts'

/** Normal polling interval, and the interval while the time is unreliable. */
const READ_EVERY_MS = 2_000
const READ_AGAIN_MS = 250
/** The longest time without a measurement of the clock. After it, the steady clock is wrong by at most 0.1 s. */
const MAX_AGE_MS = 10 * 60_000
/** How long health checks report a jump. */
const JUMP_REPORTED_MS = 5 * 60_000
/**
 * After this time without an answer from another time source, accept a jump of the database's clock, because all other
 * processes follow the jump too.
 */
const ACCEPT_AFTER_MS = 30_000
/** Interval between requests to other time sources while none responds. */
const ASK_EVERY_MS = 5_000
/** Longest wait of a caller for a reliable time. */
const CALLER_WAIT_MS = 3_000
/** Longest sleep before the clock is read again, because it may have been corrected. */
const LONGEST_SLEEP_MS = 5_000

interface MeasuredClockParts {
  read(): Promise<Reading>
  /** Whether the source is the machine's own clock. Reading it takes no time, so jumps are detected immediately. */
  isMachineClock: boolean
  machine: MachineClock
  /** Asks other reliable time sources; undefined when none responds or exists. */
  askOthers: (() => Promise<Date | undefined>) | undefined
  warn: (error: unknown, message: string) => void
}

/** A clock that polls its source often and uses the machine's steady clock between the polls. */
export async function measuredClock(parts: MeasuredClockParts): Promise<ProcessClock & AsyncDisposable> {
  const { read, isMachineClock, machine, askOthers, warn } = parts
  const { steadyMs, sleptMs, wallMs } = machine
  const stopping = new AbortController()
  let lastReading = await read()
  const estimate = clockEstimate(lastReading)
  /** The machine's clocks at the last good measurement. */
  let lastClocks = { slept: sleptMs(), wallAhead: wallMs() - steadyMs() }
  let latest = 0
  let jumpPendingSince: number | undefined
  let jumpedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let pendingRead: Promise<void> | undefined
  const running = run()

  async function run(): Promise<void> {
    const stopped = once(stopping.signal, 'abort')
    while (!stopping.signal.aborted) {
      // Stop waiting at shutdown, even while the database does not answer.
      await Promise.race([poll(), stopped])
      const waitMs = isReliable() ? READ_EVERY_MS : READ_AGAIN_MS
      await pause(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  function poll(): Promise<void> {
    pendingRead ??= read()
      .then(addReading, (error: unknown) => warn(error, 'the time could not be read'))
      .finally(() => (pendingRead = undefined))
    return pendingRead
  }

  function addReading(reading: Reading): void {
    if (estimate.add(reading)) return accept(reading)
    if (jumpPendingSince === undefined) {
      jumpPendingSince = jumpedAt = steadyMs()
      warn(undefined, `the clock jumped by ${Math.round((reading.timeMs - estimate.at(reading.answeredAt)) / 1_000)} s`)
    }
    if (steadyMs() - askedAt < ASK_EVERY_MS) return
    askedAt = steadyMs()
    void judgeJump(reading)
  }

  function accept(reading: Reading): void {
    lastReading = reading
    if (jumpPendingSince !== undefined) askedAt = Number.NEGATIVE_INFINITY
    lastClocks = { slept: sleptMs(), wallAhead: wallMs() - steadyMs() }
    jumpPendingSince = undefined
  }

  /** Decides whether the clock was right before or after its jump. */
  async function judgeJump(reading: Reading): Promise<void> {
    const trueTime = await askOthers?.().catch(() => undefined)
    const shown = reading.timeMs - reading.answeredAt
    if (trueTime) {
      const [now, truth] = [steadyMs(), trueTime.getTime()]
      resolveJump(reading, Math.abs(shown + now - truth) < Math.abs(estimate.at(now) - truth))
    } else if (!askOthers) resolveJump(reading, !isMachineClock)
    else if (!isMachineClock && steadyMs() - (jumpPendingSince ?? 0) > ACCEPT_AFTER_MS) resolveJump(reading, true)
  }

  function resolveJump(reading: Reading, isRight: boolean): void {
    if (stopping.signal.aborted || jumpPendingSince === undefined) return
    warn(undefined, isRight ? 'the time since the jump is believed' : 'the time goes on as before the jump')
    if (isRight) estimate.acceptJump(reading)
    else estimate.rejectJump(reading)
    latest = Math.min(latest, estimate.at(steadyMs()))
    accept(reading)
  }

  function isReliable(): boolean {
    if (isMachineClock) addReading(readMachineClock(machine))
    if (jumpPendingSince !== undefined || steadyMs() - lastReading.answeredAt > MAX_AGE_MS) return false
    if (isMachineClock) return true
    // After a sleep or suspension, the time is unreliable, because this clock may not have counted it.
    const isUnchanged = Math.abs(wallMs() - steadyMs() - lastClocks.wallAhead) < JUMP_MS
    return isUnchanged && sleptMs() === lastClocks.slept
  }

  const nowMs = (): number => (latest = Math.max(latest, estimate.at(steadyMs())))

  return {
    now: () => new Date(nowMs()),
    async until(time, signal) {
      let leftMs = time.getTime() - nowMs()
      while (leftMs > 0 && !signal.aborted) {
        await pause(Math.min(Math.ceil(leftMs), LONGEST_SLEEP_MS), undefined, { signal }).catch(() => {})
        leftMs = time.getTime() - nowMs()
      }
    },
    isReliable,
    async waitUntilReliable() {
      const waitUntil = performance.now() + CALLER_WAIT_MS
      while (!isReliable() && performance.now() < waitUntil && !stopping.signal.aborted) {
        await Promise.race([poll(), pause(CALLER_WAIT_MS, undefined, { ref: false })])
        if (!isReliable()) await pause(READ_AGAIN_MS)
      }
      return isReliable()
    },
    trouble: () => ({
      hasJumped: steadyMs() - jumpedAt < JUMP_REPORTED_MS,
      isMachineOff: Math.abs(wallMs() - nowMs()) > JUMP_MS,
    }),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
