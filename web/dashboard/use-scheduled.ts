import { useQuery } from '@tanstack/react-query'
import type { Post } from '#core/posts/contract.ts'
import { COMING } from '#core/posts/dashboard-lists.ts'
import { reading } from '../lib/queries.ts'

/** The posts that are to go out: the first of them, with which the page came, or all, which may be many. */
export function useScheduled(areAllWanted: (first: readonly Post[]) => boolean = () => false) {
  const first = useQuery(reading('GET /api/posts/scheduled', { query: { limit: COMING } }))
  const isWhole = first.data !== undefined && first.data.length < COMING
  const enabled = first.data !== undefined && !isWhole && areAllWanted(first.data)
  const all = useQuery({ ...reading('GET /api/posts/scheduled'), enabled })
  return {
    ...first,
    data: isWhole ? first.data : (all.data ?? first.data),
    areAll: isWhole || all.data !== undefined,
    // A dialog over the page reads them too, for itself.
    isReadingAll: enabled && all.isLoading,
    rest: all,
  }
}
