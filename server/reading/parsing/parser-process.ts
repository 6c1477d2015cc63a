import type { ParserName } from '#core/reading/parsers.ts'
import { startTask, endTask } from './sandbox.ts'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { PARSERS } from './parse.ts'
import { failureOf } from './reader-failure.ts'

// A parser process, which runs one task after another. `parser-pool.ts` starts it without environment variables, and it
// may read only Frogy's code. It cannot write files or open connections.

/** A task, as the pool sends it. Its bytes follow through standard input, which does not block the sender. */
export interface Task {
  parser: ParserName
  about: unknown
  byteLength: number
}

/** The pool sends this when a task's caller aborts. If the task has not begun, the process skips it. */
export const SKIP = 'forget'

export const SKIPPED = 'forgotten'

/** The process sends this before the work begins. From then on, the bytes may have caused a crash. */
export const STARTED = 'begun'

export type Outcome = { memoryBytes: number } & (
  | { output: unknown }
  | { refused: { code: ErrorCode; values: Record<string, string | number> }; bug: string | undefined }
  /** `tooMuch`: the input exceeds what the reader can handle, such as its recursion depth. */
  | { failed: 'tooMuch' | 'crashed'; bug: string }
  | { broke: string }
)

process.on('disconnect', () => process.exit(0))
endTask()

let task: Task | undefined
let isForgotten = false
let arrived: Buffer[] = []
process.on('message', (message: Task | typeof SKIP) => {
  if (message === SKIP) {
    // Skip only a task that has not begun. The result of one that has begun may already be sent.
    isForgotten = task !== undefined
    return
  }
  task = message
  beginWhenWhole()
})
process.stdin.on('data', (chunk: Buffer) => {
  arrived.push(chunk)
  beginWhenWhole()
})

function beginWhenWhole(): void {
  if (!task || arrived.reduce((sum, { length }) => sum + length, 0) < task.byteLength) return
  const [whole, bytes] = [task, new Uint8Array(Buffer.concat(arrived))]
  task = undefined
  arrived = []
  if (isForgotten) {
    isForgotten = false
    process.send?.(SKIPPED)
    return
  }
  process.send?.(STARTED)
  startTask()
  void answer(whole, bytes)
}

async function answer(whole: Task, bytes: Uint8Array): Promise<void> {
  const outcome = await parse(whole, bytes)
  endTask()
  process.send?.({ ...outcome, memoryBytes: process.memoryUsage.rss() } satisfies Outcome)
}

async function parse({ parser, about }: Task, bytes: Uint8Array) {
  try {
    return { output: await PARSERS[parser](bytes, about as never) }
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { code: error.code, values: error.values }, bug: ownBug(error.cause) }
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const failed = failureOf(error)
    return failed ? { failed, bug } : { broke: bug }
  }
}

/**
 * Returns a bug in Frogy's own code, so that it is logged. Readers report every failure as a damaged file. Undefined
 * for other errors.
 */
function ownBug(cause: unknown): string | undefined {
  if (!(cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError)) return undefined
  const [frame] = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frame?.includes('file:') && !frame.includes('/node_modules/') ? cause.stack : undefined
}
