import { workerData } from 'node:worker_threads'
import { endWhenOver, type CpuAllowance } from './cpu-time.ts'
import { dropRights } from './thread-rights.ts'

// Runs in a separate thread, because a runaway reader blocks the main one. Ends the process when it exceeds its memory
// or time, or its parent is gone. V8's limit excludes memory outside its heap, such as unpacked streams.

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
