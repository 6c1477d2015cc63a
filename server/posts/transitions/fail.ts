import { isTroubled } from '#core/notifications/notification-events.ts'
import type { PostEvent } from '#core/posts/lifecycle.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { requireTransaction, type Queryable } from '../../db/database.ts'
import { notifyOfPosts } from '../../events/notify-owners.ts'
import sql from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import { transition, requireChanged } from './statement.ts'

/** The events after which a post is not public, or Frogy does not know whether it is. */
export type Setback = Extract<PostEvent, 'postponed' | 'refused' | 'too-late' | 'outcome-unknowable'>

/** Records why a post is not public yet and when the worker retries. Notifies the author of a new problem. */
export async function recordSetback(
  tx: Queryable,
  post: PostRow,
  event: Setback,
  failure: StoredFailure,
  nextStepAt: Date | null,
  now: Date,
): Promise<PostRow> {
  requireTransaction()
  const set = sql`next_step_at = ${nextStepAt}, failure = ${JSON.stringify(failure)}`
  const changed = requireChanged(event, await transition(tx, post, event, set, now), post)
  const { status } = changed
  if (isTroubled(status) && status !== post.status)
    await notifyOfPosts(tx, [changed], { trouble: status, reason: failure.code }, now)
  return changed
}
