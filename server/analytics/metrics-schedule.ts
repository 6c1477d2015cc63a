import { neverReadAfterMs, OLD_AFTER_MS } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { serverRulesOf } from '#core/platforms/server-rules.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/store.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, list, type RowOf, type Sql } from '../db/sql.ts'

// Schedules reads of metrics. Claiming a post postpones its next read by a few minutes. If this process dies, another
// process reads the post then.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How long a process may take to read the metrics of the posts that it claimed. */
const CLAIM_MS = 5 * MINUTE_MS
/** When to check again whether an unusable account (disconnected, disabled or lost) can be read. */
const RECHECK_UNUSABLE_MS = 6 * 60 * MINUTE_MS
/** How many due posts to look at in a search for accounts whose metrics can be read. */
const SEARCHED_POSTS = 200
/** How many posts of an account one process takes at a time to read their metrics. */
const CLAIM_LIMIT = 100

/** Columns of a post whose metrics are due. `remote_id` is the post's id at the network. */
const CLAIMED = columns('posts p', 'id', 'remote_id', 'published_at')
export type ClaimedPost = RowOf<typeof CLAIMED> & { remote_id: string; published_at: Date }

/** Returns when the next read of metrics is due. */
export async function nextReadAt(on: Queryable, platforms: readonly Platform[]): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('first', 'timestamptz', sql`min(due_at)`)} from unnest(${platforms}::text[]) as asked,
      lateral (select due_at from post_metrics where platform = asked and due_at is not null order by due_at limit 1) as of_it`)
  return row?.first ?? undefined
}

/** Stops reading the metrics of posts that have become too old while their account could not be read. */
export async function stopReadingOldPosts(on: Queryable, platform: Platform, now: Date): Promise<void> {
  const tooOld = new Date(now.getTime() - neverReadAfterMs(platform))
  await on.query(sql`
    update post_metrics set due_at = null
    where platform = ${platform} and due_at <= ${now} and published_at < ${tooOld}`)
}

/** Lists usable accounts whose posts have metrics to read now. Postpones the reads for all unusable accounts. */
export async function dueAccounts(on: Queryable, platform: Platform, atMost: number, now: Date): Promise<AccountRow[]> {
  const due = sql`
    select post_id, p.account_id, m.due_at from post_metrics m join posts p on p.id = m.post_id
    where m.platform = ${platform} and m.due_at <= ${now} order by m.due_at limit ${SEARCHED_POSTS}`
  await on.query(sql`
    update post_metrics set due_at = ${new Date(now.getTime() + RECHECK_UNUSABLE_MS)} where post_id in (
      select due.post_id from (${due}) due left join social_accounts a on a.id = due.account_id
      where (a.is_active and not a.needs_reconnect) is not true)`)
  return await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts join (
      select account_id, min(due_at) as since from (${due}) due group by account_id) first on first.account_id = id
    where is_active and not needs_reconnect order by since limit ${atMost}`)
}

/**
 * Returns until when an account's metrics must not be read: after a refusal or a failed read, and while publishing to
 * its network is paused.
 * @returns `until` is undefined when the account can be read now. `wasPaused` says that a pause of this account has
 * ended, but no read has succeeded since.
 */
export async function readPauses(
  on: Queryable,
  account: AccountRow,
  now: Date,
): Promise<{ until: Date | undefined; wasPaused: boolean }> {
  const isOfAccount = sql`platform = ${account.platform} and remote_id in ('', ${account.remote_id})`
  const [row] = await on.query(sql`
    select ${list(computed('until', 'timestamptz', sql`max(until)`), isTrue('was_met', sql`bool_or(is_own)`))} from (
      select until, true as is_own from metrics_pauses where ${isOfAccount}
      union all select greatest(until, ${new Date(now.getTime() + MINUTE_MS)}), false from pauses
        where ${isOfAccount} and until is not null and (kind = 'outage' or until > ${now})) as both_kinds`)
  const until = row?.until && row.until > now ? row.until : undefined
  return { until, wasPaused: row?.was_met ?? false }
}

/**
 * Claims due posts and charges them to today's budget of reads. New posts come first; old posts get at most half the
 * budget. Posts beyond the budget wait until tomorrow.
 */
export async function claimPosts(database: Database, account: AccountRow, now: Date): Promise<ClaimedPost[]> {
  return await database.transaction(async (tx) => {
    const left = await budgetLeft(tx, account, now)
    const oldSince = new Date(now.getTime() - OLD_AFTER_MS)
    const fresh = await claim(tx, account, sql`m.published_at > ${oldSince}`, Math.min(left.posts, CLAIM_LIMIT), now)
    const room = Math.min(left.posts, CLAIM_LIMIT) - fresh.length
    const old = await claim(tx, account, sql`m.published_at <= ${oldSince}`, Math.min(left.oldPosts, room), now)
    await chargeBudget(tx, account, { posts: fresh.length + old.length, oldPosts: old.length }, now)
    if (fresh.length === left.posts) await postponeReads(tx, account, tomorrow(now), now)
    else if (old.length === left.oldPosts)
      await postponeReads(tx, account, tomorrow(now), now, sql`m.published_at <= ${oldSince}`)
    return [...fresh, ...old]
  })
}

async function claim(
  tx: Queryable,
  { id, platform }: AccountRow,
  which: Sql,
  atMost: number,
  now: Date,
): Promise<ClaimedPost[]> {
  if (atMost <= 0) return []
  const taken = await tx.query(sql`
    update post_metrics set due_at = ${new Date(now.getTime() + CLAIM_MS)} from posts p where p.id = post_id and post_id in (
      select m.post_id from post_metrics m join posts own on own.id = m.post_id
      where own.account_id = ${id} and m.platform = ${platform} and m.due_at <= ${now} and own.remote_id is not null and ${which}
      order by m.published_at desc limit ${atMost} for update of m skip locked)
    returning ${CLAIMED}`)
  return taken.filter((post): post is ClaimedPost => post.remote_id !== null && post.published_at !== null)
}

/** Postpones the reads of all due posts of an account. */
export async function postponeReads(
  on: Queryable,
  { id, platform }: AccountRow,
  until: Date,
  now: Date,
  which: Sql = sql`true`,
): Promise<void> {
  await on.query(sql`
    update post_metrics set due_at = ${until} where post_id in (
      select m.post_id from post_metrics m join posts p on p.id = m.post_id
      where p.account_id = ${id} and m.platform = ${platform} and m.due_at <= ${now} and ${which} for update of m skip locked)`)
}

/** Postpones the posts that this process claimed but did not read. */
export async function releaseClaims(on: Queryable, posts: readonly ClaimedPost[], until: Date): Promise<void> {
  await on.query(
    sql`update post_metrics set due_at = ${until} where post_id = any(${posts.map(({ id }) => id)}::uuid[])`,
  )
}

const dayOf = (now: Date): Date => new Date(now.getTime() - (now.getTime() % DAY_MS))
/** Midnight in UTC, when the daily budget starts again. */
const tomorrow = (now: Date): Date => new Date(dayOf(now).getTime() + DAY_MS)

async function budgetLeft(
  tx: Queryable,
  { platform, remote_id }: AccountRow,
  now: Date,
): Promise<{ posts: number; oldPosts: number }> {
  const rows = await tx.query(sql`
    select ${columns('metrics_spent', 'posts', 'old_posts')}, ${isTrue('is_all', sql`remote_id = ''`)} from metrics_spent
    where platform = ${platform} and remote_id in ('', ${remote_id}) and day = ${dayOf(now)}`)
  const { ofAccount, ofAll } = serverRulesOf(platform).metrics.readsPerDay
  const left = [true, false].map((isAll) => {
    const spent = rows.find((row) => row.is_all === isAll)
    const most = isAll ? ofAll : ofAccount
    return { posts: most - (spent?.posts ?? 0), oldPosts: most / 2 - (spent?.old_posts ?? 0) }
  })
  const least = (of: 'posts' | 'oldPosts') => Math.max(0, Math.floor(Math.min(...left.map((one) => one[of]))))
  return { posts: least('posts'), oldPosts: least('oldPosts') }
}

async function chargeBudget(
  tx: Queryable,
  { platform, remote_id }: AccountRow,
  { posts, oldPosts }: { posts: number; oldPosts: number },
  now: Date,
): Promise<void> {
  if (posts === 0) return
  // Update the account's row before the network's row. The same order in every transaction prevents deadlocks.
  await tx.query(sql`
      insert into metrics_spent as s (platform, remote_id, day, posts, old_posts)
      select ${platform}, whom, ${dayOf(now)}, ${posts}::integer, ${oldPosts}::integer from unnest(${[remote_id, '']}::text[]) as whom
      on conflict (platform, remote_id, day) do update set
        posts = s.posts + excluded.posts, old_posts = s.old_posts + excluded.old_posts`)
}

/** Deletes the counts of reads on past days, and pauses that have expired. */
export async function deleteOldBudgets(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from metrics_spent where day < ${new Date(now.getTime() - 2 * DAY_MS)}`)
  await on.query(sql`delete from metrics_pauses where until < ${new Date(now.getTime() - DAY_MS)}`)
}
