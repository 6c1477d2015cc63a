import { useQueries } from '@tanstack/react-query'
import type { Platform } from '#core/platforms/platform.ts'
import { assignSlots } from '#core/planning/assign-slots.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'

/**
 * Returns a different free time for each of several posts. Null for a single post, while loading, or with too few free
 * times.
 */
export function useSpread(posts: readonly Platform[]): { platform: Platform; at: Date }[] | null {
  const { timeZone } = useDates()
  const counts = [...Map.groupBy(posts, (platform) => platform)].map(([platform, { length }]) => ({ platform, length }))
  const found = useQueries({
    queries: (posts.length > 1 ? counts : []).map(({ platform, length }) => ({
      ...reading('GET /api/slots/free', { query: { platforms: platform, timeZone, limit: length } }),
      gcTime: 0,
      refetchOnMount: 'always' as const,
    })),
  })
  if (found.length === 0 || found.some(({ data }) => !data)) return null
  const now = new Date()
  const free = counts.map(
    ({ platform }, index) =>
      [platform, (found[index]?.data ?? []).map(({ at }) => new Date(at)).filter((at) => at > now)] as const,
  )
  return assignSlots(posts, new Map(free))
}
