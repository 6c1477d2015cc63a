import { cutAt } from '#core/cut-text.ts'
import { tellsOwnPosts } from '#core/platforms/platform.ts'
import type { Connection, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import { postingAccountId, sealTokens, type AccountRow } from './store.ts'
import { connectAccount, replaceSealedTokens, replaceTokens, type ConnectedAccount } from './transitions.ts'

export type TokenParts = { database: Database; secrets: Secrets; now: Date }

/**
 * Stores renewed tokens in the database and in `account`, unless the user has reconnected in the meantime. An empty
 * refresh token never replaces the old one.
 */
export async function saveRenewedTokens(
  { database, secrets, now }: TokenParts,
  account: AccountRow,
  old: Tokens,
  renewed: Tokens,
): Promise<void> {
  const tokens = { server: old.server, ...renewed, refreshToken: renewed.refreshToken ?? old.refreshToken }
  const sealedTokens = sealTokens(secrets, tokens)
  await replaceTokens(database, account, { sealedTokens, expiresAt: tokens.expiresAt, needsReconnect: false }, now)
}

/**
 * Stores whether a renewal of a single-use refresh token is in progress. Called before the request and after a refusal.
 * If this process dies in between, the next process knows that the token may be used up.
 * @throws LeaseLost if another process or the user has replaced the tokens
 */
export async function markRenewal(
  { database, secrets }: TokenParts,
  account: AccountRow,
  tokens: Tokens,
  isOpen: boolean,
): Promise<void> {
  if (!tokens.dpop) return
  const dpop = { ...tokens.dpop, isRenewalOpen: isOpen ? (true as const) : undefined }
  await replaceSealedTokens(database, account, sealTokens(secrets, { ...tokens, dpop }))
}

/**
 * Deletes a refresh token that the network refused. The access token works until it expires, and then the user must
 * reconnect.
 */
export async function forgetRefreshToken(
  { database, secrets, now }: TokenParts,
  account: AccountRow,
  tokens: Tokens,
): Promise<void> {
  const sealedTokens = sealTokens(secrets, { ...tokens, refreshToken: null })
  await replaceTokens(database, account, { sealedTokens, expiresAt: tokens.expiresAt, needsReconnect: true }, now)
}

/**
 * Stores a connected account. Posts that waited for it use it again, and posts without an account use the default one.
 * @param account.isOnly whether the sign-in brought no other account; it is then reactivated
 * @returns also the tokens that it replaced
 */
export async function saveConnection(
  tx: Queryable,
  { secrets, posts }: { secrets: Secrets; posts: PostsOfAccounts },
  account: Pick<ConnectedAccount, 'userId' | 'platform' | 'simulated' | 'renewsItself' | 'isOnly'> & { now: Date },
  { tokens, ...connection }: Connection & { picture?: Uint8Array | undefined },
): ReturnType<typeof connectAccount> {
  const { now, userId, platform } = account
  // Whether Frogy can renew the account's tokens. LinkedIn gives refresh tokens to approved apps only.
  const renewsItself = account.renewsItself || tokens.refreshToken !== null
  const sealed = { sealedTokens: sealTokens(secrets, tokens), tokenExpiresAt: tokens.expiresAt }
  const names = {
    displayName: nameIn(connection.displayName),
    username: connection.username && nameIn(connection.username),
  }
  const connected = await connectAccount(tx, { ...account, ...connection, ...names, renewsItself, ...sealed }, now)
  const { id } = connected
  const defaultId = await postingAccountId(tx, userId, platform, now)
  await posts.adoptPosts(tx, { id, userId, platform, remoteId: connection.remoteId }, defaultId, now)
  // After a reconnect, the account's posts whose response was lost can be looked up again.
  if (tellsOwnPosts(platform, connection.scopes)) await posts.checkUnconfirmedNow(tx, id, now)
  return connected
}

/** The maximum length of a stored account name. It is longer than any that a network allows. */
const MAX_NAME = 300

/** An independent server may send a name of any length, with characters that PostgreSQL rejects. */
function nameIn(text: string): string {
  const printable = text.slice(0, 2 * MAX_NAME).replaceAll(/\p{Cc}+/gu, ' ')
  return cutAt(printable, MAX_NAME).toWellFormed()
}
