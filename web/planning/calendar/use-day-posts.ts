import { useQuery } from '@tanstack/react-query'
import { calendarTime, dayStarts } from '#core/posts/calendar.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { queryOf, type CalendarFilter } from './use-days.ts'

/** The maximum number of posts that the server returns in one response. */
export const MAX_POSTS = 1_000

/** The posts of a day in order of time. */
export function useDayPosts(date: string, filter: CalendarFilter) {
  const { timeZone } = useDates()
  const [from = '', to = ''] = dayStarts([date], timeZone).map((begin) => begin.toISOString())
  const read = useQuery(reading('GET /api/posts', { query: { from, to, limit: MAX_POSTS, ...queryOf(filter) } }))
  const posts = (read.data ?? [])
    .flatMap((post: Post) => {
      const at = calendarTime(post)
      return at ? [{ post, at }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return { read, posts, begin: new Date(from) }
}
