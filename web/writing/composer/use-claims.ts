import { useDeferredValue, useMemo } from 'react'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { loadGrounding, lookedUpIn } from '../grounding/doubts.ts'
import { later } from '../../lib/later.ts'
import { contentOf, type Card } from './draft.ts'

const useGrounding = later(loadGrounding)
const NONE: readonly Claim[] = []

/** What in a draft can be looked up in what it was written from; undefined where there is nothing to look it up in. */
export function useClaims(card: Card) {
  const writtenFrom = lookedUpIn(card.writtenFrom)
  const grounding = useGrounding(writtenFrom !== null, () => {})
  const content = useDeferredValue(contentOf(card))
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.claimsOf(content, writtenFrom) : NONE),
    [grounding, writtenFrom, content],
  )
  return grounding && writtenFrom ? { ...grounding, claims, from: writtenFrom.source?.from ?? null } : undefined
}
