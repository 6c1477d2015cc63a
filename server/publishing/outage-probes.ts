import type { Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { renewLease } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, list, type Sql } from '../db/sql.ts'
import { hasLostAnswer, notifyOfDelays } from '../notifications/delays.ts'
import type { Pause, Pauses } from './pauses.ts'
import { usableAccess } from '../accounts/usable-access.ts'
import { lookUpLostPosts } from './check/look-up-lost-posts.ts'
import type { PublishParts, WorkerTools } from './send/publish-job.ts'
import { isNext } from './send/send-order.ts'

/** How long a worker reserves the test of an outage. This is longer than the test and its first post take. */
const CLAIM_MS = 45_000
const PROBE_TIMEOUT_MS = 10_000
/** How long the look-ups of lost posts may take in total when a network answers again. */
const LOOK_UPS_TIMEOUT_MS = 20_000
const NOTIFY_AFTER_MS = 60_000
/** How late a post must be before its author is notified while a worker sends it. */
const NOTIFY_ACTIVE_AFTER_MS = 90_000

type ProbeParts = { database: Database; clock: Clock; pauses: Pauses }

/**
 * An outage to test, an account that tests it, and the post to send first. `trial` is null if posts only have to be
 * looked up.
 */
type Probe = { pause: Pause; accountId: string; platform: Platform; trial: string | null }

export async function claimDueProbes({ database, clock, pauses }: ProbeParts): Promise<Probe[]> {
  const now = clock.now()
  const next = pauses.nextProbeAt()
  if (!next || next > now) return []
  const probes: Probe[] = []
  for (const pause of await pauses.claimDueOutages(later(now, CLAIM_MS))) {
    const waiting = await findLongestWaitingPost(database, pause, sql`true`, now)
    if (waiting) probes.push({ pause, platform: pause.platform, ...waiting })
    // No post waits for this outage: end it, and let the next request show whether the network works.
    else await pauses.endOutage(pause)
  }
  return probes
}

async function findLongestWaitingPost(
  on: Queryable,
  { platform, remote_id: remoteId }: Pause,
  which: Sql,
  now: Date,
): Promise<{ accountId: string; trial: string | null } | undefined> {
  const [row] = await on.query(sql`
    select ${list(columns('posts p', 'id', 'status'), columns('social_accounts a', 'id as accountId'))}
    from posts p join social_accounts a on a.id = p.account_id
    where ${which} and p.platform = ${platform} and (a.remote_id = ${remoteId} or ${remoteId} = '') and a.is_active and not a.needs_reconnect
      and p.next_step_at is not null and (p.status = 'scheduled' and p.scheduled_at <= ${now} and p.failure->>'code' in ('not_reached', 'missed')
        or exists (select from publish_attempts where post_id = p.id and state = 'unknown'))
    order by p.status <> 'scheduled', p.scheduled_at, p.created_at, p.id limit 1`)
  return row && { accountId: row.accountId, trial: row.status === 'scheduled' ? row.id : null }
}

/**
 * Checks whether the network answers. If so, looks up the account's lost posts, and then tries the post that has waited
 * longest. Its success ends the outage for all waiting posts.
 */
export async function probeOutage(
  parts: PublishParts & WorkerTools,
  worker: string,
  { pause, trial }: Probe,
  client: PlatformClient,
  account: AccountRow,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, secrets, pauses } = parts
  const hold = () => renewLease(database, worker, account, SENDING_LEASE_MS)
  const access = await usableAccess({ database, secrets, client, now: clock.now(), hold }, account)
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
  const asked = access.ok ? await client.reach(access.value, timeout) : access
  if (signal.aborted) return
  if (!asked.ok && UNREACHABLE.has(asked.failure.kind)) return await pauses.reportStillDown(pause, asked.failure.detail)
  if (!trial) return await pauses.endOutage(pause)
  const lookUpTimeout = AbortSignal.any([signal, AbortSignal.timeout(LOOK_UPS_TIMEOUT_MS)])
  if (asked.ok) await lookUpLostPosts(parts, worker, account, client, lookUpTimeout)
  // Choose again which post to send first. A lost post that is not live may have waited longer, or the author may have
  // moved the post that was chosen first.
  const isTrial = sql`a.id = ${account.id} and ${isNext('p', clock.now())}`
  const waiting = await findLongestWaitingPost(database, pause, isTrial, clock.now())
  if (waiting?.trial) await pauses.allowTrial(pause, waiting.trial, later(clock.now(), CLAIM_MS))
  else await pauses.endOutage(pause)
}

const UNREACHABLE = new Set<PublishFailure['kind']>(['not-sent', 'answer-lost'])

/**
 * Notifies authors whose posts are a minute late. If a worker is sending the post, waits longer before the
 * notification.
 */
export async function notifyDelays({ database, clock }: Pick<ProbeParts, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  // Skip suspended users here, because they are notified when the post is missed.
  const hasWaited = sql`(p.failure->>'code' <> 'suspended' or ${hasLostAnswer}) and p.scheduled_at <= ${later(now, -NOTIFY_AFTER_MS)}
    and (p.next_step_at > ${now} or p.scheduled_at <= ${later(now, -NOTIFY_ACTIVE_AFTER_MS)})`
  await database.transaction((tx) => notifyOfDelays(tx, hasWaited, now))
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
