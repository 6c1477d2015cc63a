import { TOPIC_OF_PUSH } from '#core/notifications/push-topics.ts'
import { PUSHED_KINDS, type PushedKind } from '#core/notifications/pushed-kinds.ts'
import { WEBHOOK_EVENTS } from '#core/programs/webhooks-contract.ts'
import type { Queryable } from '../db/database.ts'
import sql, { Columns, empty, raw, type Sql, type Statement } from '../db/sql.ts'

/**
 * The kinds of events. Each name begins with the kind of object that the event is about. `changed` covers all changes
 * without an event of their own. A `notification` changes with its posts and its account too.
 */
const EVENT_KINDS = [
  'post.created',
  'post.begun',
  'post.changed',
  'post.published',
  'post.postponed',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'post.removed',
  'post.commented',
  'account.connected',
  'account.changed',
  'account.lost',
  'account.regained',
  'account.removed',
  'notification.changed',
  'session.ended',
  'user.changed',
  'push.due',
  'webhook.due',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * A statement that changes rows and appends an event for each, atomically.
 * @param also more CTEs, which may read `changed`; each starts with a comma
 * @returns a statement with the rows of `change`
 */
export function withEvents<Row extends { id: string; user_id: string }>(
  change: Statement<Row>,
  kind: EventKind,
  at: Date,
  also: Sql = empty,
): Statement<Row> {
  const changed = new Columns<Row>(raw(change.names.map((name) => `changed."${name}"`).join(', ')), change.names)
  return sql`
    with changed as (${change}),
    happened as (${eventsOf(sql`changed`, kind, at)} ${notificationEvents(kind, at)} returning *) ${insertPushes(kind)} ${insertMails(kind)} ${insertWebhookMessages(kind)} ${also}
    select ${changed} from changed` as unknown as Statement<Row>
}

/** Appends an event for each row. @param rows with `id` and `user_id` */
export function eventsOf(rows: Sql, kind: EventKind, at: Date): Sql {
  return sql`
    insert into events (user_id, kind, subject_id, at) select user_id, ${kind}::text, id, ${at}::timestamptz from ${rows}`
}

/** Makes the open pages of a user, or of a workspace's members, ask again for settings, workspaces and roles. */
export function settingsChanged(userId: string, at: Date): Statement<unknown> {
  return sql`
    insert into events (user_id, kind, subject_id, at) values (${userId}, 'user.changed', ${userId}, ${at}::timestamptz)`
}

/**
 * Appends an event for each notification that shows the changed posts or accounts, because its text changes with them.
 */
function notificationEvents(kind: EventKind, at: Date): Sql {
  const [thing] = kind.split('.')
  // Created posts have no notification yet, and notifications do not show the start of sending. Neither needs an event.
  if (thing === 'post' && kind !== 'post.created' && kind !== 'post.begun')
    return sql`union all select user_id, 'notification.changed', notification_id, ${at}::timestamptz from changed join notification_posts on post_id = id`
  if (thing === 'account')
    return sql`union all select n.user_id, 'notification.changed', n.id, ${at}::timestamptz from changed join notifications n on n.account_id = changed.id`
  return empty
}

const isPushed = (kind: EventKind): kind is PushedKind => (PUSHED_KINDS as readonly EventKind[]).includes(kind)

/** Inserts a push message for each subscribed browser and wakes the senders. */
function insertPushes(kind: EventKind): Sql {
  if (!isPushed(kind)) return empty
  return sql`
    , pushed as (
      insert into pushes (subscription_id, event_id, user_id, kind, subject_id, at, due_at)
      select s.id, h.id, h.user_id, h.kind, h.subject_id, h.at, h.at
      from happened h join push_subscriptions s on s.user_id = h.user_id
      where h.kind = ${kind} and ${TOPIC_OF_PUSH[kind]} = any(s.topics)
      returning user_id, at),
    woken as (
      insert into events (user_id, kind, subject_id, at) select distinct user_id, 'push.due', user_id, at from pushed)`
}

const isWebhookEvent = (kind: EventKind): boolean => (WEBHOOK_EVENTS as readonly EventKind[]).includes(kind)

/**
 * A column with the webhook payload of a changed row. `withEvents` requires it for events that webhooks deliver.
 * @param row as JSON, without private columns
 */
export function webhookPayload(row: Sql, userId: Sql, kind: EventKind): Sql {
  if (!isWebhookEvent(kind)) return empty
  return sql`, case when exists (select from webhooks w where w.user_id = ${userId} and ${kind} = any(w.events)) then ${row} end as told`
}

/**
 * Inserts a message for each subscribed webhook and wakes the senders. A paused webhook receives the message after it
 * resumes.
 */
function insertWebhookMessages(kind: EventKind): Sql {
  if (!isWebhookEvent(kind)) return empty
  return sql`
    , hooked as (
      insert into webhook_messages (webhook_id, user_id, kind, subject_id, at, told)
      select w.id, h.user_id, h.kind, h.subject_id, h.at, changed.told
      from happened h join changed on changed.id = h.subject_id join webhooks w on w.user_id = h.user_id
      where h.kind = ${kind} and h.kind = any(w.events)
      returning webhook_id, user_id, at),
    called as (
      insert into events (user_id, kind, subject_id, at) select distinct user_id, 'webhook.due', webhook_id, at from hooked)`
}

/** How long to collect published posts for one email. */
const MAILED_AFTER_MS = 2 * 60_000

/** Inserts a row for each published post whose owner wants an email. */
function insertMails(kind: EventKind): Sql {
  if (kind !== 'post.published') return empty
  return sql`
    , mailed as (
      insert into mailed_posts (post_id, user_id, due_at)
      select h.subject_id, h.user_id, h.at + ${MAILED_AFTER_MS} * interval '1 millisecond'
      from happened h join users u on u.id = h.user_id
      where h.kind = ${kind} and 'published' = any(u.mailed) and u.email_confirmed_at is not null
      on conflict do nothing)`
}

/** How long events are kept: longer than any client stays disconnected. */
export const EVENTS_KEPT_MS = 30 * 86_400_000
/** How many rows to delete at a time, so that other statements do not wait. */
const DELETE_BATCH = 5_000

export async function deleteOldEvents(on: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS)
  for (;;) {
    // The oldest events have the lowest ids, so no index on `at` is needed.
    const deleted = await on.query(sql`
      delete from events where at < ${before} and id in (select id from events order by id limit ${DELETE_BATCH}) returning id`)
    if (deleted.length < DELETE_BATCH) return
  }
}
