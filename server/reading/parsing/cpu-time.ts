/** Ends a process that exceeds its processor time: the signal of processor timers, which dumps no core. */
export const CPU_TIME_OVER = 'SIGVTALRM'

/** Allowed total processor time of this process in ms, 0 while idle. Shared by its threads. */
export type CpuAllowance = Int32Array<SharedArrayBuffer>

/** Processor time of all threads. Waiting on a busy machine does not count. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function endWhenOver(allowance: CpuAllowance): void {
  const until = Atomics.load(allowance, 0)
  if (until > 0 && cpuTimeMs() > until) process.kill(process.pid, CPU_TIME_OVER)
}
