import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import { markLost } from '../accounts/transitions.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { LEASE_MS, leaseAccount, LeaseLost, extendLeases, releaseLease, renewLease } from '../accounts/leases.ts'
import { renewAheadMs, usableAccess, type AccessParts } from '../accounts/usable-access.ts'

const DAY_MS = 86_400_000
/**
 * How long after the end of its last access token an account is renewed though nobody posts to it. X ends a refresh
 * token that is not used for about six months, and says nowhere when exactly.
 */
const IDLE_MS = 60 * DAY_MS

/** How many accounts of one network are renewed at once without a post, beside those that workers serve. */
const AT_ONCE = 2

export interface RenewalParts {
  database: Database
  clock: Clock
  clients: PlatformClients
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Renews the permissions that would be lost without a post, each under its account's lease, so that nobody publishes
 * with it meanwhile. A network that hangs holds up its own accounts only.
 * @param signal no further one is begun after it; those that are left are left to the next call
 */
export async function renewPermissions(parts: RenewalParts, signal: AbortSignal): Promise<void> {
  const { database, clock, clients } = parts
  const holder = `renewals:${randomUUID()}`
  const renewOf = async (platform: Platform, client: PlatformClient) => {
    while (!signal.aborted) {
      const ids = await accountsToRenew(database, platform, client.renewsWith, AT_ONCE, clock.now())
      if (ids.length === 0) return
      await Promise.all(ids.map((id) => renewUnderLease(parts, client, holder, id)))
    }
  }
  await Promise.all(
    PLATFORMS.map(async (platform) => {
      if (clients[platform]) await renewOf(platform, clients[platform])
    }),
  )
}

async function renewUnderLease(parts: RenewalParts, client: PlatformClient, holder: string, id: string): Promise<void> {
  const { database, clock, log } = parts
  const account = await leaseAccount(database, holder, id)
  if (!account) return
  const hold = () => renewLease(database, holder, account, SENDING_LEASE_MS)
  // Who works with the account finds out by itself that the lease is lost.
  const heartbeat = setInterval(() => void extendLeases(database, holder, [account]).catch(() => {}), LEASE_MS / 3)
  try {
    await renewUnasked({ ...parts, client, now: clock.now(), hold }, account)
    await releaseLease(database, holder, account)
  } catch (error) {
    // The lease runs out by itself, and the account has its next turn as after any renewal that failed.
    if (!(error instanceof LeaseLost)) log.error({ err: error, accountId: id }, 'an account was not renewed')
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * The accounts of a network whose permission would be lost unless it is renewed without any post: what is renewed by
 * the access token itself in its last week (and what has lapsed, so that its owner hears of it), and what has a refresh
 * token that was long unused. How old a refresh token is stands nowhere, but it is never younger than the end of the
 * access token that came with it tells. Soonest end first; one that was tried just now, or that somebody holds, is left
 * out.
 */
async function accountsToRenew(
  on: Queryable,
  platform: Platform,
  renewsWith: PlatformClient['renewsWith'],
  atMost: number,
  now: Date,
): Promise<string[]> {
  if (renewsWith === null || atMost <= 0) return []
  const [until, pause] =
    renewsWith === 'access-token'
      ? [new Date(now.getTime() + renewAheadMs({ refreshToken: null })), soonerNearTheEnd(now)]
      : [new Date(now.getTime() - IDLE_MS), sql`interval '1 hour'`]
  const rows = await on.query(sql`
    select ${columns('social_accounts a', 'id')} from social_accounts a
    where platform = ${platform} and renews_itself and not needs_reconnect and token_expires_at <= ${until}
      and (renewal_tried_at is null or renewal_tried_at not between ${now}::timestamptz - ${pause} and ${now})
      and not exists (select from account_leases l where l.account_id = a.id and l.lease_until > clock_timestamp())
    order by token_expires_at limit ${atMost}`)
  return rows.map((row) => row.id)
}

/** How long a renewal that failed in passing waits for its next try: an hour in its last week, minutes in its last hours. */
const soonerNearTheEnd = (now: Date): Sql =>
  sql`least(interval '1 hour', greatest(interval '1 minute', (token_expires_at - ${now}::timestamptz) / 24))`

/** Renews an account that the caller holds the lease of, and asks its owner to connect it again where that is over. */
async function renewUnasked(parts: AccessParts, account: AccountRow): Promise<void> {
  // First, so that one that fails in whatever way keeps none of those behind it waiting.
  await parts.database.query(sql`update social_accounts set renewal_tried_at = ${parts.now} where id = ${account.id}`)
  const access = await usableAccess(parts, account)
  if (!access.ok && access.failure.kind === 'reconnect') await markLost(parts.database, account, parts.now)
}
