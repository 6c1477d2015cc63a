import type { WriterName } from '#core/writing/contract.ts'
import type { Prompt, WritingTask } from '#core/writing/prompt.ts'

export interface Draft {
  content: string
  /** Each hashtag starts with #. */
  hashtags: string[]
}

export interface Usage {
  provider: Exclude<WriterName, 'offline'>
  model: string
  /** The number of input tokens; null if the server did not report it. */
  inputTokens: number | null
  outputTokens: number | null
  /** The part of the input that the vendor read from its cache. */
  cachedTokens: number
  /** The part of the input that the vendor wrote to its cache. */
  cacheWriteTokens: number
  /** The part of the output that is the model's reasoning. */
  reasoningTokens: number
}

export interface Asking {
  signal: AbortSignal
  /** Receives the whole text so far whenever it grows. A retry starts the text again. */
  onText?: ((text: string) => void) | undefined
  /** Called when the answer begins, even with reasoning. From then on, the vendor's cache holds the prompt. */
  onBegin?: (() => void) | undefined
  /** Receives the usage of each answer, including unusable ones. */
  onUsage?: ((usage: Usage) => void) | undefined
}

/** An AI vendor's model that writes drafts, each with its text and its hashtags. */
export interface Writer {
  readonly name: Exclude<WriterName, 'offline'>
  readonly model: string
  /** Writes a draft for a task. @throws WriterError */
  write(task: WritingTask, asking: Asking): Promise<Draft>
  /** Changes a draft as the prompt asks. @throws WriterError */
  rework(task: WritingTask, prompt: Prompt, asking: Asking): Promise<Draft>
  /** Answers a prompt with a short text in any form. @throws WriterError */
  answer(prompt: Prompt, asking: Omit<Asking, 'onText'>): Promise<string>
  /** Rewrites a draft to resolve the complaints about it. @throws WriterError */
  repair(task: WritingTask, draft: string, complaints: readonly string[], asking: Asking): Promise<Draft>
}

export class WriterError extends Error {
  override readonly name = 'WriterError'
  readonly reason:
    | 'key'
    | 'quota'
    | 'model'
    | 'unreachable'
    | 'overloaded'
    | 'refused'
    | 'too_long'
    | 'cut'
    | 'timeout'
    | 'empty'
    | 'failed'
  constructor(reason: WriterError['reason'], cause: unknown) {
    super(`The writer failed: ${reason}`, { cause: brief(cause) })
    this.reason = reason
  }
}

/** A refusal in the model's text. It has the same `finishReason` as a refusal reported by the SDK. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly finishReason = 'content-filter'
}

/** The answer reached the token limit. It has the same `finishReason` as an incomplete answer reported by the SDK. */
export class CutError extends Error {
  override readonly name = 'CutError'
  readonly finishReason = 'length'
}

export class EmptyError extends Error {
  override readonly name = 'EmptyError'
}

const LONGEST_MESSAGE = 500
const MAX_CAUSES = 5

/** Shortens an SDK error for the log, because its message repeats the model's answer, which may be a megabyte long. */
function brief(cause: unknown): unknown {
  const messages: string[] = []
  for (let each = cause; each instanceof Error && messages.length < MAX_CAUSES; each = each.cause) {
    messages.push(each.message)
  }
  if (messages.every((message) => message.length <= LONGEST_MESSAGE)) return cause
  return new Error(messages.map((message) => message.slice(0, LONGEST_MESSAGE)).join(': '))
}
