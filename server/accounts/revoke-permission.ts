import type { FastifyBaseLogger } from 'fastify'
import type { Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Outcome, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { type Sql } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { openTokens, sealTokens, type AccountRow } from './store.ts'

/** A permission that a background job tries to revoke until a deadline. `sealed` contains its tokens. */
export interface Revocation {
  platform: Platform
  sealed: string
  until: string
}
export type AddRevocation = (on: Queryable, revocation: Revocation) => Promise<void>

interface RevokingParts {
  database: Database
  clock: Clock
  clients: PlatformClients
  secrets: Secrets
  addRevocation: AddRevocation
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long a user waits for a network to revoke a permission. */
const REVOKING_MS = 5_000
/** How long the background job repeats a revocation that got no answer. */
const REPEATED_MS = 6 * 3_600_000

/** The stored tokens of an account whose permission Frogy revokes. */
export type Revocable = Pick<AccountRow, 'platform' | 'sealed_tokens' | 'token_expires_at'>

/** Revokes an account's permission at its network. Without an answer, a job repeats the request. */
export async function revokePermission(parts: RevokingParts, account: Revocable, signal?: AbortSignal): Promise<void> {
  await revokeTokens(parts, account.platform, () => openTokens(parts.secrets, account), signal)
}

/** Like `revokePermission`, but for given tokens, which the database may lack, for example after a failed sign-in. */
export async function revokeTokens(
  parts: RevokingParts,
  platform: Platform,
  tokens: () => Tokens,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    const opened = tokens()
    const within = AbortSignal.any([signal, AbortSignal.timeout(REVOKING_MS)])
    const revoked = await parts.clients[platform]?.revoke?.(opened, within)
    if (revoked && isUnanswered(revoked)) await revokeLater(parts, platform, opened)
  } catch (error) {
    parts.log.warn({ err: error, platform }, 'a permission could not be withdrawn')
  }
}

/** Adds the job that repeats a revocation. Does nothing for networks where it would also end a later sign-in. */
export async function revokeLater(
  { database, clock, clients, secrets, addRevocation, log }: RevokingParts,
  platform: Platform,
  tokens: Tokens,
): Promise<void> {
  if (!clients[platform]?.hasOwnSessions) return
  const until = new Date(clock.now().getTime() + REPEATED_MS).toISOString()
  await addRevocation(database, { platform, sealed: sealTokens(secrets, tokens), until }).catch((error: unknown) =>
    log.warn({ err: error, platform }, 'a revocation will not be repeated'),
  )
}

/** Repeats a revocation. @throws if the network did not answer, so that the job runs again */
export async function revokeAgain(
  { clock, clients, secrets, log }: Pick<RevokingParts, 'clock' | 'clients' | 'secrets' | 'log'>,
  { platform, sealed, until }: Revocation,
  signal: AbortSignal,
): Promise<void> {
  const tokens = openTokens(secrets, { sealed_tokens: sealed, token_expires_at: null })
  const revoked = await clients[platform]?.revoke?.(tokens, AbortSignal.any([signal, AbortSignal.timeout(REVOKING_MS)]))
  if (!revoked || !isUnanswered(revoked)) return
  if (clock.now() < new Date(until)) throw new Error('The network did not answer the request to end a session')
  log.warn({ platform }, 'a session was not ended at its network, because the network did not answer for hours')
}

const isUnanswered = (revoked: Outcome<null>): boolean => !revoked.ok && UNANSWERED.has(revoked.failure.kind)

const UNANSWERED = new Set<PublishFailure['kind']>(['not-sent', 'answer-lost', 'rate-limited'])

/**
 * Whether revoking an account's permission would also end another connection of this installation. Networks revoke it
 * for a whole account, and for all pages that the same person has connected.
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
