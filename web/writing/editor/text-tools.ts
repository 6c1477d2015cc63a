import type { Reworking } from '#core/writing/contract.ts'
import type { TextRange } from './text-edits.ts'

export interface TextTools {
  /** Whether a model is available to rewrite the text. */
  canRework: boolean
  running: Reworking | null
  /** The text that a tool is currently writing. Null while no tool is running. */
  instead: string | null
  /**
   * Rewrites the selected passage, or the whole `content` without a selection. `wish` says how, in the author's words.
   * Returns whether the text was rewritten.
   */
  run: (how: Reworking, content: string, selected: TextRange | null, wish?: string) => Promise<boolean>
  cancel: () => void
  /** The open panel below the text: the field for a request in the author's words, or the list of first paragraphs. */
  panel: ToolPanel | null
  openPanel: (panel: ToolPanel | null) => void
}

export type ToolPanel = 'wish' | 'openings'
