import type { Queryable } from '../db/database.ts'
import sql, { columns, isTrue, type Sql } from '../db/sql.ts'
import { notifyOfPosts } from '../events/notify-owners.ts'

/** SQL condition: the response to publishing post `p` was lost, so the post may be public. */
export const hasLostAnswer = sql`exists (select from publish_attempts a where a.post_id = p.id and a.state = 'unknown')`

/**
 * Notifies the authors of late posts `p` that will still be published, once per scheduled time. Posts of one account
 * that wait for the same reason share one notification, which counts them.
 */
export async function notifyOfDelays(tx: Queryable, which: Sql, now: Date): Promise<void> {
  const late = await tx.query(sql`
    select ${columns('posts p', 'id', 'user_id', 'platform', 'account_id', 'failure')}, ${isTrue('isLost', hasLostAnswer)}
    from posts p where ${isUnreported(now)} and ${which}
    order by p.id for update skip locked`)
  const byReason = Map.groupBy(late, ({ failure, isLost }) => (isLost ? 'unconfirmed' : (failure?.code ?? null)))
  const inOrder = [...byReason].toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
  for (const [reason, posts] of inOrder) await notifyOfPosts(tx, posts, { trouble: 'delayed', reason }, now)
}

export async function hasUnreportedDelays(on: Queryable, which: Sql, now: Date): Promise<boolean> {
  const [row] = await on.query(sql`
    select ${isTrue('areSome', sql`exists (select from posts p where ${which} and ${isUnreported(now)})`)}`)
  return row?.areSome ?? false
}

const isUnreported = (now: Date): Sql => sql`
  p.status in ('scheduled', 'publishing') and p.scheduled_at <= ${now} and not exists (
    select from notification_posts np join notifications n on n.id = np.notification_id
    where np.post_id = p.id and n.kind = 'delayed' and np.at >= p.scheduled_at)`
