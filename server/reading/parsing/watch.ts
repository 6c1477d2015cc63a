import { workerData } from 'node:worker_threads'
import { cpuTimeMs, endWhenOver, STALLED, type CpuAllowance } from './cpu-time.ts'
import { dropRights } from './thread-rights.ts'

// Runs in its own thread, because an endless loop blocks the main thread. Ends the process when it exceeds memory or
// time, when its task stalls, or when its parent has ended. V8's limit ignores memory outside its heap, such as unpacked
// streams.

export interface Watched {
  memoryLimitBytes: number
  allowance: CpuAllowance
  /** How long a task may use almost no processor time. */
  stallMs: number
}

const CHECK_MS = 50
/** The processor time within `stallMs` below which a task has stalled. The checks themselves use a little. */
const STALL_CPU_MS = 100

dropRights()

const { memoryLimitBytes, allowance, stallMs } = workerData as Watched
const parent = process.ppid
let cpuMsBefore = 0
let checksWithoutWork = 0

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  endWhenOver(allowance)
  endWhenStalled()
}, CHECK_MS)

/** Counts checks instead of time, because on a busy machine the checks are as late as the task itself. */
function endWhenStalled(): void {
  const cpuMs = cpuTimeMs()
  if (Atomics.load(allowance, 0) === 0 || cpuMs - cpuMsBefore >= STALL_CPU_MS) {
    cpuMsBefore = cpuMs
    checksWithoutWork = 0
  } else if (++checksWithoutWork >= stallMs / CHECK_MS) process.kill(process.pid, STALLED)
}
