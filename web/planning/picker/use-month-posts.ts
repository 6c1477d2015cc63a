import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dateInNextView } from '#core/posts/calendar.ts'
import type { Post } from '#core/posts/contract.ts'
import { startOfDay } from '#core/time-zone.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'

export function useMonthPosts(month: string, exceptId: string | undefined) {
  const { timeZone, dayKey } = useDates()
  const from = startOfDay(`${month}-01`, timeZone).toISOString()
  const to = startOfDay(dateInNextView('month', `${month}-01`, 1), timeZone).toISOString()
  const { data, error, isPending, refetch } = useQuery(reading('GET /api/posts', { query: { from, to } }))
  const byDay = useMemo(() => {
    const timed = (data ?? []).filter((post) => post.id !== exceptId && post.status !== 'draft')
    const inOrder = timed.toSorted((a, b) => Date.parse(publishTimeOf(a)) - Date.parse(publishTimeOf(b)))
    return Map.groupBy(inOrder, (post) => dayKey(new Date(publishTimeOf(post))))
  }, [data, exceptId, dayKey])
  return { byDay, isRead: data !== undefined, error, isPending, retry: () => void refetch() }
}

export function publishTimeOf(post: Post): string {
  return post.publishedAt ?? post.scheduledAt ?? post.createdAt
}
