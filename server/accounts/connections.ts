import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Connection, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import { postingAccountId, sealTokens, type AccountRow } from './store.ts'
import { connectAccount, replaceTokens } from './transitions.ts'

export interface TokenParts {
  database: Database
  secrets: Secrets
  now: Date
}

/**
 * Saves renewed tokens, in the given row too, unless the person has connected the account anew in the meantime. A
 * refresh that brought no new refresh token leaves the old one: an empty one never replaces it.
 */
export async function saveRenewedTokens(
  { database, secrets, now }: TokenParts,
  account: AccountRow,
  old: Tokens,
  renewed: Tokens,
): Promise<void> {
  const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? old.refreshToken }
  const sealedTokens = sealTokens(secrets, tokens)
  await replaceTokens(database, account, { sealedTokens, expiresAt: tokens.expiresAt, needsReconnect: false }, now)
}

/** Lets go of a refresh token that its network has disowned. What it gave last stays, and the person must connect again. */
export async function forgetRefreshToken(
  { database, secrets, now }: TokenParts,
  account: AccountRow,
  tokens: Tokens,
): Promise<void> {
  const sealedTokens = sealTokens(secrets, { ...tokens, refreshToken: null })
  await replaceTokens(database, account, { sealedTokens, expiresAt: tokens.expiresAt, needsReconnect: true }, now)
}

/**
 * Saves an account that a person has just connected, or connected again. Posts that waited for this very account get it
 * back, and those that never had one get the default.
 * @param account.isOnly whether the sign-in brought no other: then it is meant, also where it was switched off
 * @returns its id, and whether it was not connected before
 */
export async function saveConnection(
  tx: Queryable,
  { secrets, posts }: { secrets: Secrets; posts: PostsOfAccounts },
  account: {
    userId: string
    platform: Platform
    simulated: boolean
    renewsItself: boolean
    isOnly: boolean
    now: Date
  },
  { tokens, ...connection }: Connection,
): Promise<{ id: string; isNew: boolean }> {
  const { now, userId, platform } = account
  // LinkedIn gives what renews itself to apps that it has approved.
  const renewsItself = account.renewsItself || tokens.refreshToken !== null
  const connected = await connectAccount(
    tx,
    {
      ...account,
      ...connection,
      renewsItself,
      sealedTokens: sealTokens(secrets, tokens),
      tokenExpiresAt: tokens.expiresAt,
    },
    now,
  )
  const { id } = connected
  const defaultId = await postingAccountId(tx, userId, platform, now)
  await posts.adoptPosts(tx, { id, userId, platform, remoteId: connection.remoteId }, defaultId, now)
  // Whether a lost post is there can be asked again.
  if (rulesOf(platform).tellsOwnPosts) await posts.checkUnconfirmedNow(tx, id, now)
  return connected
}
