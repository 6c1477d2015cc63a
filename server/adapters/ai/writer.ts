import type { WriterName } from '#core/generation/contract.ts'
import type { WritingTask } from '#core/generation/prompt.ts'

export interface Draft {
  content: string
  /** Each with its #. */
  hashtags: string[]
}

export type OnText = (text: string) => void

/** A vendor's model that writes drafts, as `draftFrom` gives them. */
export interface Writer {
  readonly name: Exclude<WriterName, 'offline'>
  readonly model: string
  /**
   * @param onText told what is written so far, again and again; may begin anew
   * @throws WriterError
   */
  write(task: WritingTask, signal: AbortSignal, onText?: OnText): Promise<Draft>
  /** Writes what a prompt asks for, told as `write` is. @throws WriterError */
  rework(task: WritingTask, prompt: string, signal: AbortSignal, onText?: OnText): Promise<Draft>
  /** Writes a draft again after what was wrong with it, one sentence each. @throws WriterError */
  repair(task: WritingTask, draft: string, complaints: readonly string[], signal: AbortSignal): Promise<Draft>
}

/** Why a model wrote nothing: what has to be mended first, what it will not write, or what may pass. */
export class WriterError extends Error {
  override readonly name = 'WriterError'
  readonly reason: 'key' | 'quota' | 'model' | 'overloaded' | 'refused' | 'too_long' | 'failed'
  constructor(reason: WriterError['reason'], cause: unknown) {
    super(`The writer failed: ${reason}`, { cause: brief(cause) })
    this.reason = reason
  }
}

const LONGEST_MESSAGE = 500
const MOST_CAUSES = 5

/** An error about an answer repeats that answer, which can be a megabyte: the log gets its beginning. */
function brief(cause: unknown): unknown {
  const messages: string[] = []
  for (let each = cause; each instanceof Error && messages.length < MOST_CAUSES; each = each.cause) {
    messages.push(each.message)
  }
  if (messages.every((message) => message.length <= LONGEST_MESSAGE)) return cause
  return new Error(messages.map((message) => message.slice(0, LONGEST_MESSAGE)).join(': '))
}
