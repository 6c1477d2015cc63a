import { machine } from './machine-clock.ts'

/**
 * Starts a stopwatch with two clocks and reports the larger time. The monotonic clock stops during suspension, and the
 * wall clock may be set back.
 */
export function stopwatch(): () => number {
  const [steady, wall] = [machine.steadyMs(), machine.wallMs()]
  return () => Math.max(machine.steadyMs() - steady, machine.wallMs() - wall)
}
