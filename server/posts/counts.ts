import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, empty, join, raw, type Sql } from '../db/sql.ts'

// Counts of a user's posts. The statement that changes posts updates them (`transitions/`). Changes only insert rows,
// so that they never wait for each other (docs/decisions/029).

/** The quarter of an hour in which a post was published or is scheduled; null without a time. */
const quarterColumn = (post: string): string => `date_bin(interval '15 minutes',
  case ${post}.status when 'published' then ${post}.published_at when 'draft' then null else ${post}.scheduled_at end,
  timestamptz '2000-01-01 00:00Z')`

type Moment = 'was' | 'now'

/** The columns that decide which counts include a post. @param post an alias of `posts` */
export const countedColumns = (post: string, moment: Moment): Sql =>
  raw(
    `${post}.platform as ${moment}_platform, ${post}.status as ${moment}_status, ${post}.engagement as ${moment}_engagement,
      ${quarterColumn(post)} as ${moment}_quarter`,
  )

const VERSION = raw(`1 + floor(random() * 1000000000)`)

/**
 * Updates the counts for the rows in `changed`, in total and per quarter of an hour: subtracts the old values and adds
 * the new ones.
 */
export function countChanges(...moments: Moment[]): Sql {
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

/**
 * Changes the version of a user's lists although no count changes. Use it for changes that lists show, such as a new
 * text.
 */
export const COUNTS_UNCHANGED = sql`, counted as (
  insert into post_counts (user_id, quarter, posts, engagement, version)
  select user_id, '-infinity', 0, 0, ${VERSION} from changed group by user_id)`

/** A number that differs after every change of a user's lists or counts. */
export const postsVersion = (userId: Sql): Sql =>
  sql`coalesce((select sum(version) from post_counts where user_id = ${userId} and quarter = '-infinity'), 0)`

export async function draftCount(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(sql`
    select ${computed('drafts', 'integer', sql`sum(posts)`, 0)}
    from post_counts where user_id = ${userId} and quarter = '-infinity' and status = 'draft'`)
  return row?.drafts ?? 0
}

/** Changes no counts. Use it instead of `countChanges` for a change that no list shows. */
export const NO_COUNTS = empty

/** Merges a user's rows of counts if there are more than this. */
const COMPACT_ABOVE = 60

/**
 * Merges rows with the same key; sums stay the same for concurrent readers. Rows of a day stay adjacent on disk, so
 * that a month is read from few disk pages.
 */
export async function compactCounts(on: Queryable): Promise<void> {
  const people = await on.query(sql`
    select ${columns('post_counts', 'user_id')} from post_counts group by user_id, quarter = '-infinity'
    having count(*) > ${COMPACT_ABOVE} and count(*) > count(distinct (platform, status, quarter))`)
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

/** Deletes the post counts of deleted users. */
export async function deleteStrayCounts(on: Queryable): Promise<void> {
  await on.query(sql`delete from post_counts c where not exists (select from users where id = c.user_id)`)
}
