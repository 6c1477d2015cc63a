import { numeralsOf } from '#core/language.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { includesRole } from '#core/workspaces/role.ts'
import sql, { columns } from '../db/sql.ts'
import { withEvents } from '../events/events.ts'
import type { Handle } from '../http/router.ts'
import { toPost } from '../posts/store.ts'
import { notificationsOf, openPostsOf, toNotification } from './store.ts'

export function notificationRoutes(handle: Handle, { database, clock }: { database: Database; clock: Clock }): void {
  handle('GET /api/notifications', async ({ signedIn, language }) => {
    const now = clock.now()
    const items = (await notificationsOf(database, signedIn.user.id, signedIn.member?.id)).map((row) =>
      toNotification(row, language, numeralsOf(signedIn.user), now),
    )
    return { unread: items.filter(({ isRead, action }) => !isRead && action !== null).length, items }
  })
  handle('GET /api/notifications/{id}/posts', async ({ params, signedIn, language }) => {
    const rows = await openPostsOf(database, params.id, signedIn.user.id)
    return rows.map((row) => toPost(row, language))
  })
  handle('POST /api/notifications/read', async ({ body, signedIn }) => {
    const now = clock.now()
    const { user, member } = signedIn
    // All members share the notifications of a workspace, but not their mentions in it.
    const isOwn = !member || includesRole(member.role, 'editor') ? sql`user_id = ${user.id}` : sql`false`
    const isMention = sql`user_id = ${member?.id ?? null} and comment_id in (select c.id from post_comments c where c.user_id = ${user.id})`
    const reading = sql`
      update notifications set read_at = ${now}
      where (${isOwn} or (${isMention})) and read_at is null and (${body.ids ?? null}::uuid[] is null or id = any(${body.ids ?? null}::uuid[]))
      returning ${columns('notifications', 'id', 'user_id')}`
    await database.query(withEvents(reading, 'notification.changed', now))
    return undefined
  })
}
