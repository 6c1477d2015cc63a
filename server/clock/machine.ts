import { uptime } from 'node:os'
import type { Reading } from './carried-time.ts'

/** What the machine knows of time by itself. */
export interface Machine {
  /** Ms that pass by a clock that nobody sets. Counts a sleep, too, once it is over. */
  steadyMs(): number
  /** How long the machine has slept since the start, as far as its system tells, in ms. */
  sleptMs(): number
  /** What the machine's own clock shows: it may be wrong, and it may be set. */
  wallMs(): number
}

/** Well above what the uptime is rounded to. */
const SHORTEST_SLEEP_MS = 1_000

/** On Linux and macOS the monotonic clock stands still while the machine sleeps, and the uptime goes on. */
export function machineTime(monotonicMs = () => performance.now(), uptimeMs = () => uptime() * 1_000): Machine {
  // The process may be stopped between two looks, so each gives a range.
  const apart = () => {
    const before = monotonicMs()
    const up = uptimeMs()
    return { least: up - monotonicMs(), most: up - before }
  }
  let last = apart()
  let slept = 0
  const sleptMs = () => {
    const now = apart()
    const gainedMs = now.least - last.most
    if (gainedMs > SHORTEST_SLEEP_MS) slept += gainedMs
    last = now
    return slept
  }
  return { sleptMs, steadyMs: () => sleptMs() + monotonicMs(), wallMs: () => Date.now() }
}

/** This one. */
export const machine = machineTime()

/** What the machine's own clock shows. */
export function ownReading({ steadyMs, wallMs }: Machine): Reading {
  const askedAt = steadyMs()
  return { askedAt, timeMs: wallMs(), answeredAt: steadyMs() }
}
