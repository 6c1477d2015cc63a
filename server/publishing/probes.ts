import type { Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { renewLease } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, list } from '../db/sql.ts'
import { hasLostAnswer, notifyOfDelays } from '../notifications/delays.ts'
import type { Secrets } from '../secrets.ts'
import type { Pause, Pauses } from './pauses.ts'
import { usableAccess } from '../accounts/usable-access.ts'

/** Longer than a probe and the post that is tried after it: whoever takes over meets neither. */
const TAKEN_MS = 45_000
const PROBE_WITHIN_MS = 10_000
/** A post that is late by less is told of only if it stays so. */
const TELL_AFTER_MS = 60_000
const TELL_AT_WORK_AFTER_MS = 90_000

export interface ProbeParts {
  database: Database
  clock: Clock
  secrets: Secrets
  pauses: Pauses
}

/** An outage to look after, from which account, and the post that waits longest there; null where only looks wait. */
export interface Probe {
  pause: Pause
  accountId: string
  platform: Platform
  trial: string | null
}

/** Takes the outages that are to be looked after now, each for one worker. */
export async function dueProbes({
  database,
  clock,
  pauses,
}: Pick<ProbeParts, 'database' | 'clock' | 'pauses'>): Promise<Probe[]> {
  const now = clock.now()
  const next = pauses.nextAt()
  if (!next || next > now) return []
  const probes: Probe[] = []
  for (const pause of await pauses.takeDue(later(now, TAKEN_MS))) {
    const waiting = await longestWaiting(database, pause, now)
    if (waiting) probes.push({ pause, platform: pause.platform, ...waiting })
    // Nothing waits for its end: whoever comes next finds out.
    else await pauses.end(pause)
  }
  return probes
}

async function longestWaiting(
  on: Queryable,
  { platform, remote_id: remoteId }: Pause,
  now: Date,
): Promise<{ accountId: string; trial: string | null } | undefined> {
  const [row] = await on.query(sql`
    select ${list(columns('posts p', 'id', 'status'), columns('social_accounts a', 'id as accountId'))}
    from posts p join social_accounts a on a.id = p.account_id
    where p.platform = ${platform} and (a.remote_id = ${remoteId} or ${remoteId} = '') and a.is_active and not a.needs_reconnect
      and p.next_step_at is not null and (p.status = 'scheduled' and p.scheduled_at <= ${now} and p.failure->>'code' = 'not_reached'
        or exists (select from publish_attempts where post_id = p.id and state = 'unknown'))
    order by p.status <> 'scheduled', p.scheduled_at, p.created_at, p.id limit 1`)
  return row && { accountId: row.accountId, trial: row.status === 'scheduled' ? row.id : null }
}

/**
 * Asks a network whether it answers, from an account that the caller holds the lease of. If it does, the post that waits
 * longest is tried: only that it goes out ends the outage, and wakes the others.
 */
export async function probe(
  { database, clock, secrets, pauses }: ProbeParts,
  worker: string,
  { pause, trial }: Probe,
  client: PlatformClient,
  account: AccountRow,
  signal: AbortSignal,
): Promise<void> {
  const hold = () => renewLease(database, worker, account, SENDING_LEASE_MS)
  const access = await usableAccess({ database, secrets, client, now: clock.now(), hold }, account)
  const within = AbortSignal.any([signal, AbortSignal.timeout(PROBE_WITHIN_MS)])
  const asked = access.ok ? await client.reach(access.value, within) : access
  if (signal.aborted) return
  if (!asked.ok && SILENT.has(asked.failure.kind)) return await pauses.learnStillDown(pause, asked.failure.detail)
  if (trial) await pauses.letTry(pause, trial, later(clock.now(), TAKEN_MS))
  else await pauses.end(pause)
}

const SILENT = new Set<PublishFailure['kind']>(['not-sent', 'answer-lost'])

/**
 * Tells those whose posts have waited for a minute, whatever for; of those that are being tried just now, a little later:
 * most of them are about to go out.
 */
export async function tellOfWaiting({ database, clock }: Pick<ProbeParts, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  // Who is suspended is told once it is too late.
  const hasWaited = sql`(p.failure->>'code' <> 'suspended' or ${hasLostAnswer}) and p.scheduled_at <= ${later(now, -TELL_AFTER_MS)}
    and (p.next_step_at > ${now} or p.scheduled_at <= ${later(now, -TELL_AT_WORK_AFTER_MS)})`
  await database.transaction((tx) => notifyOfDelays(tx, hasWaited, now))
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
