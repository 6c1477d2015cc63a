import { calendarTime } from '#core/posts/calendar.ts'
import type { Post } from '#core/posts/contract.ts'
import { wallClock } from '#core/time-zone.ts'

export interface FoundPost {
  post: Post
  at: Date
  date: string
}

/**
 * Splits search results into those before and those after the visible days, nearest first.
 * @param days the visible days, in order
 */
export function splitAroundView(
  posts: readonly Post[],
  days: readonly string[],
  timeZone: string,
): { before: FoundPost[]; after: FoundPost[] } {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const found = posts
    .flatMap((post) => {
      const at = calendarTime(post)
      return at ? [{ post, at, date: wallClock(at, timeZone).date }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    before: found.filter(({ date }) => date < first).toReversed(),
    after: found.filter(({ date }) => date > last),
  }
}
