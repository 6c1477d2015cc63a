import { actionPath } from '#core/notifications/action.ts'
import { openingLine } from '#core/cut-text.ts'
import { isolate } from '#core/isolate.ts'
import type { Language } from '#core/language.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Mail } from '../adapters/mail/mailer.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type Sql } from '../db/sql.ts'
import { translator } from '../messages.ts'

/**
 * How long the mail about a guest's comment waits for further comments, because guests often comment on several posts
 * in a row.
 */
const GATHER_MS = 10 * 60_000
/**
 * The minimum time between two mails to a workspace about guests' comments, because guests could cause any number of
 * mails.
 */
const PAUSE_MS = 3_600_000
const NAMED_POSTS = 5
const EXCERPT = 200

/** SQL expression: when to mail the members of a workspace about a new comment of a guest. */
export const guestMailDue = (workspaceId: string, now: Date): Sql => sql`(
  select greatest(${new Date(now.getTime() + GATHER_MS)}::timestamptz,
    max(m.mailed_at) + ${PAUSE_MS} * interval '1 millisecond')
  from notifications m where m.user_id = ${workspaceId} and m.kind = 'commented')`

/** Records the comments of a sent mail. Comments that arrived during sending wait for the next mail. */
export async function recordGuestMail(tx: Queryable, workspaceId: string, commentIds: readonly string[], now: Date) {
  const isMailed = sql`comment_id = any(${commentIds}::uuid[])`
  await tx.query(sql`
    update notifications set
      mailed_at = case when ${isMailed} then ${now}::timestamptz else mailed_at end,
      mail_at = case when ${isMailed} then null else greatest(mail_at, ${new Date(now.getTime() + PAUSE_MS)}::timestamptz) end
    where user_id = ${workspaceId} and kind = 'commented' and (${isMailed} or mail_at is not null)`)
}

const COMMENTED = list(
  columns('post_comments c', 'post_id', 'text', 'guest_name'),
  computed('all', 'bigint', sql`count(*) over ()`, 0),
  computed('ids', 'text[]', sql`array_agg(c.id::text) over ()`, []),
)

/** The mail about all unread comments of guests, and the ids of these comments. */
export async function guestCommentsMail(
  on: Queryable,
  { workspaceId, name, language }: { workspaceId: string; name: string; language: Language },
  publicUrl: string,
): Promise<{ content: Pick<Mail, 'subject' | 'text' | 'link'>; commentIds: string[] } | undefined> {
  const comments = await on.query(sql`
    select ${COMMENTED} from notifications n join post_comments c on c.id = n.comment_id
    where n.user_id = ${workspaceId} and n.kind = 'commented' and n.read_at is null and c.resolved_at is null
    order by n.updated_at desc, n.id limit ${NAMED_POSTS}`)
  const [latest] = comments
  if (!latest) return undefined
  const t = translator(language)
  const linkTo = (postId: string) => publicUrl + workspacePath(workspaceId) + actionPath('see_comment', postId)
  const lines = comments.map((comment) =>
    t('mail.guestComments.comment', {
      by: isolate(comment.guest_name ?? ''),
      text: openingLine(comment.text, EXCERPT),
      link: linkTo(comment.post_id),
    }),
  )
  if (latest.all > NAMED_POSTS) lines.push(t('mail.troubles.more', { count: latest.all - NAMED_POSTS }))
  const content = {
    subject: t('mail.guestComments.subject', { count: latest.all }),
    text: t('mail.guestComments.text', { name, comments: lines.join('\n\n') }),
    link: linkTo(latest.post_id),
  }
  return { content, commentIds: latest.ids }
}
