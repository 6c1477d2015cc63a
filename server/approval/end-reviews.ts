import type { FailureCode } from '#core/publishing/failure.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql, { columns, computed, type Sql } from '../db/sql.ts'
import { notifyOfPosts } from '../events/notify-owners.ts'
import { closeTakenBack, lockOpenAttempt } from '../posts/close-attempt.ts'
import { discardLater, type DiscardLaterParts } from '../posts/discard-prepared.ts'
import { POST_COLUMNS } from '../posts/store.ts'
import { recordSetback } from '../posts/transitions/fail.ts'
import { recordWarning } from '../posts/transitions/review.ts'

const PAGE_SIZE = 100
const NOT_APPROVED: FailureCode = 'not_approved'

/** When the next warning about a post in review is due, or when the next post in review becomes `missed`. */
export async function nextReviewEndAt(database: Database): Promise<Date | undefined> {
  const [row] = await database.query(sql`
    select ${computed(
      'next',
      'timestamptz',
      sql`least(
      (select min(scheduled_at) from posts where status = 'in_review'),
      (select min(review_warn_at) from posts where review_warn_at is not null))`,
    )}`)
  return row?.next ?? undefined
}

/**
 * Notifies about posts in review whose scheduled time is near. Marks a post in review as missed when its scheduled time
 * comes.
 */
export async function endReviews(
  parts: DiscardLaterParts & { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await endPage(parts)) + (await warnPage(parts)) > 0);
}

async function endPage(parts: DiscardLaterParts & { database: Database; clock: Clock }): Promise<number> {
  return await parts.database.transaction(async (tx) => {
    const now = parts.clock.now()
    const posts = await tx.query(sql`
      select ${POST_COLUMNS} from posts where status = 'in_review' and scheduled_at <= ${now} ${FIRST}`)
    for (const post of posts) {
      // Delete what was uploaded to the network for an earlier approved revision.
      const attempt = await lockOpenAttempt(tx, post.id)
      if (attempt?.state === 'prepared') await discardLater(parts, tx, post, await closeTakenBack(tx, attempt, now))
      const failure = { code: NOT_APPROVED, detail: null, at: now.toISOString() }
      await recordSetback(tx, post, 'too-late', failure, null, now)
    }
    return posts.length
  })
}

async function warnPage({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  return await database.transaction(async (tx) => {
    const now = clock.now()
    const posts = await tx.query(sql`
      select ${columns('posts', 'id', 'user_id', 'platform', 'account_id', 'status')} from posts
      where review_warn_at <= ${now} ${FIRST}`)
    const ids = posts.map(({ id }) => id)
    if (ids.length > 0) await recordWarning(tx, ids, now)
    const waiting = posts.filter(({ status }) => status === 'in_review')
    await notifyOfPosts(tx, waiting, { trouble: 'review_ending', reason: null }, now)
    return posts.length
  })
}

const FIRST: Sql = sql`order by id limit ${PAGE_SIZE} for update skip locked`
