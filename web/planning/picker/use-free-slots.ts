import { useQuery } from '@tanstack/react-query'
import type { Platform } from '#core/platforms/platform.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { reading } from '../../lib/queries.ts'

export function useFreeSlots(platforms: readonly Platform[], exceptId: string | undefined) {
  const { timeZone } = useDates()
  const now = useNow()
  const { data, error, isPending, refetch } = useQuery({
    ...reading('GET /api/slots/free', {
      query: { platforms: platforms.join(','), timeZone, ...(exceptId && { except: exceptId }) },
    }),
    enabled: platforms.length > 0,
    // Does not cache free times, because they change with every post and every minute.
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const times = (data ?? []).map(({ at }) => new Date(at))
  return {
    free: times.filter((at) => at > now),
    error,
    isPending: isPending && platforms.length > 0,
    retry: () => void refetch(),
  }
}
