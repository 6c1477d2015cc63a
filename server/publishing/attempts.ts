import sql from 'sql-template-tag'
import type { StoredFailure } from '#core/publishing/failure.ts'
import type { Prepared, Receipt } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import type { PostRow } from '../posts/store.ts'

/**
 * One try at publishing a post, written down step by step, so that whoever comes after a crash knows how far it got:
 * prepared → sending → accepted, rejected (proven not out) or unknown. `sending` is committed before the request that
 * makes the post public; the database refuses a second open attempt of the same post.
 */
export interface Attempt {
  id: string
  number: number
  state: 'prepared' | 'sending' | 'unknown'
  text: string
  prepared: Prepared | null
  sent_at: Date | null
}

const COLUMNS = sql`id, number, state, text, prepared, sent_at`

/** The attempt of a post that is not closed yet. */
export async function openAttempt(on: Queryable, postId: string): Promise<Attempt | undefined> {
  const [row] = await on.query<Attempt>(sql`
    select ${COLUMNS} from publish_attempts where post_id = ${postId} and state in ('prepared', 'sending', 'unknown')`)
  return row
}

/** Begins an attempt. What an earlier one of the same revision had prepared, and did not use up, serves again. */
export async function beginAttempt(
  on: Queryable,
  post: PostRow,
  text: string,
  worker: string,
  now: Date,
): Promise<Attempt> {
  const [row] = await on.query<Attempt>(sql`
    insert into publish_attempts (post_id, number, revision, account_id, state, text, prepared, worker, started_at)
    select ${post.id}::uuid, count(*) + 1, ${post.revision}::int, ${post.account_id}::uuid, 'prepared', ${text}::text,
      (select prepared from publish_attempts where post_id = ${post.id} and revision = ${post.revision} and text = ${text}
        and account_id = ${post.account_id} and started_at > ${new Date(now.getTime() - PREPARED_LIFE_MS)} order by number desc limit 1),
      ${worker}::text, ${now}::timestamptz
    from publish_attempts where post_id = ${post.id}
    returning ${COLUMNS}`)
  if (!row) throw new Error('The new attempt was not returned')
  return row
}

/** Containers live a day at Meta's networks; well before that they are made anew. */
const PREPARED_LIFE_MS = 20 * 3_600_000

export async function keepPrepared(on: Queryable, attempt: Attempt, prepared: Prepared): Promise<void> {
  await on.query(sql`update publish_attempts set prepared = ${JSON.stringify(prepared)} where id = ${attempt.id}`)
}

/** The write fence. From its commit on the post may be out, whatever happens to this process. */
export async function raiseFence(on: Queryable, attempt: Attempt, now: Date): Promise<boolean> {
  const rows = await on.query(sql`
    update publish_attempts set state = 'sending', sent_at = ${now} where id = ${attempt.id} and state = 'prepared' returning id`)
  return rows.length === 1
}

export async function closeAttempt(
  on: Queryable,
  attempt: Attempt,
  state: 'accepted' | 'rejected' | 'unknown',
  failure: StoredFailure | null,
  now: Date,
): Promise<void> {
  await on.query(sql`
    update publish_attempts set state = ${state}, finished_at = ${now}, failure = ${failure && JSON.stringify(failure)}::jsonb where id = ${attempt.id}`)
}

/** Whether an earlier attempt of this post was sent and never answered, and its owner said that it was not there. */
export async function hadLostAttempt(on: Queryable, postId: string): Promise<boolean> {
  const rows = await on.query(sql`
    select id from publish_attempts where post_id = ${postId} and state = 'rejected' and failure->>'code' = 'unconfirmed'`)
  return rows.length > 0
}

/** The ids at the network that other posts of this account already have: a lost post cannot be one of them. */
export async function knownRemoteIds(on: Queryable, post: PostRow): Promise<Set<string>> {
  const rows = await on.query<{ remote_id: string }>(sql`
    select remote_id from posts where account_id = ${post.account_id} and remote_id is not null and id <> ${post.id}`)
  return new Set(rows.map((row) => row.remote_id))
}

/** The network has it. True even for a post that was already given up as unconfirmed. */
export async function recordPublished(
  on: Queryable,
  post: Pick<PostRow, 'id'>,
  { remoteId, permalink }: Receipt,
  now: Date,
): Promise<void> {
  await on.query(sql`
    update posts set status = 'published', published_at = ${now}, remote_id = ${remoteId}, permalink = ${permalink}, next_step_at = null,
      failure = null, updated_at = ${now}
    where id = ${post.id} and status in ('publishing', 'unconfirmed')`)
}
