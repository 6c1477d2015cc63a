import { useDeferredValue, useMemo } from 'react'
import type { Claim } from '#core/grounding/claims.ts'
import { later } from '../lib/later.ts'
import { contentOf, type Card } from './draft.ts'

const useGrounding = later(() => import('../grounding/claim-list.tsx'))
const NONE: readonly Claim[] = []

/** What in a draft can be looked up in what it was written from; undefined where there is nothing to look it up in. */
export function useClaims(card: Card) {
  const { writtenFrom } = card
  const grounding = useGrounding(Boolean(writtenFrom), () => {})
  const content = useDeferredValue(contentOf(card))
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.claimsOf(content, writtenFrom) : NONE),
    [grounding, writtenFrom, content],
  )
  return grounding && writtenFrom ? { ...grounding, claims, from: writtenFrom.source?.from ?? null } : undefined
}

/** Gives what of a draft was found nowhere, and is not kept by its author. */
export function useOpenClaims(cards: readonly Card[]): (card: Card) => Claim[] {
  const grounding = useGrounding(
    cards.some(({ writtenFrom }) => writtenFrom),
    () => {},
  )
  return (card) =>
    grounding && card.writtenFrom
      ? grounding.openClaims(grounding.claimsOf(contentOf(card), card.writtenFrom), card.keptClaims ?? [])
      : []
}
