import { uptime } from 'node:os'
import type { Reading } from './clock-estimate.ts'

export interface MachineClock {
  /** Milliseconds of a clock that cannot be set. Includes time asleep, once the machine wakes. */
  steadyMs(): number
  /** How many milliseconds the machine has slept since this clock was created, as far as the system reports it. */
  sleptMs(): number
  /** The system clock, which may be wrong and can be set. */
  wallMs(): number
}

/** A shorter difference between the two clocks does not count as sleep, because the uptime is rounded. */
const SHORTEST_SLEEP_MS = 1_000

/** How long the last read of the uptime stays valid. The read takes a hundred times as long as one of the other clocks. */
const UPTIME_VALID_MS = 100

/** Detects sleep: on Linux and macOS the monotonic clock stops during sleep while the uptime continues. */
export function machineClock(
  monotonicMs = () => performance.now(),
  uptimeMs = () => uptime() * 1_000,
  wallMs = () => Date.now(),
): MachineClock {
  // Read the uptime between two reads of the monotonic clock, because the process may be suspended between the calls.
  const offsetRange = () => {
    const before = monotonicMs()
    const up = uptimeMs()
    return { least: up - monotonicMs(), most: up - before }
  }
  const clocks = () => {
    const at = monotonicMs()
    return { at, wallAhead: wallMs() - at }
  }
  let last = { ...offsetRange(), ...clocks() }
  let slept = 0
  const sleptMs = () => {
    const { at, wallAhead } = clocks()
    // A sleep usually moves the wall clock ahead too. If it did not move, skip the slow read of the uptime, unless the
    // last read is old.
    const isSame = Math.abs(wallAhead - last.wallAhead) < SHORTEST_SLEEP_MS / 2
    if (isSame && at - last.at < UPTIME_VALID_MS) return slept
    const now = offsetRange()
    const gainedMs = now.least - last.most
    if (gainedMs > SHORTEST_SLEEP_MS) slept += gainedMs
    last = { ...now, ...clocks() }
    return slept
  }
  return { sleptMs, steadyMs: () => sleptMs() + monotonicMs(), wallMs }
}

export const machine = machineClock()

export function readMachineClock({ steadyMs, wallMs }: MachineClock): Reading {
  const askedAt = steadyMs()
  return { askedAt, timeMs: wallMs(), answeredAt: steadyMs() }
}
