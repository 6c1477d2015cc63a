import { randomUUID } from 'node:crypto'
import type { Platform } from '#core/platforms/platform.ts'
import type { Connection } from '../adapters/platforms/platform-client.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import { webhookPayload, withEvents, type EventKind } from '../events/events.ts'
import { notifyOfLostAccount } from '../events/notify-owners.ts'
import { logConnection } from './connection-log.ts'
import { LeaseLost } from './leases.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import type { Revocable } from './revoke-permission.ts'
import { ACCOUNT_COLUMNS, NO_TOKENS, type AccountRow } from './store.ts'

// Every change of an account that users can see is made in this file, together with its event.

export interface ConnectedAccount extends Omit<Connection, 'tokens' | 'pictureUrl'> {
  picture?: Uint8Array | undefined
  userId: string
  platform: Platform
  sealedTokens: string
  tokenExpiresAt: Date | null
  renewsItself: boolean
  simulated: boolean
  isOnly: boolean
}

/**
 * Stores a connected account. A network's first account becomes its default.
 * @returns also the tokens that it replaced
 */
export async function connectAccount(
  tx: Queryable,
  account: ConnectedAccount,
  now: Date,
): Promise<{ id: string; isNew: boolean; former: Revocable | undefined }> {
  const { userId, platform, remoteId, picture } = account
  const [before] = await tx.query(sql`
    select ${columns('social_accounts', 'platform', 'needs_reconnect', 'sealed_tokens', 'token_expires_at')} from social_accounts
    where user_id = ${userId} and platform = ${platform} and remote_id = ${remoteId} for update`)
  const insert = sql`
    insert into social_accounts as a (user_id, platform, remote_id, granted_by, display_name, username, profile_url, scopes, sealed_tokens,
      token_expires_at, renews_itself, simulated, text_limit, default_visibility, needs_media, connected_at, picture_id, picture, is_default)
    values (${userId}, ${platform}, ${remoteId}, ${account.grantedBy ?? null}, ${account.displayName}, ${account.username}, ${account.profileUrl},
      ${account.scopes}, ${account.sealedTokens}, ${account.tokenExpiresAt}, ${account.renewsItself}, ${account.simulated}, ${account.textLimit ?? null}, ${account.defaultVisibility ?? null}, ${account.needsMedia === true}, ${now}, ${picture ? randomUUID() : null}, ${picture ?? null},
      not exists (select from social_accounts where user_id = ${userId} and platform = ${platform} and is_default))
    on conflict (user_id, platform, remote_id) do update set
      granted_by = excluded.granted_by, display_name = excluded.display_name, username = excluded.username, profile_url = excluded.profile_url, scopes = excluded.scopes,
      sealed_tokens = excluded.sealed_tokens, token_expires_at = excluded.token_expires_at, renews_itself = excluded.renews_itself,
      simulated = excluded.simulated, text_limit = excluded.text_limit,
      default_visibility = excluded.default_visibility, needs_media = excluded.needs_media, connected_at = excluded.connected_at, needs_reconnect = false,
      picture_id = coalesce(excluded.picture_id, a.picture_id), picture = coalesce(excluded.picture, a.picture),
      is_active = a.is_active or a.needs_reconnect or ${account.isOnly}
    returning ${columns('social_accounts a', 'id', 'user_id')}`
  const kind = before ? (before.needs_reconnect ? 'account.regained' : 'account.changed') : 'account.connected'
  const [row] = await tx.query(withEvents(insert, kind, now))
  if (!row) throw new Error('The account was not returned')
  if (kind !== 'account.changed') {
    const what = kind === 'account.regained' ? 'regained' : 'connected'
    const name = account.displayName || account.username
    const logged = { name, grantedBy: account.grantedBy ?? remoteId }
    await logConnection(tx, what, { userId, platform, account: logged }, now)
  }
  return { id: row.id, isNew: before === undefined, former: before }
}

export interface AccountChange {
  isActive?: boolean
  isDefault?: boolean
  headline?: string | null
}

export async function changeAccount(
  tx: Queryable,
  account: AccountRow,
  { isActive = account.is_active, isDefault = account.is_default, headline = account.headline }: AccountChange,
  now: Date,
): Promise<AccountRow> {
  if (isDefault) {
    const isItsDefault = sql`user_id = ${account.user_id} and platform = ${account.platform} and is_default and id <> ${account.id}`
    await change(tx, sql`is_default = false`, isItsDefault, 'account.changed', now)
  }
  const set = sql`is_active = ${isActive}, is_default = ${isDefault}, headline = ${headline || null}`
  const [changed] = await change(tx, set, sql`id = ${account.id}`, 'account.changed', now)
  if (!changed) throw new Error('The account was not returned')
  return changed
}

export async function makeDefault(tx: Queryable, id: string, now: Date): Promise<void> {
  await change(tx, sql`is_default = true`, sql`id = ${id}`, 'account.changed', now)
}

/** Deletes an account. Its posts store which account they had, and wait for a reconnect. */
export async function removeAccount(
  tx: Queryable,
  posts: Pick<PostsOfAccounts, 'detachPosts'>,
  account: AccountRow,
  now: Date,
): Promise<void> {
  await posts.detachPosts(tx, account, now)
  const removal = sql`delete from social_accounts where id = ${account.id} returning ${columns('social_accounts', 'id', 'user_id')}`
  await tx.query(withEvents(removal, 'account.removed', now))
  await logConnection(tx, 'removed', logEntry(account), now)
}

/** Marks an account as lost and notifies its user, unless that was done before or the user has just reconnected it. */
export async function markLost(database: Database, account: AccountRow, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const which = sql`id = ${account.id} and sealed_tokens = ${account.sealed_tokens} and not needs_reconnect`
    const [lost] = await change(tx, sql`needs_reconnect = true`, which, 'account.lost', now)
    if (lost) await recordLost(tx, lost, now)
  })
}

/** Removes an account's higher text limit, because the network has refused a text beyond its usual limit. */
export async function endOwnTextLimit(on: Queryable, account: AccountRow, now: Date): Promise<void> {
  const which = sql`id = ${account.id} and text_limit = ${account.text_limit}`
  await change(on, sql`text_limit = null`, which, 'account.changed', now)
}

/** Deletes the tokens of accounts whose permission was revoked at the network, and notifies the users. */
export async function dropPermissions(tx: Queryable, accounts: AccountRow[], now: Date): Promise<void> {
  for (const { id } of accounts) {
    const set = sql`needs_reconnect = true, sealed_tokens = ${NO_TOKENS}, token_expires_at = ${now}`
    const [lost] = await change(tx, set, sql`id = ${id} and not needs_reconnect`, 'account.lost', now)
    if (lost) await recordLost(tx, lost, now)
    else await change(tx, set, sql`id = ${id}`, 'account.changed', now)
  }
}

async function recordLost(tx: Queryable, lost: AccountRow, now: Date): Promise<void> {
  await notifyOfLostAccount(tx, lost, now)
  await logConnection(tx, 'lost', logEntry(lost), now)
}

/**
 * Replaces only the sealed tokens. Users do not see them, so the change needs no event.
 * @throws LeaseLost if they have changed since `account` was read
 */
export async function replaceSealedTokens(on: Queryable, account: AccountRow, sealedTokens: string): Promise<void> {
  const [row] = await on.query(sql`
    update social_accounts set sealed_tokens = ${sealedTokens}
    where id = ${account.id} and sealed_tokens = ${account.sealed_tokens} returning ${columns('social_accounts', 'id')}`)
  if (!row) throw new LeaseLost()
  account.sealed_tokens = sealedTokens
}

/**
 * Replaces the tokens in the database and in `account`, unless the user has reconnected since `account` was read.
 * @param replacement.needsReconnect whether no further renewal is possible
 */
export async function replaceTokens(
  database: Database,
  account: AccountRow,
  replacement: { sealedTokens: string; expiresAt: Date | null; needsReconnect: boolean },
  now: Date,
): Promise<void> {
  const { sealedTokens, expiresAt, needsReconnect } = replacement
  const replaced = await database.transaction(async (tx) => {
    // Idempotent: if the first attempt was committed before the connection broke, the retry changes nothing.
    const isUnchanged = sql`id = ${account.id} and sealed_tokens in (${account.sealed_tokens}, ${sealedTokens})`
    const [before] = await tx.query(sql`
      select ${columns('social_accounts', 'needs_reconnect')} from social_accounts where ${isUnchanged} for update`)
    if (!before) return undefined
    const set = sql`sealed_tokens = ${sealedTokens}, token_expires_at = ${expiresAt}, needs_reconnect = ${needsReconnect}`
    const [row] = await change(tx, set, isUnchanged, kindOf(before.needs_reconnect, needsReconnect), now)
    if (row && needsReconnect && !before.needs_reconnect) await notifyOfLostAccount(tx, row, now)
    if (row && needsReconnect !== before.needs_reconnect)
      await logConnection(tx, needsReconnect ? 'lost' : 'regained', logEntry(row), now)
    return row
  })
  // Change the row in memory only after the commit, because a retry must start from the old row.
  if (replaced) Object.assign(account, replaced)
}

function kindOf(wasLost: boolean, isLost: boolean): EventKind {
  if (wasLost === isLost) return 'account.changed'
  return isLost ? 'account.lost' : 'account.regained'
}

async function change(on: Queryable, set: Sql, which: Sql, kind: EventKind, now: Date): Promise<AccountRow[]> {
  const row = sql`to_jsonb(social_accounts) - 'sealed_tokens'`
  const payload = webhookPayload(row, sql`social_accounts.user_id`, kind)
  const update = sql`update social_accounts set ${set} where ${which} returning ${ACCOUNT_COLUMNS} ${payload}`
  return await on.query(withEvents(update, kind, now))
}

const logEntry = (row: AccountRow) => ({
  userId: row.user_id,
  platform: row.platform,
  account: { name: row.display_name || row.username, grantedBy: row.granted_by ?? row.remote_id },
})
