import type { WallTime } from '#core/posts/wall-time.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { empty, type Sql } from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import { KEEPS_APPROVAL } from './approval.ts'
import { transition } from './statement.ts'

/** The version of the time zone rules in this process, for example `2026c`. */
export const ZONE_RULES = process.versions['tz'] ?? ''

/** A time that the author chose: the instant, and the wall time and zone where the author gave them. */
export interface ChosenTime {
  at: Date
  wall: WallTime | null
}

/** Sets every column that depends on a post's time. @param isDue whether the worker acts on the post at that time */
export function timeColumns(time: ChosenTime | null, isDue = true): Sql {
  const at = time?.at ?? null
  return sql`scheduled_at = ${at}, next_step_at = ${isDue ? at : null}, moved_from = null,
    (wall_time, time_zone, zone_rules) = row (${wallTimeValues(time?.wall ?? null)})`
}

/** The values of the columns for the local time that the author chose: `wall_time`, `time_zone` and `zone_rules`. */
export const wallTimeValues = (wall: WallTime | null): Sql =>
  sql`${wall?.wallTime ?? null}::text, ${wall?.timeZone ?? null}::text, ${wall && ZONE_RULES}::text`

/**
 * Keeps a scheduled post at its wall time after the time zone rules changed. A moved post gets a new revision.
 * @param post as it was when its time was compared with the rules
 * @param to the new instant; null when it has passed and the post stays
 * @returns undefined when the post has changed since the comparison
 */
export async function reconcileWallTime(
  tx: Queryable,
  post: Pick<PostRow, 'id' | 'revision'>,
  to: Date | null,
  now: Date,
): Promise<PostRow | undefined> {
  const moved = to
    ? sql`, scheduled_at = ${to}, next_step_at = ${to}, ${KEEPS_APPROVAL} revision = revision + 1`
    : empty
  const set = sql`moved_from = scheduled_at, zone_rules = ${ZONE_RULES} ${moved}`
  const where = sql`revision = ${post.revision} and zone_rules < ${ZONE_RULES} and scheduled_at > ${now}`
  return await transition(tx, post, 'rules-changed', set, now, where)
}

/**
 * Records that the times of these posts agree with the current time zone rules. Skips rows that another transaction has
 * locked.
 */
export async function recordZoneRules(on: Queryable, posts: Pick<PostRow, 'id' | 'revision'>[]): Promise<void> {
  if (posts.length === 0) return
  await on.query(sql`
    update posts set zone_rules = ${ZONE_RULES} where id in (
      select p.id from posts p join jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as compared (id uuid, revision integer)
        on compared.id = p.id and compared.revision = p.revision
      where p.zone_rules < ${ZONE_RULES} order by p.id for update of p skip locked)`)
}
