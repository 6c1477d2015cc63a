import type { FastifyBaseLogger } from 'fastify'
import type { Platform } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Tokens } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { type Sql } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { openTokens, type AccountRow } from './store.ts'

interface RevokingParts {
  clients: PlatformClients
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long a user waits for a network to revoke a permission. */
const REVOKING_MS = 5_000

/** The stored tokens of an account whose permission is to end. */
export type Revocable = Pick<AccountRow, 'platform' | 'sealed_tokens' | 'token_expires_at'>

/** Revokes an account's permission at its network, if the network answers in time. */
export async function revokePermission(parts: RevokingParts, account: Revocable, signal?: AbortSignal): Promise<void> {
  await revokeTokens(parts, account.platform, () => openTokens(parts.secrets, account), signal)
}

/** Revokes tokens that are not stored. */
export async function revokeTokens(
  { clients, log }: Omit<RevokingParts, 'secrets'>,
  platform: Platform,
  tokens: () => Tokens,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    await clients[platform]?.revoke?.(tokens(), AbortSignal.any([signal, AbortSignal.timeout(REVOKING_MS)]))
  } catch (error) {
    log.warn({ err: error, platform }, 'a permission could not be withdrawn')
  }
}

/**
 * Whether revoking an account's permission would also disconnect another of these accounts. That is the same account, or
 * one that the same person granted, such as another page.
 */
export async function isPermissionShared(
  on: Queryable,
  clients: PlatformClients,
  { id, platform, remote_id, granted_by }: AccountRow,
  among: Sql = sql`true`,
): Promise<boolean> {
  if (clients[platform]?.hasOwnSessions) return false
  const others = await on.query(sql`
    select from social_accounts where platform = ${platform} and id <> ${id} and ${among}
      and (remote_id = ${remote_id} or coalesce(granted_by, remote_id) = ${granted_by ?? remote_id}) limit 1`)
  return others.length > 0
}
