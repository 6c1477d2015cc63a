import { DIRECTION, type Language } from '#core/language.ts'
import { actionPath } from '#core/notifications/action.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PushedKind } from '#core/push/pushed-kinds.ts'
import type { PushMessage } from '../adapters/push/push-service.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed } from '../db/sql.ts'
import { translator } from '../messages.ts'
import { actionOf, notificationRow, wordsFor } from '../notifications/store.ts'

/** What `web/worker` shows. */
export interface PushPayload {
  title: string
  body: string
  lang: Language
  dir: 'ltr' | 'rtl'
  /** What has the same takes the former's place. */
  tag: string
  /** Where a click leads. */
  path: string
}

/** How much of a post is shown, in characters. */
const EXCERPT = 120
/** What was told so long ago is in the app. */
export const TOLD_FOR_MS = 24 * 3_600_000

const STATUS_OF = {
  'post.published': 'published',
  'post.failed': 'failed',
  'post.missed': 'missed',
  'post.unconfirmed': 'unconfirmed',
} as const satisfies Record<PushedKind, string>

/** What a browser is told of an event; undefined where its owner knows, or has taken care of it. */
export async function messageOf(
  on: Queryable,
  { post_id: postId, kind }: { post_id: string; kind: PushedKind },
  now: Date,
): Promise<PushMessage | undefined> {
  const [post] = await on.query(sql`
    select ${columns('posts p', 'id', 'platform', 'status')}, ${columns('users u', 'preferred_language')},
      ${computed('excerpt', 'text', sql`left(p.content, ${EXCERPT})`, '')}
    from posts p join users u on u.id = p.user_id where p.id = ${postId}`)
  if (!post || post.status !== STATUS_OF[kind]) return undefined
  const said = kind === 'post.published' ? ofSuccess(post) : await ofTrouble(on, post, now)
  if (!said) return undefined
  const lang = post.preferred_language
  return {
    payload: { ...said, lang, dir: DIRECTION[lang] } satisfies PushPayload,
    ttlS: TOLD_FOR_MS / 1000,
    urgency: kind === 'post.published' ? 'normal' : 'high',
    topic: said.tag.replaceAll('-', ''),
  }
}

interface ToldPost {
  id: string
  platform: Platform
  preferred_language: Language
  excerpt: string
}

type Said = Pick<PushPayload, 'title' | 'body' | 'tag' | 'path'>

function ofSuccess({ id, platform, preferred_language, excerpt }: ToldPost): Said {
  const title = translator(preferred_language)('notifications.titles.published', { platform: rulesOf(platform).name })
  return { title, body: isolated(excerpt), tag: id, path: postPath(id) }
}

/** As the app tells it: what belongs together is one, and counted. */
async function ofTrouble(
  on: Queryable,
  { id, preferred_language, excerpt }: ToldPost,
  now: Date,
): Promise<Said | undefined> {
  const [linked] = await on.query(sql`
    select ${columns('notification_posts', 'notification_id')} from notification_posts where post_id = ${id}`)
  const row = linked && (await notificationRow(on, linked.notification_id))
  if (!row || row.read_at || actionOf(row, now) === null) return undefined
  const { title, text } = wordsFor(row, preferred_language, now)
  if (row.open > 1) return { title, body: text, tag: row.id, path: '/#trouble' }
  const path = row.kind === 'unconfirmed' ? actionPath('answer', id) : postPath(id)
  return { title, body: `${text}\n${isolated(excerpt)}`, tag: row.id, path }
}

const postPath = (id: string) => `/?post=${id}`

/** A post may be in the other language than what is said of it. */
const isolated = (text: string) => `\u2068${text.trim()}\u2069`
