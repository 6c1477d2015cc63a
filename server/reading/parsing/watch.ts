import { workerData } from 'node:worker_threads'
import { endWhenOver, type CpuAllowance } from './cpu-time.ts'
import { dropRights } from './thread-rights.ts'

// Runs in its own thread, because an endless loop blocks the main thread. Ends the process when it exceeds memory or
// time, or when its parent has ended. V8's limit ignores memory outside its heap, such as unpacked streams.

export interface Watched {
  memoryLimitBytes: number
  allowance: CpuAllowance
}

dropRights()

const { memoryLimitBytes, allowance } = workerData as Watched
const parent = process.ppid

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  endWhenOver(allowance)
}, 50)
