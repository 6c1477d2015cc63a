import { TOPIC_OF_PUSH } from '#core/notifications/push-topics.ts'
import { PUSHED_KINDS, type PushedKind } from '#core/notifications/pushed-kinds.ts'
import { WEBHOOK_EVENTS } from '#core/programs/webhooks-contract.ts'
import type { Queryable } from '../db/database.ts'
import sql, { Columns, empty, raw, type Sql, type Statement } from '../db/sql.ts'

/**
 * What happened, named after the thing that it happened to. What has no name of its own is `changed`: a `notification`
 * also changes with the posts and the account that it is about.
 */
export const EVENT_KINDS = [
  'post.created',
  'post.begun',
  'post.changed',
  'post.published',
  'post.postponed',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'post.removed',
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
 * A statement that changes rows and appends an event for each of them: never the one without the other.
 * @param also further parts of the statement, which may read what was `changed`; each begins with a comma
 * @returns one that gives what `change` returns
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
    happened as (${eventsOf(sql`changed`, kind, at)} ${itsNotifications(kind, at)} returning *) ${itsPushes(kind)} ${itsMails(kind)} ${itsMessages(kind)} ${also}
    select ${changed} from changed` as unknown as Statement<Row>
}

/** Appends an event for each of some rows, for statements that are made of several. @param rows with `id` and `user_id` */
export function eventsOf(rows: Sql, kind: EventKind, at: Date): Sql {
  return sql`
    insert into events (user_id, kind, subject_id, at) select user_id, ${kind}::text, id, ${at}::timestamptz from ${rows}`
}

/** Tells a person's browsers of settings that are kept beside their own row. */
export function settingsChanged(userId: string, at: Date): Statement<unknown> {
  return sql`
    insert into events (user_id, kind, subject_id, at) values (${userId}, 'user.changed', ${userId}, ${at}::timestamptz)`
}

/** What a notification says and offers is read from what it is about, so that it changes with it. */
function itsNotifications(kind: EventKind, at: Date): Sql {
  const [thing] = kind.split('.')
  // Nobody has been told of a new post, and one that is begun is as open as it was.
  if (thing === 'post' && kind !== 'post.created' && kind !== 'post.begun')
    return sql`union all select user_id, 'notification.changed', notification_id, ${at}::timestamptz from changed join notification_posts on post_id = id`
  if (thing === 'account')
    return sql`union all select n.user_id, 'notification.changed', n.id, ${at}::timestamptz from changed join notifications n on n.account_id = changed.id`
  return empty
}

const isPushed = (kind: EventKind): kind is PushedKind => (PUSHED_KINDS as readonly EventKind[]).includes(kind)

/** One row for each browser that is to be told, and word to those who tell them. */
function itsPushes(kind: EventKind): Sql {
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

const isHooked = (kind: EventKind): boolean => (WEBHOOK_EVENTS as readonly EventKind[]).includes(kind)

/**
 * What webhooks tell of a changed row, as a column of what `withEvents` is given: where the event is one that they tell of,
 * that column has to be there.
 * @param row as JSON, without what nobody is told
 */
export function toldOf(row: Sql, userId: Sql, kind: EventKind): Sql {
  if (!isHooked(kind)) return empty
  return sql`, case when exists (select from webhooks w where w.user_id = ${userId} and ${kind} = any(w.events)) then ${row} end as told`
}

/** One row for each webhook that is to be told, and word to those who tell them. One that rests is told once it is woken. */
function itsMessages(kind: EventKind): Sql {
  if (!isHooked(kind)) return empty
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

/** So long posts that are out are gathered before their owner is mailed of them. */
const MAILED_AFTER_MS = 2 * 60_000

/** One row for each post that is out and of which its owner wants a mail. */
function itsMails(kind: EventKind): Sql {
  if (kind !== 'post.published') return empty
  return sql`
    , mailed as (
      insert into mailed_posts (post_id, user_id, due_at)
      select h.subject_id, h.user_id, h.at + ${MAILED_AFTER_MS} * interval '1 millisecond'
      from happened h join users u on u.id = h.user_id
      where h.kind = ${kind} and 'published' = any(u.mailed) and u.email_confirmed_at is not null
      on conflict do nothing)`
}

/** Longer than anybody who reads events is away. */
export const EVENTS_KEPT_MS = 30 * 86_400_000
/** So many at a time, so that nothing waits for it. */
const FORGOTTEN_AT_ONCE = 5_000

/** Deletes the events of more than thirty days ago. */
export async function deleteOldEvents(on: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS)
  for (;;) {
    // The oldest have the lowest numbers, so that no index of their times is needed.
    const forgotten = await on.query(sql`
      delete from events where at < ${before} and id in (select id from events order by id limit ${FORGOTTEN_AT_ONCE}) returning id`)
    if (forgotten.length < FORGOTTEN_AT_ONCE) return
  }
}
