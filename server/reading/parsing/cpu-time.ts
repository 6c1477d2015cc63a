/**
 * The signal that ends a process after too much processor time. POSIX processor timers use it, and it writes no core
 * dump.
 */
export const CPU_TIME_OVER = 'SIGVTALRM'

/** The signal that ends a process whose task stopped using processor time. It writes no core dump either. */
export const STALLED = 'SIGALRM'

/**
 * The processor time in ms, counted from the process's start, at which the process must end. 0 if idle. All threads
 * share the value.
 */
export type CpuAllowance = Int32Array<SharedArrayBuffer>
export const NO_LIMIT = 2 ** 31 - 1

/** The processor time that all threads of this process have used. It does not grow while they wait. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function endWhenOver(allowance: CpuAllowance): void {
  const until = Atomics.load(allowance, 0)
  if (until > 0 && cpuTimeMs() > until) process.kill(process.pid, CPU_TIME_OVER)
}
