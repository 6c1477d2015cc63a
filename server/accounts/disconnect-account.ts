import type { FastifyBaseLogger } from 'fastify'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { AppError } from '#core/errors.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import { accountsOn, openTokens, ownAccount, type AccountRow } from './store.ts'
import { makeDefault, removeAccount } from './transitions.ts'

interface DisconnectParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
  posts: PostsOfAccounts
  log: FastifyBaseLogger
}

/**
 * Takes one's account away, and withdraws its permission at the network as far as that lets us; not of one that others
 * have connected, too, since networks withdraw it from all at once. Its coming posts wait until the same account is
 * connected again.
 * @param isUnchosen whether a sign-in brought it and it is not meant: then what was not written for it goes to the default
 * @throws AppError not_found
 */
export async function disconnectAccount(
  parts: DisconnectParts,
  caller: Caller,
  id: string,
  { isUnchosen }: { isUnchosen: boolean },
): Promise<void> {
  const { database, clock, secrets, clients, log } = parts
  const { removed, isShared } = await database.transaction(async (tx) => {
    // Posts are locked before their account, as by whoever takes one up, so that nobody waits for each other.
    await tx.query(sql`
      select from posts where account_id = ${id} and user_id = ${caller.userId} and status <> 'published' order by id for update`)
    if (isUnchosen) await reassignPosts(tx, parts, caller, id)
    const account = await ownAccount(tx, caller.userId, id, true)
    if (!account) throw new AppError('not_found')
    await takeAway(tx, parts.posts, account, clock.now())
    const others = await tx.query(sql`
      select from social_accounts where platform = ${account.platform} and remote_id = ${account.remote_id} limit 1`)
    return { removed: account, isShared: others.length > 0 }
  })
  // What Frogy held is gone either way.
  if (isShared) return
  try {
    await clients[removed.platform]?.revoke?.(openTokens(secrets, removed), AbortSignal.timeout(5_000))
  } catch (error) {
    log.warn({ err: error, platform: removed.platform }, 'a permission could not be withdrawn')
  }
}

/** Takes an account away, and makes another one the default. Its posts wait for it: they were not written for another. */
export async function takeAway(
  tx: Queryable,
  posts: Pick<PostsOfAccounts, 'detachPosts'>,
  account: AccountRow,
  now: Date,
): Promise<void> {
  await removeAccount(tx, posts, account, now)
  const left = await accountsOn(tx, account.user_id, account.platform)
  const heir = postingAccount(left, account.platform, now) ?? left[0]
  if (heir && left.every(({ isDefault }) => !isDefault)) await makeDefault(tx, heir.id, now)
}

/** Gives another account what nobody wrote for one that was only just connected, and is not meant. */
async function reassignPosts(
  tx: Queryable,
  { posts, clock }: DisconnectParts,
  caller: Caller,
  id: string,
): Promise<void> {
  const account = await ownAccount(tx, caller.userId, id)
  if (!account) return
  const others = (await accountsOn(tx, caller.userId, account.platform)).filter((one) => one.id !== id)
  const heir = postingAccount(others, account.platform, clock.now())
  await posts.reassignPosts(tx, id, heir?.id ?? null, clock.now())
}
