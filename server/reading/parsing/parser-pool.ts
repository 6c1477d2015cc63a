import { once } from 'node:events'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import type { Writable } from 'node:stream'
import type { ParserKind, ParserName } from '#core/reading/parsers.ts'
import { AppError, type ErrorCode } from '#core/errors.ts'
import type { LargeInput } from '../../media/video-file.ts'
import { programFile } from '../../program-file.ts'
import { CPU_TIME_OVER, STALLED } from './cpu-time.ts'
import type { About, ParserOutput } from './parse.ts'
import type { STARTED, SKIP, SKIPPED, Outcome, Task } from './parser-process.ts'
import { kindOf, startParserProcess } from './start-parser-process.ts'

/** Parses untrusted input in separate processes, so that a hostile file fails only its own request. */
export interface Parsers extends AsyncDisposable {
  /**
   * @throws AppError the reader's error, a time or memory limit, or `parser_busy`. Any other error is a bug in the
   * reader, or a process that cannot start
   */
  parse<Name extends ParserName>(
    parser: Name,
    bytes: Uint8Array | LargeInput,
    about: About<Name>,
    signal?: AbortSignal,
  ): Promise<ParserOutput<Name>>
}

export interface ParserLimits {
  processes: number
  /** Limit for the processor time of a task, however busy the machine is. */
  cpuMs: number
  /** Limit for the total duration of a task, without the wait in the queue. It ends work that hangs. */
  wallMs: number
  /**
   * How long a task may use almost no processor time, as when threads wait for each other. Its process is replaced.
   */
  stallMs: number
  memoryBytes: number
  /** Memory limit for pictures. An AVIF of 50 million pixels takes 1,100 MB. */
  pictureMemoryBytes: number
  /** How many tasks may wait. */
  waiting: number
  /** How long a task may wait. The first one in the queue may wait longer. */
  waitMs: number
  /** How long a process stays idle before it ends. */
  idleMs: number
}

const MIB = 1024 * 1024

const LIMITS: ParserLimits = {
  processes: Math.min(2, availableParallelism()),
  cpuMs: 15_000,
  wallMs: 60_000,
  stallMs: 10_000,
  memoryBytes: 700 * MIB,
  pictureMemoryBytes: 1_200 * MIB,
  waiting: 40,
  // Slightly less than the time that the browser waits for the response to an upload.
  waitMs: 25_000,
  idleMs: 20_000,
}

/** How long a process may take to start and receive its bytes. */
const START_MS = 60_000

/** A process that holds more memory after its work is ended, because the memory of WebAssembly never shrinks. */
const MAX_REUSE_BYTES: Record<ParserKind, number> = { texts: 300 * MIB, pictures: 450 * MIB }

/** The errors for an input whose process took too long, took too much memory, or crashed. */
const ENDED: Record<ParserName, { tooLong: ErrorCode; tooMuch: ErrorCode; crashed: ErrorCode }> = {
  article: { tooLong: 'page_too_complex', tooMuch: 'page_too_complex', crashed: 'page_too_complex' },
  document: { tooLong: 'document_timed_out', tooMuch: 'document_bomb', crashed: 'document_damaged' },
  pdfFacts: { tooLong: 'document_timed_out', tooMuch: 'document_bomb', crashed: 'document_damaged' },
  picture: { tooLong: 'image_too_complex', tooMuch: 'image_too_complex', crashed: 'image_damaged' },
  linkCard: { tooLong: 'page_too_complex', tooMuch: 'page_too_complex', crashed: 'page_too_complex' },
  feed: { tooLong: 'feed_unreadable', tooMuch: 'feed_unreadable', crashed: 'feed_unreadable' },
  drafts: { tooLong: 'drafts_too_complex', tooMuch: 'drafts_too_complex', crashed: 'drafts_too_complex' },
  unfounded: { tooLong: 'drafts_too_complex', tooMuch: 'drafts_too_complex', crashed: 'drafts_too_complex' },
  logo: { tooLong: 'image_too_complex', tooMuch: 'image_too_complex', crashed: 'image_damaged' },
  portrait: { tooLong: 'image_too_complex', tooMuch: 'image_too_complex', crashed: 'image_damaged' },
  cardPicture: { tooLong: 'image_too_complex', tooMuch: 'image_too_complex', crashed: 'image_damaged' },
}

/**
 * Signals that mean too much memory: SIGKILL comes from Frogy's watch thread, the others from V8 when its heap is full.
 */
const FULL_MEMORY: ReadonlySet<string> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL'])

/** The cause of an AppError from the pool itself, because the process was killed or crashed. */
export class ParserEnded extends Error {
  override readonly name = 'ParserEnded'
}

/** A bug in a reader that rejected its input. The user sees the rejection, and the bug is logged. */
export class ReaderBug extends Error {
  override readonly name = 'ReaderBug'
}

/**
 * A failure that the input did not cause. The process ended or failed to start before it read any bytes, or it stalled.
 * `cause` is set only for a stall.
 */
class WorkLost extends Error {
  override readonly name = 'WorkLost'
}

const busy = (cause?: unknown) => new AppError('parser_busy', { retryAfterMs: 10_000, cause })

interface Job {
  task: Task
  bytes: Uint8Array | LargeInput
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
  /** Ends the wait in the queue. Call this when the task starts, has waited too long or is aborted by its caller. */
  stopWaiting: () => void
  signal: AbortSignal | undefined
  isSecondTry: boolean
}

/** Opens a pool of parser processes. @param onFault receives each abnormal end of a process, and bugs in readers */
export function openParsers(given: Partial<ParserLimits> = {}, onFault: (error: Error) => void = () => {}): Parsers {
  const limits = { ...LIMITS, ...given }
  const waiting: Job[] = []
  const all = new Set<ParserProcess>()
  const idle: ParserProcess[] = []
  let isClosed = false

  function startNext(): void {
    while (waiting.length > 0) {
      const [{ task }] = waiting as [Job]
      const process = processFor(kindOf(task.parser))
      const job = process && waiting.shift()
      if (!job) return
      job.stopWaiting()
      process.run(job).then(job.resolve, (error: unknown) => settle(job, error))
    }
  }

  /** Finds an idle process of this kind or starts one. If the pool is full, ends an idle process of the other kind. */
  function processFor(kind: ParserKind): ParserProcess | undefined {
    const at = idle.findLastIndex((process) => process.kind === kind)
    if (at >= 0) return idle.splice(at, 1)[0]
    if (all.size < limits.processes) return start(kind)
    // When the retired process has ended, `onGone` starts the next task.
    idle.shift()?.retire()
    return undefined
  }

  /** Rejects a failed task, or retries it once if its input is not the cause. */
  function settle(job: Job, error: unknown): void {
    if (error instanceof WorkLost || (error instanceof AppError && error.cause)) onFault(error)
    if (!(error instanceof WorkLost)) job.reject(error)
    else if (isClosed) job.reject(new AppError('shutting_down'))
    else if (job.signal?.aborted) job.reject(job.signal.reason)
    else if (job.isSecondTry) job.reject(error.cause ? busy(error.cause) : error)
    else {
      waiting.unshift({ ...job, isSecondTry: true })
      startNext()
    }
  }

  /** Starts a process; undefined if that fails. If no other process exists, all waiting callers get the error. */
  function start(kind: ParserKind): ParserProcess | undefined {
    try {
      return startOne(kind)
    } catch (error) {
      onFault(error as Error)
      if (all.size === 0) for (const job of waiting.splice(0)) job.reject(error)
      return undefined
    }
  }

  function startOne(kind: ParserKind): ParserProcess {
    const process: ParserProcess = startProcess(kind, limits, {
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
        if (isClosed) throw new AppError('shutting_down')
        if (waiting.length >= limits.waiting) throw busy()
        const leave = (error: unknown) => {
          waiting.splice(waiting.indexOf(job), 1)
          job.stopWaiting()
          reject(error)
        }
        const onAbort = () => leave(signal?.reason)
        // Reject only tasks that are not next in the queue, so that even a slow machine accepts a single upload.
        const timer = setInterval(() => {
          if (waiting.indexOf(job) >= limits.processes) leave(busy())
        }, limits.waitMs)
        signal?.addEventListener('abort', onAbort)
        const job: Job = {
          task: { parser, about, byteLength: bytes.byteLength },
          bytes,
          resolve: resolve as (output: unknown) => void,
          reject,
          signal,
          isSecondTry: false,
          stopWaiting: () => {
            clearInterval(timer)
            signal?.removeEventListener('abort', onAbort)
          },
        }
        waiting.push(job)
        startNext()
      })
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const job of waiting.splice(0)) {
        job.stopWaiting()
        job.reject(new AppError('shutting_down'))
      }
      await Promise.all([...all].map((process) => process.end()))
    },
  }
}

interface ParserProcess {
  kind: ParserKind
  run(job: Pick<Job, 'task' | 'bytes' | 'signal'>): Promise<unknown>
  retire(): void
  end(): Promise<void>
}

function startProcess(
  kind: ParserKind,
  limits: ParserLimits,
  { onFree, onGone }: { onFree: () => void; onGone: () => void },
): ParserProcess {
  const child = startParserProcess(programFile('parser-process'), kind, {
    cpuMs: limits.cpuMs,
    memoryBytes: kind === 'pictures' ? limits.pictureMemoryBytes : limits.memoryBytes,
    stallMs: limits.stallMs,
  })
  child.on('error', () => {})
  // A process without an id did not start, for example because too many files are open. Node throws an exception for
  // some of these errors only.
  if (child.pid === undefined) throw new WorkLost('A parser process could not be started')
  // Ignore write errors. If the process ends during a write, its `exit` event reports that.
  child.stdin?.on('error', () => {})
  let current:
    | {
        parser: ParserName
        hasBegun: boolean
        isForgotten: boolean
        resolve: (output: unknown) => void
        reject: (error: unknown) => void
      }
    | undefined
  let isStuck = false
  let isClosing = false
  let timer: NodeJS.Timeout | undefined

  const restFor = (ms: number, onEnd: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(onEnd, ms)
  }
  // Remove the process from the pool first, so that it gets no new task.
  const retire = () => {
    onGone()
    child.kill('SIGKILL')
  }
  const endStuck = () => {
    isStuck = true
    child.kill('SIGKILL')
  }
  // An idle process, with its channels, must not keep Frogy's process alive.
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
        const isTooMuch = signal !== null && FULL_MEMORY.has(signal)
        const code = signal === CPU_TIME_OVER ? tooLong : isTooMuch ? tooMuch : crashed
        const cause = new ParserEnded(isStuck ? `It took over ${limits.wallMs} ms` : `It ended by ${signal}`)
        if (isClosing) job.reject(new AppError('shutting_down', { cause }))
        else if (signal === STALLED) job.reject(new WorkLost(cause.message, { cause }))
        else if (!job.hasBegun) job.reject(new WorkLost(cause.message))
        // If a task took too long but used little processor time, the machine was busy. The error then does not blame
        // the input.
        else job.reject(isStuck ? busy(cause) : new AppError(code, { cause }))
      }
      onGone()
      resolve()
    }
    child.once('exit', (_code, signal) => onEnd(signal))
  })

  const free = () => {
    current = undefined
    rest()
    onFree()
  }

  child.on('message', (message: Outcome | typeof STARTED | typeof SKIPPED) => {
    if (!current) return
    if (message === 'forgotten') return free()
    if (message === 'begun') {
      current.hasBegun = true
      return current.isForgotten ? retire() : restFor(limits.wallMs, endStuck)
    }
    const { parser, resolve, reject } = current
    if (message.memoryBytes > MAX_REUSE_BYTES[kind]) {
      current = undefined
      retire()
    } else free()
    if ('output' in message) resolve(message.output)
    else if ('refused' in message) {
      const cause = message.bug === undefined ? undefined : new ReaderBug(message.bug)
      reject(new AppError(message.refused.code, { values: message.refused.values, cause }))
    } else if ('failed' in message) {
      reject(new AppError(ENDED[parser][message.failed], { cause: new ReaderBug(message.bug) }))
    } else reject(new Error('A parser broke', { cause: message.broke }))
  })

  return {
    kind,
    retire,
    run: ({ task, bytes, signal }) =>
      new Promise((resolve, reject) => {
        current = { parser: task.parser, hasBegun: false, isForgotten: false, resolve, reject }
        // When the caller aborts, end the process that runs the task. A process that is still starting skips the task.
        signal?.addEventListener('abort', () => {
          if (current?.reject !== reject) return
          reject(signal.reason)
          if (current.hasBegun) return retire()
          current.isForgotten = true
          child.send('forget' satisfies typeof SKIP)
        })
        child.ref()
        child.channel?.ref()
        ;(child.stdin as Socket | null)?.ref()
        restFor(START_MS, endStuck)
        child.send(task)
        if (!('open' in bytes)) child.stdin?.write(bytes)
        else
          // If the input cannot be read to its end, end the process, which would wait for more bytes.
          sendTo(child.stdin, bytes).catch((error: unknown) => {
            if (current?.reject !== reject) return
            current = undefined
            retire()
            reject(error)
          })
      }),
    async end() {
      isClosing = true
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function sendTo(stdin: Writable | null, { open }: LargeInput): Promise<void> {
  for await (const piece of open()) {
    if (!stdin?.writable) return
    if (!stdin.write(piece)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }
}
