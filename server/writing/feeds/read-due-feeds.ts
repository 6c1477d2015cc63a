import { AppError, type StoredError } from '#core/errors.ts'
import { isDatabaseUnavailable, type Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import { draftItems, DUE_FEED, type DraftingParts, type DueFeed } from './draft-items.ts'
import { refetchFeed, type FoundFeed } from './find-feed.ts'
import { CHECK_EVERY_MS } from './store.ts'
import { storeItems } from './store-items.ts'

/**
 * After this time, another process may check the feed. No check with all its drafts takes this long, so the first
 * process has died.
 */
const CLAIM_MS = 15 * 60_000
/** The number of feeds that are read in parallel, so that one slow site delays only a few others. */
const AT_ONCE = 4
const LONGEST_PAUSE_MS = 24 * 3_600_000

/** The pause after consecutive failures: one hour, then two, four, and so on up to a day. */
const pauseAfter = (failures: number): number =>
  Math.min(CHECK_EVERY_MS * 2 ** Math.min(failures, 20), LONGEST_PAUSE_MS)

/** Reads all due feeds. A claim prevents two workers from reading a feed at the same time. */
export async function readDueFeeds(parts: DraftingParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const claimed = signal.aborted ? [] : await claimFeeds(parts.database, parts.clock.now())
    if (claimed.length === 0) return
    const readings = await Promise.allSettled(claimed.map((feed) => readFeed(parts, feed, signal)))
    const stopped = readings.find((reading) => reading.status === 'rejected')
    if (!stopped) continue
    if (signal.aborted || isShutdown(stopped.reason)) return
    throw stopped.reason
  }
}

/** The time when the next unclaimed feed is due; undefined without feeds. */
export async function nextFeedAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(f.due_at)`)}
    from followed_feeds f join users on users.id = f.user_id where ${isFree}`)
  return row?.next ?? undefined
}

const isFree = sql`not f.is_paused and f.removed_at is null
  and (f.claimed_until is null or f.claimed_until <= clock_timestamp()) and ${isActiveUser}`

async function claimFeeds(on: Queryable, now: Date): Promise<DueFeed[]> {
  return await on.query(sql`
    update followed_feeds f set claimed_until = clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'
    from users
    where users.id = f.user_id and f.id in (
      select f.id from followed_feeds f join users on users.id = f.user_id
      where ${isFree} and f.due_at <= ${now} order by f.due_at limit ${AT_ONCE} for update of f skip locked)
    returning ${DUE_FEED}`)
}

async function readFeed(parts: DraftingParts, feed: DueFeed, signal: AbortSignal): Promise<void> {
  const { database, log } = parts
  try {
    const found = await fetchDue(parts, feed, signal)
    if (found && 'code' in found) return await recordFailure(parts, feed, found)
    await recordItems(parts, feed, found)
    const failure = await draftItems(parts, feed, signal)
    await release(parts, feed, failure)
  } catch (error) {
    if (signal.aborted || isDatabaseUnavailable(error) || isShutdown(error)) {
      // Keep the feed due, so that another process reads it, or this one after a restart.
      await database.query(sql`update followed_feeds set claimed_until = null where id = ${feed.id}`).catch(() => {})
      throw error
    }
    log.warn({ err: error }, 'a feed could not be read')
    await recordFailure(parts, feed, { code: 'internal', values: {} })
  }
}

const isShutdown = (error: unknown) => error instanceof AppError && error.code === 'shutting_down'

async function fetchDue(
  parts: DraftingParts,
  feed: DueFeed,
  signal: AbortSignal,
): Promise<FoundFeed | StoredError | null> {
  const known = { etag: feed.etag, lastModified: feed.last_modified }
  try {
    return await refetchFeed(parts, { url: feed.url, known, language: feed.preferred_language }, signal)
  } catch (error) {
    if (!(error instanceof AppError) || isShutdown(error) || signal.aborted) throw error
    return { code: error.code, values: error.values }
  }
}

async function recordFailure({ database, clock }: DraftingParts, feed: DueFeed, failure: StoredError): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const [stored] = await tx.query(sql`
      update followed_feeds set failures = failures + 1, failure = ${JSON.stringify(failure)} where id = ${feed.id}
      returning ${columns('followed_feeds', 'failures')}`)
    const due = new Date(now.getTime() + pauseAfter(stored?.failures ?? 1))
    await tx.query(sql`update followed_feeds set claimed_until = null, due_at = ${due} where id = ${feed.id}`)
    await tx.query(settingsChanged(feed.user_id, now))
  })
}

/** Stores the items that a check of the feed found. @param found null if the feed has not changed */
async function recordItems({ database, clock }: DraftingParts, feed: DueFeed, found: FoundFeed | null): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    // Lock the user's row, because another feed may bring the same new article at the same time.
    await tx.query(sql`select from users where id = ${feed.user_id} for no key update`)
    if (found) {
      const { etag, lastModified } = found.validators
      await storeItems(tx, { feedId: feed.id, userId: feed.user_id, isFirst: false }, found.items, now)
      await tx.query(sql`
        update followed_feeds set title = ${found.title.replaceAll('\0', '')}, etag = ${etag},
          last_modified = ${lastModified} where id = ${feed.id}`)
    }
    await tx.query(sql`
      update followed_feeds set checked_at = ${now}, failures = 0, failure = null where id = ${feed.id}`)
  })
}

/**
 * Releases a feed after it was read, so that it can be read again when it is due.
 * @param failure the error that keeps items of the feed waiting for their drafts
 */
async function release({ database, clock }: DraftingParts, feed: DueFeed, failure: StoredError | null): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await tx.query(sql`
      update followed_feeds set claimed_until = null, due_at = ${new Date(now.getTime() + CHECK_EVERY_MS)},
        failure = ${failure && JSON.stringify(failure)} where id = ${feed.id}`)
    await tx.query(settingsChanged(feed.user_id, now))
  })
}
