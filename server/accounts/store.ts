import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Access, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'

export const ACCOUNT_COLUMNS = columns(
  'social_accounts',
  'id',
  'user_id',
  'platform',
  'remote_id',
  'granted_by',
  'display_name',
  'username',
  'profile_url',
  'headline',
  'text_limit',
  'default_visibility',
  'needs_media',
  'picture_id',
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
export type PublicAccountRow = Omit<AccountRow, 'sealed_tokens'>

export async function ownAccount(
  on: Queryable,
  userId: string,
  id: string,
  isToChange = false,
): Promise<AccountRow | undefined> {
  const lock = isToChange ? sql`for update` : sql``
  const [row] = await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts where id = ${id} and user_id = ${userId} ${lock}`)
  return row
}

export function toSocialAccount(row: PublicAccountRow): SocialAccount {
  return {
    id: row.id,
    platform: row.platform,
    displayName: row.display_name,
    username: row.username,
    profileUrl: row.profile_url,
    headline: row.headline,
    textLimit: row.text_limit,
    ...(row.default_visibility && { defaultVisibility: row.default_visibility }),
    ...(row.needs_media && { needsMedia: true as const }),
    imageUrl: row.picture_id && `/media/account/${row.picture_id}`,
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
/** The stored value of an account whose tokens cannot be decrypted or are revoked. */
export const NO_TOKENS = ''

export function sealTokens(secrets: Secrets, { accessToken, refreshToken, server, dpop }: Tokens): string {
  return secrets.seal(JSON.stringify({ accessToken, refreshToken, server, dpop }), SEAL_PURPOSE)
}

export function openTokens(secrets: Secrets, row: Pick<AccountRow, 'sealed_tokens' | 'token_expires_at'>): Tokens {
  if (row.sealed_tokens === NO_TOKENS) return { accessToken: '', refreshToken: null, expiresAt: row.token_expires_at }
  const opened = secrets.open(row.sealed_tokens, SEAL_PURPOSE)
  return { ...(JSON.parse(opened) as Omit<Tokens, 'expiresAt'>), expiresAt: row.token_expires_at }
}

/** The data that authorizes requests to the network: the account's id there, and a part of its tokens. */
export function accessWith({ remote_id }: Pick<AccountRow, 'remote_id'>, tokens: Tokens): Access {
  const { accessToken, server, dpop } = tokens
  return { remoteId: remote_id, accessToken, server, dpop }
}

export async function postingAccountId(
  on: Queryable,
  userId: string,
  platform: Platform,
  now: Date,
): Promise<string | null> {
  return postingAccount(await accountsOn(on, userId, platform), platform, now)?.id ?? null
}

/** The limits of the account's own server, for `limitsFor`. Without them the network's limits apply. */
export async function limitsOf(
  on: Queryable,
  accountId: string | null,
): Promise<Pick<LimitedAccount, 'textLimit' | 'needsMedia'>> {
  if (accountId === null) return {}
  const [row] = await on.query(sql`
    select ${columns('social_accounts', 'text_limit as textLimit', 'needs_media as needsMedia')} from social_accounts
    where id = ${accountId}`)
  return row ?? {}
}

export async function accountsOn(on: Queryable, userId: string, platform: Platform): Promise<SocialAccount[]> {
  const rows = await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${userId} and platform = ${platform} order by connected_at, id`)
  return rows.map(toSocialAccount)
}

/** Re-encrypts tokens that an older secret encrypted. @throws if an unknown secret encrypted a token */
export async function resealTokens(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
  for (const row of rows.filter((one) => one.sealed_tokens !== NO_TOKENS && secrets.isOutdated(one.sealed_tokens))) {
    const tokens = withWords(() => openTokens(secrets, row))
    const sealed = sealTokens(secrets, tokens)
    await on.query(sql`
      update social_accounts set sealed_tokens = ${sealed} where id = ${row.id} and sealed_tokens = ${row.sealed_tokens}`)
  }
}

function withWords<T>(open: () => T): T {
  try {
    return open()
  } catch (cause) {
    const words =
      'The network tokens in this database were encrypted with another secret. Set APP_SECRET to that secret, or add it as APP_SECRET_PREVIOUS.'
    throw new Error(
      `${words} Only if that secret is permanently lost, run "update social_accounts set sealed_tokens = '${NO_TOKENS}', token_expires_at = now(), needs_reconnect = true" in the database, then reconnect the accounts.`,
      { cause },
    )
  }
}
