import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from './store.ts'
import { markLost } from './transitions.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { LEASE_MS, leaseAccount, LeaseLost, extendLeases, releaseLease, renewLease } from './leases.ts'
import { renewAheadMs, usableAccess, type AccessParts } from './usable-access.ts'

const DAY_MS = 86_400_000
/** How long X's refresh token may stay unused. X expires it after about six months, but documents no exact time. */
const IDLE_MS = 60 * DAY_MS

/** How many tokens of a network this job renews at the same time. Renewals by publishing workers do not count. */
const MAX_CONCURRENT = 2

interface RenewalParts {
  database: Database
  clock: Clock
  clients: PlatformClients
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Renews tokens that expire soon, under each account's lease, so that no worker publishes with the old token. A hanging
 * network delays only its own accounts. No renewal begins after `signal` aborts.
 */
export async function renewExpiringTokens(parts: RenewalParts, signal: AbortSignal): Promise<void> {
  const { database, clock, clients } = parts
  const holder = `renewals:${randomUUID()}`
  const renewPlatform = async (platform: Platform, client: PlatformClient) => {
    while (!signal.aborted) {
      const ids = await findExpiringAccounts(database, platform, client.renewsWith, MAX_CONCURRENT, clock.now())
      if (ids.length === 0) return
      await Promise.all(ids.map((id) => renewUnderLease(parts, client, holder, id)))
    }
  }
  await Promise.all(
    PLATFORMS.map(async (platform) => {
      if (clients[platform]) await renewPlatform(platform, clients[platform])
    }),
  )
}

async function renewUnderLease(parts: RenewalParts, client: PlatformClient, holder: string, id: string): Promise<void> {
  const { database, clock, log } = parts
  const account = await leaseAccount(database, holder, id)
  if (!account) return
  const hold = () => renewLease(database, holder, account, SENDING_LEASE_MS)
  // Ignore a failed extension of the lease: the check before each request notices a lost lease.
  const leaseTimer = setInterval(() => void extendLeases(database, holder, [account]).catch(() => {}), LEASE_MS / 3)
  try {
    await renewToken({ ...parts, client, now: clock.now(), hold }, account)
    await releaseLease(database, holder, account)
  } catch (error) {
    // Do not release the lease: it expires, and the next run retries the account.
    if (!(error instanceof LeaseLost)) log.error({ err: error, accountId: id }, 'an account was not renewed')
  } finally {
    clearInterval(leaseTimer)
  }
}

/**
 * Finds accounts with an expired access token or one in its last week, and those with a long-unused refresh token. The
 * access token's expiry shows the refresh token's age. Skips accounts that another process uses or has just tried to
 * renew.
 */
async function findExpiringAccounts(
  on: Queryable,
  platform: Platform,
  renewsWith: PlatformClient['renewsWith'],
  limit: number,
  now: Date,
): Promise<string[]> {
  if (renewsWith === null || limit <= 0) return []
  const [until, pause] =
    renewsWith === 'access-token'
      ? [new Date(now.getTime() + renewAheadMs({ refreshToken: null })), retryPause(now)]
      : [new Date(now.getTime() - IDLE_MS), sql`interval '1 hour'`]
  const rows = await on.query(sql`
    select ${columns('social_accounts a', 'id')} from social_accounts a
    where platform = ${platform} and renews_itself and not needs_reconnect and token_expires_at <= ${until}
      and (renewal_tried_at is null or renewal_tried_at not between ${now}::timestamptz - ${pause} and ${now})
      and not exists (select from account_leases l where l.account_id = a.id and l.lease_until > clock_timestamp())
    order by token_expires_at limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Retries hourly during the last week, and every few minutes during the last hours. */
const retryPause = (now: Date): Sql =>
  sql`least(interval '1 hour', greatest(interval '1 minute', (token_expires_at - ${now}::timestamptz) / 24))`

async function renewToken(parts: AccessParts, account: AccountRow): Promise<void> {
  // Record the attempt first, so that a renewal that crashes does not block the accounts after it.
  await parts.database.query(sql`update social_accounts set renewal_tried_at = ${parts.now} where id = ${account.id}`)
  const access = await usableAccess(parts, account)
  if (!access.ok && access.failure.kind === 'reconnect') await markLost(parts.database, account, parts.now)
}
