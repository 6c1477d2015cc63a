import { randomInt } from 'node:crypto'
import type { DataDeletion, MetaPlatform } from '#core/people/meta-contract.ts'
import { META_PLATFORMS } from '#core/people/meta-contract.ts'
import { forgetNames } from '../../accounts/connection-log.ts'
import { takeAway } from '../../accounts/disconnect-account.ts'
import type { PostsOfAccounts } from '../../accounts/posts-of-accounts.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { forgetAnswers } from '../../http/idempotency.ts'
import { eraseDataSentMeanwhile } from '../../posts/transitions/account.ts'
import { forgetAtNetwork } from '../../publishing/attempts.ts'
import { forgetBodies } from '../../programs/webhooks/webhooks.ts'
import { accountsOfPerson, type PersonThere } from './person-there.ts'

/** Of them a code is made: none of these is taken for another one when it is read out. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 16
/** A post is sent within seconds. Where its answer was lost, its owner is asked after some minutes. */
const LOOK_AGAIN_MS = 10_000

interface Parts {
  database: Database
  clock: Clock
  posts: PostsOfAccounts
}

/**
 * Deletes what came from a network for somebody there: their accounts with the permissions, what posts hold of them, and
 * what of it was written down for others.
 * The posts' own texts stay, and what was scheduled waits for its owner.
 * @param requestHash of the network's request: the same one again changes nothing
 * @returns the code under which its state can be read
 */
export async function deleteData(
  { database, clock, posts }: Parts,
  person: PersonThere,
  requestHash: string,
): Promise<string> {
  return await database.transaction(async (tx) => {
    // Two of the same request wait for each other here.
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
    const accounts = await accountsOfPerson(tx, person)
    const whose = {
      code,
      platform: person.platform,
      grantedBy: person.userId,
      accountIds: accounts.map(({ id }) => id),
    }
    const { ids, sending } = await posts.eraseAccountData(tx, whose, clock.now())
    await forgetPosts(tx, ids)
    for (const account of accounts) await takeAway(tx, posts, account, clock.now())
    await forgetNames(tx, person.platform, [person.userId, ...accounts.map((one) => one.granted_by ?? one.remote_id)])
    await forgetBodies(tx, whose.accountIds)
    await forgetAnswers(tx, [...new Set(accounts.map((one) => one.user_id))])
    const lookAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS)
    await tx.query(sql`
      update data_deletions set accounts = ${accounts.length}, posts = ${ids.length + sending},
        done_at = ${sending > 0 ? null : clock.now()}, next_look_at = ${sending > 0 ? lookAt : null}
      where code = ${code}`)
    return code
  })
}

/** What posts hold of their network: their ids there, and what it has told of them; and what was told of that. */
async function forgetPosts(tx: Queryable, ids: string[]): Promise<void> {
  await forgetAtNetwork(tx, ids)
  await forgetBodies(tx, ids)
  const owners = await tx.query(sql`
    select distinct ${columns('posts', 'user_id')} from posts where id = any(${ids}::uuid[])`)
  await forgetAnswers(
    tx,
    owners.map((one) => one.user_id),
  )
  await tx.query(sql`delete from post_results where post_id = any(${ids}::uuid[])`)
  await tx.query(sql`
    update post_metrics set due_at = null, impressions = null, likes = null, comments = null, shares = null
    where post_id = any(${ids}::uuid[])`)
}

/** The state of a deletion; undefined where no deletion has this code. */
export async function findDeletion(database: Database, given: string): Promise<DataDeletion | undefined> {
  const [row] = await database.query(sql`
    select ${columns('data_deletions', 'code', 'platform', 'accounts', 'posts', 'requested_at', 'done_at')}
    from data_deletions where code = ${given.replaceAll(/[\s-]/g, '').toLowerCase()}`)
  const platform = META_PLATFORMS.find((one) => one === row?.platform)
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

/** When a deletion is to be looked at that could not be ended at once. */
export async function nextDeletionAt(database: Database): Promise<Date | undefined> {
  const [row] = await database.query(
    sql`select ${computed('first', 'timestamptz', sql`min(next_look_at)`)} from data_deletions where next_look_at is not null`,
  )
  return row?.first ?? undefined
}

/** Takes the rest from posts that were being sent when their deletion was asked for. */
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
