import { actionPath } from '#core/notifications/action.ts'
import { openingLine } from '#core/cut-text.ts'
import { isolate } from '#core/isolate.ts'
import type { Language } from '#core/language.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Mail } from '../adapters/mail/mailer.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list, type Sql } from '../db/sql.ts'
import { translator } from '../messages.ts'

/** Guests often comment on several posts in a row, so a mail waits for the others. */
const GATHER_MS = 10 * 60_000
/** Guests could cause any number of mails, so a workspace gets one an hour at most. */
const PAUSE_MS = 3_600_000
const NAMED_POSTS = 5
const EXCERPT = 200

/**
 * SQL expression: when to mail the members of a workspace about a new comment of a guest. Null if a mail is pending,
 * because one mail covers all unread comments.
 */
export const guestMailDue = (workspaceId: string, now: Date): Sql => sql`(
  select case when count(m.mail_at) = 0 then greatest(${new Date(now.getTime() + GATHER_MS)}::timestamptz,
    max(m.mailed_at) + ${PAUSE_MS} * interval '1 millisecond') end
  from notifications m where m.user_id = ${workspaceId} and m.kind = 'commented')`

const COMMENTED = list(
  columns('post_comments c', 'post_id', 'text', 'guest_name'),
  computed('all', 'bigint', sql`count(*) over ()`, 0),
)

/** The mail about all unread comments of guests. Undefined if an earlier mail contains the given one. */
export async function guestCommentsMail(
  on: Queryable,
  { workspaceId, name, language, since }: { workspaceId: string; name: string; language: Language; since: Date },
  publicUrl: string,
): Promise<Pick<Mail, 'subject' | 'text' | 'link'> | undefined> {
  const [later] = await on.query(sql`
    select ${count('mails')} from notifications where user_id = ${workspaceId} and kind = 'commented' and mailed_at >= ${since}`)
  if ((later?.mails ?? 0) > 0) return undefined
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
  return {
    subject: t('mail.guestComments.subject', { count: latest.all }),
    text: t('mail.guestComments.text', { name, comments: lines.join('\n\n') }),
    link: linkTo(latest.post_id),
  }
}
