import sql from '../db/sql.ts'
import { deleteUnusedPictures, type PictureStoreParts } from './store-pictures.ts'

const HOUR_MS = 3_600_000
/** Drafts live in browsers, where nobody can ask them: so long a picture waits for its post. */
export const UNHELD_FOR_MS = 7 * 24 * HOUR_MS
/** Longer than any upload lasts. */
const STORING_FOR_MS = HOUR_MS
/** Longer than whoever takes some away needs for them; after that it has died or failed. */
const DELETING_FOR_MS = HOUR_MS / 6
/** So many at a time, to stop soon when that is asked for. */
const AT_ONCE = 20

/**
 * Takes away what uploads and removals that died have left, what no post has held for a week, and what lost its owner.
 * @returns what went wrong; those that it went wrong with are left to the next sweep
 */
export async function sweepPictures(given: PictureStoreParts, signal?: AbortSignal): Promise<unknown[]> {
  const troubles: unknown[] = []
  const parts = { ...given, onTrouble: (error: unknown) => void troubles.push(error) }
  const now = parts.clock.now().getTime()
  const before = (ms: number) => new Date(now - ms)
  const abandoned = sql`
    (state = 'storing' and created_at <= ${before(STORING_FOR_MS)}) or (state = 'deleting' and deleted_at <= ${before(DELETING_FOR_MS)})
    or (state = 'ready' and (user_id is null or created_at <= ${before(UNHELD_FOR_MS)}))`
  for (;;) {
    const taken = await deleteUnusedPictures(parts, abandoned, AT_ONCE)
    if (taken === 0 || signal?.aborted) return troubles
  }
}
