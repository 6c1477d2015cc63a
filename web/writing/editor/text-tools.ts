import type { Reworking } from '#core/writing/contract.ts'
import type { TextRange } from './text-edits.ts'

/** Tools by which a model rewrites the text. */
export interface TextTools {
  /** Whether a model is available to rewrite the text. */
  canRework: boolean
  running: Reworking | null
  /** The text that a tool is currently writing. Null while no tool is running. */
  instead: string | null
  /** Rewrites the selected passage, or the whole `content` without a selection. */
  run: (how: Reworking, content: string, selected: TextRange | null) => Promise<void>
  cancel: () => void
}
