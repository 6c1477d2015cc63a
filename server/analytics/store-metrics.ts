import { engagementOf, FIGURES, type Figures } from '#core/analytics/figures.ts'
import { nextReadingAt } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Metrics } from '../adapters/platforms/platform-client.ts'
import type { Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { lockFreePosts } from '../posts/transitions/lock.ts'
import { recordEngagement } from '../posts/transitions/publish.ts'
import type { Taken } from './metrics-schedule.ts'

/** The largest that the database counts a post's engagement in. */
const MOST = 2 ** 31 - 1

/**
 * Keeps what a network told of posts, and when it is asked again. A figure that it leaves out this time stays what it was.
 * Of a post that it tells nothing of, such as one that is gone, everything stays.
 */
export async function storeMetrics(
  database: Database,
  platform: Platform,
  asked: readonly Taken[],
  told: ReadonlyMap<string, Metrics>,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Their posts are locked first, as everybody does. One that somebody else has in hands is asked about again soon.
    const free = await lockFreePosts(tx, [...asked])
    const held = await tx.query(sql`
      select ${columns('posts', 'id', 'remote_id')} from posts where id = any(${free}::uuid[])`)
    // What was forgotten of its network meanwhile is not told of it again.
    const own = asked.filter((one) => held.some(({ id, remote_id }) => id === one.id && remote_id === one.remote_id))
    const rows = await tx.query(sql`
      select ${columns('post_metrics', 'post_id', 'impressions', 'likes', 'comments', 'shares')}
      from post_metrics where post_id = any(${own.map(({ id }) => id)}::uuid[])`)
    const before = new Map(rows.map((row) => [row.post_id, row]))
    const kept = own.map(({ id, remote_id, published_at }) => {
      const was = before.get(id)
      const metrics = told.get(remote_id)
      const figures = Object.fromEntries(
        FIGURES.map((name) => [name, counted(metrics?.[name]) ?? was?.[name] ?? null]),
      ) as Figures
      const engagement = engagementOf(figures)
      return {
        id,
        ...figures,
        refused: metrics?.refused ?? [],
        isAsked: metrics !== undefined,
        isFirst: isTold(figures) && !isTold(was),
        hasChanged: FIGURES.some((name) => figures[name] !== (was?.[name] ?? null)),
        engagement: Math.min(engagement ?? 0, MOST),
        hasMoved: engagement !== null && engagement !== (was && engagementOf(was)),
        due: nextReadingAt(platform, published_at, now),
      }
    })
    if (kept.length === 0) return
    const all = sql`jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (id uuid, impressions bigint, likes bigint,
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
    const moved = kept.filter((one) => one.isFirst || one.hasMoved)
    if (moved.length > 0)
      await recordEngagement(
        tx,
        moved.map(({ id, engagement }) => ({ id, engagement })),
        now,
      )
  })
}

const isTold = (figures: Figures | undefined): boolean => FIGURES.some((name) => (figures?.[name] ?? null) !== null)

/** A count as a network may write it; null where it is none. */
const counted = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null
