import { uptime } from 'node:os'
import type { Reading } from './clock-estimate.ts'
export interface MachineClock {
  /** Milliseconds of a clock that cannot be set. Includes time asleep, once the machine wakes. */
  steadyMs(): number
  /** Total time asleep since the start in milliseconds, as far as the system reports it. */
  sleptMs(): number
  /** The system clock, which may be wrong and can be set. */
  wallMs(): number
}

/** A shorter difference between the two clocks does not count as sleep, because the uptime is rounded. */
const SHORTEST_SLEEP_MS = 1_000

/** Detects sleep: on Linux and macOS the monotonic clock stops during sleep while the uptime continues. */
export function machineClock(monotonicMs = () => performance.now(), uptimeMs = () => uptime() * 1_000): MachineClock {
  // Read the uptime between two reads of the monotonic clock, because the process may be suspended between the calls.
  const offsetRange = () => {
    const before = monotonicMs()
    const up = uptimeMs()
    return { least: up - monotonicMs(), most: up - before }
  }
  let last = offsetRange()
  let slept = 0
  const sleptMs = () => {
    const now = offsetRange()
    const gainedMs = now.least - last.most
    if (gainedMs > SHORTEST_SLEEP_MS) slept += gainedMs
    last = now
    return slept
  }
  return { sleptMs, steadyMs: () => sleptMs() + monotonicMs(), wallMs: () => Date.now() }
}

export const machine = machineClock()

export function readMachineClock({ steadyMs, wallMs }: MachineClock): Reading {
  const askedAt = steadyMs()
  return { askedAt, timeMs: wallMs(), answeredAt: steadyMs() }
}
