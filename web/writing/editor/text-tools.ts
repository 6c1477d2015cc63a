import type { Reworking } from '#core/writing/contract.ts'
import type { TextRange } from './text-edits.ts'

/** Tools that rework a text by a model. */
export interface TextTools {
  /** Whether a model can rework the text. */
  canRework: boolean
  running: Reworking | null
  /** The text that a tool is writing. Null while none runs. */
  instead: string | null
  /** Reworks a passage, or all of `content`. */
  run: (how: Reworking, content: string, selected: TextRange | null) => Promise<void>
  cancel: () => void
}
