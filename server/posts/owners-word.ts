import type { AttemptStep } from '#core/posts/timeline.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'

// What a post's owner does to its attempts; everything else with them is the worker's (`publishing/attempts.ts`).

/**
 * Closes the attempt of an unconfirmed post by its owner's word; only then does the fence let another one through.
 * @returns when it was sent
 */
export async function closeByOwner(
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
