import type { Comment } from '#core/comments/contract.ts'
import { commentedText, commentedTexts } from '#core/comments/commented-text.ts'
import { findQuote } from '#core/comments/find-quote.ts'
import { MAX_COMMENTS_PER_POST } from '#core/comments/limits.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Post } from '#core/posts/contract.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list, type RowOf, type Sql } from '../db/sql.ts'
import { eventsOf } from '../events/events.ts'
import { invalid } from '../posts/checks.ts'

const COMMENT = list(
  columns(
    'post_comments c',
    'id',
    'user_id',
    'post_id',
    'author_id',
    'text',
    'quote',
    'quote_start',
    'created_at',
    'resolved_at',
    'guest_name',
    'guest_hash',
    'is_shared',
  ),
  computed(
    'author',
    'text',
    sql`(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = c.author_id)`,
  ),
)
type CommentRow = RowOf<typeof COMMENT>

/** The reader of a comment: a member, or a guest with the hashes of the browser's secret. */
type Reader = { memberId: string } | { guestHashes: readonly string[] }

export const toComment = (row: CommentRow, reader: Reader): Comment => ({
  id: row.id,
  author: row.guest_name ?? row.author,
  isGuest: row.guest_name !== null,
  isShared: row.is_shared,
  isOwn: 'memberId' in reader ? row.author_id === reader.memberId : reader.guestHashes.includes(row.guest_hash ?? ''),
  text: row.text,
  quote: row.quote === null ? null : { text: row.quote, start: row.quote_start ?? 0 },
  at: row.created_at.toISOString(),
  isResolved: row.resolved_at !== null,
})

/** The newest comments that match an SQL condition, oldest first. The condition names the table `c`. */
export async function findComments(on: Queryable, which: Sql, atMost = MAX_COMMENTS_PER_POST): Promise<CommentRow[]> {
  const rows = await on.query(sql`
    select ${COMMENT} from post_comments c where ${which} order by c.created_at desc, c.id desc limit ${atMost}`)
  return rows.toReversed()
}

/** Finds a comment by its id. @throws AppError not_found for a comment of another workspace */
export async function requireComment(on: Queryable, workspaceId: string, id: string): Promise<CommentRow> {
  const [row] = await findComments(on, sql`c.id = ${id} and c.user_id = ${workspaceId}`)
  if (!row) throw new AppError('not_found')
  return row
}

export interface GivenComment {
  text: string
  quote?: { text: string; start: number } | null | undefined
  isShared?: boolean
}

/**
 * Refuses a quote that is not in the post's text.
 * @throws AppError validation_failed
 */
export function refuseStrangeQuote(post: Post, { quote }: GivenComment, language: Language): void {
  if (quote && !findQuote(commentedText(commentedTexts(post)), quote)) throw invalid('quote.text', 'invalid', language)
}

/**
 * Checks that a post may get another comment, and prevents its deletion during the transaction. Concurrent comments may
 * exceed the limit slightly.
 * @throws AppError not_found, too_many_comments
 */
export async function requireRoom(tx: Queryable, workspaceId: string, postId: string): Promise<void> {
  requireTransaction()
  const found = await tx.query(sql`select from posts where id = ${postId} and user_id = ${workspaceId} for key share`)
  if (found.length === 0) throw new AppError('not_found')
  const [all] = await tx.query(sql`select ${count('all')} from post_comments where post_id = ${postId}`)
  if ((all?.all ?? 0) >= MAX_COMMENTS_PER_POST)
    throw new AppError('too_many_comments', { values: { limit: MAX_COMMENTS_PER_POST } })
}

/** Notifies open pages that the comments of a post have changed. Call it in the transaction of the change. */
export async function reloadComments(tx: Queryable, workspaceId: string, postId: string, now: Date): Promise<void> {
  requireTransaction()
  const changed = sql`(select ${postId}::uuid as id, ${workspaceId}::uuid as user_id) one`
  await tx.query(sql`${eventsOf(changed, 'post.commented', now)}`)
}

/** Notifies the people whose notification is about this comment. Call it before the comment is deleted. */
export async function reloadNotifications(tx: Queryable, commentId: string, now: Date): Promise<void> {
  await tx.query(sql`
    insert into events (user_id, kind, subject_id, at)
    select user_id, 'notification.changed', id, ${now}::timestamptz from notifications where comment_id = ${commentId}`)
}
