import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Platform } from '#core/platforms/platform.ts'
import type { CalendarDays } from '#core/posts/lists-contract.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { mayAddPosts } from '../../lib/role.ts'

export type CalendarDay = CalendarDays[number]

export interface CalendarFilter {
  platform: Platform | ''
  status: PostStatus | ''
  /** The id of a tag; empty for all posts. */
  tag: string
  q: string
}

export const NO_FILTER: CalendarFilter = { platform: '', status: '', tag: '', q: '' }

export const isUnfiltered = ({ platform, status, tag, q }: CalendarFilter): boolean =>
  !platform && !status && !tag && !q.trim()

export const queryOf = ({ platform, status, tag, q }: CalendarFilter) => ({
  ...(platform && { platform }),
  ...(status && { status }),
  ...(tag && { tag }),
  ...(q.trim() && { q: q.trim() }),
})

export function useDays(days: readonly string[], filter: CalendarFilter) {
  const { timeZone } = useDates()
  const [daysFrom = '', daysTo = ''] = [days[0], days.at(-1)]
  const read = useQuery({
    // With a filter, requests only the matching posts. Otherwise also requests the free weekly times.
    ...reading('GET /api/posts/calendar', {
      query: { daysFrom, daysTo, timeZone, ...(isUnfiltered(filter) ? { free: 'true' as const } : queryOf(filter)) },
    }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, refetch } = read
  // Load free times only for members who may schedule posts.
  const byDate = useMemo(
    () => new Map((data ?? []).map((day) => [day.date, mayAddPosts() ? day : { ...day, free: [] }])),
    [data],
  )
  return { read, byDate, error: data ? null : error, isPending, retry: () => void refetch() }
}

export const countOf = (day: CalendarDay | undefined): number =>
  Object.values(day?.byStatus ?? {}).reduce((sum, count) => sum + count, 0)
