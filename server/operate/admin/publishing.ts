import type { PublishingState } from '#core/operate/publishing-contract.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns, count, list } from '../../db/sql.ts'
import { readInstallation, refuseWhileHeld } from '../../installation/installation-row.ts'
import { resolveLocked } from '../../posts/resolve-post.ts'
import { POST_COLUMNS } from '../../posts/store.ts'
import { IS_RESTORED } from '../../publishing/hold/lose-outcomes.ts'
import { releasePublishing } from '../../publishing/hold/release.ts'
import { writeAudit, type AdminAct } from '../audit.ts'

type PublishingParts = { database: Database; clock: Clock }

const IS_UNKNOWN = sql`exists (
  select from publish_attempts where post_id = p.id and state in ('sending', 'unknown') and ${IS_RESTORED})`

const SHOWN_POSTS = 100

const nameOf = (author: { first_name: string; last_name: string; email: string }): string =>
  `${author.first_name} ${author.last_name}`.trim() || author.email

export async function publishingState({ database, clock }: PublishingParts): Promise<PublishingState> {
  const now = clock.now()
  const row = await readInstallation(database)
  const isDue = sql`p.status = 'publishing' and ${IS_UNKNOWN}
    or p.status in ('scheduled', 'publishing') and p.next_step_at <= ${now} and p.created_at <= ${row?.held_since ?? null}`
  const due = await database.query(sql`
    select ${list(columns('posts p', 'platform'), count('posts'))} from posts p where ${isDue} group by p.platform order by p.platform`)
  const waiting = await database.query(sql`
    select ${list(columns('users', 'id', 'first_name', 'last_name', 'email'), count('posts'))}
    from posts p join users on users.id = p.user_id where p.status = 'unconfirmed' and ${IS_UNKNOWN}
    group by users.id order by count(*) desc, users.email`)
  const posts = await database.query(sql`
    select ${list(columns('posts p', 'id', 'platform', 'user_id', 'scheduled_at', 'created_at'), columns('users', 'first_name', 'last_name', 'email'))}
    from posts p join users on users.id = p.user_id where p.status = 'unconfirmed' and ${IS_UNKNOWN}
    order by coalesce(p.scheduled_at, p.created_at), p.id limit ${SHOWN_POSTS}`)
  const isHeld = row?.held_since != null
  return {
    isHeld,
    heldSince: row?.held_since?.toISOString() ?? null,
    reason: row?.held_because ?? null,
    lastSignOfLife: (row?.alive_at ?? now).toISOString(),
    due,
    waiting: waiting.map(({ posts: count, ...author }) => ({
      author: { id: author.id, name: nameOf(author) },
      posts: count,
    })),
    posts: posts.map((post) => ({
      id: post.id,
      platform: post.platform,
      dueAt: (post.scheduled_at ?? post.created_at).toISOString(),
      author: { id: post.user_id, name: nameOf(post) },
    })),
  }
}

/** Resumes publishing after the data was restored or copied. Does nothing when publishing is not held. */
export async function release(parts: PublishingParts, by: AdminAct['by']): Promise<PublishingState> {
  const { database, clock } = parts
  await database.transaction(async (tx) => {
    const now = clock.now()
    const was = await releasePublishing(tx, now)
    if (!was) return
    const before = { reason: was.held_because, lastSignOfLife: was.alive_at.toISOString() }
    const subject = { id: null, name: 'Frogy' }
    await writeAudit(tx, { by, act: 'publishing_released', subject, before, after: null }, now)
  })
  return await publishingState(parts)
}

/**
 * Applies one answer of an administrator to all posts that may already be public after a restore. The administrator
 * sees no texts of posts.
 */
export async function resolveRestored(
  { database, clock }: PublishingParts,
  by: AdminAct['by'],
  outcome: 'live' | 'not_live',
): Promise<{ resolved: number }> {
  return await database.transaction(async (tx) => {
    await refuseWhileHeld(tx)
    const now = clock.now()
    const posts = await tx.query(sql`
      select ${POST_COLUMNS} from posts where id in (select p.id from posts p where p.status = 'unconfirmed' and ${IS_UNKNOWN})
      order by id for update`)
    for (const post of posts) await resolveLocked(tx, post, outcome, now)
    const [subject, after] = [
      { id: null, name: 'Frogy' },
      { outcome, posts: posts.length },
    ]
    if (posts.length > 0)
      await writeAudit(tx, { by, act: 'restored_posts_resolved', subject, before: null, after }, now)
    return { resolved: posts.length }
  })
}
