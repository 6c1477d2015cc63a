import { byDay, datesBetween, dayAfter } from '#core/posts/calendar.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'

const DAYS = 7

/**
 * The earliest time from which views may be shown: the start of the 14 days, one day early. This needs no time zone
 * lookup, which would take longer than the query.
 */
export const viewsFrom = (today: string): Date => new Date(`${dayAfter(today, -2 * DAYS)}T00:00Z`)

/**
 * Sums the views of the last seven days and of the seven days before, by the day on which the posts were published.
 * @param reported posts with reported views that were published since `viewsFrom`
 */
export function sumViews(
  reported: readonly { publishedAt: Date; views: number }[],
  today: string,
  timeZone: string,
): PostSummary['views'] {
  if (reported.length === 0) return null
  const dates = datesBetween(dayAfter(today, 1 - 2 * DAYS), today)
  const ofDay = byDay(reported, ({ publishedAt }) => publishedAt, dates, timeZone)
  const viewsOn = (date: string) => (ofDay.get(date) ?? []).reduce((sum, { views }) => sum + views, 0)
  const isReported = (days: readonly string[]) => days.some((date) => ofDay.has(date))
  const [before, week] = [dates.slice(0, DAYS), dates.slice(DAYS)]
  if (!isReported(week)) return null
  const total = before.reduce((sum, date) => sum + viewsOn(date), 0)
  return { days: week.map(viewsOn), before: isReported(before) ? total : null }
}
