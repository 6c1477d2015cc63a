import { useState } from 'react'
import type { GeneratedItem, Reworking } from '#core/writing/contract.ts'
import type { TextRange } from '../editor/text-edits.ts'
import type { TextTools, ToolPanel } from '../editor/text-tools.ts'
import { useAiStatus } from './ai-status.tsx'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, type Card } from './draft.ts'
import { useRework } from './use-rework.ts'

/** The longest text that the server accepts. */
const MAX_LENGTH = 10_000

export function useTextTools(card: Card, dispatch: (action: ComposerAction) => void): TextTools {
  const hasModel = useAiStatus().data?.fallback === null
  const [panel, openPanel] = useState<ToolPanel | null>(null)
  const [instead, setInstead] = useState<string | null>(null)
  const { running, rework, cancel } = useRework(setInstead)
  const now = contentOf(card)

  async function run(how: Reworking, content: string, selected: TextRange | null, wish?: string): Promise<boolean> {
    const item = await rework(card, how, selected, content, wish)
    if (!item) return false
    if (how === 'translate' && !selected) dispatch(asSibling(card, item))
    else dispatch({ type: 'reworked', cardId: card.id, how, text: reworkedText(item), ...(wish && { wish }) })
    return true
  }

  const canRework = hasModel && now.trim() !== '' && now.length <= MAX_LENGTH
  return { canRework, running, instead, run, cancel, panel, openPanel }
}

export const reworkedText = ({ content, warnings, faultPlaces = {}, removed = [], source, model }: GeneratedItem) => ({
  content,
  warnings,
  faultPlaces,
  removed,
  source,
  model,
})

function asSibling(card: Card, item: GeneratedItem): ComposerAction {
  const { contentType, tone, writtenFrom, choices } = card
  return {
    type: 'written',
    items: [{ ...item, id: crypto.randomUUID() }],
    of: card,
    contentType,
    tone,
    writtenFrom,
    ...(choices && { choices }),
  }
}
