import { analyse, type Counted, type Troubled } from '#core/analytics/analyse.ts'
import type { Analytics, AnalyticsFilter, PostWithMetrics } from '#core/analytics/contract.ts'
import { engagementOf } from '#core/analytics/metrics.ts'
import { DEFAULT_RANGE_DAYS } from '#core/analytics/range.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { serverRulesOf } from '#core/platforms/server-rules.ts'
import { dayAfter } from '#core/posts/calendar.ts'
import { startOfDay, wallClock } from '#core/time-zone.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, empty, list, outer, type Sql } from '../db/sql.ts'
import { ENGAGEMENT_SUM, ENTERED, METRIC_VALUES, METRICS_WITH_ENTERED } from './metric-values.ts'

/** The days that a user requests, and the user's time zone. */
export interface Range {
  from: string
  to: string
  timeZone: string
  platform: Platform | undefined
}

export function rangeOf({ from, to, platform }: AnalyticsFilter, timeZone: string, now: Date): Range {
  const last = to ?? wallClock(now, timeZone).date
  return { from: from ?? dayAfter(last, 1 - DEFAULT_RANGE_DAYS), to: last, timeZone, platform }
}

/**
 * Reads the analytics of a user's posts. The size of the response does not grow with the number of posts.
 * @param readPlatforms the networks from which this Frogy reads metrics
 */
export async function readAnalytics(
  on: Queryable,
  userId: string,
  range: Range,
  readPlatforms: readonly Platform[],
): Promise<Analytics> {
  const rows = await on.query(sql`
    select ${list(columns('post_metrics m', 'post_id', 'platform', 'published_at', 'refused'), METRIC_VALUES, ENTERED)}
    from ${METRICS_WITH_ENTERED} where ${publishedIn(userId, range)} order by m.published_at, m.post_id`)
  const counted = rows.map(({ post_id: id, published_at: publishedAt, ...figures }): Counted => ({
    id,
    publishedAt,
    ...figures,
  }))
  const analysis = analyse(range, counted, await troubledIn(on, userId, range))
  const shown = new Map(
    (await metricsOfPosts(on, userId, [...(analysis.posts ?? []), ...analysis.top])).map((post) => [post.id, post]),
  )
  const named = (ids: readonly string[]) => ids.flatMap((id) => shown.get(id) ?? [])
  const [next] = await on.query(sql`
    select ${columns('posts', 'platform', 'scheduled_at')} from posts
    where user_id = ${userId} and status = 'scheduled' order by scheduled_at limit 1`)
  return {
    ...analysis,
    platforms: analysis.platforms.map((entry) => ({
      ...entry,
      isAsked: readPlatforms.includes(entry.platform),
      canReport: serverRulesOf(entry.platform).metrics.readAt.length > 0,
    })),
    posts: analysis.posts && named(analysis.posts),
    top: named(analysis.top),
    next: next?.scheduled_at ? { platform: next.platform, scheduledAt: next.scheduled_at.toISOString() } : null,
  }
}

const EXPORT_PAGE_SIZE = 500

/**
 * Reads all published posts of the range with their metrics, sorted by time. Reads page by page, to limit the memory.
 */
export async function* readExport(on: Queryable, userId: string, range: Range): AsyncGenerator<PostWithMetrics[]> {
  let after: Sql = empty
  for (;;) {
    const which = sql`${publishedIn(userId, range)} ${after}`
    const rows = await readMetricRows(on, which, sql`limit ${EXPORT_PAGE_SIZE}`)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toPost)
    after = sql`and (m.published_at, m.post_id) > (${last.exactTime}::timestamptz, ${last.id}::uuid)`
  }
}

/** Reads the posts of the range with the most engagement, best first. Posts without known engagement come last. */
export async function readBestPosts(
  on: Queryable,
  userId: string,
  range: Range,
  limit: number,
): Promise<PostWithMetrics[]> {
  const rows = await on.query(sql`
    select ${columns('post_metrics m', 'post_id')} from ${METRICS_WITH_ENTERED} where ${publishedIn(userId, range)}
    order by ${ENGAGEMENT_SUM} desc nulls last, m.published_at desc, m.post_id limit ${limit}`)
  const ids = rows.map(({ post_id: id }) => id)
  const found = new Map((await metricsOfPosts(on, userId, ids)).map((post) => [post.id, post]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const POSTS_PAGE_SIZE = 50

/**
 * Reads a page of the posts of the range for which a network leaves out a metric, newest first.
 * @param after the last post of the previous page
 */
export async function readPostsPage(
  on: Queryable,
  userId: string,
  range: Range,
  after: string | undefined,
): Promise<{ posts: PostWithMetrics[]; next: string | null }> {
  const rows = await on.query(sql`
    select ${columns('post_metrics m', 'post_id')} from post_metrics m
    where ${publishedIn(userId, range)} and (m.impressions + m.likes + m.comments + m.shares) is null
    ${
      after
        ? sql`and (m.published_at, m.post_id) < (
            select f.published_at, f.post_id from post_metrics f where f.post_id = ${after} and f.user_id = ${userId})`
        : empty
    }
    order by m.published_at desc, m.post_id desc limit ${POSTS_PAGE_SIZE + 1}`)
  const ids = rows.slice(0, POSTS_PAGE_SIZE).map(({ post_id: id }) => id)
  const posts = (await metricsOfPosts(on, userId, ids)).toReversed()
  return { posts, next: rows.length > POSTS_PAGE_SIZE ? (ids.at(-1) ?? null) : null }
}

export async function metricsOfPosts(
  on: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<PostWithMetrics[]> {
  if (ids.length === 0) return []
  return await readPostsWithMetrics(on, sql`m.user_id = ${userId} and m.post_id = any(${[...new Set(ids)]}::uuid[])`)
}

function publishedIn(userId: string, { from, to, timeZone, platform }: Range): Sql {
  const [begin, end] = [startOfDay(from, timeZone), startOfDay(dayAfter(to), timeZone)]
  return sql`m.user_id = ${userId} and m.published_at >= ${begin} and m.published_at < ${end}
    ${platform ? sql`and m.platform = ${platform}` : empty}`
}

const OPENING_LENGTH = 140

async function readPostsWithMetrics(on: Queryable, which: Sql): Promise<PostWithMetrics[]> {
  return (await readMetricRows(on, which)).map(toPost)
}

type MetricRow = Awaited<ReturnType<typeof readMetricRows>>[number]

function toPost(row: MetricRow): PostWithMetrics {
  const { exactTime: _, entered: metrics, entered_at: at, first_name: first, last_name: last, ...post } = row
  return {
    ...post,
    publishedAt: row.publishedAt.toISOString(),
    engagement: engagementOf(row),
    entered:
      metrics.length > 0 && at
        ? { metrics, by: first === null ? null : `${first} ${last ?? ''}`.trim(), at: at.toISOString() }
        : null,
  }
}

async function readMetricRows(on: Queryable, which: Sql, limit: Sql = empty) {
  return await on.query(sql`
    select ${list(
      columns('post_metrics m', 'refused'),
      METRIC_VALUES,
      ENTERED,
      outer(list(columns('entered_metrics e', 'entered_at'), columns('users u', 'first_name', 'last_name'))),
      columns('posts p', 'id', 'platform', 'permalink'),
      computed('publishedAt', 'timestamptz', sql`m.published_at`, new Date(0)),
      // A `Date` has no microseconds, so it cannot say where a page ends.
      computed('exactTime', 'text', sql`m.published_at::text`, ''),
      computed('opening', 'text', sql`left(split_part(ltrim(p.content), E'\n', 1), ${OPENING_LENGTH}::integer)`, ''),
    )} from ${METRICS_WITH_ENTERED} join posts p on p.id = m.post_id left join users u on u.id = e.entered_by
    where ${which} order by m.published_at, m.post_id ${limit}`)
}

/** The maximum number of failed, missed and unconfirmed posts to read, because a chart cannot show more. */
const MAX_TROUBLED = 2_000

async function troubledIn(on: Queryable, userId: string, { from, to, timeZone, platform }: Range): Promise<Troubled[]> {
  const at = sql`coalesce(scheduled_at, created_at)`
  const rows = await on.query(sql`
    select ${list(columns('posts', 'status'), computed('at', 'timestamptz', at, new Date(0)))} from posts
    where user_id = ${userId} and status in ('failed', 'missed', 'unconfirmed') ${platform ? sql`and platform = ${platform}` : empty}
      and ${at} >= ${startOfDay(from, timeZone)} and ${at} < ${startOfDay(dayAfter(to), timeZone)}
    order by created_at desc limit ${MAX_TROUBLED}`)
  return rows.map(({ status, at: when }) => ({ status: status === 'unconfirmed' ? status : 'failed', at: when }))
}
