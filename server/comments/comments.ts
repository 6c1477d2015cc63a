import type { Comment } from '#core/comments/contract.ts'
import { findMentionedPeople } from '#core/comments/find-mentions.ts'
import { openingLine } from '#core/cut-text.ts'
import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import type { Language } from '#core/language.ts'
import type { Role } from '#core/workspaces/role.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type RowOf } from '../db/sql.ts'
import { withEvents } from '../events/events.ts'
import { translator } from '../messages.ts'
import type { MailQueue } from '../notifications/mail/mail-queue.ts'
import { ownPost, toPost } from '../posts/store.ts'
import {
  findComments,
  refuseStrangeQuote,
  reloadComments,
  reloadNotifications,
  requireComment,
  requireRoom,
  toComment,
  type GivenComment,
} from './store.ts'

export interface CommentParts {
  database: Database
  clock: Clock
  mails: MailQueue
  publicUrl: () => string
}

/** A member who makes a call in a workspace. */
export interface ActingMember {
  workspaceId: string
  memberId: string
  role: Role
  language: Language
}

const MAILED_WORDS = 200

/** Lists the comments on a post. @throws AppError not_found for a post of another workspace */
export async function listComments(
  on: Queryable,
  { workspaceId, memberId }: ActingMember,
  postId: string,
): Promise<{ comments: Comment[]; goodBy: { name: string; at: string }[] }> {
  await ownPost(on, postId, workspaceId)
  const rows = await findComments(on, sql`c.post_id = ${postId} and c.user_id = ${workspaceId}`)
  const marks = await on.query(sql`
    select ${columns('review_marks m', 'guest_name', 'at')} from review_marks m join posts p on p.id = m.post_id
    where p.id = ${postId} and m.revision = p.revision order by m.at, m.guest_hash`)
  return {
    comments: rows.map((row) => toComment(row, { memberId })),
    goodBy: marks.map((mark) => ({ name: mark.guest_name, at: mark.at.toISOString() })),
  }
}

/**
 * Adds a comment, and notifies the members whom it mentions.
 * @throws AppError not_found, validation_failed, too_many_comments
 */
export async function addComment(
  { database, clock, mails, publicUrl }: CommentParts,
  { workspaceId, memberId, language }: ActingMember,
  postId: string,
  given: GivenComment,
): Promise<Comment> {
  const now = clock.now()
  const post = toPost(await ownPost(database, postId, workspaceId), language)
  refuseStrangeQuote(post, given, language)
  await mails.open()
  return await database.transaction(async (tx) => {
    await requireRoom(tx, workspaceId, postId)
    const [made] = await tx.query(sql`
      insert into post_comments (user_id, post_id, author_id, is_shared, text, quote, quote_start, created_at)
      values (${workspaceId}, ${postId}, ${memberId}, ${given.isShared ?? false}, ${given.text},
        ${given.quote?.text ?? null}, ${given.quote?.start ?? null}, ${now})
      returning ${columns('post_comments', 'id')}`)
    const row = await requireComment(tx, workspaceId, made?.id ?? '')
    const link = `${publicUrl()}${workspacePath(workspaceId)}/comments/${postId}`
    for (const member of await mentionedIn(tx, workspaceId, memberId, given.text)) {
      await addNotification(tx, member.id, row.id, now)
      if (member.email_confirmed_at) {
        const t = translator(member.preferred_language)
        const by = row.author ?? ''
        const values = { by: isolate(by), text: openingLine(given.text, MAILED_WORDS), link }
        const mail = { subject: t('mail.mention.subject', { by }), text: t('mail.mention.text', values), link }
        await mails.add(tx, { to: member.email, ...mail })
      }
    }
    await reloadComments(tx, workspaceId, postId, now)
    return toComment(row, { memberId })
  })
}

const MEMBER = list(
  columns('users u', 'id', 'id as userId', 'email', 'email_confirmed_at', 'preferred_language'),
  computed('name', 'text', sql`trim(u.first_name || ' ' || u.last_name)`, ''),
)

/** The members whom a comment mentions, without its author. */
async function mentionedIn(
  on: Queryable,
  workspaceId: string,
  authorId: string,
  text: string,
): Promise<RowOf<typeof MEMBER>[]> {
  if (!text.includes('@')) return []
  const members = await on.query(sql`
    select ${MEMBER} from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and u.id <> ${authorId} and u.suspended_at is null order by m.since, u.id`)
  return findMentionedPeople(text, members)
}

async function addNotification(tx: Queryable, userId: string, commentId: string, now: Date): Promise<void> {
  const insertion = sql`
    insert into notifications (user_id, kind, subject, comment_id, created_at, updated_at)
    values (${userId}, 'mentioned', ${`mentioned:${commentId}`}, ${commentId}, ${now}, ${now})
    returning ${columns('notifications', 'id', 'user_id')}`
  await tx.query(withEvents(insertion, 'notification.changed', now))
}

/** Marks a comment as resolved or open. @throws AppError not_found */
export async function resolveComment(
  { database, clock }: CommentParts,
  { workspaceId, memberId }: ActingMember,
  id: string,
  isResolved: boolean,
): Promise<Comment> {
  const now = clock.now()
  return await database.transaction(async (tx) => {
    const { post_id: postId } = await requireComment(tx, workspaceId, id)
    await tx.query(sql`
      update post_comments set resolved_at = ${isResolved ? sql`coalesce(resolved_at, ${now}::timestamptz)` : null} where id = ${id}`)
    await reloadComments(tx, workspaceId, postId, now)
    await reloadNotifications(tx, id, now)
    return toComment(await requireComment(tx, workspaceId, id), { memberId })
  })
}

/** Deletes the member's own comment, or any comment for an owner. @throws AppError not_found, forbidden */
export async function deleteComment(
  { database, clock }: CommentParts,
  { workspaceId, memberId, role }: ActingMember,
  id: string,
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const comment = await requireComment(tx, workspaceId, id)
    if (comment.author_id !== memberId && role !== 'owner') throw new AppError('forbidden')
    await reloadNotifications(tx, id, now)
    await tx.query(sql`delete from post_comments where id = ${id}`)
    await reloadComments(tx, workspaceId, comment.post_id, now)
  })
}
