import { PLATFORMS } from '#core/platforms/platform.ts'
import type { PostSummary } from '#core/posts/contract.ts'
import { POST_STATUSES, type PostStatus } from '#core/posts/lifecycle.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list, type RowOf } from '../db/sql.ts'

const COUNTS = list(
  columns('posts', 'platform', 'status'),
  count('count'),
  computed('engagement', 'bigint', sql`sum(engagement)`, 0),
  count('week_count', sql`in_week`),
  computed('week_engagement', 'bigint', sql`sum(engagement) filter (where in_week)`, 0),
)
type CountRow = RowOf<typeof COUNTS>

/** What a person's dashboard counts, in an answer whose size does not grow with the number of posts. */
export async function summaryOf(on: Queryable, userId: string, weekFrom: Date): Promise<PostSummary> {
  const rows = await on.query(sql`
    select ${COUNTS} from posts, lateral (select case status when 'published' then published_at when 'scheduled' then scheduled_at end as time) moment,
      lateral (select time >= ${weekFrom}::timestamptz and time < ${weekFrom}::timestamptz + interval '7 days' as in_week) week
    where user_id = ${userId} group by platform, status`)
  const [next] = await on.query(sql`
    select ${columns('posts', 'id', 'platform', 'scheduled_at')} from posts where user_id = ${userId} and status = 'scheduled' order by scheduled_at limit 1`)

  const having = (status: PostStatus) => rows.filter((row) => row.status === status)
  const published = having('published')
  return {
    byStatus: Object.fromEntries(POST_STATUSES.map((status) => [status, sum(having(status), 'count')])) as Record<
      PostStatus,
      number
    >,
    byPlatform: PLATFORMS.map((platform) => {
      const there = published.filter((row) => row.platform === platform)
      return { platform, published: sum(there, 'count'), engagement: sum(there, 'engagement') }
    }),
    week: {
      published: sum(published, 'week_count'),
      engagement: sum(published, 'week_engagement'),
      scheduled: sum(having('scheduled'), 'week_count'),
    },
    next: next?.scheduled_at
      ? { id: next.id, platform: next.platform, scheduledAt: next.scheduled_at.toISOString() }
      : null,
  }
}

function sum(rows: CountRow[], of: 'count' | 'engagement' | 'week_count' | 'week_engagement'): number {
  return rows.reduce((total, row) => total + row[of], 0)
}
