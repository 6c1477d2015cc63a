import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { cpuTimeMs, endWhenOver, type CpuAllowance } from './cpu-time.ts'
import { loadWithThreads } from './picture-threads.ts'
import { dropRights } from './thread-rights.ts'
import type { ParserKind } from './start-parser-process.ts'
import type { Watched } from './watch.ts'

// Must be imported first in a parser process. Starts the watch for memory and processor time, and removes what Node's
// permission model does not cover. The process's last arguments are its kind and the limits in ms and bytes.

const [kind, ...given] = process.argv.slice(-3) as [ParserKind, string, string]
const [cpuLimitMs = 0, memoryLimitBytes = 0] = given.map(Number)
const allowance: CpuAllowance = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const watched: Watched = { memoryLimitBytes, allowance }
// In the same folder, in source and in the build.
new Worker(new URL(`./watch${extname(import.meta.url)}`, import.meta.url), { workerData: watched }).unref()

// Lower priority for this thread and those that it starts from here: serving requests comes before parsing.
setPriority(10)
if (kind === 'pictures') loadWithThreads()
dropRights()

export function startTask(): void {
  Atomics.store(allowance, 0, Math.ceil(cpuTimeMs() + cpuLimitMs))
}

/** Catches an excess between two checks of the watch. */
export function endTask(): void {
  endWhenOver(allowance)
  Atomics.store(allowance, 0, 0)
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL')
}
