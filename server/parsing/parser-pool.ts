import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#core/errors.ts'
import type { About, ParserName, ParserOutput } from './parse.ts'
import type { Outcome, Task } from './parser-process.ts'

/** Reads what strangers made, in processes apart, so that a hostile file costs its sender the answer and nobody anything else. */
export interface Parsers extends AsyncDisposable {
  /**
   * @throws AppError what the reader found wrong, or that it took too long or too much memory, or `parser_busy`
   * @throws Error when the reader itself has a bug
   */
  parse<Name extends ParserName>(
    parser: Name,
    bytes: Uint8Array,
    about: About<Name>,
    signal?: AbortSignal,
  ): Promise<ParserOutput<Name>>
}

export interface ParserLimits {
  processes: number
  /** From the start of the work, not of the wait. */
  timeMs: number
  memoryBytes: number
  /** How many may wait at most, and how long. */
  waiting: number
  waitMs: number
  /** After so long without work a process ends. */
  idleMs: number
}

const MIB = 1024 * 1024

const LIMITS: ParserLimits = {
  processes: Math.min(2, availableParallelism()),
  timeMs: 15_000,
  memoryBytes: 700 * MIB,
  waiting: 40,
  waitMs: 12_000,
  idleMs: 20_000,
}

/** A process that still holds so much after its work is not used again. */
const USED_UP_BYTES = 300 * MIB

/** What is said of an input whose process had to be ended. */
const ENDED: Record<ParserName, { tooLong: ErrorCode; tooMuch: ErrorCode; crashed: ErrorCode }> = {
  article: { tooLong: 'page_too_complex', tooMuch: 'page_too_complex', crashed: 'page_too_complex' },
  document: { tooLong: 'document_timed_out', tooMuch: 'document_bomb', crashed: 'document_damaged' },
  picture: { tooLong: 'image_damaged', tooMuch: 'image_damaged', crashed: 'image_damaged' },
}

/** Why an AppError of ours was thrown without the reader's word: its process had to be ended, or broke. */
export class ParserEnded extends Error {
  override readonly name = 'ParserEnded'
}

interface Job {
  task: Task
  bytes: Uint8Array
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
  /** Ends the wait: by time, or because the caller has left. */
  stopWaiting: () => void
}

export function openParsers(given: Partial<ParserLimits> = {}): Parsers {
  const limits = { ...LIMITS, ...given }
  const waiting: Job[] = []
  const all = new Set<ParserProcess>()
  const idle: ParserProcess[] = []

  function startNext(): void {
    while (waiting.length > 0) {
      const process = idle.pop() ?? (all.size < limits.processes ? start() : undefined)
      const job = process && waiting.shift()
      if (!job) return
      job.stopWaiting()
      void process.run(job).then(job.resolve, job.reject)
    }
  }

  function start(): ParserProcess {
    const process: ParserProcess = startProcess(limits, {
      onFree: () => {
        idle.push(process)
        startNext()
      },
      onGone: () => {
        all.delete(process)
        const at = idle.indexOf(process)
        if (at >= 0) idle.splice(at, 1)
        startNext()
      },
    })
    all.add(process)
    return process
  }

  return {
    parse(parser, bytes, about, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        if (waiting.length >= limits.waiting) throw new AppError('parser_busy', { retryAfterMs: 10_000 })
        const leave = (error: unknown) => {
          waiting.splice(waiting.indexOf(job), 1)
          job.stopWaiting()
          reject(error)
        }
        const onAbort = () => leave(signal?.reason)
        const timer = setTimeout(() => leave(new AppError('parser_busy', { retryAfterMs: 10_000 })), limits.waitMs)
        signal?.addEventListener('abort', onAbort)
        const job: Job = {
          task: { parser, about, byteLength: bytes.length },
          bytes,
          resolve: resolve as (output: unknown) => void,
          reject,
          stopWaiting: () => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
          },
        }
        waiting.push(job)
        startNext()
      })
    },
    async [Symbol.asyncDispose]() {
      for (const job of waiting.splice(0)) {
        job.stopWaiting()
        job.reject(new AppError('shutting_down'))
      }
      await Promise.all([...all].map((process) => process.end()))
    },
  }
}

/** Node's own permission model: code may be read; files, connections and other processes are out of reach. */
export const SANDBOX = [
  '--permission',
  `--allow-fs-read=${join(import.meta.dirname, '..', '..')}`,
  '--allow-worker',
  '--allow-addons',
  '--disable-warning=SecurityWarning',
]

interface ParserProcess {
  run(job: Pick<Job, 'task' | 'bytes'>): Promise<unknown>
  end(): Promise<void>
}

function startProcess(
  limits: ParserLimits,
  { onFree, onGone }: { onFree: () => void; onGone: () => void },
): ParserProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, 'parser-process.ts'), [String(limits.memoryBytes)], {
    serialization: 'advanced',
    // Its secrets stay here. Native code asks where temporary files go, though none should be made.
    env: { TMPDIR: tmpdir() },
    execArgv: [...SANDBOX, `--max-old-space-size=${Math.round(limits.memoryBytes / MIB / 2)}`],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  // A process that ends while it is written to says so by its exit.
  child.stdin?.on('error', () => {})
  let current: { parser: ParserName; resolve: (output: unknown) => void; reject: (error: unknown) => void } | undefined
  let isTooLong = false
  let isClosing = false
  let timer: NodeJS.Timeout | undefined

  const restFor = (ms: number, onEnd: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(onEnd, ms)
  }
  // Out of the pool before it is dead: nobody may hand it work in between.
  const retire = () => {
    onGone()
    child.kill('SIGKILL')
  }
  // Neither the process nor its channels keep this one alive while they have nothing to do.
  const rest = () => {
    restFor(limits.idleMs, retire)
    timer?.unref()
    child.unref()
    child.channel?.unref()
    ;(child.stdin as Socket | null)?.unref()
  }

  const gone = new Promise<void>((resolve) => {
    const onEnd = (signal: string | null) => {
      clearTimeout(timer)
      const job = current
      current = undefined
      if (job) {
        const { tooLong, tooMuch, crashed } = ENDED[job.parser]
        // V8 ends its process by SIGABRT when its heap is full, our watch by SIGKILL.
        const isTooMuch = signal === 'SIGKILL' || signal === 'SIGABRT'
        const cause = new ParserEnded(isTooLong ? `It took over ${limits.timeMs} ms` : `It ended by ${signal}`)
        const code = isClosing ? 'shutting_down' : isTooLong ? tooLong : isTooMuch ? tooMuch : crashed
        job.reject(new AppError(code, { cause }))
      }
      onGone()
      resolve()
    }
    child.once('exit', (_code, signal) => onEnd(signal))
    child.once('error', () => onEnd(null))
  })

  child.on('message', (message: Outcome) => {
    if (!current) return
    const { resolve, reject } = current
    current = undefined
    if (message.memoryBytes > USED_UP_BYTES) retire()
    else {
      rest()
      onFree()
    }
    if ('output' in message) resolve(message.output)
    else if ('refused' in message) reject(new AppError(message.refused.code, { values: message.refused.values }))
    else reject(new Error('A parser broke', { cause: message.broke }))
  })

  return {
    run: ({ task, bytes }) =>
      new Promise((resolve, reject) => {
        current = { parser: task.parser, resolve, reject }
        child.ref()
        child.channel?.ref()
        ;(child.stdin as Socket | null)?.ref()
        restFor(limits.timeMs, () => {
          isTooLong = true
          child.kill('SIGKILL')
        })
        child.send(task)
        child.stdin?.write(bytes)
      }),
    async end() {
      isClosing = true
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}
