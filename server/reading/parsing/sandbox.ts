import { constants } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { cpuTimeMs, endWhenOver, type CpuAllowance } from './cpu-time.ts'
import type { Watched } from './watch.ts'

// Imported before anything else in a parser process: starts the watch over its memory and its processor time, and gives up
// what Node's permission model does not hold. The limits, in ms and in bytes, are the process's last arguments.

const [cpuLimitMs = 0, memoryLimitBytes = 0] = process.argv.slice(-2).map(Number)
const allowance: CpuAllowance = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const watched: Watched = { memoryLimitBytes, allowance }
// It lies beside this, built like this or not.
new Worker(new URL(`./watch${extname(import.meta.url)}`, import.meta.url), { workerData: watched }).unref()

/** Parts of `process` that Node's own types leave out. */
interface Inner {
  permission: { drop(scope: 'worker'): void }
  _kill(pid: number, signal: number): number
  _debugProcess?: unknown
}
const inner = process as unknown as Inner
inner.permission.drop('worker')

// Signals reach any process of the same user, ours included; one of them opens a debugger's port there.
const { _kill: signal } = inner
const NO_PERMISSION = -constants.errno.EPERM
inner._kill = (pid, number) => (pid === process.pid ? signal.call(process, pid, number) : NO_PERMISSION)
delete inner._debugProcess

/** From here on the process may work for as long as it may for one task. */
export function taskBegins(): void {
  Atomics.store(allowance, 0, Math.ceil(cpuTimeMs() + cpuLimitMs))
}

/** What was too much for less time than the watch looks away is too much all the same. */
export function taskEnds(): void {
  endWhenOver(allowance)
  Atomics.store(allowance, 0, 0)
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL')
}
