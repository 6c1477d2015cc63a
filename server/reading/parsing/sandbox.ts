import { constants } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { cpuTimeMs, endWhenOver, type CpuAllowance } from './cpu-time.ts'
import type { Watched } from './watch.ts'

// Must be imported first in a parser process. Starts the watch for memory and processor time, and removes what Node's
// permission model does not cover. The process's last arguments are the limits in ms and bytes.

const [cpuLimitMs = 0, memoryLimitBytes = 0] = process.argv.slice(-2).map(Number)
const allowance: CpuAllowance = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const watched: Watched = { memoryLimitBytes, allowance }
// In the same folder, in source and in the build.
new Worker(new URL(`./watch${extname(import.meta.url)}`, import.meta.url), { workerData: watched }).unref()

/** Parts of `process` without public types. */
interface Inner {
  permission: { drop(scope: 'worker'): void }
  _kill(pid: number, signal: number): number
  _debugProcess?: unknown
}
const inner = process as unknown as Inner
inner.permission.drop('worker')

// Signals reach any process of the same user, including the server. One of them opens a debugger port.
const { _kill: signal } = inner
const NO_PERMISSION = -constants.errno.EPERM
inner._kill = (pid, number) => (pid === process.pid ? signal.call(process, pid, number) : NO_PERMISSION)
delete inner._debugProcess

export function startTask(): void {
  Atomics.store(allowance, 0, Math.ceil(cpuTimeMs() + cpuLimitMs))
}

/** Catches an excess between two checks of the watch. */
export function endTask(): void {
  endWhenOver(allowance)
  Atomics.store(allowance, 0, 0)
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL')
}
