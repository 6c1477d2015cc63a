import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import { searchPattern } from '#core/search-pattern.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, empty, join, list, raw, type RowOf, type Sql, type Statement } from '../db/sql.ts'
import { failureText } from './failure-text.ts'
import { FOLLOW_UPS, followUpsIn, followUpsJson } from './follow-ups.ts'
import { FEED, POST_LINE, POST_VERSION } from './post-json.ts'

const STORED = columns(
  'posts',
  'id',
  'user_id',
  'account_id',
  // The previous account of the post. It keeps its value even after the post has an account again.
  'former_account',
  'platform',
  'content',
  'content_language',
  'content_type',
  'tone',
  'hashtags',
  'images',
  'videos',
  'status',
  'scheduled_at',
  'planned_at',
  'recurrence_id',
  'tag_ids',
  'options',
  'time_zone',
  'published_at',
  'created_at',
  'updated_at',
  'revision',
  'needs_approval',
  'approved_revision',
  'written_by',
  'wish',
  'next_step_at',
  'ask_since',
  'remote_id',
  'permalink',
  'engagement',
  'failure',
)
/** The id of the post's version in the other language. Posts without one skip the subquery. */
export const SIBLING_ID = sql`case when posts.idea_id is not null then
    (select s.id from posts s where s.idea_id = posts.idea_id and s.id <> posts.id limit 1) end`
export const POST_COLUMNS = list(
  STORED,
  computed('sibling_id', 'uuid', SIBLING_ID),
  computed('feed', 'jsonb', raw(FEED)),
  computed('follow_ups', 'jsonb', raw(FOLLOW_UPS)),
)
export type PostRow = RowOf<typeof POST_COLUMNS>

/** A post as the API returns it. */
export function toPost(row: PostRow, language: Language): Post {
  return {
    id: row.id,
    content: row.content,
    platform: row.platform,
    status: row.status,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    plannedAt: row.status === 'draft' ? (row.planned_at?.toISOString() ?? null) : null,
    timeZone: row.time_zone,
    publishedAt: row.published_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    contentLanguage: row.content_language,
    contentType: row.content_type,
    tone: row.tone,
    hashtags: row.hashtags,
    images: row.images.length > 0 ? row.images : null,
    media: { images: row.images, videos: row.videos },
    accountId: row.account_id,
    formerAccount: row.account_id === null ? row.former_account : null,
    siblingId: row.sibling_id,
    ...(row.tag_ids.length > 0 && { tagIds: row.tag_ids }),
    ...(row.options && { options: row.options }),
    ...(row.recurrence_id && { recurrenceId: row.recurrence_id }),
    feed: feedOf(row.feed),
    engagement: row.engagement,
    permalink: row.permalink,
    revision: row.revision,
    wish: row.wish,
    failure: row.failure && failureText(row.failure, row.platform, language),
    ...(row.follow_ups ? followUpsJson(row, followUpsIn(row.follow_ups), language) : {}),
  }
}

function feedOf(stored: unknown): Post['feed'] {
  if (!stored) return null
  const { title, url } = stored as NonNullable<Post['feed']>
  return { title, url }
}

export interface ListFilter {
  userId: string
  status?: readonly PostStatus[]
  platform?: Platform
  tag?: string | undefined
  from?: string
  to?: string
  q?: string
  limit: number
  order: ListOrder
  /** The last post of the previous page, after which this page begins. */
  after?: Position
}

export const versionsOf = (page: { versions: string } | undefined): string[] =>
  page?.versions ? page.versions.split(BETWEEN) : []

const BETWEEN = ','

/** The time by which a list is sorted: the time of creation, the time of publication, or the scheduled time. */
export type ListOrder = 'written' | 'published' | 'coming'

/**
 * The sort orders of a list of posts. `indexed`: the statuses of the posts that the database index of this order holds.
 */
const ORDERS: Record<ListOrder, Order> = {
  written: { column: 'created_at', member: 'createdAt', direction: 'desc', indexed: 'all' },
  published: { column: 'published_at', member: 'publishedAt', direction: 'desc', indexed: ['published'] },
  coming: { column: 'scheduled_at', member: 'scheduledAt', direction: 'asc', indexed: ['scheduled', 'in_review'] },
}
interface Order {
  column: 'created_at' | 'published_at' | 'scheduled_at'
  member: 'createdAt' | 'publishedAt' | 'scheduledAt'
  direction: 'asc' | 'desc'
  indexed: readonly PostStatus[] | 'all'
}

type Position = { at: Date; id: string }

const VERSION = computed('version', 'text', POST_VERSION, '')
const LINE = computed('line', 'text', POST_LINE, '')

/**
 * Selects one page of posts, and one additional row if another page follows. `from` and `to` compare the publication,
 * scheduled or creation time.
 */
export function pageStatement(filter: ListFilter): Statement<{ versions: string }> {
  const { column, direction } = ORDERS[filter.order]
  const conditions: Sql[] = [sql`user_id = ${filter.userId}`]
  // This range contains all times, but PostgreSQL guesses that it contains few posts. So PostgreSQL reuses one plan,
  // which reads by the index. Otherwise it would make a new plan for each list of a user with few posts, and that takes
  // longer than reading the posts.
  if (isIndexed(filter)) conditions.push(sql`${raw(column)} between ${'-infinity'} and ${'infinity'}`)
  // Use literals, because PostgreSQL matches partial indexes only with constants.
  if (filter.status) {
    const names = filter.status.map((status) => `'${status}'`)
    conditions.push(sql`status in (${raw(names.join(', '))})`)
  }
  if (filter.platform) conditions.push(sql`platform = ${filter.platform}`)
  if (filter.tag) conditions.push(hasTag(filter.tag))
  if (filter.from) conditions.push(sql`coalesce(published_at, scheduled_at, created_at) >= ${new Date(filter.from)}`)
  if (filter.to) conditions.push(sql`coalesce(published_at, scheduled_at, created_at) < ${new Date(filter.to)}`)
  if (filter.q) conditions.push(containsWords(filter.q))
  if (filter.after) {
    const beyond = raw(direction === 'asc' ? '>' : '<')
    conditions.push(sql`(${raw(column)}, id) ${beyond} (${filter.after.at}, ${filter.after.id})`)
  }
  const order = raw(`${column} ${direction}, id ${direction}`)
  return sql`
    select ${computed(
      'versions',
      'text',
      sql`array_to_string(array(
      select ${POST_VERSION} from posts where ${join(conditions, ' and ')} order by ${order} limit ${filter.limit + 1}), ${BETWEEN})`,
      '',
    )}`
}

/**
 * Whether the database index for the list's order contains almost only posts of the list. Indexed posts always have the
 * time by which the list is sorted.
 */
function isIndexed({ order, status, tag }: ListFilter): boolean {
  const { indexed } = ORDERS[order]
  if (tag) return false
  return indexed === 'all' ? !status : (status?.every((name) => indexed.includes(name)) ?? false)
}

export function linesStatement(ids: readonly string[]): Statement<RowOf<typeof VERSION> & RowOf<typeof LINE>> {
  // Pass the ids by a subquery. PostgreSQL then does not know their number, and reuses its plan.
  return sql`select ${list(VERSION, LINE)} from posts where id = any((select ${ids}::uuid[])::uuid[])`
}

export function hasTag(id: string): Sql {
  return sql`tag_ids <> '{}' and tag_ids @> array[${id.toLowerCase()}]::text[]`
}

/** Whether a post contains these words. `searchPattern` escapes special characters. */
export function containsWords(words: string): Sql {
  return sql`content ~* ${searchPattern(words)}`
}

/** The cursor of the page that begins after this post. */
export function cursorAfter(post: Post, order: ListOrder): string {
  return Buffer.from(`${post[ORDERS[order].member] ?? post.createdAt}|${post.id}`).toString('base64url')
}

/** Reads a cursor. @returns undefined for an invalid cursor */
export function positionAt(cursor: string): Position | undefined {
  const [, time = '', id] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  const at = new Date(time)
  return id && at.getTime() > 0 ? { at, id } : undefined
}

/** @throws AppError not_found, also for other users' posts */
export async function ownPost(on: Queryable, id: string, userId: string, forUpdate = false): Promise<PostRow> {
  const [row] = await on.query(sql`
    select ${POST_COLUMNS} from posts where id = ${id} and user_id = ${userId} ${forUpdate ? sql`for update` : empty}`)
  if (!row) throw new AppError('not_found')
  return row
}

/** Finds the post among `ids` that is for this network and language and still a draft. */
export async function draftToReplace(
  on: Queryable,
  userId: string,
  { ids, platform, contentLanguage }: { ids: readonly string[]; platform: Platform; contentLanguage: 'en' | 'ar' },
): Promise<string | undefined> {
  if (ids.length === 0) return undefined
  const [row] = await on.query(sql`
    select ${columns('posts', 'id')} from posts where id = any(${ids}) and user_id = ${userId} and status = 'draft'
      and platform = ${platform} and content_language = ${contentLanguage} limit 1`)
  return row?.id
}
