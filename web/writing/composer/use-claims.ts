import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { checkableSource, checkedMaterial, loadGrounding } from '../grounding/doubts.ts'
import { reading } from '../../lib/queries.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { withLineFeeds } from '../editor/text-edits.ts'
import { contentOf, type Card } from './draft.ts'

const useGrounding = lazyModule(loadGrounding)
const NONE: readonly Claim[] = []

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
