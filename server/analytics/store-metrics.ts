import { engagementOf, METRICS, type MetricValues } from '#core/analytics/metrics.ts'
import { nextReadAfter } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Metrics } from '../adapters/platforms/platform-client.ts'
import type { Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { COUNTS_UNCHANGED } from '../posts/counts.ts'
import { lockFreePosts } from '../posts/transitions/lock.ts'
import { recordEngagement } from '../posts/transitions/publish.ts'
import type { ClaimedPost } from './metrics-schedule.ts'

/** The largest value of an `integer` column. */
const MAX_ENGAGEMENT = 2 ** 31 - 1

/**
 * Stores reported metrics and schedules the next read. Metrics and posts that the network no longer reports keep their
 * last values.
 */
export async function storeMetrics(
  database: Database,
  platform: Platform,
  batch: readonly ClaimedPost[],
  reported: ReadonlyMap<string, Metrics>,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Lock the posts first, as every transaction does. Posts that another transaction has locked are read again soon.
    const free = await lockFreePosts(tx, [...batch])
    const locked = await tx.query(sql`
      select ${columns('posts', 'id', 'remote_id')} from posts where id = any(${free}::uuid[])`)
    // Skip posts whose network data was deleted during the read.
    const current = batch.filter((post) =>
      locked.some(({ id, remote_id }) => id === post.id && remote_id === post.remote_id),
    )
    const rows = await tx.query(sql`
      select ${columns('post_metrics', 'post_id', 'impressions', 'likes', 'comments', 'shares')}
      from post_metrics where post_id = any(${current.map(({ id }) => id)}::uuid[])`)
    const before = new Map(rows.map((row) => [row.post_id, row]))
    const updates = current.map(({ id, remote_id, published_at }) => {
      const was = before.get(id)
      const metrics = reported.get(remote_id)
      const figures = Object.fromEntries(
        METRICS.map((name) => [name, validCount(metrics?.[name]) ?? was?.[name] ?? null]),
      ) as MetricValues
      const engagement = engagementOf(figures)
      return {
        id,
        ...figures,
        refused: metrics?.refused ?? [],
        isAsked: metrics !== undefined,
        isFirst: hasMetrics(figures) && !hasMetrics(was),
        hasChanged: METRICS.some((name) => figures[name] !== (was?.[name] ?? null)),
        engagement: Math.min(engagement ?? 0, MAX_ENGAGEMENT),
        hasNewEngagement: engagement !== null && engagement !== (was && engagementOf(was)),
        due: nextReadAfter(platform, published_at, now),
      }
    })
    if (updates.length === 0) return
    const all = sql`jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as k (id uuid, impressions bigint, likes bigint,
      comments bigint, shares bigint, refused jsonb, "isAsked" boolean, "hasChanged" boolean, due timestamptz)`
    await tx.query(sql`
      update post_metrics m set impressions = k.impressions, likes = k.likes, comments = k.comments, shares = k.shares,
        refused = case when k."isAsked" then array(select jsonb_array_elements_text(k.refused)) else m.refused end,
        due_at = k.due
      from ${all} where m.post_id = k.id`)
    await tx.query(sql`
      insert into post_results (post_id, at, impressions, likes, comments, shares)
      select id, ${now}, impressions, likes, comments, shares from ${all} where "hasChanged"
      on conflict (post_id, at) do nothing`)
    const changed = updates.filter((post) => post.isFirst || post.hasNewEngagement)
    if (changed.length > 0)
      await recordEngagement(
        tx,
        changed.map(({ id, engagement }) => ({ id, engagement })),
        now,
      )
    // Mark the users' dashboards as changed, because they show views, and new views do not change a post.
    const viewed = updates.filter((post) => post.hasChanged && !changed.includes(post))
    if (viewed.length > 0)
      await tx.query(sql`
        with changed as (
          select user_id from post_metrics where post_id = any(${viewed.map(({ id }) => id)}::uuid[]))${COUNTS_UNCHANGED}
        select from changed`)
  })
}

const hasMetrics = (figures: MetricValues | undefined): boolean =>
  METRICS.some((name) => (figures?.[name] ?? null) !== null)

/** Returns a reported count; null if it is not a whole number of zero or more. */
const validCount = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null
