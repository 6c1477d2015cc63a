import type { FastifyBaseLogger } from 'fastify'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { AppError } from '#core/errors.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'
import { isPublishingHeld } from '../installation/installation-row.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import { isPermissionShared, revokePermission, type AddRevocation } from './revoke-permission.ts'
import { accountsOn, ownAccount, type AccountRow } from './store.ts'
import { makeDefault, removeAccount } from './transitions.ts'

interface DisconnectParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
  posts: PostsOfAccounts
  addRevocation: AddRevocation
  log: FastifyBaseLogger
}

/**
 * Disconnects an account, and revokes its permission at the network unless other accounts here use it too. Its
 * scheduled posts wait for a reconnect. With `isUnchosen`, posts that were not written for this account go to the
 * default account.
 * @throws AppError not_found
 */
export async function disconnectAccount(
  parts: DisconnectParts,
  caller: Caller,
  id: string,
  { isUnchosen }: { isUnchosen: boolean },
): Promise<void> {
  const { database, clock, clients } = parts
  const { removed, isShared } = await database.transaction(async (tx) => {
    // Lock posts before their account, as the worker does, to avoid a deadlock.
    await tx.query(sql`
      select from posts where account_id = ${id} and user_id = ${caller.userId} and status <> 'published' order by id for update`)
    if (isUnchosen) await reassignPosts(tx, parts, caller, id)
    const account = await ownAccount(tx, caller.userId, id, true)
    if (!account) throw new AppError('not_found')
    await deleteAccount(tx, parts.posts, account, clock.now())
    const subject = rulesOf(account.platform).name
    const entry = { act: 'account_disconnected', actorId: caller.member?.id ?? null, subject } as const
    await writeLog(tx, caller.userId, entry, clock.now())
    return { removed: account, isShared: await isPermissionShared(tx, clients, account) }
  })
  // If this installation may be a restored copy, keep the permission: the original installation still uses it.
  if (isShared || (await isPublishingHeld(database))) return
  await revokePermission(parts, removed)
}

/**
 * Deletes an account. Its posts wait until the user reconnects it, because they were not written for the new default
 * account.
 */
export async function deleteAccount(
  tx: Queryable,
  posts: Pick<PostsOfAccounts, 'detachPosts'>,
  account: AccountRow,
  now: Date,
): Promise<void> {
  await removeAccount(tx, posts, account, now)
  const remaining = await accountsOn(tx, account.user_id, account.platform)
  const newDefault = postingAccount(remaining, account.platform, now) ?? remaining[0]
  if (newDefault && remaining.every(({ isDefault }) => !isDefault)) await makeDefault(tx, newDefault.id, now)
}

/**
 * For an account that the user connected but did not select: moves its posts to the default account, unless they were
 * written for this account.
 */
async function reassignPosts(tx: Queryable, { posts, clock }: DisconnectParts, caller: Caller, id: string) {
  const account = await ownAccount(tx, caller.userId, id)
  if (!account) return
  const others = (await accountsOn(tx, caller.userId, account.platform)).filter((one) => one.id !== id)
  const newDefault = postingAccount(others, account.platform, clock.now())
  await posts.reassignPosts(tx, id, newDefault?.id ?? null, clock.now())
}
