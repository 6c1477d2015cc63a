import { neverReadAfterMs, OLD_AFTER_MS, READINGS_A_DAY } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/store.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, list, type RowOf, type Sql } from '../db/sql.ts'

// Whose figures are asked for next. What is taken up is put off first, so that a process that dies leaves it to the next one.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Within this time what was taken up is asked for. */
const TAKEN_MS = 5 * MINUTE_MS
/** How often it is looked whether an account can be asked again that cannot now: it is gone, switched off or lost. */
const UNUSABLE_MS = 6 * 60 * MINUTE_MS
/** Among so many of those that are due it is looked for accounts. */
const LOOKED_AT = 200
/** At most so many posts of an account are taken up at once. */
const AT_ONCE = 100

/** A post whose figures are to be asked for, by the name that its network gave it. */
const TAKEN = columns('posts p', 'id', 'remote_id', 'published_at')
export type Taken = RowOf<typeof TAKEN> & { remote_id: string; published_at: Date }

/** When some figures are due next, at the earliest. */
export async function nextReadingDue(on: Queryable, platforms: readonly Platform[]): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('first', 'timestamptz', sql`min(due_at)`)} from unnest(${platforms}::text[]) as asked,
      lateral (select due_at from post_metrics where platform = asked and due_at is not null order by due_at limit 1) as of_it`)
  return row?.first ?? undefined
}

/** Leaves posts alone that grew too old while nobody could ask about them. */
export async function forgetOldPosts(on: Queryable, platform: Platform, now: Date): Promise<void> {
  const tooOld = new Date(now.getTime() - neverReadAfterMs(platform))
  await on.query(sql`
    update post_metrics set due_at = null
    where platform = ${platform} and due_at <= ${now} and published_at < ${tooOld}`)
}

/** Accounts whose posts are due, and that can be asked. Those that cannot are put off. */
export async function accountsDue(on: Queryable, platform: Platform, atMost: number, now: Date): Promise<AccountRow[]> {
  const due = sql`
    select post_id, p.account_id, m.due_at from post_metrics m join posts p on p.id = m.post_id
    where m.platform = ${platform} and m.due_at <= ${now} order by m.due_at limit ${LOOKED_AT}`
  await on.query(sql`
    update post_metrics set due_at = ${new Date(now.getTime() + UNUSABLE_MS)} where post_id in (
      select due.post_id from (${due}) due left join social_accounts a on a.id = due.account_id
      where (a.is_active and not a.needs_reconnect) is not true)`)
  return await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts join (
      select account_id, min(due_at) as since from (${due}) due group by account_id) first on first.account_id = id
    where is_active and not needs_reconnect order by since limit ${atMost}`)
}

/**
 * Until when an account is not asked: it has refused or not answered, its network has, or its posts are held up. Undefined
 * where it can be asked now.
 * @returns `wasMet`: whether it was left alone before, and nobody has been answered since
 */
export async function pausesOf(
  on: Queryable,
  account: AccountRow,
  now: Date,
): Promise<{ until: Date | undefined; wasMet: boolean }> {
  const isIts = sql`platform = ${account.platform} and remote_id in ('', ${account.remote_id})`
  const [row] = await on.query(sql`
    select ${list(computed('until', 'timestamptz', sql`max(until)`), isTrue('was_met', sql`bool_or(is_own)`))} from (
      select until, true as is_own from metrics_pauses where ${isIts}
      union all select greatest(until, ${new Date(now.getTime() + MINUTE_MS)}), false from pauses
        where ${isIts} and until is not null and (kind = 'outage' or until > ${now})) as both_kinds`)
  const until = row?.until && row.until > now ? row.until : undefined
  return { until, wasMet: row?.was_met ?? false }
}

/**
 * Takes up the posts of an account that are due, as many as its network may be asked about today, and counts them. The
 * fresh ones come first, and of the old ones no more than half a day's share. Those beyond are put off until tomorrow.
 */
export async function takePosts(database: Database, account: AccountRow, now: Date): Promise<Taken[]> {
  return await database.transaction(async (tx) => {
    const left = await leftToday(tx, account, now)
    const oldSince = new Date(now.getTime() - OLD_AFTER_MS)
    const fresh = await take(tx, account, sql`m.published_at > ${oldSince}`, Math.min(left.posts, AT_ONCE), now)
    const room = Math.min(left.posts, AT_ONCE) - fresh.length
    const old = await take(tx, account, sql`m.published_at <= ${oldSince}`, Math.min(left.oldPosts, room), now)
    await spend(tx, account, { posts: fresh.length + old.length, oldPosts: old.length }, now)
    if (fresh.length === left.posts) await putOff(tx, account, tomorrow(now), now)
    else if (old.length === left.oldPosts)
      await putOff(tx, account, tomorrow(now), now, sql`m.published_at <= ${oldSince}`)
    return [...fresh, ...old]
  })
}

async function take(
  tx: Queryable,
  { id, platform }: AccountRow,
  which: Sql,
  atMost: number,
  now: Date,
): Promise<Taken[]> {
  if (atMost <= 0) return []
  const taken = await tx.query(sql`
    update post_metrics set due_at = ${new Date(now.getTime() + TAKEN_MS)} from posts p where p.id = post_id and post_id in (
      select m.post_id from post_metrics m join posts own on own.id = m.post_id
      where own.account_id = ${id} and m.platform = ${platform} and m.due_at <= ${now} and own.remote_id is not null and ${which}
      order by m.published_at desc limit ${atMost} for update of m skip locked)
    returning ${TAKEN}`)
  return taken.filter((post): post is Taken => post.remote_id !== null && post.published_at !== null)
}

/** Puts off what is due of an account. */
export async function putOff(
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

/** Puts off posts that were taken up and not asked about. */
export async function putBack(on: Queryable, posts: readonly Taken[], until: Date): Promise<void> {
  await on.query(
    sql`update post_metrics set due_at = ${until} where post_id = any(${posts.map(({ id }) => id)}::uuid[])`,
  )
}

const dayOf = (now: Date): Date => new Date(now.getTime() - (now.getTime() % DAY_MS))
/** When the day's calls are counted anew, everywhere. */
const tomorrow = (now: Date): Date => new Date(dayOf(now).getTime() + DAY_MS)

async function leftToday(
  tx: Queryable,
  { platform, remote_id }: AccountRow,
  now: Date,
): Promise<{ posts: number; oldPosts: number }> {
  const rows = await tx.query(sql`
    select ${columns('metrics_spent', 'posts', 'old_posts')}, ${isTrue('is_all', sql`remote_id = ''`)} from metrics_spent
    where platform = ${platform} and remote_id in ('', ${remote_id}) and day = ${dayOf(now)}`)
  const { ofAccount, ofAll } = READINGS_A_DAY[platform]
  const left = [true, false].map((isAll) => {
    const spent = rows.find((row) => row.is_all === isAll)
    const most = isAll ? ofAll : ofAccount
    return { posts: most - (spent?.posts ?? 0), oldPosts: most / 2 - (spent?.old_posts ?? 0) }
  })
  const least = (of: 'posts' | 'oldPosts') => Math.max(0, Math.floor(Math.min(...left.map((one) => one[of]))))
  return { posts: least('posts'), oldPosts: least('oldPosts') }
}

async function spend(
  tx: Queryable,
  { platform, remote_id }: AccountRow,
  { posts, oldPosts }: { posts: number; oldPosts: number },
  now: Date,
): Promise<void> {
  if (posts === 0) return
  // Everybody writes the row of the account before that of its network.
  await tx.query(sql`
      insert into metrics_spent as s (platform, remote_id, day, posts, old_posts)
      select ${platform}, whom, ${dayOf(now)}, ${posts}::integer, ${oldPosts}::integer from unnest(${[remote_id, '']}::text[]) as whom
      on conflict (platform, remote_id, day) do update set
        posts = s.posts + excluded.posts, old_posts = s.old_posts + excluded.old_posts`)
}

/** What was asked on days that are over, and pauses that nobody has met again. */
export async function deleteOldReadings(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from metrics_spent where day < ${new Date(now.getTime() - 2 * DAY_MS)}`)
  await on.query(sql`delete from metrics_pauses where until < ${new Date(now.getTime() - DAY_MS)}`)
}
