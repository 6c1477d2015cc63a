import { useQuery } from '@tanstack/react-query'
import type { Post } from '#core/posts/contract.ts'
import { SCHEDULED_SHOWN } from '#core/posts/dashboard-lists.ts'
import { reading } from '../lib/queries.ts'

export function useScheduled(areAllWanted: (first: readonly Post[]) => boolean = () => false) {
  const first = useQuery(reading('GET /api/posts/scheduled', { query: { limit: SCHEDULED_SHOWN } }))
  const isComplete = first.data !== undefined && first.data.length < SCHEDULED_SHOWN
  const enabled = first.data !== undefined && !isComplete && areAllWanted(first.data)
  const all = useQuery({ ...reading('GET /api/posts/scheduled'), enabled })
  return {
    ...first,
    data: isComplete ? first.data : (all.data ?? first.data),
    areAll: isComplete || all.data !== undefined,
    isReadingAll: enabled && all.isLoading,
    rest: all,
  }
}
