import { workerData } from 'node:worker_threads'

// A thread of its own, since a reader that runs wild leaves the first one no turn. Ends its process when that holds more than it may, or when its parent is gone. V8's own limit does not see what lies
// outside its heap: unpacked streams, decoded pictures.

const limitBytes = workerData as number
const parent = process.ppid

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 50)
