import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { datesBetween, dayStarts } from '#core/posts/calendar.ts'
import type { PostSummary, SummaryFilter } from '#core/posts/lists-contract.ts'
import { SUMMARY_LIST_SIZE, RECENT_SIZE, TROUBLES } from '#core/posts/dashboard-lists.ts'
import { POST_STATUSES, type PostStatus } from '#core/posts/lifecycle.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, join, list, outer, type RowOf, type Sql } from '../db/sql.ts'
import { HAS_ENGAGEMENT } from './has-engagement.ts'
import { listPosts, type PostCache } from './list-posts.ts'
import type { ListOrder } from './store.ts'
import { sumViews, viewsFrom } from './views.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000

const COUNTS = list(
  computed('platform', 'text', sql`platform`),
  computed('status', 'text', sql`status`),
  computed('day', 'integer', sql`day`),
  isTrue('in_week', sql`in_week`),
  computed('posts', 'bigint', sql`sum(posts)`, 0),
  computed('engagement', 'bigint', sql`sum(engagement)`, 0),
)
type CountRow = RowOf<typeof COUNTS>

/**
 * Returns the data of dashboard and calendar as JSON. Its size and the time to read it do not grow with the number of
 * posts.
 * @param today the date in `timeZone`, the last of the seven days whose views are counted
 */
export async function readSummary(
  on: Queryable,
  cache: PostCache,
  caller: Caller,
  { weekFrom, daysFrom, daysTo, timeZone }: SummaryFilter & { weekFrom: string; timeZone: string },
  today: string,
): Promise<string> {
  const week = new Date(weekFrom)
  const dates = daysFrom && daysTo ? datesBetween(daysFrom, daysTo) : []
  const begins = dayStarts(dates, timeZone)
  const { userId } = caller
  const rows = await on.query(sql`
    select ${COUNTS} from (${join([totals(userId), inWeek(userId, week), ...inDays(userId, begins)], ' union all ')}) as counted
    group by platform, status, day, in_week`)
  const { next, lastReported, views } = await readDetails(on, userId, viewsFrom(today))
  const counts: Omit<PostSummary, 'recent' | 'troubled' | 'underWay'> = {
    ...totalsOf(
      rows.filter(({ day, in_week }) => day === null && !in_week),
      lastReported,
    ),
    week: {
      ...weekOf(rows.filter(({ in_week }) => in_week)),
      isReported: Object.values(lastReported).some((last) => last !== null && new Date(last) >= week),
    },
    views: sumViews(views, today, timeZone),
    next,
    days: dates.flatMap((date, index) => {
      const ofDay = rows.filter(({ day, posts }) => day === index + 1 && posts > 0)
      const byStatus = Object.fromEntries(ofDay.map(({ status, posts }) => [status, posts]))
      return ofDay.length > 0 ? [{ date, byStatus }] : []
    }),
  }
  const firstPosts = async (limit: number, order: ListOrder, ...status: PostStatus[]) => {
    if (!status.some((name) => counts.byStatus[name] > 0)) return '[]'
    const { json } = await listPosts(on, cache, caller, { status, limit, order })
    return Buffer.concat(json).toString()
  }
  const [recent, troubled, underWay] = await Promise.all([
    firstPosts(RECENT_SIZE, 'published', 'published'),
    firstPosts(SUMMARY_LIST_SIZE, 'written', ...TROUBLES),
    firstPosts(SUMMARY_LIST_SIZE, 'written', 'publishing'),
  ])
  return `${JSON.stringify(counts).slice(0, -1)},"recent":${recent},"troubled":${troubled},"underWay":${underWay}}`
}

/** Reads in one statement what would take three, because each statement costs more than its rows. */
async function readDetails(
  on: Queryable,
  userId: string,
  viewsSince: Date,
): Promise<{
  /** The next scheduled post. */
  next: PostSummary['next']
  lastReported: LastReported
  views: { publishedAt: Date; views: number }[]
}> {
  const [row] = await on.query(sql`
    select ${outer(columns('posts next', 'id', 'platform', 'account_id', 'former_account', 'scheduled_at'))},
      ${computed(
        'last_reported',
        'jsonb',
        sql`(
          select jsonb_object_agg(of_it, (
            select max(published_at) from post_metrics where user_id = ${userId} and platform = of_it and ${HAS_ENGAGEMENT}))
          from unnest(${[...PLATFORMS]}::text[]) as of_it)`,
      )},
      ${computed(
        'views',
        'jsonb',
        sql`(
          select jsonb_agg(jsonb_build_array(published_at, impressions)) from post_metrics
          where user_id = ${userId} and published_at >= ${viewsSince} and impressions is not null)`,
      )}
    from (select) as always left join (
      select * from posts where user_id = ${userId} and status = 'scheduled' order by scheduled_at limit 1) as next on true`)
  return {
    next:
      row?.id && row.platform && row.scheduled_at
        ? {
            id: row.id,
            platform: row.platform,
            accountId: row.account_id,
            formerAccount: row.account_id ? null : row.former_account,
            scheduledAt: row.scheduled_at.toISOString(),
          }
        : null,
    lastReported: row?.last_reported ?? {},
    views: ((row?.views ?? []) as [string, number][]).map(([at, views]) => ({ publishedAt: new Date(at), views })),
  }
}

/** When the last post with reported engagement was published on each network, as text. */
type LastReported = Partial<Record<Platform, string | null>>

const COUNTS_ROW = sql`select platform, status, null::integer as day, false as in_week, posts, engagement from post_counts`

const totals = (userId: string): Sql =>
  sql`${COUNTS_ROW} where user_id = ${userId} and quarter = '-infinity' and status is not null`

/** Counts the posts of a week: whole quarter-hours from `post_counts`, partial ones at either end from `posts`. */
function inWeek(userId: string, from: Date): Sql {
  const to = new Date(from.getTime() + 7 * DAY_MS)
  const [first, last] = [quarterAfter(from), quarterAfter(new Date(to.getTime() - QUARTER_MS + 1))]
  const isAtEdge = (moment: Sql) =>
    sql`(${moment} >= ${from} and ${moment} < ${first} or ${moment} >= ${last} and ${moment} < ${to})`
  const posts = sql`select null, status, null, true, 1, engagement from posts where user_id = ${userId}`
  const inside = sql`
    select null, status, null, true, posts, engagement from post_counts
    where user_id = ${userId} and quarter >= ${first} and quarter < ${last}`
  if (first.getTime() === from.getTime()) return inside
  return join(
    [
      inside,
      sql`${posts} and status = 'published' and ${isAtEdge(sql`published_at`)}`,
      sql`${posts} and status = 'scheduled' and ${isAtEdge(sql`scheduled_at`)}`,
    ],
    ' union all ',
  )
}

/**
 * Sums each day from its own index range, which is faster than grouping.
 * @param begins the start of each day, and the end of the last day
 */
function inDays(userId: string, begins: Date[]): Sql[] {
  if (begins.length === 0) return []
  const bounds = begins.map((begin) => begin.toISOString())
  return [
    sql`
      select null, status, day::integer, false, posts, 0
      from unnest(${bounds.slice(0, -1)}::timestamptz[], ${bounds.slice(1)}::timestamptz[]) with ordinality as days (begins, ends, day),
        lateral (select status, sum(posts) as posts from post_counts
          where user_id = ${userId} and quarter >= begins and quarter < ends group by status) as of_day`,
  ]
}

/** Rounds up to a quarter of an hour. */
export const quarterAfter = (instant: Date): Date => new Date(Math.ceil(instant.getTime() / QUARTER_MS) * QUARTER_MS)

function totalsOf(rows: CountRow[], lastReported: LastReported): Pick<PostSummary, 'byStatus' | 'byPlatform'> {
  const of = (status: PostStatus) => rows.filter((row) => row.status === status)
  const counts = POST_STATUSES.map((status) => [status, sum(of(status), 'posts')])
  return {
    byStatus: Object.fromEntries(counts) as Record<PostStatus, number>,
    byPlatform: PLATFORMS.map((platform) => {
      const onPlatform = of('published').filter((row) => row.platform === platform)
      return {
        platform,
        published: sum(onPlatform, 'posts'),
        engagement: sum(onPlatform, 'engagement'),
        isReported: Boolean(lastReported[platform]),
      }
    }),
  }
}

function weekOf(rows: CountRow[]): Omit<PostSummary['week'], 'isReported'> {
  const of = (status: PostStatus) => rows.filter((row) => row.status === status)
  return {
    published: sum(of('published'), 'posts'),
    engagement: sum(of('published'), 'engagement'),
    scheduled: sum(of('scheduled'), 'posts'),
  }
}

const sum = (rows: CountRow[], of: 'posts' | 'engagement'): number => rows.reduce((total, row) => total + row[of], 0)
