import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { NewRecurrence, RepeatedPost } from '#core/planning/recurrence-contract.ts'
import { occurrencesOf, type Occurrence } from '#core/planning/recurrence.ts'
import { canRepeat, isEditable } from '#core/posts/lifecycle.ts'
import { wallTimeAt, type WallTime } from '#core/posts/wall-time.ts'
import { limitsOf, postingAccountId } from '../accounts/store.ts'
import type { Clock } from '../clock/clock.ts'
import { violatedConstraint, type Database, type Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Caller, RepeatableCall } from '../http/caller.ts'
import { invalid, needsApproval, refuseTooManyDrafts, refuseUnknownMedia, timeFrom } from './checks.ts'
import { discardLater, type DiscardLaterParts } from './discard-prepared.ts'
import { followUpsIn } from './follow-ups.ts'
import { refuseUnpublishable } from './refuse-unpublishable.ts'
import { announceRequests, recordRequest } from './request-approval.ts'
import { ownPost, type PostRow } from './store.ts'
import { lockTags } from './tags.ts'
import { takeBack } from './take-back.ts'
import { insertPost } from './transitions/create.ts'
import { beginRecurrence } from './transitions/recurrence.ts'
import { deletePost } from './transitions/withdraw.ts'

interface Parts {
  database: Database
  clock: Clock
  cutOff: ReadonlySet<Platform>
}

type Rule = NewRecurrence & { timeZone: string }

/**
 * Adds all posts that repeat a post by a rule. A unique index allows one post for each date of a recurrence.
 * @throws AppError not_found, not_repeatable, already_repeats, validation_failed, too_many_drafts, key_lacks_scope
 */
export async function repeatPost(
  parts: Parts,
  caller: Caller,
  id: string,
  rule: Rule,
  call: RepeatableCall | undefined,
): Promise<RepeatedPost[]> {
  const { database } = parts
  // If an interrupted attempt of this call has already added the posts, return them.
  if (call?.createdId) return await listRepeats(database, caller.userId, id)
  try {
    return await database.transaction(async (tx) => {
      await lockTags(tx, caller.userId)
      const post = await ownPost(tx, id, caller.userId, true)
      await addPosts(tx, parts, caller, post, rule)
      const added = await listRepeats(tx, caller.userId, id)
      const last = added.at(-1)?.at
      await call?.recordCreated(tx, id, last ? new Date(last) : undefined)
      return added
    })
  } catch (cause) {
    throw violatedConstraint(cause) === 'one_post_per_occurrence' ? new AppError('already_repeats') : cause
  }
}

/** Lists the unpublished posts that repeat a post after its date. @throws AppError not_found */
export async function listRepeats(on: Queryable, userId: string, id: string): Promise<RepeatedPost[]> {
  const post = await ownPost(on, id, userId)
  return (await laterPosts(on, post)).map((row) => ({
    id: row.id,
    date: row.occurrence_on ?? '',
    at: (row.status === 'draft' ? row.planned_at : row.scheduled_at)?.toISOString() ?? null,
    status: row.status,
  }))
}

/**
 * Deletes the unpublished posts that repeat a post after its date. A post that may be public is deleted only after its
 * network shows that it is not public.
 * @throws AppError not_found, already_publishing
 */
export async function deleteRepeats(
  parts: Parts & DiscardLaterParts,
  { userId }: Caller,
  id: string,
): Promise<undefined> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId)
    for (const later of await laterPosts(tx, post)) {
      const found = await ownPost(tx, later.id, userId, true)
      if (!isEditable(found.status)) continue
      const taken = await takeBack(tx, found, 'delete', now)
      if (taken.isWishRecorded) continue
      await discardLater(parts, tx, found, taken.prepared)
      await deletePost(tx, found, now)
    }
  })
}

async function laterPosts(on: Queryable, { id, recurrence_id: recurrenceId }: PostRow) {
  if (recurrenceId === null) return []
  const rows = await on.query(sql`
    select ${columns('posts p', 'id', 'status', 'scheduled_at', 'planned_at', 'occurrence_on')}
    from posts p join posts this on this.id = ${id} and p.recurrence_id = this.recurrence_id and p.occurrence_on > this.occurrence_on
    order by p.occurrence_on, p.id`)
  return rows.filter(({ status }) => isEditable(status))
}

async function addPosts(tx: Queryable, parts: Parts, caller: Caller, post: PostRow, rule: Rule): Promise<void> {
  const now = parts.clock.now()
  const { platform, user_id: userId } = post
  const first = await wallTimeOf(tx, post, rule.timeZone)
  if (!canRepeat(post) || !first) throw new AppError('not_repeatable')
  if ((await laterPosts(tx, post)).length > 0) throw new AppError('already_repeats')
  const { occurrences, isTooLong } = occurrencesOf(rule, first, now)
  if (isTooLong || occurrences.length === 0)
    throw invalid(rule.count === undefined ? 'until' : 'count', 'recurrence', caller.language)
  const isDraft = rulesOf(platform).rejectsRepeats === true
  const isAsking = !isDraft && needsApproval(caller, platform)
  if (isDraft) await refuseTooManyDrafts(tx, userId, occurrences.length)
  const copied = await copyOf(tx, parts, caller, post, isDraft)
  const recurrenceId = post.recurrence_id ?? randomUUID()
  if (!post.recurrence_id) await beginRecurrence(tx, post, { recurrenceId, date: first.wallTime.slice(0, 10) }, now)

  const timeOf = ({ at, wallTime, timeZone }: Occurrence) =>
    isDraft ? null : timeFrom({ scheduledAt: at.toISOString(), wallTime, timeZone }, now, caller, platform)
  const added: PostRow[] = []
  for (const occurrence of occurrences) {
    const made = {
      ...copied,
      id: randomUUID(),
      status: isDraft ? 'draft' : isAsking ? 'in_review' : 'scheduled',
      time: timeOf(occurrence),
      plannedAt: isDraft ? occurrence.at : null,
      occurrence: { recurrenceId, date: occurrence.date },
    } as const
    const row = await insertPost(tx, made, now)
    if (isAsking) await recordRequest(tx, caller, row, row, now)
    added.push(row)
  }
  if (isAsking) await announceRequests(tx, caller, added, now)
}

/** The local time of a post, in its own zone if it has one. */
async function wallTimeOf(on: Queryable, { id, ...post }: PostRow, timeZone: string): Promise<WallTime | null> {
  const at = post.scheduled_at ?? post.published_at
  if (!at) return null
  const [row] = await on.query(sql`select ${columns('posts', 'wall_time', 'time_zone')} from posts where id = ${id}`)
  if (row?.wall_time && row.time_zone) return { wallTime: row.wall_time, timeZone: row.time_zone }
  return wallTimeAt(at, timeZone)
}

/** Copies the text, media and options of a post. @throws AppError validation_failed if its network would reject it now */
export async function copyOf(
  tx: Queryable,
  { clock, cutOff }: Pick<Parts, 'clock' | 'cutOff'>,
  caller: Caller,
  post: PostRow,
  isDraft: boolean,
) {
  const { platform, content, hashtags, images, videos, options, user_id: userId } = post
  const { language } = caller
  const followUps = followUpsIn(post.follow_ups)
  const accountId = post.account_id ?? (await postingAccountId(tx, userId, platform, clock.now()))
  const uploads = await refuseUnknownMedia(tx, [{ images }, ...followUps], { userId, language }, true)
  const limits = await limitsOf(tx, accountId)
  const text = { platform, content, hashtags, images, videos, options, followUps }
  if (!isDraft) refuseUnpublishable(text, language, cutOff, limits, uploads)
  return {
    ...text,
    userId,
    accountId,
    contentLanguage: post.content_language,
    contentType: post.content_type,
    tone: post.tone,
    tagIds: post.tag_ids,
    ideaId: null,
    writerId: caller.member?.id ?? null,
  }
}
