import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'

export interface Running extends AsyncDisposable {
  pid: number
  /** The match of the expected text in the program's output. */
  ready: RegExpMatchArray
}

/** Starts a program with this Node and waits until its output matches. */
export async function run(
  args: string[],
  environment: Record<string, string | undefined>,
  ready: RegExp,
): Promise<Running> {
  const child = spawn(...exitWithParent(process.execPath, args), {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const match = await firstMatch(child, ready)
  return {
    pid: child.pid ?? 0,
    ready: match,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function firstMatch(child: ChildProcess, ready: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const match = printed.match(ready)
        if (match) resolve(match)
      })
    }
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${printed}`)))
  })
}

/** The memory of a process and its descendants, in MiB. Counts each shared memory page once. Linux only. */
export function memoryMiB(pid: number): number {
  const kilobytes = [pid, ...descendants(pid)].map(kilobytesOf)
  return kilobytes.reduce((total, one) => total + one, 0) / 1024
}

/** The memory of a process without its descendants, in MiB. */
export const ownMemoryMiB = (pid: number): number => kilobytesOf(pid) / 1024

/** Returns zero if the process has ended. This may happen while the memory is added up. */
function kilobytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1])
  } catch {
    return 0
  }
}

function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

const parentOf = (pid: string): number => Number(statOf(Number(pid))[1])

/** The fields of `/proc/PID/stat` after the process name; zeros if the process has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return Array.from({ length: 20 }, () => '0')
  }
}

/** The processor time of a process so far, in ms (the kernel counts in steps of 10). Linux only. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The processor time of a process and its descendants, including ended children that it waited for, in ms. */
export function cpuMsOfAll(pid: number): number {
  const own = [pid, ...descendants(pid)].reduce((total, one) => total + cpuMs(one), 0)
  const ended = statOf(pid)
  return own + (Number(ended[13]) + Number(ended[14])) * 10
}
