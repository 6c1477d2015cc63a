import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Connection, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'

export const ACCOUNT_COLUMNS = columns(
  'social_accounts',
  'id',
  'user_id',
  'platform',
  'remote_id',
  'display_name',
  'username',
  'profile_url',
  'is_active',
  'is_default',
  'simulated',
  'scopes',
  'sealed_tokens',
  'token_expires_at',
  'renews_itself',
  'needs_reconnect',
  'connected_at',
)
export type AccountRow = RowOf<typeof ACCOUNT_COLUMNS>

export function toSocialAccount(row: AccountRow): SocialAccount {
  return {
    id: row.id,
    platform: row.platform,
    displayName: row.display_name,
    username: row.username,
    profileUrl: row.profile_url,
    isActive: row.is_active,
    isDefault: row.is_default,
    simulated: row.simulated,
    scopes: row.scopes,
    connectedAt: row.connected_at.toISOString(),
    expiresAt: row.renews_itself ? null : (row.token_expires_at?.toISOString() ?? null),
    renewsItself: row.renews_itself,
    needsReconnect: row.needs_reconnect,
  }
}

const SEAL_PURPOSE = 'social-account-tokens'
/** Stored in place of tokens that nobody can open any more. */
const LOST = ''

export function sealTokens(secrets: Secrets, { accessToken, refreshToken }: Tokens): string {
  return secrets.seal(JSON.stringify({ accessToken, refreshToken }), SEAL_PURPOSE)
}

export function openTokens(secrets: Secrets, row: Pick<AccountRow, 'sealed_tokens' | 'token_expires_at'>): Tokens {
  if (row.sealed_tokens === LOST) return { accessToken: '', refreshToken: null, expiresAt: row.token_expires_at }
  const { accessToken, refreshToken } = JSON.parse(secrets.open(row.sealed_tokens, SEAL_PURPOSE)) as Pick<
    Tokens,
    'accessToken' | 'refreshToken'
  >
  return { accessToken, refreshToken, expiresAt: row.token_expires_at }
}

/**
 * Saves renewed tokens, in the given row too, unless the person has connected the account anew in the meantime. A
 * refresh that brought no new refresh token leaves the old one: an empty one never replaces it.
 */
export async function saveRenewedTokens(
  on: Queryable,
  secrets: Secrets,
  account: AccountRow,
  old: Tokens,
  renewed: Tokens,
): Promise<void> {
  const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? old.refreshToken }
  await replaceTokens(on, account, sealTokens(secrets, tokens), tokens.expiresAt, false)
}

/** Lets go of a refresh token that its network has disowned. What it gave last stays, and the person must connect again. */
export async function forgetRefreshToken(
  on: Queryable,
  secrets: Secrets,
  account: AccountRow,
  tokens: Tokens,
): Promise<void> {
  await replaceTokens(on, account, sealTokens(secrets, { ...tokens, refreshToken: null }), tokens.expiresAt, true)
}

async function replaceTokens(
  on: Queryable,
  account: AccountRow,
  sealed: string,
  expiresAt: Date | null,
  needsReconnect: boolean,
): Promise<void> {
  // A second try, after the database was away, finds its own work done and changes nothing.
  const [row] = await on.query(sql`
    update social_accounts set sealed_tokens = ${sealed}, token_expires_at = ${expiresAt}, needs_reconnect = ${needsReconnect}
    where id = ${account.id} and sealed_tokens in (${account.sealed_tokens}, ${sealed}) returning ${ACCOUNT_COLUMNS}`)
  if (row) Object.assign(account, row)
}

/**
 * Saves an account that a person has just connected, or connected again. The first of its network becomes the default.
 * Posts that waited for this very account get it back, and those that never had one get the default.
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
  { remoteId, displayName, username, profileUrl, scopes, tokens }: Connection,
): Promise<{ id: string; isNew: boolean }> {
  const { userId, platform, simulated, isOnly, now } = account
  // LinkedIn gives what renews itself to apps that it has approved.
  const renewsItself = account.renewsItself || tokens.refreshToken !== null
  const sealed = sealTokens(secrets, tokens)
  const before = await tx.query(sql`
    select id from social_accounts where user_id = ${userId} and platform = ${platform} and remote_id = ${remoteId}`)
  const [row] = await tx.query(sql`
    insert into social_accounts as a (user_id, platform, remote_id, display_name, username, profile_url, scopes, sealed_tokens,
      token_expires_at, renews_itself, simulated, connected_at, is_default)
    values (${userId}, ${platform}, ${remoteId}, ${displayName}, ${username}, ${profileUrl}, ${scopes}, ${sealed},
      ${tokens.expiresAt}, ${renewsItself}, ${simulated}, ${now},
      not exists (select from social_accounts where user_id = ${userId} and platform = ${platform} and is_default))
    on conflict (user_id, platform, remote_id) do update set
      display_name = excluded.display_name, username = excluded.username, profile_url = excluded.profile_url, scopes = excluded.scopes,
      sealed_tokens = excluded.sealed_tokens, token_expires_at = excluded.token_expires_at, renews_itself = excluded.renews_itself,
      simulated = excluded.simulated, connected_at = excluded.connected_at, needs_reconnect = false,
      is_active = a.is_active or a.needs_reconnect or ${isOnly}
    returning ${columns('social_accounts a', 'id')}`)
  if (!row) throw new Error('The account was not returned')
  await posts.takeInPosts(
    tx,
    { id: row.id, userId, platform, remoteId },
    await postingAccountId(tx, userId, platform, now),
    now,
  )
  // The network can be asked about lost posts again.
  if (rulesOf(platform).tellsOwnPosts) await posts.lookAtOnce(tx, row.id, now)
  return { id: row.id, isNew: before.length === 0 }
}

/** The id of the account that a person's posts on a network are from unless told otherwise; null when none is connected and active. */
export async function postingAccountId(
  on: Queryable,
  userId: string,
  platform: Platform,
  now: Date,
): Promise<string | null> {
  return postingAccount(await accountsOn(on, userId, platform), platform, now)?.id ?? null
}

export async function accountsOn(on: Queryable, userId: string, platform: Platform): Promise<SocialAccount[]> {
  const rows = await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${userId} and platform = ${platform} order by connected_at, id`)
  return rows.map(toSocialAccount)
}

/**
 * Seals anew what an older secret sealed, so that the older one can be taken away.
 * @throws when something was sealed with a secret that this installation was not given
 */
export async function resealTokens(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
  for (const row of rows.filter((one) => one.sealed_tokens !== LOST && secrets.isOutdated(one.sealed_tokens))) {
    const sealed = sealTokens(
      secrets,
      withWords(() => openTokens(secrets, row)),
    )
    await on.query(
      sql`update social_accounts set sealed_tokens = ${sealed} where id = ${row.id} and sealed_tokens = ${row.sealed_tokens}`,
    )
  }
}

function withWords<T>(open: () => T): T {
  try {
    return open()
  } catch (cause) {
    const words =
      "The networks' permissions in this database were sealed with another secret. Give that one as APP_SECRET, or as APP_SECRET_PREVIOUS beside the new one."
    throw new Error(
      `${words} Only if it is lost for good: "update social_accounts set sealed_tokens = '${LOST}', token_expires_at = now(), needs_reconnect = true" in the database, and connect the accounts again.`,
      { cause },
    )
  }
}
