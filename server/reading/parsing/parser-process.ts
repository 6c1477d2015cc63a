import { taskBegins, taskEnds } from './sandbox.ts'
import { setPriority } from 'node:os'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { PARSERS, type ParserName } from './parse.ts'

// One parser process: takes a task, answers it, takes the next. `parser-pool.ts` starts it without the environment and
// with leave to read its own code only: no file is written and nothing is connected to from here.

/** Comes as a message; its bytes come through standard input, where sending them holds nobody up. */
export interface Task {
  parser: ParserName
  about: unknown
  byteLength: number
}

/** Comes after a task whose caller has left: it is not begun if it has not been yet. */
export const FORGET = 'forget'

/** Said of a task that was not begun. */
export const FORGOTTEN = 'forgotten'

/** Said before the work begins: what ends the process from then on may be the bytes' fault. */
export const BEGUN = 'begun'

export type Outcome = { memoryBytes: number } & (
  | { output: unknown }
  | { refused: { code: ErrorCode; values: Record<string, string | number> }; bug: string | undefined }
  | { broke: string }
)

// Serving comes before reading: whoever only clicks must not wait for somebody's long document.
setPriority(10)

process.on('disconnect', () => process.exit(0))

let task: Task | undefined
let isForgotten = false
let arrived: Buffer[] = []
process.on('message', (message: Task | typeof FORGET) => {
  if (message === FORGET) {
    // Its answer may be on its way, or given.
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
    process.send?.(FORGOTTEN)
    return
  }
  process.send?.(BEGUN)
  taskBegins()
  void answer(whole, bytes)
}

async function answer(whole: Task, bytes: Uint8Array): Promise<void> {
  const outcome = await parse(whole, bytes)
  taskEnds()
  process.send?.({ ...outcome, memoryBytes: process.memoryUsage.rss() } satisfies Outcome)
}

async function parse({ parser, about }: Task, bytes: Uint8Array) {
  try {
    return { output: await PARSERS[parser](bytes, about as never) }
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { code: error.code, values: error.values }, bug: ownBug(error.cause) }
    return { broke: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/**
 * Readers call a file damaged whatever it makes them stumble over, which is true of their libraries and kind to people.
 * That it was our own code that stumbled is said besides.
 */
function ownBug(cause: unknown): string | undefined {
  if (!(cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError)) return undefined
  const [frame] = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frame?.includes('file:') && !frame.includes('/node_modules/') ? cause.stack : undefined
}
