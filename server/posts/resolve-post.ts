import { AppError } from '#core/errors.ts'
import type { Post } from '#core/posts/contract.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import { refuseWhileHeld } from '../installation/installation-row.ts'
import { refuseChanged, type ExpectedRevisions } from './checks.ts'
import { closeByAuthor } from './close-attempt.ts'
import { ownPost, toPost, type PostRow } from './store.ts'
import { confirmLive } from './transitions/publish.ts'
import { sendPostNow } from './transitions/send.ts'
import { applyWish } from './transitions/withdraw.ts'

/**
 * Applies the author's answer about an unconfirmed post: it is live, or Frogy sends it again. If the author had
 * asked before to delete or change the post, Frogy does that instead of sending it.
 * @returns null if that deleted the post
 * @throws AppError not_found, not_unconfirmed, changed_meanwhile, publishing_held
 */
export async function resolvePost(
  { database, clock }: { database: Database; clock: Clock },
  { userId, language }: Caller,
  id: string,
  outcome: 'live' | 'not_live',
  expected: ExpectedRevisions,
): Promise<Post | null> {
  const now = clock.now()
  const row = await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    if (post.status !== 'unconfirmed') throw new AppError('not_unconfirmed')
    refuseChanged(post, expected)
    if (outcome === 'not_live') await refuseWhileHeld(tx)
    return await resolveLocked(tx, post, outcome, now)
  })
  return row && toPost(row, language)
}

/**
 * Applies the author's answer whether a post is live.
 * @param post unconfirmed and locked
 * @returns null if that deleted the post
 */
export async function resolveLocked(
  tx: Queryable,
  post: PostRow,
  outcome: 'live' | 'not_live',
  now: Date,
): Promise<PostRow | null> {
  const sentAt = await closeByAuthor(tx, post.id, outcome, now)
  if (outcome === 'live') return await confirmLive(tx, post, publishedAt(post, sentAt ?? now, now), now)
  if (await applyWish(tx, post, now)) return post.wish === 'delete' ? null : await ownPost(tx, post.id, post.user_id)
  // A post stays with its account. If the account is gone, the post fails, and its author is notified why.
  const isFree = post.account_id === null && post.former_account === null
  const accountId = isFree ? await postingAccountId(tx, post.user_id, post.platform, now) : post.account_id
  return await sendPostNow(tx, post, 'confirm-not-live', accountId, now)
}

/**
 * Estimates when a post was published. The post was sent after `since`, but the database may have no record of the
 * request.
 */
export function publishedAt(
  { scheduled_at: scheduledAt }: Pick<PostRow, 'scheduled_at'>,
  since: Date,
  now: Date,
): Date {
  const due = Math.min((scheduledAt ?? since).getTime(), now.getTime())
  return new Date(Math.max(since.getTime(), due))
}
