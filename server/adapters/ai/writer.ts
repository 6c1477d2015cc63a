import type { WriterName } from '#core/generation/contract.ts'
import type { WritingTask } from '#core/generation/prompt.ts'

export interface Draft {
  content: string
  /** Each with its #. */
  hashtags: string[]
}

/** A vendor's model that writes drafts, as `draftFrom` gives them. */
export interface Writer {
  readonly name: Exclude<WriterName, 'offline'>
  readonly model: string
  /** @throws WriterError */
  write(task: WritingTask, signal: AbortSignal): Promise<Draft>
  /** Writes a draft again after what was wrong with it. @throws WriterError */
  repair(
    task: WritingTask,
    draft: string,
    faults: { tooLongBy?: number; wrongLanguage?: boolean },
    signal: AbortSignal,
  ): Promise<Draft>
}

/** Why a model wrote nothing: its key, its quota, or anything else that may pass. */
export class WriterError extends Error {
  override readonly name = 'WriterError'
  readonly reason: 'key' | 'quota' | 'failed'
  constructor(reason: WriterError['reason'], cause: unknown) {
    super(`The writer failed: ${reason}`, { cause })
    this.reason = reason
  }
}
