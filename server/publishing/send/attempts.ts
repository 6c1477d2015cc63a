import type { PostOptions } from '#core/platforms/post-options.ts'
import type { FailureCode, StoredFailure } from '#core/publishing/failure.ts'
import type { AttemptStep } from '#core/posts/timeline.ts'
import type { AccountRow } from '../../accounts/store.ts'
import { DENIED, UNANSWERED, type Prepared } from '../../adapters/platforms/platform-client.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, isTrue, type RowOf } from '../../db/sql.ts'
import type { PostRow } from '../../posts/store.ts'

/**
 * One attempt to publish a post: prepared → sending → accepted, rejected (proven not public) or unknown. `sending` is
 * committed before the request that makes the post public. A unique index allows one open attempt per post.
 */
export type Attempt = RowOf<typeof COLUMNS>

const COLUMNS = columns(
  'publish_attempts',
  'id',
  'post_id',
  'number',
  'revision',
  'account_id',
  // `platform` and `remote_id` still identify the network account after it is disconnected.
  'platform',
  'remote_id',
  'state',
  'text',
  'prepared',
  'ready_at',
  'sent_at',
  // For an attempt with an unknown result: when the worker stopped waiting for the response.
  'finished_at',
  'steps',
)

export async function findOpenAttempt(on: Queryable, postId: string): Promise<Attempt | undefined> {
  const [row] = await findOpenAttempts(on, [postId])
  return row
}

const AUTHOR_ANSWERED = sql`steps @> '[{"what": "owner_answered"}]'`

/** The last attempt to send a post, if its author answered that the post is not live. */
export async function findDeniedAttempt(
  on: Queryable,
  postId: string,
): Promise<Pick<Attempt, 'sent_at' | 'prepared'> | undefined> {
  const [row] = await on.query(sql`
    select ${columns('publish_attempts', 'sent_at', 'prepared')}, ${isTrue('is_denied', AUTHOR_ANSWERED)}
    from publish_attempts where post_id = ${postId} and state <> 'prepared' order by number desc limit 1`)
  return row?.is_denied ? row : undefined
}

export async function findOpenAttempts(on: Queryable, postIds: string[]): Promise<Attempt[]> {
  return await on.query(sql`
    select ${COLUMNS} from publish_attempts where post_id = any(${postIds}::uuid[]) and state in ('prepared', 'sending', 'unknown')`)
}

/** The options that the network got with a published post. Undefined if an older release sent it. */
export async function findSentOptions(on: Queryable, postId: string): Promise<PostOptions | undefined> {
  const [row] = await on.query(sql`
    select ${columns('publish_attempts', 'options')} from publish_attempts
    where post_id = ${postId} and state = 'accepted' order by number desc limit 1`)
  return row?.options ?? undefined
}

/**
 * Whether an attempt was prepared for the post's current revision and account. Once it is sent, it always counts as
 * current.
 */
export const isCurrent = (attempt: Attempt, post: Pick<PostRow, 'revision' | 'account_id'>): boolean =>
  attempt.state !== 'prepared' || (attempt.revision === post.revision && attempt.account_id === post.account_id)

export async function isWithdrawn(on: Queryable, { id }: Pick<Attempt, 'id'>): Promise<boolean> {
  const rows = await on.query(sql`
    select from publish_attempts where id = ${id} and not steps @> '[{"what": "taken_back"}]'`)
  return rows.length === 0
}

/** Whether an attempt was sent from this account, including before it was reconnected. */
export const isSentFrom = (attempt: Attempt, account: Pick<AccountRow, 'id' | 'platform' | 'remote_id'>): boolean =>
  attempt.account_id === account.id ||
  (attempt.platform === account.platform && attempt.remote_id === account.remote_id)

/**
 * Selects the uploads of an attempt that the next attempt reuses. Drops media that the network refused. Keeps uploads
 * that may be public until the network or the author denies it.
 */
const REUSABLE_PREPARED = sql`case
  when failure->>'code' in ('media', 'media_unreachable') or failure->>'code' = 'still_processing' and failure->>'until' is null
    and prepared->>${UNANSWERED} is distinct from 'yes' then null
  when steps @> '[{"what": "owner_answered"}]' then prepared || ${JSON.stringify({ [DENIED]: 'yes', [UNANSWERED]: '' })}::jsonb
  when steps @> '[{"what": "answer_lost"}]' or steps @> '[{"what": "asked_owner"}]' then prepared || ${JSON.stringify({ [UNANSWERED]: 'yes' })}::jsonb
  else prepared end`

/**
 * Begins an attempt to publish with what the previous attempt has uploaded. `preparePost` decides whether that is still
 * usable.
 */
export async function beginAttempt(
  on: Queryable,
  post: PostRow,
  text: string,
  worker: string,
  now: Date,
): Promise<Attempt> {
  const [row] = await on.query(sql`
    insert into publish_attempts (post_id, number, revision, account_id, platform, remote_id, state, text, prepared, worker, started_at)
    select ${post.id}::uuid, count(*) + 1, ${post.revision}::int, ${post.account_id}::uuid, ${post.platform}::text,
      (select remote_id from social_accounts where id = ${post.account_id}), 'prepared', ${text}::text,
      (select ${REUSABLE_PREPARED} from publish_attempts where post_id = ${post.id} order by number desc limit 1),
      ${worker}::text, ${now}::timestamptz
    from publish_attempts where post_id = ${post.id}
    returning ${COLUMNS}`)
  if (!row) throw new Error('The new attempt was not returned')
  return row
}

/** Changes a prepared attempt to the post's new revision. `preparePost` decides which uploads are still usable. */
export async function restartAttempt(
  on: Queryable,
  { id }: Attempt,
  post: PostRow,
  text: string,
  worker: string,
  now: Date,
): Promise<Attempt> {
  const [row] = await on.query(sql`
    update publish_attempts set revision = ${post.revision}, account_id = ${post.account_id}, platform = ${post.platform},
      remote_id = (select remote_id from social_accounts where id = ${post.account_id}), text = ${text}, ready_at = null, worker = ${worker}, started_at = ${now}
    where id = ${id} and state = 'prepared' returning ${COLUMNS}`)
  if (!row) throw new Error('The prepared attempt was not returned')
  return row
}

export async function markReady(on: Queryable, attempt: Attempt, now: Date): Promise<void> {
  await on.query(sql`
    update publish_attempts set ready_at = ${now}, prepared = ${attempt.prepared && JSON.stringify(attempt.prepared)}::jsonb
    where id = ${attempt.id} and state = 'prepared' and revision = ${attempt.revision}`)
}

/** Returns false if another worker has changed the state of this attempt to publish. */
export async function savePrepared(on: Queryable, attempt: Attempt, prepared: Prepared): Promise<boolean> {
  const states = attempt.state === 'prepared' ? ['prepared'] : ['sending', 'unknown']
  const rows = await on.query(sql`
    update publish_attempts set prepared = ${JSON.stringify(prepared)} where id = ${attempt.id} and state = any(${states}) returning id`)
  return rows.length === 1
}

/**
 * Renews the mark that a post is being sent, for another request after a proven refusal. Returns false if another
 * worker took over the attempt.
 */
export async function renewFence(on: Queryable, { id }: Attempt, now: Date): Promise<boolean> {
  const rows = await on.query(sql`
    update publish_attempts set sent_at = ${now} where id = ${id} and state = 'sending' returning id`)
  return rows.length === 1
}

/**
 * Returns false if another worker has already recorded the attempt's result. The caller must then leave the post
 * unchanged.
 */
export async function closeAttempt(
  on: Queryable,
  attempt: Pick<Attempt, 'id'>,
  state: 'accepted' | 'rejected' | 'unknown',
  failure: StoredFailure | null,
  now: Date,
): Promise<boolean> {
  const steps: AttemptStep[] = state === 'unknown' ? [unknownStep(failure, now)] : []
  const rows = await on.query(sql`
    update publish_attempts set state = ${state}, finished_at = ${now}, failure = ${failure && JSON.stringify(failure)}::jsonb,
      steps = steps || ${JSON.stringify(steps)}::jsonb
    where id = ${attempt.id} and state in ('prepared', 'sending', 'unknown') returning id`)
  return rows.length === 1
}

function unknownStep(failure: StoredFailure | null, now: Date): AttemptStep {
  const at = now.toISOString()
  if (failure?.code === 'unconfirmed' || failure?.code === 'restored') return { what: 'asked_owner', at }
  const what = failure?.code === 'duplicate' ? 'called_duplicate' : 'answer_lost'
  return { what, at, detail: failure?.detail ?? null }
}

export async function closeAccepted(on: Queryable, attempts: Pick<Attempt, 'id'>[], now: Date): Promise<void> {
  await on.query(sql`
    update publish_attempts set state = 'accepted', finished_at = ${now}, failure = null
    where id = any(${attempts.map(({ id }) => id)}::uuid[]) and state in ('prepared', 'sending', 'unknown')`)
}

export async function recordStep(on: Queryable, attempt: Pick<Attempt, 'id'>, step: AttemptStep): Promise<void> {
  await on.query(sql`
    update publish_attempts set steps = steps || ${JSON.stringify([step])}::jsonb where id = ${attempt.id}`)
}

/** Counts the earlier attempts to publish this revision that failed for this cause. */
export async function countFailures(
  on: Queryable,
  { id }: Attempt,
  post: PostRow,
  cause: FailureCode,
): Promise<number> {
  const [row] = await on.query(sql`
    select ${count('failures')} from publish_attempts
    where post_id = ${post.id} and revision = ${post.revision} and id <> ${id} and failure->>'code' = ${cause}`)
  return row?.failures ?? 0
}

/**
 * Finds earlier attempts to send the same text whose response was lost, because any of them may have made it public.
 * `since` is the time of the first one. `isDenied` (by the author) and `wasCalledDuplicate` (by the network) describe
 * the last one.
 */
export async function findEarlierLostAttempt(
  on: Queryable,
  post: Pick<PostRow, 'id'>,
  { platform, remote_id: remoteId, number, text }: Attempt,
): Promise<{ since: Date; isDenied: boolean; wasCalledDuplicate: boolean } | undefined> {
  const [row] = await on.query(sql`
    select ${computed('since', 'timestamptz', sql`min(sent_at) over ()`)}, ${isTrue('isDenied', AUTHOR_ANSWERED)},
      ${isTrue('wasCalledDuplicate', sql`steps @> '[{"what": "called_duplicate"}]'`)}
    from publish_attempts
    where post_id = ${post.id} and number < ${number} and text = ${text} and sent_at is not null
      -- Old attempts at disconnected accounts have no remote_id.
      and (remote_id is null or platform = ${platform} and remote_id = ${remoteId})
      and (steps @> '[{"what": "answer_lost"}]' or steps @> '[{"what": "called_duplicate"}]' or steps @> '[{"what": "asked_owner"}]')
    order by number desc limit 1`)
  const since = row?.since
  return since ? { ...row, since } : undefined
}

/** Posts of every user who connected the same network account, now or before. */
export const ofSameRemoteAccount = (accountId: string | null) => sql`(account_id in (
  select b.id from social_accounts a join social_accounts b on b.platform = a.platform and b.remote_id = a.remote_id where a.id = ${accountId})
  or account_id is null and (platform, former_remote_id) in (select platform, remote_id from social_accounts where id = ${accountId}))`

/** Erases the network's ids and messages from attempts, when a person asks the network to delete their data. */
export async function eraseNetworkData(on: Queryable, postIds: string[]): Promise<void> {
  const noDetail = '{"detail": null}'
  await on.query(sql`
    update publish_attempts set account_id = null, remote_id = null, prepared = null,
      failure = case when failure is null then null else failure || ${noDetail}::jsonb end,
      steps = (select coalesce(jsonb_agg(case when step ? 'detail' then step || ${noDetail}::jsonb else step end order by place), '[]')
        from jsonb_array_elements(steps) with ordinality as each (step, place))
    where post_id = any(${postIds}::uuid[])`)
}

/**
 * Reads the network's ids of posts that Frogy knows, so that a look-up does not take one of them for the lost post.
 * @param isFollowUp whether to include the post itself, because one of its follow-ups is looked up
 */
export async function knownRemoteIds(
  on: Queryable,
  post: PostRow,
  sentAt: Date,
  isFollowUp = false,
): Promise<Set<string>> {
  const since = new Date(sentAt.getTime() - KNOWN_SINCE_MS)
  const rows = await on.query(sql`
    select ${columns('posts', 'remote_id')} from posts where ${ofSameRemoteAccount(post.account_id)} and remote_id is not null
      and (id <> ${post.id} or ${isFollowUp}) and published_at > ${since}`)
  const followUps = await on.query(sql`
    select ${columns('follow_ups f', 'remote_id')} from follow_ups f
    where f.remote_id is not null and f.post_id in (select id from posts where ${ofSameRemoteAccount(post.account_id)} and status = 'published')
      and f.published_at > ${since}`)
  return new Set([...rows, ...followUps].flatMap((row) => row.remote_id ?? []))
}

export async function belongsToAnotherPost(on: Queryable, post: PostRow, remoteId: string): Promise<boolean> {
  const rows = await on.query(sql`
    select id from posts where ${ofSameRemoteAccount(post.account_id)} and remote_id = ${remoteId} and id <> ${post.id} limit 1`)
  return rows.length > 0
}

/** Whether another post with this text was recently published from the same network account. */
export async function hasPublishedTwin(on: Queryable, post: PostRow, { text }: Attempt): Promise<boolean> {
  const rows = await on.query(sql`
    select from publish_attempts a join posts p on p.id = a.post_id
    where p.id <> ${post.id} and p.status = 'published' and a.state = 'accepted' and a.text = ${text}
      and (a.platform, a.remote_id) in (select platform, remote_id from social_accounts where id = ${post.account_id})
      and p.published_at > ${new Date((post.scheduled_at ?? post.created_at).getTime() - TWIN_SINCE_MS)} limit 1`)
  return rows.length > 0
}

const TWIN_SINCE_MS = 7 * 24 * 3_600_000

/**
 * A look-up ignores other posts of Frogy if they were published at most this long before the request. The look-up
 * itself searches a shorter period.
 */
const KNOWN_SINCE_MS = 3_600_000
