import { startTask, endTask } from './sandbox.ts'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { PARSERS, type ParserName } from './parse.ts'
import { failureOf } from './reader-failure.ts'

// A parser process: handles one task after another. `parser-pool.ts` starts it without the environment and with read
// access to its own code only. It cannot write files or connect.

/** The message of a task. Its bytes come through standard input, which does not block the sender. */
export interface Task {
  parser: ParserName
  about: unknown
  byteLength: number
}

/** Follows a task whose caller left. The process skips it if it has not begun. */
export const SKIP = 'forget'

export const SKIPPED = 'forgotten'

/** Sent before the work begins. After that the bytes may be the cause of a crash. */
export const STARTED = 'begun'

export type Outcome = { memoryBytes: number } & (
  | { output: unknown }
  | { refused: { code: ErrorCode; values: Record<string, string | number> }; bug: string | undefined }
  /** The input exceeds what a reader can hold, such as the depth of its recursion. */
  | { failed: 'tooMuch' | 'crashed'; bug: string }
  | { broke: string }
)

process.on('disconnect', () => process.exit(0))

let task: Task | undefined
let isForgotten = false
let arrived: Buffer[] = []
process.on('message', (message: Task | typeof SKIP) => {
  if (message === SKIP) {
    // The answer may already be on its way.
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

/** Readers report any failure as a damaged file. This detects failures in our own code, to log them as bugs. */
function ownBug(cause: unknown): string | undefined {
  if (!(cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError)) return undefined
  const [frame] = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frame?.includes('file:') && !frame.includes('/node_modules/') ? cause.stack : undefined
}
