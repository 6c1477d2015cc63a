import { useState } from 'react'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import type { Part } from './parts.ts'

const useModule = lazyModule(() => withMessages(['outline', 'providers'], () => import('./outline.tsx')))

export function useOutlineModule(hasOutline: boolean) {
  const outline = useModule(hasOutline, () => {})
  return hasOutline ? outline : undefined
}

export function useOutline(content: string, onType: (content: string) => void) {
  const [filled, setFilled] = useState<readonly Part[] | null>(null)
  const isOpen = findPlaceholders(content).length > 0
  const outline = useModule(isOpen, () => {})
  if (!outline) return undefined
  // Keep showing filled sections as fields until the text is changed outside of the outline.
  const parts = filled && outline.textOf(filled) === content ? filled : isOpen ? outline.partsOf(content) : null
  if (!parts) return undefined
  const change = (next: readonly Part[]) => {
    setFilled(next)
    onType(outline.textOf(next))
  }
  return { outline, parts, change }
}
