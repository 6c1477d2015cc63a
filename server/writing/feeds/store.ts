import { AppError, type StoredError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { FeedChange, FollowedFeed, NewFeed } from '#core/reading/feeds-contract.ts'
import { MOST_FEEDS } from '#core/reading/feed-limits.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, isTrue, list, type RowOf, type Sql } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'
import { translator } from '../../messages.ts'
import type { FoundFeed } from './find-feed.ts'
import { storeItems } from './store-items.ts'

const HOUR_MS = 3_600_000
/** The pause between two checks of a feed without errors. */
export const CHECK_EVERY_MS = HOUR_MS / 2
/** How long a removed feed can be restored. */
const REMOVED_KEPT_MS = 24 * HOUR_MS
const SHOWN_ITEMS = 3

export interface FeedStore {
  database: Database
  clock: Clock
}

const FEED = list(
  columns(
    'followed_feeds f',
    'id',
    'url',
    'title',
    'platforms',
    'language',
    'tone',
    'created_at',
    'is_paused',
    'due_at',
    'checked_at',
    'failure',
  ),
  isTrue('is_claimed', sql`f.claimed_until > clock_timestamp()`),
)

const ITEM = list(
  columns('feed_items i', 'id', 'feed_id', 'title', 'url', 'published_at', 'state', 'failure'),
  computed(
    'draft_id',
    'uuid',
    sql`(select d.post_id from feed_drafts d join posts p on p.id = d.post_id
      where d.item_id = i.id and p.status = 'draft' order by p.created_at limit 1)`,
  ),
)

export async function listFeeds({ database, clock }: FeedStore, userId: string, language: Language) {
  return await readFeeds(database, sql`f.user_id = ${userId} and f.removed_at is null`, language, clock.now())
}

async function readFeeds(on: Queryable, which: Sql, language: Language, now: Date) {
  const feeds = await on.query(
    sql`select ${FEED} from followed_feeds f where ${which} order by f.created_at desc, f.id`,
  )
  const items = await on.query(sql`
    select ${ITEM} from unnest(${feeds.map(({ id }) => id)}::uuid[]) as feed (id), lateral (
      select * from feed_items where feed_id = feed.id
      order by coalesce(published_at, first_seen_at) desc, id limit ${SHOWN_ITEMS}) i
    order by coalesce(i.published_at, i.first_seen_at) desc, i.id`)
  const itemsOf = Map.groupBy(items, ({ feed_id: id }) => id)
  return feeds.map((feed) => toFeed(feed, itemsOf.get(feed.id) ?? [], language, now))
}

function toFeed(feed: RowOf<typeof FEED>, items: RowOf<typeof ITEM>[], language: Language, now: Date): FollowedFeed {
  const failureOf = (failure: StoredError | null) =>
    failure && { code: failure.code, message: translator(language)(`errors.${failure.code}`, failure.values) }
  return {
    id: feed.id,
    url: feed.url,
    title: feed.title,
    platforms: PLATFORMS.filter((platform) => feed.platforms.includes(platform)),
    language: feed.language,
    tone: feed.tone,
    createdAt: feed.created_at.toISOString(),
    isPaused: feed.is_paused,
    isChecking: !feed.is_paused && (feed.is_claimed || feed.due_at <= now),
    checkedAt: feed.checked_at.toISOString(),
    failure: failureOf(feed.failure),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      url: item.url,
      publishedAt: item.published_at?.toISOString() ?? null,
      state: item.state,
      draftId: item.draft_id,
      failure: failureOf(item.failure),
    })),
  }
}

async function readFeed({ database, clock }: FeedStore, userId: string, id: string, language: Language) {
  const which = sql`f.user_id = ${userId} and f.id = ${id} and f.removed_at is null`
  const [feed] = await readFeeds(database, which, language, clock.now())
  if (!feed) throw new AppError('not_found')
  return feed
}

/** Follows a feed. Items that it already contains get no drafts. @throws AppError feed_followed, too_many_feeds */
export async function followFeed(
  parts: FeedStore,
  { id: userId, language: userLanguage }: { id: string; language: Language },
  found: FoundFeed,
  { platforms, language, tone }: NewFeed,
): Promise<FollowedFeed> {
  const now = parts.clock.now()
  const { etag, lastModified } = found.validators
  const id = await parts.database.transaction(async (tx) => {
    await refuseFeed(tx, userId, found.url)
    const [feed] = await tx.query(sql`
      insert into followed_feeds (user_id, url, title, platforms, language, tone, created_at, due_at, checked_at, etag,
        last_modified)
      values (${userId}, ${found.url}, ${found.title}, ${platforms}, ${language}, ${tone}, ${now},
        ${new Date(now.getTime() + CHECK_EVERY_MS)}, ${now}, ${etag}, ${lastModified})
      returning ${columns('followed_feeds', 'id')}`)
    if (!feed) throw new Error('A feed was not stored')
    await storeItems(tx, { feedId: feed.id, userId, isFirst: true }, found.items, now)
    await tx.query(settingsChanged(userId, now))
    return feed.id
  })
  return await readFeed(parts, userId, id, userLanguage)
}

/** @throws AppError feed_followed, too_many_feeds */
async function refuseFeed(tx: Queryable, userId: string, url: string): Promise<void> {
  // Lock the user's row, so that concurrent calls cannot exceed the limit.
  await tx.query(sql`select from users where id = ${userId} for update`)
  const [had] = await tx.query(sql`
    select ${count('feeds')}, ${count('same', sql`url = ${url}`)} from followed_feeds
    where user_id = ${userId} and removed_at is null`)
  if (had?.same) throw new AppError('feed_followed')
  if ((had?.feeds ?? 0) >= MOST_FEEDS) throw new AppError('too_many_feeds', { values: { limit: MOST_FEEDS } })
}

/** @throws AppError not_found, feed_followed, too_many_feeds */
export async function changeFeed(
  parts: FeedStore,
  { id: userId, language }: { id: string; language: Language },
  id: string,
  change: FeedChange,
): Promise<FollowedFeed> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const [stored] = await tx.query(sql`
      select ${columns('followed_feeds', 'url', 'removed_at')} from followed_feeds
      where id = ${id} and user_id = ${userId} for update`)
    const isKept = stored?.removed_at && now.getTime() - stored.removed_at.getTime() <= REMOVED_KEPT_MS
    if (!stored || (stored.removed_at && !(isKept && change.isRemoved === false))) throw new AppError('not_found')
    if (stored.removed_at) await refuseFeed(tx, userId, stored.url)
    const { platforms = null, language: output = null, tone = null, isPaused = null } = change
    const resumes = isPaused === false
    await tx.query(sql`
      update followed_feeds set platforms = coalesce(${platforms}::text[], platforms),
        language = coalesce(${output}, language), tone = coalesce(${tone}, tone),
        is_paused = coalesce(${isPaused}, is_paused), removed_at = null,
        due_at = case when ${resumes} then ${now} else due_at end
      where id = ${id}`)
    await tx.query(settingsChanged(userId, now))
  })
  return await readFeed(parts, userId, id, language)
}

/** @throws AppError not_found */
export async function removeFeed({ database, clock }: FeedStore, userId: string, id: string): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const removed = await tx.query(sql`
      update followed_feeds set removed_at = ${now} where id = ${id} and user_id = ${userId} and removed_at is null
      returning ${columns('followed_feeds', 'id')}`)
    if (removed.length === 0) throw new AppError('not_found')
    await tx.query(settingsChanged(userId, now))
  })
}

/** Makes a feed due now. @throws AppError not_found */
export async function checkFeedNow(parts: FeedStore, userId: string, id: string, language: Language) {
  await parts.database.query(sql`
    update followed_feeds set due_at = ${parts.clock.now()}
    where id = ${id} and user_id = ${userId} and removed_at is null`)
  return await readFeed(parts, userId, id, language)
}

/** How long to remember an item that has left its feed. If it returns, it gets no second draft. */
const ITEMS_KEPT_MS = 90 * 24 * HOUR_MS

export async function deleteOldFeeds(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from followed_feeds where removed_at < ${new Date(now.getTime() - REMOVED_KEPT_MS)}`)
  // Compare with the feed's last check instead of the clock, so that a paused feed keeps its items.
  await on.query(sql`
    delete from feed_items i using followed_feeds f
    where f.id = i.feed_id and i.state <> 'waiting'
      and i.last_seen_at < f.checked_at - ${ITEMS_KEPT_MS} * interval '1 millisecond'`)
}
