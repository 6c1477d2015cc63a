import type { StoredFailure } from '#core/publishing/failure.ts'
import type { AttemptStep } from '#core/posts/timeline.ts'
import type { AccountRow } from '../accounts/store.ts'
import { UNANSWERED, type Prepared } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, count, isTrue, type RowOf } from '../db/sql.ts'
import type { PostRow } from '../posts/store.ts'

/**
 * One try at publishing a post, written down step by step, so that whoever comes after a crash knows how far it got:
 * prepared → sending → accepted, rejected (proven not out) or unknown. `sending` is committed before the request that
 * makes the post public; the database refuses a second open attempt of the same post.
 */
export type Attempt = RowOf<typeof COLUMNS>

const COLUMNS = columns(
  'publish_attempts',
  'id',
  'post_id',
  'number',
  // What of its post it sends: after a change the attempt is not that post's to send any more.
  'revision',
  'account_id',
  // Whose account that is at which network: kept when it is taken away.
  'platform',
  'remote_id',
  'state',
  'text',
  'prepared',
  // Since when everything that its network wants beforehand is there.
  'ready_at',
  'sent_at',
  // When an `unknown` one was given up.
  'finished_at',
  'steps',
)

/** The attempt of a post that is not closed yet. */
export async function openAttempt(on: Queryable, postId: string): Promise<Attempt | undefined> {
  const [row] = await openAttempts(on, [postId])
  return row
}

const OWNER_ANSWERED = sql`steps @> '[{"what": "owner_answered"}]'`

/** The last attempt of a post that went further than being prepared, where its owner has said that it is not live. */
export async function deniedAttempt(
  on: Queryable,
  postId: string,
): Promise<Pick<Attempt, 'sent_at' | 'prepared'> | undefined> {
  const [row] = await on.query(sql`
    select ${columns('publish_attempts', 'sent_at', 'prepared')}, ${isTrue('is_denied', OWNER_ANSWERED)}
    from publish_attempts where post_id = ${postId} and state <> 'prepared' order by number desc limit 1`)
  return row?.is_denied ? row : undefined
}

/** The attempts of these posts that are not closed yet: one a post at most. */
export async function openAttempts(on: Queryable, postIds: string[]): Promise<Attempt[]> {
  return await on.query(sql`
    select ${COLUMNS} from publish_attempts where post_id = any(${postIds}::uuid[]) and state in ('prepared', 'sending', 'unknown')`)
}

/** Whether an attempt sends a post as it is now. Once it is sent, it does whatever became of the post. */
export const isOf = (attempt: Attempt, post: Pick<PostRow, 'revision' | 'account_id'>): boolean =>
  attempt.state !== 'prepared' || (attempt.revision === post.revision && attempt.account_id === post.account_id)

/** Whether an attempt is nobody's to send any more although its fence never rose: its owner has taken the post back. */
export async function isTakenBack(on: Queryable, { id }: Pick<Attempt, 'id'>): Promise<boolean> {
  const rows = await on.query(sql`
    select from publish_attempts where id = ${id} and not steps @> '[{"what": "taken_back"}]'`)
  return rows.length === 0
}

/** Whether an attempt was sent from this very account, also where that was taken away and connected again since. */
export const isSentFrom = (attempt: Attempt, account: Pick<AccountRow, 'id' | 'platform' | 'remote_id'>): boolean =>
  attempt.account_id === account.id ||
  (attempt.platform === account.platform && attempt.remote_id === account.remote_id)

/** Marks what its owner said is not live, and what may be all the same: it serves again, so that it is never made twice. */
export const DENIED = 'denied'

/**
 * What an attempt prepared and the next one takes over: not a picture that the network did not take. What an unanswered
 * request may have published stays what it is until the network or its owner has said that it is not out.
 */
const WHAT_SERVES = sql`case
  when failure->>'code' in ('media', 'media_unreachable') or failure->>'code' = 'still_processing' and failure->>'until' is null
    and prepared->>${UNANSWERED} is distinct from 'yes' then null
  when steps @> '[{"what": "owner_answered"}]' then prepared || ${JSON.stringify({ [DENIED]: 'yes', [UNANSWERED]: '' })}::jsonb
  when steps @> '[{"what": "answer_lost"}]' or steps @> '[{"what": "asked_owner"}]' then prepared || ${JSON.stringify({ [UNANSWERED]: 'yes' })}::jsonb
  else prepared end`

/** Begins an attempt, with what the one before it had prepared: whether that serves again is seen when it is wanted. */
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
      (select ${WHAT_SERVES} from publish_attempts where post_id = ${post.id} order by number desc limit 1),
      ${worker}::text, ${now}::timestamptz
    from publish_attempts where post_id = ${post.id}
    returning ${COLUMNS}`)
  if (!row) throw new Error('The new attempt was not returned')
  return row
}

/**
 * Turns an attempt that was only prepared into one at the post as its owner has changed it. Whether what was made for the
 * post as it was serves again is seen when it is wanted.
 */
export async function beginAnew(
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

/** Notes that nothing more is to be made for an attempt before it is sent. */
export async function markReady(on: Queryable, attempt: Attempt, now: Date): Promise<void> {
  await on.query(sql`
    update publish_attempts set ready_at = ${now}, prepared = ${attempt.prepared && JSON.stringify(attempt.prepared)}::jsonb
    where id = ${attempt.id} and state = 'prepared' and revision = ${attempt.revision}`)
}

/**
 * Saves what has been prepared for an attempt, in place of what was saved before.
 * @returns false when the attempt has gone further in other hands: what it is sent with is theirs
 */
export async function savePrepared(on: Queryable, attempt: Attempt, prepared: Prepared): Promise<boolean> {
  const states = attempt.state === 'prepared' ? ['prepared'] : ['sending', 'unknown']
  const rows = await on.query(sql`
    update publish_attempts set prepared = ${JSON.stringify(prepared)} where id = ${attempt.id} and state = any(${states}) returning id`)
  return rows.length === 1
}

/**
 * Raises the fence anew for another request, after the network has surely refused one.
 * @returns false when the attempt is its sender's no more: somebody has taken it for dead and looked
 */
export async function raiseFenceAgain(on: Queryable, { id }: Attempt, now: Date): Promise<boolean> {
  const rows = await on.query(
    sql`update publish_attempts set sent_at = ${now} where id = ${id} and state = 'sending' returning id`,
  )
  return rows.length === 1
}

/**
 * Closes an attempt, or notes that its outcome is not known.
 * @returns false when somebody else has closed it: then its post is not to be touched either
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
  if (failure?.code === 'unconfirmed') return { what: 'asked_owner', at }
  return {
    what: failure?.code === 'duplicate' ? 'called_duplicate' : 'answer_lost',
    at,
    detail: failure?.detail ?? null,
  }
}

/** Closes many as accepted, those of them that are open. */
export async function closeAccepted(on: Queryable, attempts: Pick<Attempt, 'id'>[], now: Date): Promise<void> {
  await on.query(sql`
    update publish_attempts set state = 'accepted', finished_at = ${now}, failure = null
    where id = any(${attempts.map(({ id }) => id)}::uuid[]) and state in ('prepared', 'sending', 'unknown')`)
}

/** Records, for the owner to read, what happened to an attempt besides what its columns tell. */
export async function recordStep(on: Queryable, attempt: Pick<Attempt, 'id'>, step: AttemptStep): Promise<void> {
  await on.query(sql`
    update publish_attempts set steps = steps || ${JSON.stringify([step])}::jsonb where id = ${attempt.id}`)
}

/** How many attempts this revision of a post has had, this one included. */
export async function triesOfRevision(on: Queryable, post: PostRow): Promise<number> {
  const [row] = await on.query(sql`
    select ${count('tries')} from publish_attempts where post_id = ${post.id} and revision = ${post.revision}`)
  return row?.tries ?? 1
}

/**
 * Since when the same text may be at the network although no answer said so: when the first such attempt before this one
 * was sent, and of the last whether the post's owner has said that it is not there, and whether the network had said that
 * it has it. Undefined where nothing was lost.
 */
export async function lostBefore(
  on: Queryable,
  post: Pick<PostRow, 'id'>,
  { platform, remote_id: remoteId, number, text }: Attempt,
): Promise<{ since: Date; isDenied: boolean; wasNamed: boolean } | undefined> {
  const [row] = await on.query(sql`
    select ${computed('since', 'timestamptz', sql`min(sent_at) over ()`)}, ${isTrue('isDenied', OWNER_ANSWERED)},
      ${isTrue('wasNamed', sql`steps @> '[{"what": "called_duplicate"}]'`)}
    from publish_attempts
    where post_id = ${post.id} and number < ${number} and text = ${text} and sent_at is not null
      -- Of an account that was taken away long ago it is not known which it was.
      and (remote_id is null or platform = ${platform} and remote_id = ${remoteId})
      and (steps @> '[{"what": "answer_lost"}]' or steps @> '[{"what": "called_duplicate"}]' or steps @> '[{"what": "asked_owner"}]')
    order by number desc limit 1`)
  const since = row?.since
  return since ? { ...row, since } : undefined
}

/** The posts of anybody who has connected the same account at its network, or had. */
const ofSameAccount = (accountId: string | null) => sql`(account_id in (
  select b.id from social_accounts a join social_accounts b on b.platform = a.platform and b.remote_id = a.remote_id where a.id = ${accountId})
  or account_id is null and (platform, former_remote_id) in (select platform, remote_id from social_accounts where id = ${accountId}))`

/** Forgets what posts' network called things, and what it said, because its person there wants that deleted. */
export async function forgetAtNetwork(on: Queryable, postIds: string[]): Promise<void> {
  const silent = '{"detail": null}'
  await on.query(sql`
    update publish_attempts set account_id = null, remote_id = null, prepared = null,
      failure = case when failure is null then null else failure || ${silent}::jsonb end,
      steps = (select coalesce(jsonb_agg(case when step ? 'detail' then step || ${silent}::jsonb else step end order by place), '[]')
        from jsonb_array_elements(steps) with ordinality as each (step, place))
    where post_id = any(${postIds}::uuid[])`)
}

/** The ids at the network that other posts of this account already have: a lost post cannot be one of them. */
export async function knownRemoteIds(on: Queryable, post: PostRow, sentAt: Date): Promise<Set<string>> {
  const rows = await on.query(sql`
    select ${columns('posts', 'remote_id')} from posts where ${ofSameAccount(post.account_id)} and remote_id is not null and id <> ${post.id}
      and published_at > ${new Date(sentAt.getTime() - KNOWN_SINCE_MS)}`)
  return new Set(rows.flatMap((row) => row.remote_id ?? []))
}

/** Whether what the network knows by this id is another post of Frogy's. */
export async function isAnotherPosts(on: Queryable, post: PostRow, remoteId: string): Promise<boolean> {
  const rows = await on.query(
    sql`select id from posts where ${ofSameAccount(post.account_id)} and remote_id = ${remoteId} and id <> ${post.id} limit 1`,
  )
  return rows.length > 0
}

/** Further back than a network is asked for its posts. */
const KNOWN_SINCE_MS = 3_600_000
