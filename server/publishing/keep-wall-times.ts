import { afterNewRules } from '#core/posts/wall-time.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql, { columns, computed, type RowOf, type Sql } from '../db/sql.ts'
import { notifyOfPosts } from '../events/notify-owners.ts'
import { reconcileWallTime, recordZoneRules, ZONE_RULES } from '../posts/transitions/wall-time.ts'

/** So many posts are looked at in one go. */
const PAGE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Moves the coming posts whose time on the wall is at another instant by the rules of time zones that this process
 * knows, and tells their owners. Only posts that were last compared with older rules: two hosts with different ones
 * do not move a post to and fro.
 */
export async function keepWallTimes(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  let after = FIRST_ID
  while (!signal.aborted) {
    const posts = await database.query(sql`
      select ${COMING} from posts where ${isBehind(clock.now())} and id > ${after} order by id limit ${PAGE}`)
    const last = posts.at(-1)
    if (!last) return
    await keepEach(database, posts, clock)
    after = last.id
  }
}

/** When there is something to compare: now, or never. */
export async function wallTimesDueAt(database: Database, now: Date): Promise<Date | undefined> {
  const [row] = await database.query(sql`
    select ${computed('first', 'timestamptz', sql`min(scheduled_at)`)} from posts where ${isBehind(now)}`)
  return row?.first ? now : undefined
}

const COMING = columns('posts', 'id', 'revision', 'scheduled_at', 'wall_time', 'time_zone')
type Coming = RowOf<typeof COMING>

/** Not those of suspended people: another time would let them go out. */
const isBehind = (now: Date): Sql =>
  sql`status = 'scheduled' and zone_rules < ${ZONE_RULES} and scheduled_at > ${now} and failure->>'code' is distinct from 'suspended'`

async function keepEach(database: Database, posts: Coming[], clock: Clock): Promise<void> {
  const now = clock.now()
  const steps = posts.map((post) => ({ post, step: stepFor(post, now) }))
  const unmoved = steps.filter(({ step }) => step.do === 'nothing').map(({ post }) => post)
  await recordZoneRules(database, unmoved)
  for (const { post, step } of steps) {
    if (step.do === 'nothing') continue
    // The one is never done without the other.
    await database.transaction(async (tx) => {
      const isMoved = step.do === 'move'
      const held = await reconcileWallTime(tx, post, isMoved ? step.to : null, clock.now())
      const news = { trouble: isMoved ? 'moved' : 'unmoved', reason: null } as const
      if (held) await notifyOfPosts(tx, [held], news, clock.now())
    })
  }
}

function stepFor({ scheduled_at, wall_time, time_zone }: Coming, now: Date): ReturnType<typeof afterNewRules> {
  if (!scheduled_at || !wall_time || !time_zone) return { do: 'nothing' }
  try {
    return afterNewRules({ scheduledAt: scheduled_at, wallTime: wall_time, timeZone: time_zone }, now)
  } catch {
    // A zone that another host knows and this one does not.
    return { do: 'nothing' }
  }
}
