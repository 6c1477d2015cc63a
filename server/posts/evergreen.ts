import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { AddedPost, EvergreenPost } from '#core/planning/evergreen-contract.ts'
import { FILL_DAYS, fillTimes, MAX_EVERGREEN, type EvergreenCandidate } from '#core/planning/evergreen.ts'
import { canRepeat } from '#core/posts/lifecycle.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list } from '../db/sql.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { freeTimes, slotsOf } from '../planning/slots.ts'
import { needsApproval, timeFrom } from './checks.ts'
import { copyOf } from './repeat-post.ts'
import { announceRequests, recordRequest } from './request-approval.ts'
import { ownPost, type PostRow } from './store.ts'
import { lockTags } from './tags.ts'
import { insertPost } from './transitions/create.ts'

interface Parts {
  database: Database
  clock: Clock
  cutOff: ReadonlySet<Platform>
}

const DAY_MS = 86_400_000
const OPENING_LENGTH = 140

export function evergreenRoutes(handle: Handle, parts: Parts): void {
  const { database } = parts

  handle('GET /api/evergreen', ({ signedIn }) => listEvergreen(database, signedIn.user.id))

  handle('PUT /api/posts/{id}/evergreen', ({ signedIn, params, body }) =>
    makeEvergreen(parts, signedIn.user.id, params.id, body.pauseDays),
  )

  handle('DELETE /api/posts/{id}/evergreen', ({ signedIn, params }) => endEvergreen(parts, signedIn.user.id, params.id))

  handle('POST /api/evergreen/fill', ({ body, ...context }) =>
    fillFreeTimes(parts, callerOf(context), body.timeZone ?? context.signedIn.user.timeZone ?? 'UTC'),
  )
}

async function listEvergreen(on: Queryable, userId: string): Promise<EvergreenPost[]> {
  const rows = await on.query(sql`
    select ${list(
      columns('evergreen_posts e', 'post_id as postId', 'pause_days as pauseDays'),
      columns('posts p', 'platform'),
      computed('opening', 'text', sql`left(ltrim(p.content), ${OPENING_LENGTH}::integer)`, ''),
    )} from evergreen_posts e join posts p on p.id = e.post_id where e.user_id = ${userId} order by e.created_at, e.post_id`)
  const times = await timesOf(on, userId)
  const latest = (postId: string) => Math.max(0, ...(times.get(postId) ?? []).map((time) => time.getTime()))
  return rows
    .map((row) => ({ ...row, last: latest(row.postId) }))
    .toSorted((a, b) => a.last - b.last)
    .map(({ last, ...row }) => ({ ...row, lastAt: last === 0 ? null : new Date(last).toISOString() }))
}

/** The times at which each evergreen post and its copies were or will be published. */
async function timesOf(on: Queryable, userId: string): Promise<Map<string, Date[]>> {
  const rows = await on.query(sql`
    select ${list(
      columns('evergreen_posts e', 'post_id as postId'),
      computed('at', 'timestamptz', sql`coalesce(p.published_at, p.scheduled_at)`),
    )} from evergreen_posts e join posts p on p.id = e.post_id or p.evergreen_of = e.post_id
    where e.user_id = ${userId} and p.status not in ('draft', 'failed', 'missed')`)
  const times = new Map<string, Date[]>()
  for (const { postId, at } of rows) if (at) times.set(postId, [...(times.get(postId) ?? []), at])
  return times
}

/** @throws AppError not_found, not_repeatable, too_many_evergreen */
async function makeEvergreen(
  { database, clock }: Parts,
  userId: string,
  id: string,
  pauseDays: number,
): Promise<undefined> {
  await database.transaction(async (tx) => {
    await lockList(tx, userId)
    const post = await ownPost(tx, id, userId)
    if (!canRepeat(post) || rulesOf(post.platform).rejectsRepeats) throw new AppError('not_repeatable')
    const [had] = await tx.query(sql`
      select ${count('others')} from evergreen_posts where user_id = ${userId} and post_id <> ${id}`)
    if ((had?.others ?? 0) >= MAX_EVERGREEN)
      throw new AppError('too_many_evergreen', { values: { limit: MAX_EVERGREEN } })
    await tx.query(sql`
      insert into evergreen_posts (post_id, user_id, pause_days, created_at)
      values (${id}, ${userId}, ${pauseDays}, ${clock.now()}) on conflict (post_id) do update set pause_days = ${pauseDays}`)
  })
}

/** @throws AppError not_found */
async function endEvergreen({ database }: Parts, userId: string, id: string): Promise<undefined> {
  const [gone] = await database.query(sql`
    delete from evergreen_posts where post_id = ${id} and user_id = ${userId}
    returning ${columns('evergreen_posts', 'post_id')}`)
  if (!gone) throw new AppError('not_found')
}

/** Schedules copies of evergreen posts for the free weekly times. Leaves out those that their network would reject. */
async function fillFreeTimes(parts: Parts, caller: Caller, timeZone: string): Promise<AddedPost[]> {
  const { userId } = caller
  return await parts.database.transaction(async (tx) => {
    // Serialize concurrent calls, so that no time gets two posts.
    await lockList(tx, userId)
    await lockTags(tx, userId)
    const now = parts.clock.now()
    const days = [1, 1 + FILL_DAYS].map((ahead) => new Date(now.getTime() + ahead * DAY_MS))
    const free = await freeTimes(tx, userId, await slotsOf(tx, userId), days, timeZone)
    const [listed, times] = [await listEvergreen(tx, userId), await timesOf(tx, userId)]
    const copies = new Map<string, Awaited<ReturnType<typeof copyOf>>>()
    for (const { postId } of listed) {
      const copy = await usableCopy(tx, parts, caller, postId)
      if (copy) copies.set(postId, copy)
    }
    const candidates = listed
      .filter(({ postId }) => copies.has(postId))
      .map((post): EvergreenCandidate => ({ ...post, times: times.get(post.postId) ?? [] }))
    const chosen = fillTimes(
      free.map(({ at, platform }) => ({ at: new Date(at), platform })),
      candidates,
    )
    const added: AddedPost[] = []
    const asking: PostRow[] = []
    for (const { postId, at } of chosen) {
      const copy = copies.get(postId)
      if (!copy) continue
      const isAsking = needsApproval(caller, copy.platform)
      const status = isAsking ? 'in_review' : 'scheduled'
      const time = timeFrom({ scheduledAt: at.toISOString(), timeZone }, now, caller, copy.platform)
      const row = await insertPost(
        tx,
        { ...copy, id: randomUUID(), status, time, plannedAt: null, evergreenOf: postId },
        now,
      )
      if (isAsking) {
        await recordRequest(tx, caller, row, row, now)
        asking.push(row)
      }
      added.push({ id: row.id, postId, at: at.toISOString(), status })
    }
    if (asking.length > 0) await announceRequests(tx, caller, asking, now)
    return added
  })
}

/**
 * Lets one transaction at a time change or use a user's list of evergreen posts. Other changes of the user do not wait.
 */
async function lockList(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`)
}

/** The post to copy, unless its account is not connected or its network would reject it now. */
async function usableCopy(tx: Queryable, parts: Parts, caller: Caller, postId: string) {
  try {
    const copy = await copyOf(tx, parts, caller, await ownPost(tx, postId, caller.userId), false)
    return copy.accountId === null ? undefined : copy
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
