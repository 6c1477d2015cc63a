import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import type { Language, Numerals } from '#core/language.ts'
import { actionFor, type NotificationAction } from '#core/notifications/action.ts'
import type { Notification } from '#core/notifications/contract.ts'
import { endedAccessTexts, type SecurityDetails } from '#core/notifications/security-details.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, empty, isTrue, list, outer, type RowOf, type Sql, type Statement } from '../db/sql.ts'
import { withEvents } from '../events/events.ts'
import { isFailedJob } from '../operate/jobs/failed-jobs.ts'
import { translator, type Translate } from '../messages.ts'
import { moveText } from './moves.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'

const DAY_MS = 86_400_000
/** How long before its expiry a user is notified of a permission that cannot be renewed. */
const EXPIRY_NOTICE_MS = 7 * DAY_MS
const LISTED = 100
const EXCERPT = 160

/** SQL condition: post `p` still has the state that its notification `n` reports. */
export const isStillOpen = sql`
  case when n.kind = 'delayed' then p.status in ('scheduled', 'publishing') and p.scheduled_at <= n.updated_at
    when n.kind = 'went_out' then p.status = 'published' and p.wish is not null
    when n.kind = 'incomplete' then exists (select from follow_ups f where f.post_id = p.id and f.state in ('failed', 'unconfirmed'))
    when n.kind in ('in_review', 'review_ending') then p.status = 'in_review'
    when n.kind = 'approved' then p.status = 'scheduled' and p.approved_revision = p.revision
    when n.kind = 'returned' then p.status = 'draft' and p.needs_approval
    when n.kind in ('moved', 'unmoved') then p.status = 'scheduled' and p.moved_from is not null
    else p.status = case n.kind when 'reconnect' then 'failed' else n.kind end and p.failure->>'code' = n.reason end`

const NOTIFICATION = list(
  columns(
    'notifications n',
    'id',
    'user_id',
    'kind',
    'platform',
    'account_id',
    'reason',
    'updated_at',
    'read_at',
    'mailed_at',
    'details',
  ),
  computed('account_name', 'text', sql`coalesce(nullif(a.display_name, ''), '@' || a.username)`),
  outer(columns('social_accounts a', 'needs_reconnect', 'renews_itself', 'token_expires_at')),
  isTrue(
    'is_mended',
    sql`case when n.kind in ('mentioned', 'commented') then c.resolved_at is not null else case n.reason
      when 'permission' then not a.needs_reconnect and a.connected_at > n.updated_at
      when 'account_inactive' then not a.needs_reconnect and a.is_active
      when 'account_not_connected' then linked.orphaned = 0 and exists (
        select from social_accounts s where s.user_id = n.user_id and s.platform = n.platform and s.is_active and not s.needs_reconnect)
      end end`,
  ),
  // The comment that a notification is about, if any.
  outer(columns('post_comments c', 'post_id as comment_post', 'user_id as comment_workspace')),
  computed('comment_excerpt', 'text', sql`left(c.text, ${EXCERPT})`),
  computed('comment_in', 'text', sql`w.first_name`),
  computed(
    'comment_by',
    'text',
    sql`coalesce(c.guest_name, (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = c.author_id))`,
  ),
  // Counts of the notification's posts, and of those that still need the author.
  computed('total', 'bigint', sql`linked.total`, 0),
  computed('open', 'bigint', sql`linked.open`, 0),
  computed('waiting', 'bigint', sql`waiting.count`, 0),
  computed('latest_ids', 'text[]', sql`latest.ids`, []),
  computed('latest_revisions', 'text[]', sql`latest.revisions`, []),
  computed('latest_excerpts', 'text[]', sql`latest.excerpts`, []),
  // The old and new time of the latest post that new time zone rules moved.
  computed('moved_from', 'timestamptz', sql`latest.moved_from[1]`),
  computed('moved_to', 'timestamptz', sql`latest.moved_to[1]`),
  computed('moved_in', 'text', sql`latest.moved_in[1]`),
  computed(
    'failed_jobs',
    'bigint',
    sql`case when n.kind = 'jobs' then (select count(*) from frogy_jobs.job where ${isFailedJob}) end`,
    0,
  ),
)
export type NotificationRow = RowOf<typeof NOTIFICATION>

const rowsWhere = (condition: Sql, limit: Sql): Statement<NotificationRow> => sql`
  select ${NOTIFICATION}
  from notifications n
  left join social_accounts a on a.id = n.account_id
  left join post_comments c on c.id = n.comment_id
  left join users w on w.id = c.user_id
  cross join lateral (
    select count(*) as total, count(*) filter (where ${isStillOpen}) as open,
      count(*) filter (where ${isStillOpen} and p.account_id is null and p.former_account is not null) as orphaned
    from notification_posts np join posts p on p.id = np.post_id where np.notification_id = n.id) linked
  cross join lateral (
    select count(*) from posts p where n.kind in ('reconnect', 'ending') and p.account_id = n.account_id and p.status = 'scheduled'
      and (a.needs_reconnect or p.scheduled_at >= a.token_expires_at)) waiting
  cross join lateral (
    select array_agg(p.id::text order by np.at desc, p.id) as ids, array_agg(p.revision::text order by np.at desc, p.id) as revisions, array_agg(left(p.content, ${EXCERPT}) order by np.at desc, p.id) as excerpts,
      array_agg(p.moved_from order by np.at desc, p.id) as moved_from, array_agg(p.scheduled_at order by np.at desc, p.id) as moved_to,
      array_agg(p.time_zone order by np.at desc, p.id) as moved_in
    from (select post_id, at from notification_posts join posts p on p.id = post_id
      where notification_id = n.id and ${isStillOpen} order by at desc limit 3) np join posts p on p.id = np.post_id) latest
  where ${condition} and case n.kind
    when 'reconnect' then a.id is not null
    when 'ending' then a.id is not null and not a.needs_reconnect
    when 'security' then true
    when 'commented' then c.id is not null
    when 'mentioned' then w.deletion_due_at is null and exists (
      select from members m where m.workspace_id = c.user_id and m.user_id = n.user_id)
    when 'jobs' then exists (select from users u where u.id = n.user_id and u.role = 'admin')
    else linked.total > 0 end
  order by n.updated_at desc, n.id ${limit}`

/**
 * The notifications of a user or workspace.
 * @param memberId a member of the workspace, whose mentions in it are included
 */
export async function notificationsOf(on: Queryable, userId: string, memberId?: string): Promise<NotificationRow[]> {
  const isListed = memberId
    ? sql`n.user_id = any(${[userId, memberId]}::uuid[]) and (n.user_id = ${userId} or c.user_id = ${userId})`
    : sql`n.user_id = ${userId}`
  return await on.query(rowsWhere(isListed, sql`limit ${LISTED}`))
}

export async function notificationRow(on: Queryable, id: string): Promise<NotificationRow | undefined> {
  const [row] = await on.query(rowsWhere(sql`n.id = ${id}`, empty))
  return row
}

/**
 * The posts of a notification for which the author must still do something, earliest first. @throws AppError not_found
 */
export async function openPostsOf(on: Queryable, id: string, userId: string): Promise<PostRow[]> {
  const posts = await on.query(sql`
    select ${POST_COLUMNS} from posts where id in (
      select p.id from notifications n join notification_posts np on np.notification_id = n.id join posts p on p.id = np.post_id
      where n.id = ${id} and n.user_id = ${userId} and ${isStillOpen})
    order by scheduled_at, created_at, id`)
  if (posts.length > 0) return posts
  const [own] = await on.query(sql`
    select ${columns('notifications', 'id')} from notifications where id = ${id} and user_id = ${userId}`)
  if (!own) throw new AppError('not_found')
  return []
}

function isAccountLost(row: NotificationRow, now: Date): boolean {
  if (row.account_id === null) return false
  if (row.kind === 'reconnect') return row.needs_reconnect === true
  if (row.kind !== 'ending' || row.renews_itself || row.needs_reconnect || !row.token_expires_at) return false
  return row.token_expires_at.getTime() - now.getTime() <= EXPIRY_NOTICE_MS
}

export function actionOf(row: NotificationRow, now: Date): NotificationAction | null {
  return actionFor({
    kind: row.kind,
    reason: row.reason,
    openPosts: row.open,
    failedJobs: row.failed_jobs,
    isAccountLost: isAccountLost(row, now),
    isMended: row.is_mended,
  })
}

export function toNotification(row: NotificationRow, language: Language, numerals: Numerals, now: Date): Notification {
  return {
    id: row.id,
    kind: row.kind,
    platform: row.platform,
    accountId: row.account_id,
    ...notificationText(row, language, numerals, now),
    count: countOf(row),
    posts: row.latest_ids.map((id, index) => ({
      id,
      revision: Number(row.latest_revisions[index]),
      excerpt: row.latest_excerpts[index] ?? '',
    })),
    at: row.updated_at.toISOString(),
    isRead: row.read_at !== null,
    action: actionOf(row, now),
    ...(row.comment_workspace &&
      row.comment_post && {
        comment: {
          workspaceId: row.comment_workspace,
          postId: row.comment_post,
          excerpt: row.comment_excerpt ?? '',
        },
      }),
  }
}

const countOf = (row: NotificationRow): number => row.failed_jobs || row.open || row.total

function securityValues(details: SecurityDetails, language: Language, t: Translate): Record<string, string> {
  if (details.what === 'second_factor_removed') return { by: details.by }
  const parts = endedAccessTexts((kind, count) => t(`notifications.ended.${kind}`, count), details)
  return { ended: new Intl.ListFormat(language).format(parts) }
}

export function notificationText(
  row: NotificationRow,
  language: Language,
  numerals: Numerals,
  now: Date,
): { title: string; text: string } {
  const t = translator(language, numerals)
  if (row.details) {
    const { what } = row.details
    return {
      title: t(`notifications.titles.${what}`),
      text: t(`notifications.texts.${what}`, securityValues(row.details, language, t)),
    }
  }
  if (row.kind === 'mentioned' || row.kind === 'commented') {
    const values = {
      by: isolate(row.comment_by ?? t('notifications.someone')),
      workspace: isolate(row.comment_in ?? ''),
    }
    return {
      title: t(`notifications.titles.${row.kind}`, values),
      text: t(`notifications.texts.${row.kind}`, values),
    }
  }
  if (row.platform === null) {
    const key = row.failed_jobs > 0 ? 'jobs' : 'jobsDone'
    return {
      title: t(`notifications.titles.${key}`, { count: row.failed_jobs }),
      text: t(`notifications.texts.${key}`, { count: row.failed_jobs }),
    }
  }
  const platform = rulesOf(row.platform).name
  // Isolate the account's name, which may have another writing direction than the sentence.
  const name = `\u2068${row.account_name ?? platform}\u2069`
  const texts = (title: string, text: string, values: Record<string, string | number> = {}) => ({
    title: t(`notifications.titles.${title}`, { platform, name, count: countOf(row) }),
    text: t(text, { platform, ...values }),
  })
  switch (row.kind) {
    case 'reconnect':
      return isAccountLost(row, now)
        ? texts('reconnect', 'notifications.texts.reconnect', { waiting: row.waiting, failed: row.open })
        : texts('restored', 'notifications.texts.restored', { failed: row.open })
    case 'ending': {
      if (!isAccountLost(row, now)) return texts('restored', 'notifications.texts.restored', { failed: 0 })
      const leftMs = (row.token_expires_at?.getTime() ?? 0) - now.getTime()
      if (leftMs <= 0) return texts('ended', 'notifications.texts.ended', { waiting: row.waiting })
      return texts('ending', 'notifications.texts.ending', { days: Math.floor(leftMs / DAY_MS), waiting: row.waiting })
    }
    case 'delayed':
      return texts('delayed', 'notifications.texts.delayed', { reason: row.reason ?? 'other' })
    case 'went_out':
    case 'incomplete':
    case 'in_review':
    case 'review_ending':
    case 'approved':
    case 'returned':
      return texts(row.kind, `notifications.texts.${row.kind}`, { count: countOf(row) })
    case 'moved':
    case 'unmoved': {
      const { moved_from: from, moved_to: to, moved_in: timeZone } = row
      const move = from && to && timeZone ? { from, to, timeZone } : undefined
      return moveText(row.kind, move, { platform: row.platform, count: countOf(row) }, language, numerals)
    }
    default:
      return row.is_mended && row.open > 0
        ? texts(row.kind, 'notifications.texts.mended', { failed: row.open })
        : texts(row.kind, `publishing.failures.${row.reason}`)
  }
}

export const NOTIFICATIONS_KEPT_MS = 90 * DAY_MS

/** Notifies once of each expiring permission. Skips permissions whose notification is so old that it may be deleted. */
export async function warnOfExpiringTokens(on: Queryable, now: Date): Promise<void> {
  const insertion = sql`
    insert into notifications (user_id, kind, platform, account_id, subject, created_at, updated_at, mail_at)
    select user_id, 'ending', platform, id, concat_ws(':', 'ending', id, extract(epoch from token_expires_at)), ${now}, ${now}, ${now}
    from social_accounts
    where not renews_itself and not needs_reconnect and is_active and token_expires_at <= ${new Date(now.getTime() + EXPIRY_NOTICE_MS)}
      and token_expires_at > ${new Date(now.getTime() - NOTIFICATIONS_KEPT_MS + EXPIRY_NOTICE_MS)}
    on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending') do nothing
    returning ${columns('notifications', 'id', 'user_id')}`
  await on.query(withEvents(insertion, 'notification.changed', now))
}

export async function deleteOldNotifications(on: Queryable, now: Date): Promise<void> {
  const deletion = sql`
    delete from notifications where read_at is not null and updated_at < ${new Date(now.getTime() - NOTIFICATIONS_KEPT_MS)}
    returning ${columns('notifications', 'id', 'user_id')}`
  await on.query(withEvents(deletion, 'notification.changed', now))
}
