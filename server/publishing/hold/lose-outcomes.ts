import { publishedText } from '#core/posts/published-text.ts'
import type { AttemptStep } from '#core/posts/timeline.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { POST_COLUMNS } from '../../posts/store.ts'
import { askFirstForFollowUps, askFirstForUnsentPosts, lookUpNow } from '../../posts/transitions/ask-first.ts'
import { beginPublishing } from '../../posts/transitions/send.ts'

/** SQL condition: the attempt to publish comes from restored data, so another installation may know its result. */
export const IS_RESTORED = sql`steps @> '[{"what": "restored"}]'`

/**
 * Treats each post that became due after the restored data was last in use as sent without a response. Frogy then asks
 * the network before it sends the post. Runs when publishing is held, and again when it continues.
 * @param madeBefore posts made later were made in this installation, so no other one can have sent them
 */
export async function loseOutcomes(tx: Queryable, since: Date, madeBefore: Date, now: Date): Promise<void> {
  await markSentAttempts(tx, now)
  const due = await tx.query(sql`
    select ${POST_COLUMNS} from posts where (status = 'publishing' or status = 'scheduled' and least(scheduled_at, next_step_at) <= ${now}) and created_at <= ${madeBefore}
      and not exists (select from publish_attempts where post_id = posts.id and state in ('sending', 'unknown'))
    order by id for update`)
  // A post that waits for its network's rate limit counts as due too.
  const lost = due.map((post) => ({ id: post.id, text: publishedText(post) }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as given (id uuid, text text)`
  const steps = stepsOf({ what: 'restored', at: now.toISOString(), since: since.toISOString() })
  const remoteId = sql`coalesce((select remote_id from social_accounts where id = p.account_id), p.former_remote_id)`
  await tx.query(sql`
    update publish_attempts a set state = 'unknown', revision = p.revision, account_id = p.account_id, platform = p.platform,
      remote_id = ${remoteId}, text = given.text, sent_at = ${since}, finished_at = ${now}, steps = a.steps || ${steps}::jsonb
    from ${given} join posts p on p.id = given.id where a.post_id = p.id and a.state = 'prepared'`)
  await tx.query(sql`
    insert into publish_attempts (post_id, number, revision, account_id, platform, remote_id, state, text, prepared, worker, started_at, sent_at, finished_at, steps)
    select p.id, (select count(*) + 1 from publish_attempts where post_id = p.id), p.revision, p.account_id, p.platform, ${remoteId}, 'unknown', given.text,
      (select prepared from publish_attempts where post_id = p.id order by number desc limit 1), 'restored', ${now}, ${since}, ${now}, ${steps}::jsonb
    from ${given} join posts p on p.id = given.id
    where not exists (select from publish_attempts where post_id = p.id and state in ('prepared', 'sending', 'unknown'))`)
  const ids = due.map(({ id }) => id)
  await beginPublishing(tx, ids, now)
  await askFirstForUnsentPosts(tx, since, madeBefore)
  await askFirstForFollowUps(tx, since, now)
  await lookUpNow(tx, await restoredPostIds(tx), now)
}

/**
 * Restarts the wait after which a missing post counts as not sent. A request of the stopped original installation may
 * still arrive.
 */
export async function settleFrom(tx: Queryable, now: Date): Promise<void> {
  await tx.query(sql`
    update publish_attempts set finished_at = ${now} where state = 'unknown' and ${IS_RESTORED}`)
}

/**
 * Marks attempts that were sent before the backup. The lost installation may have sent their posts again, from another
 * upload.
 */
async function markSentAttempts(tx: Queryable, now: Date): Promise<void> {
  const steps = stepsOf({ what: 'restored', at: now.toISOString(), since: null })
  await tx.query(sql`
    update publish_attempts set steps = steps || ${steps}::jsonb where state in ('sending', 'unknown') and not ${IS_RESTORED}`)
}

async function restoredPostIds(tx: Queryable): Promise<string[]> {
  const rows = await tx.query(sql`
    select ${columns('publish_attempts', 'post_id')} from publish_attempts where state in ('sending', 'unknown') and ${IS_RESTORED}`)
  return rows.map((row) => row.post_id)
}

const stepsOf = (step: AttemptStep): string => JSON.stringify([step])
