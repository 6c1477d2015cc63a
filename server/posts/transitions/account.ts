import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, join, type Sql } from '../../db/sql.ts'
import { NO_COUNTS } from '../counts.ts'
import { pauseFollowUps, resumeFollowUps } from './follow-ups.ts'
import { countedUpdate, updatePosts } from './statement.ts'

/** Records on each post which account it had, before the account is deleted. The posts wait until it is reconnected. */
export async function detachPosts(
  on: Queryable,
  account: { id: string; remote_id: string; granted_by: string | null; display_name: string; username: string | null },
  now: Date,
): Promise<void> {
  const name = account.display_name || (account.username ? `@${account.username}` : account.remote_id)
  const set = sql`account_id = null, former_remote_id = ${account.remote_id}, former_account = ${name},
    former_granted_by = ${account.granted_by}`
  await pauseFollowUps(on, account.id, now)
  await updatePosts(on, set, sql`account_id = ${account.id}`, now)
}

/** Moves posts to another account, except those whose author chose the current one. */
export async function reassignPosts(on: Queryable, accountId: string, heirId: string | null, now: Date): Promise<void> {
  await updatePosts(
    on,
    sql`account_id = ${heirId}`,
    sql`account_id = ${accountId} and former_remote_id is null and status in ('draft', 'in_review', 'scheduled', 'failed', 'missed')`,
    now,
  )
}

/**
 * Gives a connected account the posts that waited for it. Posts that never had an account are assigned to the default
 * one.
 */
export async function adoptPosts(
  on: Queryable,
  account: { id: string; userId: string; platform: Platform; remoteId: string },
  defaultId: string | null,
  now: Date,
): Promise<void> {
  const waiting = sql`user_id = ${account.userId} and platform = ${account.platform} and account_id is null`
  const isOwn = sql`former_remote_id = ${account.remoteId}`
  await updatePosts(on, sql`account_id = ${account.id}`, sql`${waiting} and ${isOwn}`, now)
  await resumeFollowUps(on, account.id, now)
  // A post that is being sent keeps the account from which it is sent.
  const neverHadOne = sql`former_remote_id is null and status not in ('published', 'publishing')`
  await updatePosts(on, sql`account_id = ${defaultId}`, sql`${waiting} and ${neverHadOne}`, now)
}

/** Makes the worker immediately look up the account's posts that may be public. */
export async function checkUnconfirmedNow(on: Queryable, accountId: string, now: Date): Promise<void> {
  const mayBeOut = sql`account_id = ${accountId} and status = 'unconfirmed'
    and exists (select from publish_attempts a join social_accounts s on s.id = posts.account_id
      where a.post_id = posts.id and a.state = 'unknown' and a.platform = s.platform and a.remote_id = s.remote_id)`
  await updatePosts(on, sql`next_step_at = ${now}`, mayBeOut, now, NO_COUNTS)
}

/**
 * Erases a network's data from posts, because the account's holder asked that network for deletion. Keeps the texts.
 * Unsent posts get no other account until their authors choose one.
 * @param code the code of the deletion request, by which a later step finds the posts that are being sent now
 * @returns the erased posts, and how many are still being sent
 */
export async function eraseAccountData(
  on: Queryable,
  {
    code,
    platform,
    accountIds,
    grantedBy,
  }: { code: string; platform: Platform; accountIds: string[]; grantedBy: string },
  now: Date,
): Promise<Erased> {
  const isOwn = sql`p.account_id = any(${accountIds}::uuid[])`
  const wasOwn = sql`p.account_id is null and p.platform = ${platform} and p.former_granted_by = ${grantedBy}`
  return await erase(on, code, sql`${isOwn} or ${wasOwn}`, now)
}

/** Erases a network's data from posts that were being sent during `eraseAccountData`. */
export async function eraseDataSentMeanwhile(on: Queryable, code: string, now: Date): Promise<Erased> {
  return await erase(on, code, sql`p.account_id is null and p.former_remote_id = ${erasedId(code)}`, now)
}

type Erased = { ids: string[]; sending: number }

/** Replaces a post's id at its network, so that a later step finds the erased posts. No network uses such ids. */
const erasedId = (code: string) => `deleted:${code}`

async function erase(on: Queryable, code: string, which: Sql, now: Date): Promise<Erased> {
  const isOut = sql`posts.status = 'published'`
  const names = sql`case posts.platform ${join(
    PLATFORMS.map((name) => sql`when ${name} then ${rulesOf(name).name}`),
    ' ',
  )} end`
  const erased = await on.query(
    countedUpdate(
      {
        set: sql`account_id = null, remote_id = null, permalink = null, engagement = 0, former_granted_by = null,
          former_remote_id = case when ${isOut} then null else ${erasedId(code)} end,
          former_account = case when ${isOut} then null else ${names} end,
          failure = case when failure is null then null else failure || '{"detail": null}' end`,
        which,
      },
      columns('posts', 'id', 'user_id', 'status'),
      'post.changed',
      now,
    ),
  )
  const sending = erased.filter(({ status }) => status === 'publishing')
  return { ids: erased.filter(({ status }) => status !== 'publishing').map(({ id }) => id), sending: sending.length }
}
