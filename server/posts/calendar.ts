import type { CalendarDays, CalendarFilter } from '#core/posts/lists-contract.ts'
import type { Slots } from '#core/planning/contract.ts'
import { wallClock } from '#core/time-zone.ts'
import { datesBetween, dayStarts } from '#core/posts/calendar.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, isTrue, join, list, raw, type Sql } from '../db/sql.ts'
import { freeTimes } from '../planning/slots.ts'
import { containsWords, hasTag } from './store.ts'

/** How many posts of a day are returned: the week view shows this many, the month view fewer. */
const POSTS_PER_DAY = 8

/** The length of a post's excerpt for the calendar, in characters. A calendar cell shows less. */
export const OPENING_LENGTH = 140

const COUNTED = list(
  computed('day', 'integer', sql`day`, 0),
  columns('posts', 'status'),
  computed('count', 'bigint', sql`count(*)`, 0),
)
const SHOWN = list(
  columns('posts', 'id', 'platform', 'status', 'revision', 'tag_ids', 'account_id', 'former_account'),
  computed('day', 'integer', sql`day`, 0),
  computed('at', 'timestamptz', sql`at`),
  computed('opening', 'text', sql`left(ltrim(content), ${OPENING_LENGTH}::integer)`, ''),
  computed('picture', 'text', sql`posts.images[1]`),
  isTrue('delayed', sql`posts.status = 'scheduled' and posts.failure is not null`),
)

/**
 * Posts per day for calendar cells; the response size does not grow with the number of posts.
 * @param slots the user's weekly posting times, of which the free ones are returned; null for none
 */
export async function readCalendar(
  on: Queryable,
  userId: string,
  filter: CalendarFilter & { timeZone: string },
  slots: Slots | null = null,
): Promise<CalendarDays> {
  const dates = datesBetween(filter.daysFrom, filter.daysTo)
  const begins = dayStarts(dates, filter.timeZone)
  const found = inDays(userId, begins, filter)
  const counts = await on.query(sql`select ${COUNTED} from (${found}) posts group by day, status`)
  const shown = await on.query(sql`
    select ${SHOWN} from (select *, row_number() over (partition by day order by at, id) as place from (${found}) found) posts
    where place <= ${POSTS_PER_DAY} order by at, id`)
  const free = slots && (await freeTimes(on, userId, slots, begins, filter.timeZone))
  const freeOf = Map.groupBy(free ?? [], ({ at }) => wallClock(new Date(at), filter.timeZone).date)
  const countsOf = Map.groupBy(counts, ({ day }) => day)
  const postsOf = Map.groupBy(shown, ({ day }) => day)
  return dates.flatMap((date, index) => {
    const ofDay = countsOf.get(index + 1) ?? []
    const freeOnDay = freeOf.get(date) ?? []
    if (ofDay.length + freeOnDay.length === 0) return []
    const byStatus = Object.fromEntries(ofDay.map(({ status, count }) => [status, count]))
    const posts = (postsOf.get(index + 1) ?? []).map(({ day: _day, at, delayed, ...row }) => {
      const { tag_ids: tagIds, account_id: accountId, former_account: formerAccount, ...post } = row
      return {
        ...post,
        ...(tagIds.length > 0 && { tagIds }),
        at: (at ?? new Date(0)).toISOString(),
        isDelayed: delayed,
        accountId,
        formerAccount,
      }
    })
    return [{ date, byStatus, posts, ...(free && { free: freeOnDay }) }]
  })
}

/**
 * Selects the posts of each day. Each part uses its own index: published posts by publication, others by scheduled
 * time.
 */
function inDays(
  userId: string,
  begins: Date[],
  { status, platform, tag, q }: Pick<CalendarFilter, 'status' | 'platform' | 'tag' | 'q'>,
): Sql {
  const bounds = begins.map((begin) => begin.toISOString())
  const part = (column: 'published_at' | 'scheduled_at', statuses: readonly PostStatus[]) => {
    const names = statuses.filter((name) => status?.includes(name) ?? true).map((name) => `'${name}'`)
    const moment = raw(column)
    const conditions = [
      sql`user_id = ${userId}`,
      // Use literals, because PostgreSQL matches partial indexes only with constants.
      names.length === 0 ? sql`false` : raw(`status ${names.length === 1 ? '=' : 'in'} (${names.join(', ')})`),
      sql`${moment} >= ${begins.at(0)} and ${moment} < ${begins.at(-1)}`,
      ...(platform ? [sql`platform = ${platform}`] : []),
      ...(tag ? [hasTag(tag)] : []),
      ...(q ? [containsWords(q)] : []),
    ]
    return sql`
      select *, ${moment} as at, width_bucket(${moment}, ${bounds}::timestamptz[]) as day from posts
      where ${join(conditions, ' and ')}`
  }
  return join(
    [
      part('published_at', ['published']),
      part('scheduled_at', ['scheduled', 'in_review']),
      part('scheduled_at', ['publishing', 'failed', 'missed', 'unconfirmed']),
    ],
    ' union all ',
  )
}
