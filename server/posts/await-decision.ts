import type { Changes } from '../events/changes.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { ownPost, type PostRow } from './store.ts'

/** How long a request waits for the network before it returns 202. */
const WAIT_MS = 25_000

export interface DecisionParts {
  database: Database
  clock: Clock
  changes: Changes
}

/**
 * Waits for the outcome of a post. Call it before sending, so that no change is missed. `decided` resolves with the
 * outcome, or with the current post after 25 s.
 */
export function awaitDecision(
  { database, changes }: DecisionParts,
  id: string,
  userId: string,
): { decided(): Promise<PostRow>; stop(): void } {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), WAIT_MS)
  let changed = changes.next(id, over.signal)
  return {
    async decided() {
      for (;;) {
        const row = await ownPost(database, id, userId)
        // A scheduled post with a failure was only postponed, so wait for its outcome. Without a failure, the author
        // has rescheduled the post, so stop.
        const isUndecided = row.status === 'publishing' || (row.status === 'scheduled' && row.failure !== null)
        if (!isUndecided || over.signal.aborted) return row
        await changed
        changed = changes.next(id, over.signal)
      }
    },
    stop() {
      clearTimeout(timer)
      over.abort()
    },
  }
}
