import { useEffect, useState, type RefObject } from 'react'

export type TextSelection = { start: number; end: number }

export function useTextSelection(draft: RefObject<HTMLElement | null>, content: string): TextSelection | null {
  const [found, find] = useState<{ selected: TextSelection; of: string } | null>(null)
  // The offsets are valid only for the text in which the user selected.
  const selected = found?.of === content ? found.selected : null
  useEffect(() => {
    const update = () =>
      find((before) => {
        const next = selectedIn(draft.current, content, before?.of === content ? before.selected : null)
        return next && { selected: next, of: content }
      })
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [draft, content])
  return selected
}

function selectedIn(draft: HTMLElement | null, content: string, before: TextSelection | null): TextSelection | null {
  const { activeElement: active } = document
  if (!draft) return null
  if (active instanceof HTMLTextAreaElement && draft.contains(active) && active.value === content)
    return trimmed(content, active.selectionStart, active.selectionEnd)
  const selection = getSelection()
  if (!selection || selection.isCollapsed)
    // Keeps the selection while the keyboard focus moves from the text to the draft's tools.
    return before && active && draft.contains(active) && active.closest('[data-tools]') ? before : null
  if (!draft.contains(selection.anchorNode) || !draft.contains(selection.focusNode)) return null
  const text = selection.toString().trim()
  const start = content.indexOf(text)
  // Without a result if the text contains the selected words twice, because it is unclear which are meant.
  return text === '' || start < 0 || content.indexOf(text, start + 1) >= 0
    ? null
    : trimmed(content, start, start + text.length)
}

function trimmed(content: string, from: number, to: number): TextSelection | null {
  const text = content.slice(from, to)
  const start = from + text.length - text.trimStart().length
  const end = to - (text.length - text.trimEnd().length)
  return end - start < 2 ? null : { start, end }
}
