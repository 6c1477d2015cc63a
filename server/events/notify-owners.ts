import { randomUUID } from 'node:crypto'
import {
  nextMailDueAt,
  topicOf,
  type NotificationEvent,
  type PostNotificationEvent,
} from '#core/notifications/notification-events.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql, { columns, computed } from '../db/sql.ts'
import { withEvents } from './events.ts'

// Write each notification in the transaction of its cause, so that a killed process leaves both or neither.

/** The post or account that a notification is about, with its owner and platform. */
interface Owned {
  id: string
  user_id: string
  platform: Platform
}

type TroubledPost = Owned & { account_id: string | null }

/** Notifies the owners of posts that are late, moved, failed, missed or unconfirmed. */
export async function notifyOfPosts(
  tx: Queryable,
  posts: readonly TroubledPost[],
  news: Pick<PostNotificationEvent, 'trouble' | 'reason'>,
  now: Date,
): Promise<void> {
  const groups = Map.groupBy(posts, (post) => `${post.user_id} ${post.account_id ?? post.platform}`)
  // Lock in the same order everywhere to avoid deadlocks.
  for (const [, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await notifyOfGroup(tx, group, news, now)
}

/** Notifies the owner of a group of posts. @param posts of one user and one account */
async function notifyOfGroup(
  tx: Queryable,
  posts: TroubledPost[],
  { trouble, reason }: Pick<PostNotificationEvent, 'trouble' | 'reason'>,
  now: Date,
): Promise<void> {
  const [first] = posts
  if (!first) return
  const { user_id: userId, platform, account_id: accountId } = first
  const isAccountLost = reason === 'reconnect' && (await isLost(tx, accountId))
  const id = await addEvent(tx, userId, { about: 'post', trouble, reason, platform, accountId, isAccountLost }, now)
  const ids = posts.map((post) => post.id)
  // Remove these posts from earlier notifications, so that each post belongs only to its latest notification.
  await tx.query(sql`
    with others as (delete from notification_posts where post_id = any(${ids}::uuid[]) and notification_id <> ${id})
    insert into notification_posts (notification_id, post_id, at)
    select ${id}::uuid, told.post_id, ${now}::timestamptz from unnest(${ids}::uuid[]) as told (post_id)
    on conflict (notification_id, post_id) do update set at = excluded.at, mailed_at = null`)
}

export async function notifyOfLostAccount(tx: Queryable, account: Owned, now: Date): Promise<void> {
  await addEvent(tx, account.user_id, { about: 'account', accountId: account.id, platform: account.platform }, now)
}

async function isLost(tx: Queryable, accountId: string | null): Promise<boolean> {
  const lost = await tx.query(sql`select from social_accounts where id = ${accountId} and needs_reconnect`)
  return lost.length > 0
}

/** Adds an event to its open notification, or creates a notification. @returns the notification's id */
async function addEvent(tx: Queryable, userId: string, event: NotificationEvent, now: Date): Promise<string> {
  requireTransaction()
  const { kind, reason, subject } = topicOf(event)
  const newId = randomUUID()
  const lastMailed = sql`
    greatest(n.mailed_at, (select max(mailed_at) from notifications where user_id = ${userId} and subject = ${subject}))`
  // A concurrent event or mail may have locked the row, so `returning` reads the row after the wait. With an older
  // version, the second of many events would immediately get a separate mail.
  const [found] = await tx.query(sql`
    insert into notifications as n (id, user_id, kind, platform, account_id, reason, subject, created_at, updated_at)
    values (${newId}, ${userId}, ${kind}, ${event.platform}, ${event.accountId}, ${reason}, ${subject}, ${now}, ${now})
    on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending')
      do update set updated_at = excluded.updated_at, read_at = null
    returning ${columns('notifications n', 'id', 'mail_at')}, ${computed('last_mailed_at', 'timestamptz', lastMailed)}`)
  if (!found) throw new Error('The notification was not returned')
  const { id, mail_at: mailAt, last_mailed_at: lastMailedAt } = found
  const due = nextMailDueAt(event, { isNew: id === newId, mailAt, lastMailedAt }, now)
  const change = sql`update notifications set mail_at = ${due} where id = ${id} returning ${columns('notifications', 'id', 'user_id')}`
  await tx.query(withEvents(change, 'notification.changed', now))
  return id
}
