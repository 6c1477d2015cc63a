import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { isTroubled } from '#core/notifications/news.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Video } from '#core/posts/contract.ts'
import { statusesBefore, statusAfter, type PostEvent } from '#core/posts/lifecycle.ts'
import type { WallTime } from '#core/posts/wall-time.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql, { columns, empty, join, type Columns, type Sql, type Statement } from '../db/sql.ts'
import { toldOf, withEvents, type EventKind } from '../events/events.ts'
import { tellOfPosts } from '../events/tell-owner.ts'
import { counted, COUNTED_AS_BEFORE, countedColumns, NOT_COUNTED } from './counts.ts'
import { FIGURES_AWAITED } from './figures-awaited.ts'
import { POST_COLUMNS, SIBLING_ID, type PostRow } from './store.ts'

// The only module that writes rows of `posts`; `npm run check` finds any other. Each function is one statement that asks
// the lifecycle whether it may happen, changes the row, appends the event and counts it. Whoever changes a post and its attempt in
// one transaction locks the post first, so that nobody waits for each other.

/** The version of the rules of time zones that this process knows: `2026c`. */
export const ZONE_RULES = process.versions['tz'] ?? ''

/** A time that an owner gave a post: the instant, and the clock that it was chosen on, where that is known. */
export interface ChosenTime {
  at: Date
  wall: WallTime | null
}

type PostId = Pick<PostRow, 'id'>

export interface NewPost {
  id: string
  userId: string
  accountId: string | null
  platform: Platform
  content: string
  contentLanguage: Language
  contentType: string | null
  tone: string | null
  hashtags: string[]
  images: string[]
  videos: readonly Video[]
  /** Which it has in common with its sibling. */
  ideaId: string | null
  /** Handed to the worker at once, at its time, or not at all. */
  status: 'publishing' | 'scheduled' | 'draft'
  time: ChosenTime | null
}

/** Stores a new post. */
export async function insertPost(on: Queryable, post: NewPost, now: Date): Promise<PostRow> {
  const at = post.time?.at ?? null
  const insert = sql`
    insert into posts (id, user_id, account_id, platform, content, content_language, content_type, tone, hashtags, images, videos,
      idea_id, status, scheduled_at, next_step_at, wall_time, time_zone, zone_rules, created_at, updated_at)
    values (${post.id}, ${post.userId}, ${post.accountId}, ${post.platform}, ${post.content}, ${post.contentLanguage},
      ${post.contentType}, ${post.tone}, ${post.hashtags}, ${post.images}, ${JSON.stringify(post.videos)},
      ${post.ideaId}, ${post.status}, ${at}, ${at}, ${wallValues(post.time?.wall ?? null)}, ${now}, ${now})
    returning ${POST_COLUMNS}, ${countedColumns('posts', 'now')}`
  const [row] = await on.query(withEvents(insert, 'post.created', now, counted('now')))
  if (!row) throw new Error('The new post was not returned')
  return row
}

/**
 * Gives posts an idea of their own, which makes two of them siblings, or none. Nothing that is published changes with it,
 * so that it is no change of their revisions.
 */
export async function setIdea(tx: Queryable, postIds: string[], ideaId: string | null, now: Date): Promise<void> {
  requireTransaction()
  await changeAll(tx, sql`idea_id = ${ideaId}`, sql`id = any(${postIds}::uuid[])`, now)
}

export interface PostChanges {
  content: string
  contentLanguage: Language
  contentType: string | null
  tone: string | null
  hashtags: string[]
  images: string[]
  videos: readonly Video[]
  platform: Platform
  accountId: string | null
  /** Another time, or null for none; undefined leaves the one it has. */
  time: ChosenTime | null | undefined
}

/**
 * Stores what a person made of their post, which raises its revision.
 * @throws AppError already_publishing, already_published
 */
export async function editPost(on: Queryable, post: PostRow, changes: PostChanges, now: Date): Promise<PostRow> {
  const { time } = changes
  const event = time === undefined ? 'edit' : time === null ? 'unschedule' : 'schedule'
  const set = sql`content = ${changes.content}, content_language = ${changes.contentLanguage},
    content_type = ${changes.contentType}, tone = ${changes.tone}, hashtags = ${changes.hashtags}, images = ${changes.images},
    videos = ${JSON.stringify(changes.videos)}, platform = ${changes.platform}, account_id = ${changes.accountId},
    ${changes.platform === post.platform ? empty : sql`former_remote_id = null, former_account = null, former_granted_by = null,`}
    ${time === undefined ? empty : sql`${timeOf(time)}, failure = null,`}
    ${isElsewhere(post, changes) ? WAITS_NO_MORE : empty}
    revision = revision + 1`
  return byItsOwner(event, await transition(on, post, event, set, now), post)
}

/** Whether a change that leaves a post its time takes it to another account. */
const isElsewhere = (post: PostRow, { accountId, time }: PostChanges): boolean =>
  time === undefined && accountId !== post.account_id

/** What it waited for was the other account's. */
const WAITS_NO_MORE = sql`next_step_at = case when status = 'scheduled' then scheduled_at else next_step_at end,
  failure = case when status = 'scheduled' then null else failure end,`

/**
 * Hands a post to the worker, due at once, because its owner says so.
 * @throws AppError already_publishing, already_published, not_unconfirmed
 */
export async function sendPostNow(
  on: Queryable,
  post: PostRow,
  event: 'publish-now' | 'confirm-not-live',
  accountId: string | null,
  now: Date,
): Promise<PostRow> {
  const set = sql`account_id = ${accountId}, ${timeOf({ at: now, wall: null })}, failure = null, revision = revision + 1`
  return byItsOwner(event, await transition(on, post, event, set, now), post)
}

/**
 * Its owner has seen an unconfirmed post at its network.
 * @param publishedAt when it was sent
 * @throws AppError not_unconfirmed
 */
export async function confirmLive(on: Queryable, post: PostRow, publishedAt: Date, now: Date): Promise<PostRow> {
  const set = sql`published_at = ${publishedAt}, failure = null, next_step_at = null, wish = null, revision = revision + 1`
  return byItsOwner('confirm-live', await transition(on, post, 'confirm-live', set, now), post)
}

/** What its owner wants to become of a post that may be out, once the network has shown that it is not. */
export type Wish = NonNullable<PostRow['wish']>

/** Takes a post out of the worker's hands. Whoever does has seen to it that nothing was sent, and goes on with it. */
export async function takeBackPost(on: Queryable, post: PostRow, now: Date): Promise<PostRow> {
  return byItsOwner('take-back', await transition(on, post, 'take-back', sql`next_step_at = null`, now), post)
}

/** Notes what is to become of a post that may be out. */
export async function noteWish(on: Queryable, post: PostRow, wish: Wish, now: Date): Promise<PostRow> {
  const set = sql`wish = ${wish}, revision = revision + 1`
  return byItsOwner('wish', await transition(on, post, 'wish', set, now), post)
}

/**
 * Does with a post what its owner wished for when it might have been out. It is not.
 * @returns whether there was such a wish
 */
export async function endAsWished(on: Queryable, post: PostId, now: Date): Promise<boolean> {
  if ((await on.query(removal(sql`id = ${post.id} and wish = 'delete'`, now))).length > 0) return true
  const set = sql`wish = null, ${timeOf(null)}, failure = null`
  return (await transition(on, post, 'take-back', set, now, sql`wish = 'draft'`)) !== undefined
}

/**
 * Has a coming post keep to the clock that its time was chosen on, after the rules for that have changed. Moved, it has
 * another revision: who has it open finds out.
 * @param post as it was compared with the rules
 * @param to when that clock shows its time; null where that has passed, and the post stays as it is
 * @returns undefined where it is no longer as it was compared
 */
export async function holdToWallTime(
  tx: Queryable,
  post: Pick<PostRow, 'id' | 'revision'>,
  to: Date | null,
  now: Date,
): Promise<PostRow | undefined> {
  const moved = to ? sql`, scheduled_at = ${to}, next_step_at = ${to}, revision = revision + 1` : empty
  const set = sql`moved_from = scheduled_at, zone_rules = ${ZONE_RULES} ${moved}`
  const where = sql`revision = ${post.revision} and zone_rules < ${ZONE_RULES} and scheduled_at > ${now}`
  return await transition(tx, post, 'rules-changed', set, now, where)
}

/** Notes that these posts keep to their clocks by the rules of now. Whoever has locked one may be changing it: it is left out. */
export async function noteZoneRules(on: Queryable, posts: Pick<PostRow, 'id' | 'revision'>[]): Promise<void> {
  if (posts.length === 0) return
  await on.query(sql`
    update posts set zone_rules = ${ZONE_RULES} where id in (
      select p.id from posts p join jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as compared (id uuid, revision integer)
        on compared.id = p.id and compared.revision = p.revision
      where p.zone_rules < ${ZONE_RULES} order by p.id for update of p skip locked)`)
}

/** Deletes a post that nothing is being done with. @throws AppError already_publishing */
export async function deletePost(on: Queryable, post: PostId, now: Date): Promise<void> {
  const removed = await on.query(removal(sql`id = ${post.id} and status <> 'publishing'`, now))
  if (removed.length === 0) throw new AppError('already_publishing')
}

function removal(which: Sql, now: Date): Statement<Pick<PostRow, 'id' | 'user_id'>> {
  const gone = sql`delete from posts where ${which} returning ${columns('posts', 'id', 'user_id')}, ${countedColumns('posts', 'was')}`
  return withEvents(gone, 'post.removed', now, counted('was'))
}

/** These posts, which are locked, are about to be sent: from now on their owners cannot change them. */
export async function beginPublishing(on: Queryable, postIds: string[], now: Date): Promise<void> {
  const begun = {
    set: sql`status = ${statusAfter('begin')}, updated_at = ${now}`,
    which: sql`id = any(${postIds}::uuid[]) and status = any(${statusesBefore('begin')})`,
  }
  await on.query(movement(begun, columns('posts', 'id', 'user_id'), 'post.begun', now))
}

/** A post that its network has: under which id and address, and since when. */
export interface PublishedPost {
  id: string
  remoteId: string | null
  permalink: string | null
  since: Date
}

/**
 * The network has these. One that is recorded as published already stays as it is. Owners who wanted one back are told that
 * it is out.
 */
export async function recordPublished(tx: Queryable, posts: PublishedPost[], now: Date): Promise<void> {
  requireTransaction()
  const out = sql`jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as out (id uuid, "remoteId" text, permalink text, since timestamptz)`
  const published = await tx.query(
    movement(
      {
        set: sql`status = ${statusAfter('accepted')}, published_at = was.since, remote_id = was."remoteId", permalink = was.known_link,
          next_step_at = null, failure = null, updated_at = ${now}`,
        beside: sql`join ${out} on out.id = p.id`,
        reads: sql`, out.since, out."remoteId", out.permalink as known_link`,
        which: sql`status = any(${statusesBefore('accepted')})`,
      },
      columns('posts', 'id', 'user_id', 'platform', 'account_id', 'wish'),
      'post.published',
      now,
    ),
  )
  const unwanted = published.filter(({ wish }) => wish !== null)
  await tellOfPosts(tx, unwanted, { trouble: 'went_out', reason: null }, now)
}

/** Notes where a published post can be seen, which only its network knew. */
export async function recordPermalink(on: Queryable, { id }: PostId, permalink: string, now: Date): Promise<void> {
  const update = sql`
    update posts set permalink = ${permalink} where id = ${id} and status = 'published' and permalink is null
      and remote_id is not null returning ${columns('posts', 'id', 'user_id')}`
  await on.query(withEvents(update, 'post.changed', now, COUNTED_AS_BEFORE))
}

/** What networks have counted of published posts by now. What people read of them changes with it, and their revision does not. */
export async function recordEngagement(
  tx: Queryable,
  posts: readonly { id: string; engagement: number }[],
  now: Date,
): Promise<void> {
  requireTransaction()
  const told = sql`jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as told (id uuid, engagement integer)`
  await tx.query(
    movement(
      {
        set: sql`engagement = was.told_engagement`,
        beside: sql`join ${told} on told.id = p.id`,
        reads: sql`, told.engagement as told_engagement`,
        which: sql`p.status = 'published'`,
      },
      columns('posts', 'id', 'user_id'),
      'post.changed',
      now,
    ),
  )
}

/** The events after which a post is not out, or not known to be. */
export type Setback = Extract<PostEvent, 'postponed' | 'refused' | 'too-late' | 'outcome-unknowable'>

/** A post that has not gone out, or may not have: why, and when the worker takes it up again. Its owner is told. */
export async function recordSetback(
  tx: Queryable,
  post: PostRow,
  event: Setback,
  failure: StoredFailure,
  nextStepAt: Date | null,
  now: Date,
): Promise<PostRow> {
  requireTransaction()
  const set = sql`next_step_at = ${nextStepAt}, failure = ${JSON.stringify(failure)}`
  const changed = byItsWorker(event, await transition(tx, post, event, set, now), post)
  const { status } = changed
  if (isTroubled(status) && status !== post.status)
    await tellOfPosts(tx, [changed], { trouble: status, reason: failure.code }, now)
  return changed
}

/**
 * When the worker takes up a post again that it is at work with; never, where that is null. What it is stays the same.
 * Where somebody has set another time meanwhile, since its account is there again, that holds.
 */
export async function setNextStep(
  on: Queryable,
  { id, status, next_step_at: taken }: PostRow,
  at: Date | null,
  now: Date,
): Promise<void> {
  const isStill = sql`id = ${id} and status = ${status} and date_trunc('milliseconds', next_step_at) = ${taken}`
  await changeAll(on, sql`next_step_at = ${at}`, isStill, now, NOT_COUNTED)
}

/**
 * Puts off the due posts that nothing was begun with: until then, or, without a time, for as long as their owners want
 * them out. Those that could not go out by then, or that are too late already, are left as they are.
 * @param which of the posts `p`
 */
export async function holdPosts(
  on: Queryable,
  which: Sql,
  failure: Omit<StoredFailure, 'until'>,
  until: Date | null,
  now: Date,
): Promise<void> {
  const next = until ? sql`${until}::timestamptz` : sql`${LATE_AT} + interval '1 second'`
  const inTime = until ? sql`${LATE_AT} >= ${until}` : sql`${LATE_AT} >= ${now}`
  const held = {
    set: sql`status = ${statusAfter('postponed')}, next_step_at = was.next, updated_at = ${now},
      failure = ${JSON.stringify(failure)}::jsonb || jsonb_build_object('until', was.next)`,
    beside: ITS_OWNER,
    reads: sql`, ${next} as next`,
    which: sql`${inTime} and p.id in (${dueUnbegun(which, 'postponed', now)})`,
  }
  await on.query(movement(held, columns('posts', 'id', 'user_id'), 'post.postponed', now))
}

/** Gives up those due posts that nothing was begun with and that cannot go out before they are too late. Their owners are told. */
export async function refusePosts(
  tx: Queryable,
  which: Sql,
  failure: StoredFailure,
  until: Date,
  now: Date,
): Promise<void> {
  requireTransaction()
  const given = {
    set: sql`status = ${statusAfter('refused')}, next_step_at = null, updated_at = ${now}, failure = ${JSON.stringify(failure)}`,
    beside: ITS_OWNER,
    which: sql`${LATE_AT} >= ${now} and ${LATE_AT} < ${until} and p.id in (${dueUnbegun(which, 'refused', now)})`,
  }
  const refused = await tx.query(
    movement(given, columns('posts', 'id', 'user_id', 'platform', 'account_id'), 'post.failed', now),
  )
  await tellOfPosts(tx, refused, { trouble: 'failed', reason: failure.code }, now)
}

/**
 * Puts off whatever of a suspended person nothing was sent of, for as long as they want it out. Who is about to send one
 * finds, at the fence, that its time has not come.
 */
export async function withholdPosts(tx: Queryable, userId: string, now: Date): Promise<void> {
  requireTransaction()
  const failure: StoredFailure = { code: 'suspended', detail: null, at: now.toISOString() }
  const withheld = {
    set: sql`status = ${statusAfter('postponed')}, next_step_at = was.next, updated_at = ${now}, failure = ${JSON.stringify(failure)}`,
    beside: ITS_OWNER,
    reads: sql`, ${LATE_AT} + interval '1 second' as next`,
    which: sql`p.user_id = ${userId} and p.status = any(${statusesBefore('postponed')}) and p.status <> 'unconfirmed'
      and ${LATE_AT} >= ${now} and ${IS_UNBEGUN}`,
  }
  await tx.query(movement(withheld, columns('posts', 'id', 'user_id'), 'post.postponed', now))
}

/** Gives posts that were withheld their own time back; what is too late by then is missed. */
export async function releasePosts(tx: Queryable, userId: string, now: Date): Promise<void> {
  requireTransaction()
  await changeAll(
    tx,
    sql`next_step_at = scheduled_at, failure = null, updated_at = ${now}`,
    sql`user_id = ${userId} and status = 'scheduled' and failure->>'code' = 'suspended'`,
    now,
  )
}

const ITS_OWNER = sql`join users u on u.id = p.user_id`
const LATE_AT = sql`(coalesce(p.scheduled_at, p.created_at) + u.late_after_minutes * interval '1 minute')`

const IS_UNBEGUN = sql`not exists (select from publish_attempts where post_id = p.id and state in ('sending', 'unknown'))`

/** Whoever has locked one is at work with it: it is left out. */
const dueUnbegun = (which: Sql, event: PostEvent, now: Date): Sql => sql`
  select p.id from posts p where ${which} and p.next_step_at <= ${now} and p.status = any(${statusesBefore(event)})
    and p.status <> 'unconfirmed' and ${IS_UNBEGUN}
  for update skip locked`

/** Has the posts taken up that were put off for as long as they may be, and those asked about that may be out. */
export async function wakePosts(on: Queryable, which: Sql, now: Date): Promise<void> {
  const update = sql`
    update posts p set next_step_at = ${now} where ${which} and p.next_step_at > ${now}
      and (p.status = 'scheduled' and p.scheduled_at <= ${now} and p.failure->>'code' = 'not_reached'
        or exists (select from publish_attempts where post_id = p.id and state = 'unknown'))
    returning ${columns('posts p', 'id', 'user_id')}`
  await on.query(withEvents(update, 'post.changed', now))
}

/** Has one post taken up that was put off. */
export async function wakePost(on: Queryable, id: string, now: Date): Promise<void> {
  await changeAll(on, sql`next_step_at = ${now}`, sql`id = ${id} and status = 'scheduled'`, now, NOT_COUNTED)
}

/** Writes on an account's posts which one it was, before it is taken away: they wait for it. */
export async function leaveAccount(
  on: Queryable,
  account: { id: string; remote_id: string; granted_by: string | null; display_name: string; username: string | null },
  now: Date,
): Promise<void> {
  const name = account.display_name || (account.username ? `@${account.username}` : account.remote_id)
  const set = sql`account_id = null, former_remote_id = ${account.remote_id}, former_account = ${name},
    former_granted_by = ${account.granted_by}`
  await changeAll(on, set, sql`account_id = ${account.id}`, now)
}

/**
 * Takes from posts what came from their account's network, because its person there wants it deleted. Their texts stay.
 * What was still to go out is not given to another account: it waits for its owner to choose one.
 * @param code of the deletion, by which posts that are just being sent are found again once they are out
 * @returns those of them that are not being sent at this moment, and how many are
 */
export async function forgetAccounts(
  on: Queryable,
  {
    code,
    platform,
    accountIds,
    grantedBy,
  }: { code: string; platform: Platform; accountIds: string[]; grantedBy: string },
  now: Date,
): Promise<Forgotten> {
  const isItsOwn = sql`p.account_id = any(${accountIds}::uuid[])`
  const wasItsOwn = sql`p.account_id is null and p.platform = ${platform} and p.former_granted_by = ${grantedBy}`
  return await forget(on, code, sql`${isItsOwn} or ${wasItsOwn}`, now)
}

/** Takes the same from those that were being sent meanwhile, and are not any more. */
export async function forgetSentMeanwhile(on: Queryable, code: string, now: Date): Promise<Forgotten> {
  return await forget(on, code, sql`p.account_id is null and p.former_remote_id = ${forgottenBy(code)}`, now)
}

type Forgotten = { ids: string[]; sending: number }

/** What a post's account is called at its network once that is forgotten: none is ever called so. */
const forgottenBy = (code: string) => `deleted:${code}`

async function forget(on: Queryable, code: string, which: Sql, now: Date): Promise<Forgotten> {
  const isOut = sql`posts.status = 'published'`
  const names = sql`case posts.platform ${join(
    PLATFORMS.map((one) => sql`when ${one} then ${rulesOf(one).name}`),
    ' ',
  )} end`
  const forgotten = await on.query(
    movement(
      {
        set: sql`account_id = null, remote_id = null, permalink = null, engagement = 0, former_granted_by = null,
          former_remote_id = case when ${isOut} then null else ${forgottenBy(code)} end,
          former_account = case when ${isOut} then null else ${names} end,
          failure = case when failure is null then null else failure || '{"detail": null}' end`,
        which,
      },
      columns('posts', 'id', 'user_id', 'status'),
      'post.changed',
      now,
    ),
  )
  const sending = forgotten.filter(({ status }) => status === 'publishing')
  return { ids: forgotten.filter(({ status }) => status !== 'publishing').map(({ id }) => id), sending: sending.length }
}

/** Gives another account the posts that nobody wrote for this one, which was only just connected. */
export async function passOnPosts(on: Queryable, accountId: string, heirId: string | null, now: Date): Promise<void> {
  await changeAll(
    on,
    sql`account_id = ${heirId}`,
    sql`account_id = ${accountId} and former_remote_id is null and status in ('draft', 'scheduled', 'failed', 'missed')`,
    now,
  )
}

/**
 * Gives the posts that waited for this very account to it, and those that never had one to the default.
 * @param defaultId from which account posts are sent unless told otherwise
 */
export async function takeInPosts(
  on: Queryable,
  account: { id: string; userId: string; platform: Platform; remoteId: string },
  defaultId: string | null,
  now: Date,
): Promise<void> {
  const waiting = sql`user_id = ${account.userId} and platform = ${account.platform} and account_id is null`
  const isIts = sql`former_remote_id = ${account.remoteId}`
  await changeAll(on, sql`account_id = ${account.id}`, sql`${waiting} and ${isIts}`, now)
  // A post that is being sent keeps to its attempt.
  const neverHadOne = sql`former_remote_id is null and status not in ('published', 'publishing')`
  await changeAll(on, sql`account_id = ${defaultId}`, sql`${waiting} and ${neverHadOne}`, now)
}

/** Has the network asked at once about an account's posts that may be out: it can be again. */
export async function lookAtOnce(on: Queryable, accountId: string, now: Date): Promise<void> {
  const mayBeOut = sql`account_id = ${accountId} and status = 'unconfirmed'
    and exists (select from publish_attempts a join social_accounts s on s.id = posts.account_id
      where a.post_id = posts.id and a.state = 'unknown' and a.platform = s.platform and a.remote_id = s.remote_id)`
  await changeAll(on, sql`next_step_at = ${now}`, mayBeOut, now, NOT_COUNTED)
}

/** Leaves everything that a person has coming where it is until then: nothing of it goes out, or is asked about. */
export async function holdAllOf(on: Queryable, userId: string, until: Date, now: Date): Promise<void> {
  const isComing = sql`user_id = ${userId} and next_step_at < ${until}`
  await changeAll(on, sql`next_step_at = ${until}`, isComing, now, NOT_COUNTED)
}

/** Has what was held go on: a post at its own time, and what is past at once, by the rule for late ones. */
export async function releaseAllOf(on: Queryable, userId: string, now: Date): Promise<void> {
  const ownTime = sql`case when status = 'scheduled' then greatest(scheduled_at, ${now}::timestamptz) else ${now}::timestamptz end`
  const isHeld = sql`user_id = ${userId} and next_step_at is not null`
  await changeAll(on, sql`next_step_at = ${ownTime}`, isHeld, now, NOT_COUNTED)
}

/**
 * Posts are locked before their attempts and their account, by everybody, so that nobody waits for each other.
 * @returns its revision and status as they are by now, undefined where it is gone
 */
export async function lockPost(
  tx: Queryable,
  { id }: PostId,
): Promise<Pick<PostRow, 'revision' | 'status'> | undefined> {
  const [row] = await tx.query(sql`
    select ${columns('posts', 'revision', 'status')} from posts where id = ${id} for update`)
  return row
}

/** Locks those of the posts that nobody else has in hands just now. @returns their ids */
export async function lockFreePosts(tx: Queryable, posts: PostId[]): Promise<string[]> {
  const rows = await tx.query(sql`
    select ${columns('posts', 'id')} from posts where id = any(${posts.map(({ id }) => id)}::uuid[]) for update skip locked`)
  return rows.map(({ id }) => id)
}

/** Of `wall_time`, `time_zone` and `zone_rules`. */
const wallValues = (wall: WallTime | null): Sql =>
  sql`${wall?.wallTime ?? null}::text, ${wall?.timeZone ?? null}::text, ${wall && ZONE_RULES}::text`

/** Sets everything that hangs on a post's time. */
function timeOf(time: ChosenTime | null): Sql {
  const at = time?.at ?? null
  return sql`scheduled_at = ${at}, next_step_at = ${at}, moved_from = null,
    (wall_time, time_zone, zone_rules) = row (${wallValues(time?.wall ?? null)})`
}

/** One event of one post, where the lifecycle lets it happen. @returns undefined where it does not */
async function transition(
  on: Queryable,
  { id }: PostId,
  event: PostEvent,
  set: Sql,
  now: Date,
  where: Sql = sql`true`,
): Promise<PostRow | undefined> {
  const status = statusAfter(event)
  const moved = {
    set: sql`${status === 'the same' ? empty : sql`status = ${status},`} ${set === empty ? empty : sql`${set},`} updated_at = ${now}`,
    which: sql`id = ${id} and status = any(${statusesBefore(event)}) and ${where}`,
  }
  const [row] = await on.query(movement(moved, POST_COLUMNS, KIND_OF[event] ?? 'post.changed', now))
  return row
}

const KIND_OF: Partial<Record<PostEvent, EventKind>> = {
  'confirm-live': 'post.published',
  accepted: 'post.published',
  postponed: 'post.postponed',
  refused: 'post.failed',
  'too-late': 'post.missed',
  'outcome-unknowable': 'post.unconfirmed',
}

interface Movement {
  set: Sql
  /** Which of the posts `p`. */
  which: Sql
  /** What is joined to them, and what of it `set` reads, as columns of `was`. */
  beside?: Sql
  reads?: Sql
}

/**
 * Changes posts in what counts. Their rows are locked before they are read: what they were is what the change finds, also
 * when somebody else changed them a moment ago.
 */
function movement<Row extends { id: string; user_id: string }>(
  { set, which, beside = empty, reads = empty }: Movement,
  gives: Columns<Row>,
  kind: EventKind,
  now: Date,
): Statement<Row> {
  const update = sql`
    with was as materialized (
      select p.id as was_id, ${countedColumns('p', 'was')} ${reads} from posts p ${beside} where ${which} for update of p)
    update posts set ${set} from was where posts.id = was.was_id
    returning ${gives}, ${countedColumns('posts', 'now')}, was_platform, was_status, was_engagement, was_quarter,
      posts.remote_id as out_as, posts.published_at as out_since
      ${toldOf(sql`to_jsonb(posts) || jsonb_build_object('sibling_id', ${SIBLING_ID})`, sql`posts.user_id`, kind)}`
  const also = kind === 'post.published' ? sql`${counted('was', 'now')} ${FIGURES_AWAITED}` : counted('was', 'now')
  return withEvents(update as unknown as Statement<Row>, kind, now, also)
}

/** Changes many posts in what is no matter of their lifecycle. */
async function changeAll(on: Queryable, set: Sql, which: Sql, now: Date, also: Sql = COUNTED_AS_BEFORE): Promise<void> {
  await on.query(
    withEvents(
      sql`update posts set ${set} where ${which} returning ${columns('posts', 'id', 'user_id')}`,
      'post.changed',
      now,
      also,
    ),
  )
}

/** @throws AppError in the owner's words for what cannot happen to their post any more */
function byItsOwner(event: PostEvent, changed: PostRow | undefined, { status }: PostRow): PostRow {
  if (changed) return changed
  if (event === 'confirm-live' || event === 'confirm-not-live') throw new AppError('not_unconfirmed')
  throw new AppError(status === 'published' ? 'already_published' : 'already_publishing')
}

/** @throws Error when a worker is mistaken about a post that it has locked */
function byItsWorker(event: PostEvent, changed: PostRow | undefined, { status }: PostRow): PostRow {
  if (!changed) throw new Error(`A post that is ${status} cannot be ${event}`)
  return changed
}
