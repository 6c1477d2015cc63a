import type { Changes } from '../events/changes.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { ownPost, type PostRow } from './store.ts'

/** How long an answer waits for a network before it says "on its way". */
const WAIT_MS = 25_000

export interface DecisionParts {
  database: Database
  clock: Clock
  changes: Changes
}

/**
 * Listens for the decision on a post that is about to be handed to the worker; begun before, so that no change is missed.
 * `decided` gives the post once it is decided, or as it stands after 25 s; `stop` ends the listening.
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
        // One that is scheduled was put off by its network, unless its owner has moved it meanwhile.
        const isOnItsWay = row.status === 'publishing' || (row.status === 'scheduled' && row.failure !== null)
        if (!isOnItsWay || over.signal.aborted) return row
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
