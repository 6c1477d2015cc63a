import { PLATFORMS } from '#core/platforms/platform.ts'
import type { PostSummary, SummaryFilter } from '#core/posts/contract.ts'
import { NAMED, RECENT, TROUBLES } from '#core/posts/dashboard-lists.ts'
import { POST_STATUSES, type PostStatus } from '#core/posts/lifecycle.ts'
import { startOfDay } from '#core/time-zone.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, join, list, type RowOf, type Sql } from '../db/sql.ts'
import { IS_ENGAGEMENT_TOLD } from './engagement-told.ts'
import type { PostCache } from './post-cache.ts'
import { listPosts } from './list-posts.ts'
import type { ListOrder } from './store.ts'

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

/** What a person's dashboard and calendar show, in an answer whose size and time do not grow with the number of posts; as JSON. */
export async function readSummary(
  on: Queryable,
  cache: PostCache,
  caller: Caller,
  { weekFrom, daysFrom, daysTo, timeZone }: SummaryFilter & { weekFrom: string; timeZone: string },
): Promise<string> {
  const week = new Date(weekFrom)
  const dates = daysFrom && daysTo ? datesBetween(daysFrom, daysTo) : []
  const begins = dates.length > 0 ? [...dates, dayAfter(daysTo ?? '')].map((date) => startOfDay(date, timeZone)) : []
  const { userId } = caller
  const rows = await on.query(sql`
    select ${COUNTS} from (${join([inAll(userId), inWeek(userId, week), ...inDays(userId, begins)], ' union all ')}) as counted
    group by platform, status, day, in_week`)
  const [next] = await on.query(sql`
    select ${columns('posts', 'id', 'platform', 'account_id', 'former_account', 'scheduled_at')} from posts where user_id = ${userId} and status = 'scheduled' order by scheduled_at limit 1`)
  const reported = await on.query(sql`
    select ${list(
      computed('platform', 'text', sql`of_it`),
      computed(
        'last',
        'timestamptz',
        sql`(
      select max(published_at) from post_metrics where user_id = ${userId} and platform = of_it and ${IS_ENGAGEMENT_TOLD})`,
      ),
    )}
    from unnest(${[...PLATFORMS]}::text[]) as of_it`)
  const lastReported = new Map(reported.map((row) => [row.platform, row.last]))
  const counts: Omit<PostSummary, 'recent' | 'troubled' | 'underWay'> = {
    ...totalsOf(
      rows.filter(({ day, in_week }) => day === null && !in_week),
      lastReported,
    ),
    week: {
      ...weekOf(rows.filter(({ in_week }) => in_week)),
      isReported: [...lastReported.values()].some((last) => last !== null && last >= week),
    },
    next: next?.scheduled_at
      ? {
          id: next.id,
          platform: next.platform,
          accountId: next.account_id,
          formerAccount: next.account_id ? null : next.former_account,
          scheduledAt: next.scheduled_at.toISOString(),
        }
      : null,
    days: dates.flatMap((date, index) => {
      const those = rows.filter(({ day, posts }) => day === index + 1 && posts > 0)
      const byStatus = Object.fromEntries(those.map(({ status, posts }) => [status, posts]))
      return those.length > 0 ? [{ date, byStatus }] : []
    }),
  }
  const named = async (limit: number, order: ListOrder, ...status: PostStatus[]) => {
    const isAny = status.some((one) => counts.byStatus[one] > 0)
    return isAny ? (await listPosts(on, cache, caller, { status, limit, order })).json : '[]'
  }
  const [recent, troubled, underWay] = await Promise.all([
    named(RECENT, 'published', 'published'),
    named(NAMED, 'written', ...TROUBLES),
    named(NAMED, 'written', 'publishing'),
  ])
  return `${JSON.stringify(counts).slice(0, -1)},"recent":${recent},"troubled":${troubled},"underWay":${underWay}}`
}

const ALL = sql`select platform, status, null::integer as day, false as in_week, posts, engagement from post_counts`

const inAll = (userId: string): Sql =>
  sql`${ALL} where user_id = ${userId} and quarter = '-infinity' and status is not null`

/** Whole quarters by their counts; what a week that begins within one has of its first and last, post by post. */
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
 * Each day is summed by itself, from its stretch of the index: that costs less than to ask of each row which day it is of.
 * @param begins when each day begins, and the one after them
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

/** When the next quarter of an hour begins; the instant itself where one does. */
export const quarterAfter = (instant: Date): Date => new Date(Math.ceil(instant.getTime() / QUARTER_MS) * QUARTER_MS)

const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)

function datesBetween(first: string, last: string): string[] {
  const dates = []
  for (let date = first; date <= last; date = dayAfter(date)) dates.push(date)
  return dates
}

function totalsOf(
  rows: CountRow[],
  lastReported: ReadonlyMap<string | null, Date | null>,
): Pick<PostSummary, 'byStatus' | 'byPlatform'> {
  const of = (status: PostStatus) => rows.filter((row) => row.status === status)
  const counts = POST_STATUSES.map((status) => [status, sum(of(status), 'posts')])
  return {
    byStatus: Object.fromEntries(counts) as Record<PostStatus, number>,
    byPlatform: PLATFORMS.map((platform) => {
      const there = of('published').filter((row) => row.platform === platform)
      return {
        platform,
        published: sum(there, 'posts'),
        engagement: sum(there, 'engagement'),
        isReported: Boolean(lastReported.get(platform)),
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
