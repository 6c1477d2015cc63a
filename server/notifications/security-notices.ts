import type { SecurityDetails } from '#core/notifications/security-details.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { withEvents } from '../events/events.ts'

/** Notifies a user in the app of a security change to their account. Call it in the transaction of the change. */
export async function addSecurityNotice(
  tx: Queryable,
  userId: string,
  details: SecurityDetails,
  now: Date,
): Promise<void> {
  const insertion = sql`
    insert into notifications (user_id, kind, subject, details, created_at, updated_at)
    values (${userId}, 'security', ${`security:${details.what}:${crypto.randomUUID()}`}, ${JSON.stringify(details)}, ${now}, ${now})
    returning ${columns('notifications', 'id', 'user_id')}`
  await tx.query(withEvents(insertion, 'notification.changed', now))
}
