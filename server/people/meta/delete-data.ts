import { randomInt } from 'node:crypto'
import type { DataDeletion, MetaPlatform } from '#core/people/meta-contract.ts'
import { META_PLATFORMS } from '#core/people/meta-contract.ts'
import { forgetNames } from '../../accounts/connection-log.ts'
import { deleteAccount } from '../../accounts/disconnect-account.ts'
import type { PostsOfAccounts } from '../../accounts/posts-of-accounts.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { forgetAnswers } from '../../http/idempotency.ts'
import { eraseDataSentMeanwhile } from '../../posts/transitions/account.ts'
import { eraseFollowUps } from '../../posts/transitions/follow-ups.ts'
import { eraseNetworkData } from '../../publishing/send/attempts.ts'
import { forgetBodies } from '../../programs/webhooks/webhooks.ts'
import { accountsOfMetaUser, type MetaUser } from './meta-user.ts'

/** Characters of a confirmation code, without those that look alike. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 16
/**
 * How often to check whether a post is still being sent. Its data can be deleted only after that. Sending takes
 * seconds.
 */
const LOOK_AGAIN_MS = 10_000

interface Parts {
  database: Database
  clock: Clock
  posts: PostsOfAccounts
}

/**
 * Deletes all data that a platform sent about one of its users: accounts, permissions and post data. The texts of posts
 * stay. Scheduled posts wait until their author chooses an account.
 * @param requestHash identifies the platform's request, so that a repetition changes nothing
 * @returns the code under which the user can read the state
 */
export async function deleteData(
  { database, clock, posts }: Parts,
  person: MetaUser,
  requestHash: string,
): Promise<string> {
  return await database.transaction(async (tx) => {
    // A second identical request waits here until the first one commits.
    const [row] = await tx.query(sql`
      insert into data_deletions (code, platform, request_hash, accounts, posts, requested_at, done_at)
      values (${newCode()}, ${person.platform}, ${requestHash}, 0, 0, ${clock.now()}, ${clock.now()})
      on conflict (request_hash) do nothing returning ${columns('data_deletions', 'code')}`)
    if (!row) {
      const [same] = await tx.query(
        sql`select ${columns('data_deletions', 'code')} from data_deletions where request_hash = ${requestHash}`,
      )
      if (!same) throw new Error('A deletion that was there is gone')
      return same.code
    }
    const { code } = row
    const accounts = await accountsOfMetaUser(tx, person)
    const whose = {
      code,
      platform: person.platform,
      grantedBy: person.userId,
      accountIds: accounts.map(({ id }) => id),
    }
    const { ids, sending } = await posts.eraseAccountData(tx, whose, clock.now())
    await forgetPosts(tx, ids)
    for (const account of accounts) await deleteAccount(tx, posts, account, clock.now())
    await forgetNames(tx, person.platform, [
      person.userId,
      ...accounts.map((account) => account.granted_by ?? account.remote_id),
    ])
    await forgetBodies(tx, whose.accountIds)
    await forgetAnswers(tx, [...new Set(accounts.map((account) => account.user_id))])
    const lookAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS)
    await tx.query(sql`
      update data_deletions set accounts = ${accounts.length}, posts = ${ids.length + sending},
        done_at = ${sending > 0 ? null : clock.now()}, next_look_at = ${sending > 0 ? lookAt : null}
      where code = ${code}`)
    return code
  })
}

/** Deletes a platform's data about the posts with these ids, and everything derived from that data. */
async function forgetPosts(tx: Queryable, ids: string[]): Promise<void> {
  await eraseNetworkData(tx, ids)
  await eraseFollowUps(tx, ids)
  await forgetBodies(tx, ids)
  const owners = await tx.query(sql`
    select distinct ${columns('posts', 'user_id')} from posts where id = any(${ids}::uuid[])`)
  await forgetAnswers(
    tx,
    owners.map((owner) => owner.user_id),
  )
  await tx.query(sql`delete from post_results where post_id = any(${ids}::uuid[])`)
  await tx.query(sql`
    update post_metrics set due_at = null, impressions = null, likes = null, comments = null, shares = null
    where post_id = any(${ids}::uuid[])`)
}

/** The status of a deletion; undefined for an unknown code. */
export async function findDeletion(database: Database, given: string): Promise<DataDeletion | undefined> {
  const [row] = await database.query(sql`
    select ${columns('data_deletions', 'code', 'platform', 'accounts', 'posts', 'requested_at', 'done_at')}
    from data_deletions where code = ${given.replaceAll(/[\s-]/g, '').toLowerCase()}`)
  const platform = META_PLATFORMS.find((candidate) => candidate === row?.platform)
  if (!row || !platform) return undefined
  return {
    code: row.code,
    platform: platform satisfies MetaPlatform,
    state: row.done_at ? 'done' : 'under_way',
    accounts: row.accounts,
    posts: row.posts,
    requestedAt: row.requested_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
  }
}

/** When to check an unfinished deletion again. */
export async function nextDeletionAt(database: Database): Promise<Date | undefined> {
  const [row] = await database.query(
    sql`select ${computed('first', 'timestamptz', sql`min(next_look_at)`)} from data_deletions where next_look_at is not null`,
  )
  return row?.first ?? undefined
}

/** Completes data deletions: deletes the data of posts that were still being sent at the time of the request. */
export async function endDeletions({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  const due = await database.query(
    sql`select ${columns('data_deletions', 'code')} from data_deletions where next_look_at <= ${clock.now()}`,
  )
  for (const { code } of due) {
    await database.transaction(async (tx) => {
      const { ids, sending } = await eraseDataSentMeanwhile(tx, code, clock.now())
      await forgetPosts(tx, ids)
      const lookAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS)
      await tx.query(sql`
        update data_deletions set done_at = ${sending > 0 ? null : clock.now()}, next_look_at = ${sending > 0 ? lookAt : null}
        where code = ${code} and done_at is null`)
    })
  }
}

const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
