import { DIRECTION, numeralsOf, type Language, type Numerals } from '#core/language.ts'
import { actionPath } from '#core/notifications/action.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PushedKind } from '#core/notifications/pushed-kinds.ts'
import type { PushMessage } from '../../adapters/push/push-service.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import { actionOf, notificationRow, notificationText } from '../store.ts'

/** The content of a push message, which the service worker in `web/worker` shows. */
export interface PushPayload {
  title: string
  body: string
  lang: Language
  dir: 'ltr' | 'rtl'
  /** A message with the same tag replaces the earlier one on the screen. */
  tag: string
  path: string
}

const EXCERPT = 120
/** Events older than this are not pushed; the app still shows them. */
export const PUSH_LIFETIME_MS = 24 * 3_600_000

const STATUS_OF = {
  'post.published': 'published',
  'post.failed': 'failed',
  'post.missed': 'missed',
  'post.unconfirmed': 'unconfirmed',
} as const satisfies Record<Exclude<PushedKind, 'account.lost'>, string>

type PushEvent = { kind: PushedKind; subject_id: string; user_id: string }

/** The push message about an event; undefined if its user has read or resolved it. */
export async function messageOf(on: Queryable, event: PushEvent, now: Date): Promise<PushMessage | undefined> {
  const { kind, user_id: userId } = event
  const [user] = await on.query(sql`
    select ${columns('users', 'preferred_language', 'numerals', 'time_zone as timeZone')} from users where id = ${userId}`)
  if (!user) return undefined
  const [lang, numerals] = [user.preferred_language, numeralsOf(user)]
  const content =
    kind === 'account.lost'
      ? await lostAccountContent(on, event, lang, numerals, now)
      : await postContent(on, { ...event, kind }, lang, numerals, now)
  return (
    content && {
      payload: { ...content, lang, dir: DIRECTION[lang] } satisfies PushPayload,
      ttlS: PUSH_LIFETIME_MS / 1000,
      urgency: kind === 'post.published' ? 'normal' : 'high',
      topic: content.tag.replaceAll('-', ''),
    }
  )
}

type PushContent = Pick<PushPayload, 'title' | 'body' | 'tag' | 'path'>

async function postContent(
  on: Queryable,
  { kind, subject_id: id }: PushEvent & { kind: keyof typeof STATUS_OF },
  lang: Language,
  numerals: Numerals,
  now: Date,
): Promise<PushContent | undefined> {
  const [post] = await on.query(sql`
    select ${columns('posts p', 'id', 'platform', 'status')}, ${computed('excerpt', 'text', sql`left(p.content, ${EXCERPT})`, '')}
    from posts p where p.id = ${id}`)
  if (!post || post.status !== STATUS_OF[kind]) return undefined
  return kind === 'post.published' ? publishedContent(post, lang) : await troubleContent(on, post, lang, numerals, now)
}

/** The message about an account that must be connected again, whether or not a post failed because of it. */
async function lostAccountContent(
  on: Queryable,
  { subject_id: accountId, user_id: userId }: PushEvent,
  lang: Language,
  numerals: Numerals,
  now: Date,
): Promise<PushContent | undefined> {
  const [found] = await on.query(sql`
    select ${columns('notifications', 'id')} from notifications
    where user_id = ${userId} and account_id = ${accountId} and kind = 'reconnect'`)
  const row = found && (await notificationRow(on, found.id))
  const action = row && actionOf(row, now)
  if (!row || row.read_at || action !== 'reconnect') return undefined
  const { title, text } = notificationText(row, lang, numerals, now)
  return { title, body: text, tag: row.id, path: actionPath(action, undefined) }
}

type PushedPost = { id: string; platform: Platform; excerpt: string }

function publishedContent({ id, platform, excerpt }: PushedPost, lang: Language): PushContent {
  const title = translator(lang)('notifications.titles.published', { platform: rulesOf(platform).name })
  return { title, body: isolated(excerpt), tag: id, path: postPath(id) }
}

/**
 * The message about a failed, missed or delayed post, worded as in the app. Several events about one problem are
 * counted in one message.
 */
async function troubleContent(
  on: Queryable,
  { id, excerpt }: PushedPost,
  lang: Language,
  numerals: Numerals,
  now: Date,
): Promise<PushContent | undefined> {
  const [linked] = await on.query(sql`
    select ${columns('notification_posts', 'notification_id')} from notification_posts where post_id = ${id}`)
  const row = linked && (await notificationRow(on, linked.notification_id))
  if (!row || row.read_at || actionOf(row, now) === null) return undefined
  const { title, text } = notificationText(row, lang, numerals, now)
  if (row.open > 1) return { title, body: text, tag: row.id, path: '/#trouble' }
  const path = row.kind === 'unconfirmed' ? actionPath('answer', id) : postPath(id)
  return { title, body: `${text}\n${isolated(excerpt)}`, tag: row.id, path }
}

const postPath = (id: string) => `/?post=${id}`

/** Isolates a post's text, which may have another writing direction than the message. */
const isolated = (text: string) => `\u2068${text.trim()}\u2069`
