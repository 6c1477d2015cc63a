import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, type Sql } from '../db/sql.ts'

/** How long a delay lasts before it is mailed, too: most are over by then. */
const MAIL_AFTER_MS = 2 * 60_000

/**
 * Tells the owners of due posts that these are late and still go out: once for each time that a post was to go out.
 * Posts of one account that wait for the same reason are one notification, which counts them.
 * @param tx a transaction, perhaps the one that puts them off
 * @param which of the posts `p`
 */
export async function tellOfDelays(tx: Queryable, which: Sql, now: Date): Promise<void> {
  const late = await tx.query(sql`
    select ${columns('posts p', 'id')}, ${computed('group', 'text', sql`concat_ws(' ', p.user_id, ${SUBJECT})`, '')} from posts p
    where p.status in ('scheduled', 'publishing') and p.scheduled_at <= ${now} and ${which}
      and not exists (
        select from notification_posts np join notifications n on n.id = np.notification_id
        where np.post_id = p.id and n.kind = 'delayed' and np.at >= p.scheduled_at)
    order by p.id for update skip locked`)
  for (const posts of Map.groupBy(late, ({ group }) => group).values()) {
    await tell(
      tx,
      posts.map(({ id }) => id),
      now,
    )
  }
}

/** What waits for one reason on one account belongs together. */
const SUBJECT = sql`concat_ws(':', 'delayed', p.failure->>'code', coalesce(p.account_id::text, p.platform))`

async function tell(tx: Queryable, ids: string[], now: Date): Promise<void> {
  await tx.query(sql`
    with noted as (
      insert into notifications as n (user_id, kind, platform, account_id, reason, subject, created_at, updated_at, mail_at)
      select p.user_id, 'delayed', p.platform, p.account_id, p.failure->>'code', ${SUBJECT}, ${now}, ${now},
        ${new Date(now.getTime() + MAIL_AFTER_MS)}
      from posts p where p.id = ${ids[0]}
      on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending') do update set
        updated_at = excluded.updated_at,
        mail_at = coalesce(n.mail_at, greatest(excluded.mail_at, n.mailed_at + interval '10 minutes'))
      returning n.id),
    moved as (
      -- A post stands in its latest notification only.
      delete from notification_posts where post_id = any(${ids}::uuid[]) and notification_id <> (select id from noted))
    insert into notification_posts (notification_id, post_id, at)
    select noted.id, late.post_id, ${now} from noted, unnest(${ids}::uuid[]) as late (post_id)
    on conflict (notification_id, post_id) do update set at = excluded.at, mailed_at = null`)
}
