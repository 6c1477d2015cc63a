import { useDeferredValue, useMemo } from 'react'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { loadGrounding, checkableSource } from '../grounding/doubts.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { withLineFeeds } from '../editor/text-edits.ts'
import { contentOf, type Card } from './draft.ts'

const useGrounding = lazyModule(loadGrounding)
const NONE: readonly Claim[] = []

export function useClaims(card: Card) {
  const writtenFrom = checkableSource(card.writtenFrom)
  const grounding = useGrounding(writtenFrom !== null, () => {})
  const content = useDeferredValue(withLineFeeds(contentOf(card)))
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.findClaims(content, writtenFrom) : NONE),
    [grounding, writtenFrom, content],
  )
  return grounding && writtenFrom
    ? { ...grounding, claims, content, from: writtenFrom.source?.from ?? null }
    : undefined
}
