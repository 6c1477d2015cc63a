import { afterNewRules } from '#core/posts/wall-time.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns, computed, type RowOf, type Sql } from '../../db/sql.ts'
import { notifyOfPosts } from '../../events/notify-owners.ts'
import { reconcileWallTime, recordZoneRules, ZONE_RULES } from '../../posts/transitions/wall-time.ts'

const PAGE_SIZE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Moves upcoming posts to the instant of their local time by this process's time-zone rules, and notifies their
 * authors. Skips posts checked with newer rules, so that two hosts do not move a post back and forth.
 */
export async function reconcileLocalTimes(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  let after = FIRST_ID
  while (!signal.aborted) {
    const posts = await database.query(sql`
      select ${COLUMNS} from posts where ${hasOlderRules(clock.now())} and id > ${after} order by id limit ${PAGE_SIZE}`)
    const last = posts.at(-1)
    if (!last) return
    await reconcilePage(database, posts, clock)
    after = last.id
  }
}

export async function localTimesDueAt(database: Database, now: Date): Promise<Date | undefined> {
  const [row] = await database.query(sql`
    select ${computed('first', 'timestamptz', sql`min(scheduled_at)`)} from posts where ${hasOlderRules(now)}`)
  return row?.first ? now : undefined
}

const COLUMNS = columns('posts', 'id', 'revision', 'scheduled_at', 'wall_time', 'time_zone')
type UpcomingPost = RowOf<typeof COLUMNS>

/**
 * SQL condition: older time zone rules determined the post's time. Excludes posts of suspended users, because a new time
 * would publish them.
 */
const hasOlderRules = (now: Date): Sql =>
  sql`status = 'scheduled' and zone_rules < ${ZONE_RULES} and scheduled_at > ${now} and failure->>'code' is distinct from 'suspended'`

async function reconcilePage(database: Database, posts: UpcomingPost[], clock: Clock): Promise<void> {
  const now = clock.now()
  const steps = posts.map((post) => ({ post, step: stepFor(post, now) }))
  const unmoved = steps.filter(({ step }) => step.do === 'nothing').map(({ post }) => post)
  await recordZoneRules(database, unmoved)
  for (const { post, step } of steps) {
    if (step.do === 'nothing') continue
    // Move and notify in one transaction, so that no author misses a move.
    await database.transaction(async (tx) => {
      const isMoved = step.do === 'move'
      const held = await reconcileWallTime(tx, post, isMoved ? step.to : null, clock.now())
      const news = { trouble: isMoved ? 'moved' : 'unmoved', reason: null } as const
      if (held) await notifyOfPosts(tx, [held], news, clock.now())
    })
  }
}

function stepFor({ scheduled_at, wall_time, time_zone }: UpcomingPost, now: Date): ReturnType<typeof afterNewRules> {
  if (!scheduled_at || !wall_time || !time_zone) return { do: 'nothing' }
  try {
    return afterNewRules({ scheduledAt: scheduled_at, wallTime: wall_time, timeZone: time_zone }, now)
  } catch {
    // Keep the time of the post. This host does not know the time zone, but the host that stored the post does.
    return { do: 'nothing' }
  }
}
