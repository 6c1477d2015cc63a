import type { Platform } from '#core/platforms/platform.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import { markNeedsReconnect, renewAheadMs, usableAccess, type AccessParts } from '../accounts/usable-access.ts'

const DAY_MS = 86_400_000
/**
 * How long after the end of its last access token an account is renewed though nobody posts to it. X ends a refresh
 * token that is not used for about six months, and says nowhere when exactly.
 */
const IDLE_MS = 60 * DAY_MS

/**
 * The accounts of a network whose permission would be lost unless it is renewed without any post: what is renewed by
 * the access token itself in its last week (and what has lapsed, so that its owner hears of it), and what has a refresh
 * token that was long unused. How old a refresh token is stands nowhere, but it is never younger than the end of the
 * access token that came with it tells. Soonest end first; one that was tried just now, or that somebody holds, is left
 * out.
 */
export async function accountsToRenew(
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
export async function renewUnasked(parts: AccessParts, account: AccountRow): Promise<void> {
  // First, so that one that fails in whatever way keeps none of those behind it waiting.
  await parts.on.query(sql`update social_accounts set renewal_tried_at = ${parts.now} where id = ${account.id}`)
  const access = await usableAccess(parts, account)
  if (!access.ok && access.failure.kind === 'reconnect') await markNeedsReconnect(parts.on, account)
}
