import type { AttemptStep } from '#core/posts/timeline.ts'
import { UNANSWERED, type Prepared } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'

// This file ends attempts to publish when the author answers or takes the post back. The worker ends all others.

/**
 * Records in the last attempt what the author answered about an unconfirmed post. Only then may the post be sent again.
 * @returns when the attempt was sent
 */
export async function closeByAuthor(
  tx: Queryable,
  postId: string,
  outcome: 'live' | 'not_live',
  now: Date,
): Promise<Date | null> {
  const step = { what: 'owner_answered', at: now.toISOString(), outcome } satisfies AttemptStep
  const [row] = await tx.query(sql`
    update publish_attempts a set state = ${outcome === 'live' ? 'accepted' : 'rejected'}, finished_at = ${now},
      steps = steps || ${JSON.stringify([step])}::jsonb
    where post_id = ${postId} and state in ('sending', 'unknown') returning ${columns('publish_attempts a', 'sent_at')}`)
  return row?.sent_at ?? null
}

const OPEN_ATTEMPT = columns('publish_attempts', 'id', 'state', 'sent_at', 'prepared')

/**
 * Locks the unfinished attempt to publish a post until the transaction ends, so that the worker cannot begin to send
 * it.
 */
export async function lockOpenAttempt(tx: Queryable, postId: string): Promise<RowOf<typeof OPEN_ATTEMPT> | undefined> {
  const [row] = await tx.query(sql`
    select ${OPEN_ATTEMPT} from publish_attempts where post_id = ${postId} and state in ('prepared', 'sending', 'unknown') for update`)
  return row
}

/**
 * Ends an attempt whose request was not sent.
 * @returns the prepared upload to delete from the network; null if an earlier request may have published that upload
 */
export async function closeTakenBack(
  tx: Queryable,
  { id, prepared }: RowOf<typeof OPEN_ATTEMPT>,
  now: Date,
): Promise<Prepared | null> {
  const isKept = prepared !== null && UNANSWERED in prepared
  const step = { what: 'taken_back', at: now.toISOString() } satisfies AttemptStep
  await tx.query(sql`
    update publish_attempts set state = 'rejected', finished_at = ${now}, steps = steps || ${JSON.stringify([step])}::jsonb,
      prepared = case when ${isKept} then prepared end
    where id = ${id} and state = 'prepared'`)
  return isKept ? null : prepared
}

/** The ids that the latest attempt created on the network for an unpublished post. */
export async function findPrepared(on: Queryable, postId: string): Promise<Prepared | null> {
  const [row] = await on.query(sql`
    select ${columns('publish_attempts', 'prepared')} from publish_attempts
    where post_id = ${postId} and state in ('prepared', 'rejected') order by number desc limit 1`)
  return row?.prepared ?? null
}
