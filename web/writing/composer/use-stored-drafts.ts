import { useQuery } from '@tanstack/react-query'
import type { Post } from '#core/posts/contract.ts'
import type { Card } from './draft.ts'
import { DRAFTS } from './use-server-drafts.ts'

export function useStoredDrafts(cards: readonly Card[]): Post[] {
  const { data = [] } = useQuery(DRAFTS)
  return data.filter(({ id }) => cards.some(({ draft }) => draft?.postId === id))
}
