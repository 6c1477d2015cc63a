import sql from '../db/sql.ts'
import { deleteUnusedPictures, UNUSED_LIFETIME_MS, type PictureStoreParts } from './store-pictures.ts'

const HOUR_MS = 3_600_000
/** After this time, an unfinished upload is abandoned. No upload takes this long, so its process has died. */
const STORING_TIMEOUT_MS = HOUR_MS
/** After this time, an unfinished deletion is abandoned. No deletion takes this long, so its process has died. */
const DELETING_TIMEOUT_MS = HOUR_MS / 6
/** How long an unfinished upload of a video can be continued. */
const UPLOADING_TIMEOUT_MS = 24 * HOUR_MS
const AT_ONCE = 20

/**
 * Deletes pictures whose upload or deletion was interrupted, that are unused for a week, or that have no owner. Returns
 * the errors.
 */
export async function sweepPictures(given: PictureStoreParts, signal?: AbortSignal): Promise<unknown[]> {
  const errors: unknown[] = []
  const parts = { ...given, onError: (error: unknown) => void errors.push(error) }
  const now = parts.clock.now().getTime()
  const before = (ms: number) => new Date(now - ms)
  const abandoned = sql`
    (state = 'storing' and created_at <= ${before(STORING_TIMEOUT_MS)}) or (state = 'deleting' and deleted_at <= ${before(DELETING_TIMEOUT_MS)})
    or (state = 'uploading' and (user_id is null or created_at <= ${before(UPLOADING_TIMEOUT_MS)}))
    or (state = 'ready' and (user_id is null or created_at <= ${before(UNUSED_LIFETIME_MS)}))`
  for (;;) {
    const deleted = await deleteUnusedPictures(parts, abandoned, AT_ONCE)
    if (deleted === 0 || signal?.aborted) return errors
  }
}
