import { workerData } from 'node:worker_threads'
import { endWhenOver, type CpuAllowance } from './cpu-time.ts'

// A thread of its own, since a reader that runs wild leaves the first one no turn. Ends its process when that holds more
// than it may, has worked for longer than it may, or when its parent is gone. V8's own limit does not see what lies outside
// its heap: unpacked streams, decoded pictures.

export interface Watched {
  memoryLimitBytes: number
  allowance: CpuAllowance
}

const { memoryLimitBytes, allowance } = workerData as Watched
const parent = process.ppid

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  endWhenOver(allowance)
}, 50)
