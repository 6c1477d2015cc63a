/** How a process ends that has worked longer than it may: the signal of timers that count processor time; no core is dumped. */
export const CPU_TIME_OVER = 'SIGVTALRM'

/** Of this process, how much processor time it may have used in all, in ms; 0 while it has no task. Its threads share it. */
export type CpuAllowance = Int32Array<SharedArrayBuffer>

/** What all threads of this process have worked. Waiting for a turn on a busy machine is not in it. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function endWhenOver(allowance: CpuAllowance): void {
  const until = Atomics.load(allowance, 0)
  if (until > 0 && cpuTimeMs() > until) process.kill(process.pid, CPU_TIME_OVER)
}
