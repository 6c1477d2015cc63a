import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, type ErrorCode, type StoredError } from '#core/errors.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { ITEMS_A_DAY } from '#core/reading/feed-limits.ts'
import { CONTENT_LIMIT, DOCUMENT_ERRORS, PAGE_ERRORS } from '#core/reading/contract.ts'
import { mainDirection, wordCountOf } from '#core/reading/text-measures.ts'
import { languageOf } from '#core/reading/language-of.ts'
import type { DraftSource } from '#core/posts/contract.ts'
import type { GeneratedItem } from '#core/writing/contract.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import { withNeededPlaces } from '#core/writing/outline.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import { countryOf } from '#core/writing/regions.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, count, list, type RowOf } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { refuseTooManyDrafts } from '../../posts/checks.ts'
import { createPost } from '../../posts/create-post.ts'
import { storeDraftSource } from '../../posts/draft-source.ts'
import { readAddress } from '../../reading/read-address.ts'
import type { SourceReaders } from '../../reading/readers.ts'
import type { WriteForUser } from '../generation/write-for-user.ts'
import { tasksOf } from '../generation/write-drafts.ts'
import type { ProviderSource } from '../providers/providers.ts'
import { writersOf } from '../providers/writers-of.ts'
import type { FeedFinding } from './find-feed.ts'

const DAY_MS = 86_400_000
/** Longest time that an item waits for its draft. After that, it is skipped. */
const WAITS_MS = 2 * DAY_MS
const MAX_TRIES = 3
/** The time before an item is retried. It is shorter than the time between two checks of the feed. */
const RETRY_MS = 20 * 60_000
/** The minimum length of a text in a feed. A shorter one is only a teaser, which is not enough for a draft. */
const SHORTEST_CONTENT = 280

export interface DraftingParts extends FeedFinding {
  database: Database
  clock: Clock
  parsers: FeedFinding['parsers'] & SourceReaders
  providers: ProviderSource
  writeForUser: WriteForUser
  posts: Parameters<typeof createPost>[0]
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** The columns of a feed that is due, and the settings of its user that drafts need. */
export const DUE_FEED = list(
  columns('followed_feeds f', 'id', 'user_id', 'url', 'platforms', 'language', 'tone', 'etag', 'last_modified'),
  columns('users', 'preferred_language', 'time_zone'),
)
export type DueFeed = RowOf<typeof DUE_FEED>

const ITEM = columns('feed_items', 'id', 'url', 'title', 'content', 'tries')
type Item = RowOf<typeof ITEM>

/**
 * Writes drafts for the newest waiting items of a feed, within its daily limit.
 * @returns the error that keeps other items waiting; null if there is none
 */
export async function draftItems(
  parts: DraftingParts,
  feed: DueFeed,
  signal: AbortSignal,
): Promise<StoredError | null> {
  const { database, clock } = parts
  for (;;) {
    signal.throwIfAborted()
    const item = await nextItem(database, feed.id, clock.now())
    if (!item) return null
    try {
      await draftItem(parts, feed, item, signal)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'shutting_down') throw error
      const failure = { code: error.code, values: error.values }
      if (!ITEM_ERRORS.has(error.code)) return failure
      await recordItemFailure(parts, item, failure)
    }
  }
}

/**
 * Errors that concern one item of a feed. After any other error, such as an exhausted budget, all items wait until the
 * next check of the feed.
 */
const ITEM_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...PAGE_ERRORS,
  ...DOCUMENT_ERRORS,
  'drafts_too_complex',
  'writer_failed',
  'writer_refused',
  'writer_too_long',
])

/** Temporary errors. Frogy tries the item again at the next check of the feed. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'page_unreachable',
  'page_timed_out',
  'page_refused',
  'writer_failed',
])

/** The newest item that may become a draft now. Items that have waited too long are skipped. */
async function nextItem(on: Queryable, feedId: string, now: Date): Promise<Item | undefined> {
  await on.query(sql`
    update feed_items set state = 'skipped', content = ''
    where feed_id = ${feedId} and state = 'waiting' and first_seen_at < ${new Date(now.getTime() - WAITS_MS)}`)
  const [drafted] = await on.query(sql`
    select ${count('items')} from feed_items
    where feed_id = ${feedId} and state = 'drafted' and drafted_at > ${new Date(now.getTime() - DAY_MS)}`)
  if ((drafted?.items ?? 0) >= ITEMS_A_DAY) return undefined
  const [item] = await on.query(sql`
    select ${ITEM} from feed_items
    where feed_id = ${feedId} and state = 'waiting' and (retry_at is null or retry_at <= ${now})
    order by coalesce(published_at, first_seen_at) desc, id limit 1`)
  return item
}

async function draftItem(parts: DraftingParts, feed: DueFeed, item: Item, signal: AbortSignal): Promise<void> {
  const { database, clock, providers, writeForUser, log } = parts
  const source = await sourceOf(parts, feed, item)
  const tasks = await missingTasks(parts, feed, item, source)
  await refuseTooManyDrafts(database, feed.user_id, tasks.length)
  const writer = writersOf(await providers.now())
  const language = feed.preferred_language
  const { content } =
    tasks.length > 0
      ? await writeForUser(tasks, { userId: feed.user_id, writer, log, language, signal })
      : { content: [] }
  const caller: Caller = {
    userId: feed.user_id,
    role: 'user',
    language,
    timeZone: null,
    mayPublish: false,
    draftsOnly: true,
  }
  const siblings = new Map<string, string>()
  for (const written of content) {
    const id = await keepDraft(parts, caller, { feed, item, source }, written, siblings.get(written.platform))
    siblings.set(written.platform, id)
  }
  await database.query(sql`
    update feed_items set state = 'drafted', drafted_at = ${clock.now()}, content = '', failure = null
    where id = ${item.id}`)
}

type StoredSource = NonNullable<DraftSource['source']>

/** Reads the item's article. If that fails, the item's own text in the feed must be long enough. */
async function sourceOf({ pages, parsers }: DraftingParts, feed: DueFeed, item: Item): Promise<StoredSource> {
  try {
    if (item.url === null) throw new AppError('page_no_article')
    const article = await readAddress(item.url, feed.preferred_language, pages, parsers)
    const { title, content, wordCount, language, direction, pageCount, author, siteName, url } = article
    return {
      id: randomUUID(),
      from: 'url',
      title: (title.trim() || item.title).slice(0, 1_000),
      content: content.slice(0, CONTENT_LIMIT),
      wordCount,
      language,
      direction,
      pageCount,
      author: author?.slice(0, 500) ?? null,
      siteName: (siteName ?? new URL(url).hostname).slice(0, 500),
      url: url.length <= 4_000 ? url : null,
    }
  } catch (error) {
    const isOfItem = error instanceof AppError && ITEM_ERRORS.has(error.code)
    if (!isOfItem || item.content.length < SHORTEST_CONTENT) throw error
    const { title, content, url } = item
    return {
      id: randomUUID(),
      from: 'url',
      title,
      content,
      wordCount: wordCountOf(content),
      language: languageOf(content),
      direction: mainDirection(content),
      pageCount: null,
      author: null,
      siteName: url && new URL(url).hostname,
      url,
    }
  }
}

/** The drafts that Frogy must still write for a feed's item. An earlier process may have died after the first draft. */
async function missingTasks(
  { database }: DraftingParts,
  feed: DueFeed,
  item: Item,
  source: StoredSource,
): Promise<WritingTask[]> {
  const made = await database.query(sql`
    select ${columns('feed_drafts', 'platform', 'content_language')} from feed_drafts where item_id = ${item.id}`)
  const platforms = PLATFORMS.filter((platform) => feed.platforms.includes(platform))
  const tasks = tasksOf(
    {
      topic: source.title.slice(0, TOPIC_LIMIT),
      contentType: 'educational',
      tone: feed.tone,
      platform: platforms,
      language: feed.language,
      contentSource: 'url',
      sourceContent: source.content,
      sourceMetadata: { title: source.title, author: source.author, siteName: source.siteName, url: source.url },
    },
    platforms,
    countryOf(feed.time_zone),
  )
  const isMade = ({ platform, language }: WritingTask) =>
    made.some((draft) => draft.platform === platform && draft.content_language === codeOf(language))
  return tasks.filter((task) => !isMade(task))
}

const codeOf = (language: GeneratedItem['language']) => (language === 'arabic' ? 'ar' : 'en')

async function keepDraft(
  { database, clock, posts }: DraftingParts,
  caller: Caller,
  { feed, item, source }: { feed: DueFeed; item: Item; source: StoredSource },
  { platform, language, content, hashtags, outline }: GeneratedItem,
  siblingId: string | undefined,
): Promise<string> {
  const contentLanguage = codeOf(language)
  const draft = {
    status: 'draft',
    platform,
    contentLanguage,
    content: withNeededPlaces(content, outline, language),
    hashtags,
    contentType: 'educational',
    tone: feed.tone,
    ...(siblingId && { siblingId }),
  } as const
  const { id } = await createPost(posts, caller, draft, async (tx, postId) => {
    await tx.query(sql`
      insert into feed_drafts (post_id, item_id, platform, content_language)
      values (${postId}, ${item.id}, ${platform}, ${contentLanguage})`)
  })
  const given = { source, topic: source.title, facts: '', keptClaims: [] }
  await storeDraftSource(database, caller, id, given, clock.now())
  return id
}

async function recordItemFailure(
  { database, clock }: DraftingParts,
  { id, tries }: Item,
  failure: StoredError,
): Promise<void> {
  const isOver = !PASSING.has(failure.code) || tries + 1 >= MAX_TRIES
  await database.query(sql`
    update feed_items set tries = tries + 1, failure = ${JSON.stringify(failure)},
      ${isOver ? sql`state = 'failed', content = ''` : sql`retry_at = ${new Date(clock.now().getTime() + RETRY_MS)}`}
    where id = ${id}`)
}
