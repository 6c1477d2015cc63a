import type { PostWithMetrics } from '#core/analytics/contract.ts'
import type { ImportedRow, MetricsBody, MetricsImport } from '#core/analytics/entered-contract.ts'
import { METRICS, type Metric, type MetricValues } from '#core/analytics/metrics.ts'
import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, list, raw } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { metricsOfPosts } from './read-analytics.ts'

interface Parts {
  database: Database
  clock: Clock
}

type Author = Pick<Caller, 'userId' | 'member'>

/**
 * Replaces the metrics that a member entered for a published post.
 * @throws AppError not_found, metric_reported
 */
export async function enterMetrics(
  { database, clock }: Parts,
  author: Author,
  postId: string,
  entered: MetricsBody,
): Promise<PostWithMetrics> {
  return await database.transaction(async (tx) => {
    const [row] = await tx.query(sql`
      select ${columns('post_metrics m', 'platform', ...METRICS)} from post_metrics m
      where m.post_id = ${postId} and m.user_id = ${author.userId}`)
    if (!row) throw new AppError('not_found')
    if (METRICS.some((name) => entered[name] !== null && row[name] !== null))
      throw new AppError('metric_reported', { values: { platform: isolate(rulesOf(row.platform).name) } })
    await store(tx, author, [{ id: postId, ...entered }], clock.now())
    const [post] = await metricsOfPosts(tx, author.userId, [postId])
    if (!post) throw new AppError('not_found')
    return post
  })
}

/** Enters the metrics of several posts. Metrics that the rows leave out keep their values. */
export async function importMetrics(
  { database, clock }: Parts,
  author: Author,
  { mode, rows }: MetricsImport,
): Promise<{ rows: ImportedRow[] }> {
  return await database.transaction(async (tx) => {
    const named = rows.map(({ post }) => post)
    const found = await findPosts(tx, author.userId, named)
    const seen = new Set<string>()
    const changes: StoredMetrics[] = []
    const results = rows.map((row): ImportedRow => {
      const post = found.get(row.post)
      if (!post) return { post: null, stored: [], reported: [], problem: 'unknown_post' }
      const isEntered = (name: Metric) => post.entered?.metrics.includes(name) ?? false
      const isReported = (name: Metric) => post[name] !== null && !isEntered(name)
      const given = METRICS.filter((name) => row[name] !== null)
      const stored = given.filter((name) => !isReported(name) && row[name] !== post[name])
      const problem = seen.has(post.id) ? 'repeated' : null
      seen.add(post.id)
      const values = METRICS.map((name) => [
        name,
        stored.includes(name) ? row[name] : isEntered(name) ? post[name] : null,
      ])
      if (!problem && stored.length > 0) changes.push({ id: post.id, ...(Object.fromEntries(values) as MetricValues) })
      const { id, platform, opening, publishedAt } = post
      return {
        post: { id, platform, opening, publishedAt },
        stored: problem ? [] : stored,
        reported: given.filter(isReported),
        problem,
      }
    })
    if (mode === 'check') return { rows: results }
    if (mode === 'all' && results.some(({ problem }) => problem !== null))
      return { rows: results.map((result) => ({ ...result, stored: [] })) }
    await store(tx, author, changes, clock.now())
    return { rows: results }
  })
}

/** Finds published posts by their ids or addresses. */
async function findPosts(
  on: Queryable,
  userId: string,
  named: readonly string[],
): Promise<ReadonlyMap<string, PostWithMetrics>> {
  const ids = named.filter((name) => UUID.test(name)).map((id) => id.toLowerCase())
  const keys = named.flatMap((name) => (UUID.test(name) ? [] : addressKeys(name)))
  const byAddress = await on.query(sql`
    select ${list(columns('posts', 'id'), computed('key', 'text', ADDRESS_KEY, ''))} from posts
    where user_id = ${userId} and permalink is not null and ${ADDRESS_KEY} = any(${keys}) order by published_at`)
  const idOf = new Map(byAddress.map(({ key, id }) => [key, id]))
  const posts = await metricsOfPosts(on, userId, [...ids, ...idOf.values()])
  const known = new Map(posts.map((post) => [post.id, post]))
  return new Map(
    named.flatMap((name) => {
      const key = addressKeys(name).find((one) => idOf.has(one))
      const post = known.get(UUID.test(name) ? name.toLowerCase() : (idOf.get(key ?? '') ?? ''))
      return post ? [[name, post] as const] : []
    }),
  )
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The part of an address that identifies a post: without scheme, `www.`, fragment and last slash. */
const ADDRESS_KEY = raw(String.raw`regexp_replace(permalink, '^https?://(www\.)?|#.*$|/+(#.*)?$', '', 'g')`)

/** The keys under which an address may be stored. Addresses copied from a browser may have a query for tracking. */
function addressKeys(address: string): string[] {
  const withoutEnd = address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/#.*$/, '')
  return [withoutEnd, withoutEnd.replace(/\?.*$/, '')].map((key) => key.replace(/\/+$/, ''))
}

type StoredMetrics = { id: string } & MetricValues

/** Stores entered metrics of these posts, and replaces all metrics that were entered for them before. */
async function store(tx: Queryable, author: Author, posts: readonly StoredMetrics[], now: Date): Promise<void> {
  const isEmpty = (post: StoredMetrics) => METRICS.every((name) => post[name] === null)
  const [emptied, filled] = [posts.filter(isEmpty), posts.filter((post) => !isEmpty(post))]
  if (emptied.length > 0)
    await tx.query(sql`delete from entered_metrics where post_id = any(${emptied.map(({ id }) => id)}::uuid[])`)
  if (filled.length === 0) return
  const enteredBy = author.member?.id ?? author.userId
  await tx.query(sql`
    insert into entered_metrics (post_id, ${NAMES}, entered_by, entered_at)
    select id, ${NAMES}, ${enteredBy}::uuid, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb)
      as given (id uuid, impressions bigint, likes bigint, comments bigint, shares bigint) order by id
    on conflict (post_id) do update set impressions = excluded.impressions, likes = excluded.likes,
      comments = excluded.comments, shares = excluded.shares, entered_by = excluded.entered_by,
      entered_at = excluded.entered_at`)
}

const NAMES = raw(METRICS.join(', '))
