import { byDay, datesBetween, dayAfter, dayStarts } from '#core/posts/calendar.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'

const DAYS = 7

/** Sums the views that networks reported, by the day on which the posts were published. */
export async function readViews(
  on: Queryable,
  userId: string,
  timeZone: string,
  today: string,
): Promise<PostSummary['views']> {
  const dates = datesBetween(dayAfter(today, 1 - 2 * DAYS), today)
  const [begin] = dayStarts(dates, timeZone)
  const rows = await on.query(sql`
    select ${columns('post_metrics', 'published_at', 'impressions')} from post_metrics
    where user_id = ${userId} and published_at >= ${begin} and impressions is not null`)
  const ofDay = byDay(rows, ({ published_at }) => published_at, dates, timeZone)
  const viewsOn = (date: string) => (ofDay.get(date) ?? []).reduce((sum, row) => sum + (row.impressions ?? 0), 0)
  const isReported = (days: readonly string[]) => days.some((date) => ofDay.has(date))
  const [before, week] = [dates.slice(0, DAYS), dates.slice(DAYS)]
  if (!isReported(week)) return null
  const total = before.reduce((sum, date) => sum + viewsOn(date), 0)
  return { days: week.map(viewsOn), before: isReported(before) ? total : null }
}
