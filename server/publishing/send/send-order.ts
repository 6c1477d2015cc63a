import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { ORDER_WAIT_MS } from '#core/publishing/sending-times.ts'
import sql, { raw, type Sql } from '../../db/sql.ts'

// The posts of one account are published in the order of their times.

/** SQL condition: post `e` comes before the post with the alias `post` among the posts of their account. */
export const precedes = (post: string, e = 'e'): Sql =>
  sql`${raw(e)}.account_id = ${raw(post)}.account_id and ${orderOf(e)} < ${orderOf(post)}`

const orderOf = (post: string): Sql =>
  raw(`(coalesce(${post}.scheduled_at, ${post}.created_at), ${post}.created_at, ${post}.id)`)

/**
 * SQL that is false while an earlier post of the account is being looked up, because that post may have to be sent
 * first. The wait is limited, because some look-ups find no result. A post that its author publishes now does not wait.
 * @param earlier the alias of the earlier posts, which differs from `post`
 */
export const isNext = (post: string, now: Date, earlier = 'e'): Sql => {
  const since = new Date(now.getTime() - ORDER_WAIT_MS)
  const e = raw(earlier)
  return sql`not exists (
    select from posts ${e} where ${raw(post)}.status = 'scheduled' and ${precedes(post, earlier)}
      and ${e}.next_step_at <= ${new Date(now.getTime() + ORDER_WAIT_MS)} and (
        ${e}.status in ('scheduled', 'publishing') and ${e}.ask_since is not null
          and coalesce(${e}.scheduled_at, ${e}.created_at) between ${since} and ${now}
        or (${e}.status = 'publishing' or ${e}.status = 'scheduled' and ${e}.failure is not null) and ${e}.platform = any(${LOOKED_UP})
          and (select min(a.sent_at) from publish_attempts a where a.post_id = ${e}.id and a.steps @> '[{"what": "answer_lost"}]') > ${since}))`
}

/** The networks that list an account's new posts immediately. LinkedIn's pages list them minutes later. */
const LOOKED_UP = PLATFORMS.filter((platform) => rulesOf(platform).tellsOwnPosts)
