import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, empty, join, raw, type Sql } from '../db/sql.ts'

// What a person's posts count, kept by whatever statement changes them (`transitions.ts`). A change adds rows and changes
// none, so that two of them never wait for each other: docs/decisions/029 tells why.

/** In which quarter of an hour a post goes or went out; null for one without a time. */
const quarterOf = (post: string): string => `date_bin(interval '15 minutes',
  case ${post}.status when 'published' then ${post}.published_at when 'draft' then null else ${post}.scheduled_at end,
  timestamptz '2000-01-01 00:00Z')`

type Moment = 'was' | 'now'

/** The columns by which a post is counted. @param post the post's row */
export const countedColumns = (post: string, moment: Moment): Sql =>
  raw(
    `${post}.platform as ${moment}_platform, ${post}.status as ${moment}_status, ${post}.engagement as ${moment}_engagement,
      ${quarterOf(post)} as ${moment}_quarter`,
  )

const VERSION = raw(`1 + floor(random() * 1000000000)`)

/**
 * Counts the rows that a statement has `changed`: taken away as what they were, added as what they are now. In all and
 * in their quarters.
 */
export function counted(...moments: Moment[]): Sql {
  const moves = moments.map((moment) => {
    const [by, of] = [moment === 'was' ? -1 : 1, (column: string) => `${moment}_${column}`]
    return raw(`(${of('platform')}, ${of('status')}, timestamptz '-infinity', ${by}, ${of('engagement')}),
      (${of('platform')}, ${of('status')}, ${of('quarter')}, ${by}, ${of('engagement')})`)
  })
  return sql`, counted as (
    insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
    select user_id, of_platform, of_status, quarter, sum(by), sum(by * of_engagement),
      case quarter when '-infinity' then ${VERSION} else 0 end
    from changed, lateral (values ${join(moves, ', ')}) as one (of_platform, of_status, quarter, by, of_engagement)
    where quarter is not null
    group by user_id, of_platform, of_status, quarter
    having quarter = '-infinity' or sum(by) <> 0 or sum(by * of_engagement) <> 0)`
}

/** Notes that what a person's lists show has changed, where what they count has not. */
export const COUNTED_AS_BEFORE = sql`, counted as (
  insert into post_counts (user_id, quarter, posts, engagement, version)
  select user_id, '-infinity', 0, 0, ${VERSION} from changed group by user_id)`

/** What rises with every change of what the lists and counts of a person show; no two of them are the same. */
export const postsVersion = (userId: Sql): Sql =>
  sql`coalesce((select sum(version) from post_counts where user_id = ${userId} and quarter = '-infinity'), 0)`

/** How many drafts a person has. */
export async function draftCount(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(sql`
    select ${computed('drafts', 'integer', sql`sum(posts)`, 0)}
    from post_counts where user_id = ${userId} and quarter = '-infinity' and status = 'draft'`)
  return row?.drafts ?? 0
}

/** For what nobody reads in a list. */
export const NOT_COUNTED = empty

/** More rows than this of one person's are worth folding. */
const MANY = 60

/**
 * Makes one row of those that belong together. Whoever reads meanwhile finds the same sums. Those of a day stay side by
 * side on the disk, as they came: a month of them is read from few pages.
 */
export async function foldCounts(on: Queryable): Promise<void> {
  const people = await on.query(sql`
    select ${columns('post_counts', 'user_id')} from post_counts group by user_id, quarter = '-infinity'
    having count(*) > ${MANY} and count(*) > count(distinct (platform, status, quarter))`)
  for (const id of new Set(people.map(({ user_id }) => user_id)))
    await on.query(sql`
      with several as (
        select platform, status, quarter from post_counts where user_id = ${id} group by platform, status, quarter having count(*) > 1),
      gone as (
        delete from post_counts c using several s where c.user_id = ${id} and c.quarter = s.quarter
          and c.platform is not distinct from s.platform and c.status is not distinct from s.status returning c.*)
      insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
      select user_id, platform, status, quarter, sum(posts), sum(engagement), sum(version) from gone
      group by user_id, platform, status, quarter
      having quarter = '-infinity' or sum(posts) <> 0 or sum(engagement) <> 0
      order by quarter`)
}

/** Deletes the counts of people who are gone, and their posts with them. */
export async function deleteStrayCounts(on: Queryable): Promise<void> {
  await on.query(sql`delete from post_counts c where not exists (select from users where id = c.user_id)`)
}
