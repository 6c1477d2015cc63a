import { useState } from 'react'
import { openPlacesIn } from '#core/platforms/open-places.ts'
import { later } from '../../lib/later.ts'
import { loadMessages } from '../../lib/language.ts'
import type { Part } from './parts.ts'

const useModule = later(
  async () => (await Promise.all([import('./outline.tsx'), loadMessages(['outline', 'providers'])]))[0],
)

/** What belongs beside outlines, once there is one. */
export function useOutlines(areSome: boolean) {
  const outline = useModule(areSome, () => {})
  return areSome ? outline : undefined
}

/** A draft with places to fill, as long as it is on the desk; undefined for any other. */
export function useOutlining(content: string, onType: (content: string) => void) {
  const [filled, keepFilled] = useState<readonly Part[] | null>(null)
  const isOpen = openPlacesIn(content).length > 0
  const outline = useModule(isOpen, () => {})
  if (!outline) return undefined
  // What was filled in keeps its place, until the text is changed in another way.
  const parts = filled && outline.textOf(filled) === content ? filled : isOpen ? outline.partsOf(content) : null
  if (!parts) return undefined
  const change = (next: readonly Part[]) => {
    keepFilled(next)
    onType(outline.textOf(next))
  }
  return { outline, parts, change }
}
