import { getPriority, setPriority } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { cpuTimeMs, endWhenOver, NO_LIMIT, type CpuAllowance } from './cpu-time.ts'
import { loadWithThreads } from './picture-threads.ts'
import { dropRights } from './thread-rights.ts'
import type { ParserKind } from '#core/reading/parsers.ts'
import type { Watched } from './watch.ts'

// A parser process must import this first. It limits memory and processor time, and removes rights that Node's
// permission model leaves. The last arguments of the process are its kind and its limits in ms, bytes and ms.

const [kind, ...given] = process.argv.slice(-4) as [ParserKind, string, string, string]
const [cpuLimitMs = 0, memoryLimitBytes = 0, stallMs = 0] = given.map(Number)
const LOWEST_PRIORITY = 19
const allowance: CpuAllowance = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
// Treat the start of the process as a task without a processor time limit, because its threads can stall then too.
Atomics.store(allowance, 0, NO_LIMIT)

// Lower the priority of all threads of this process, because requests are more urgent than parsing. Start from the
// inherited priority, which the operator may have changed. On a busy machine, the watch thread is then as late as the
// task.
setPriority(Math.min(getPriority() + 5, LOWEST_PRIORITY))

const watched: Watched = { memoryLimitBytes, allowance, stallMs }
// The file `watch` is next to this file, both in the source and in the build.
new Worker(new URL(`./watch${extname(import.meta.url)}`, import.meta.url), { workerData: watched }).unref()

if (kind === 'pictures') loadWithThreads()
dropRights()

export function startTask(): void {
  Atomics.store(allowance, 0, Math.ceil(cpuTimeMs() + cpuLimitMs))
}

/** Checks the limits at the end of a task, because the watch thread checks them only now and then. */
export function endTask(): void {
  endWhenOver(allowance)
  Atomics.store(allowance, 0, 0)
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL')
}
