import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { checkableSource, checkedMaterial, loadGrounding } from '../grounding/doubts.ts'
import { reading } from '../../lib/queries.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { withLineFeeds } from '../editor/text-edits.ts'
import { contentOf, type Card } from './draft.ts'

const useGrounding = lazyModule(loadGrounding)
const NONE: readonly Claim[] = []

/**
 * Checks the claims of a draft. Undefined while the check loads, and for a draft without a text to check it against.
 */
export function useClaims(card: Card) {
  const writtenFrom = checkedMaterial(card.writtenFrom)
  const isBare = writtenFrom !== null && !checkableSource(writtenFrom)
  const { data: voice } = useQuery({ ...reading('GET /api/voice'), enabled: isBare })
  const { data: phrases } = useQuery({ ...reading('GET /api/phrases'), enabled: writtenFrom !== null })
  const grounding = useGrounding(writtenFrom !== null, () => {})
  const content = useDeferredValue(withLineFeeds(contentOf(card)))
  const claims = useMemo(
    () => (grounding && writtenFrom ? grounding.findClaims(content, writtenFrom) : NONE),
    // The check reads the voice and the phrases from the cache of queries.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grounding, writtenFrom, content, voice, phrases],
  )
  return grounding && writtenFrom
    ? {
        ...grounding,
        claims,
        content,
        from: isBare ? ('topic' as const) : (writtenFrom.source?.from ?? ('facts' as const)),
      }
    : undefined
}

/**
 * The claim that the author selected in the text or in the margin, even before the code for the check has loaded. It
 * stays selected until the text changes, even if the text is checked again after the saved phrases have loaded.
 */
export function useChosenClaim(card: Card, grounded: ReturnType<typeof useClaims>) {
  const [place, setPlace] = useState<{ content: string; start: number } | null>(null)
  const content = withLineFeeds(contentOf(card))
  if (place !== null && place.content !== content) setPlace(null)
  const { claims = NONE, claimAt } = grounded ?? {}
  const isChecked = grounded?.content === content
  const chosen =
    place && isChecked ? (claims.find(({ start }) => start === place.start) ?? claimAt?.(claims, place.start)) : null

  const choose = (claim: Claim) => setPlace({ content, start: claim.start })
  function chooseAt(start: number) {
    // Until the text is checked, any position may be in a claim. Afterwards, a press outside of claims keeps the
    // chosen claim.
    const mayBeClaim = isChecked ? claimAt?.(claims, start) : checkedMaterial(card.writtenFrom)
    if (mayBeClaim) setPlace({ content, start })
  }
  return { chosen: chosen ?? null, choose, chooseAt }
}
