import type { WriterName } from '#core/writing/contract.ts'
import type { WritingTask } from '#core/writing/prompt.ts'

export interface Draft {
  content: string
  /** Each with its #. */
  hashtags: string[]
}

/** What one answer of a model took. */
export interface Usage {
  provider: Exclude<WriterName, 'offline'>
  model: string
  /** Null where the server did not say. */
  inputTokens: number | null
  outputTokens: number | null
}

/** How a model is asked. */
export interface Asking {
  signal: AbortSignal
  /** Told what is written so far, again and again; may begin anew. */
  onText?: ((text: string) => void) | undefined
  /** Told once for each answer, also for one that was of no use. */
  onUsage?: ((usage: Usage) => void) | undefined
}

/** A vendor's model that writes drafts, as `draftFrom` gives them. */
export interface Writer {
  readonly name: Exclude<WriterName, 'offline'>
  readonly model: string
  /** @throws WriterError */
  write(task: WritingTask, asking: Asking): Promise<Draft>
  /** Writes what a prompt asks for. @throws WriterError */
  rework(task: WritingTask, prompt: string, asking: Asking): Promise<Draft>
  /** Writes a draft again after what was wrong with it, one sentence each. @throws WriterError */
  repair(task: WritingTask, draft: string, complaints: readonly string[], asking: Asking): Promise<Draft>
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

/** The model said that it will not write this, as its SDK says it elsewhere. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly finishReason = 'content-filter'
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
