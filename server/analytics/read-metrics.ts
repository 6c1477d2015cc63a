import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { METRICS } from '#core/analytics/metrics.ts'
import { readBackoffMs, REFUSED_PAUSE_MS } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { leaseAccount, LeaseLost, releaseLease, renewLease } from '../accounts/leases.ts'
import { accessWith, openTokens, type AccountRow } from '../accounts/store.ts'
import { markLost } from '../accounts/transitions.ts'
import { renewAheadMs, renewedAccess, usableAccess, type AccessParts } from '../accounts/usable-access.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Access, Metrics, Outcome, PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { storeMetrics } from './store-metrics.ts'
import {
  dueAccounts,
  stopReadingOldPosts,
  readPauses,
  releaseClaims,
  postponeReads,
  claimPosts,
  type ClaimedPost,
} from './metrics-schedule.ts'

/** How many accounts of a network to read in parallel. Few, because publishing needs the database more. */
const PARALLEL_ACCOUNTS = 2
/** How long to wait while another process renews the account's token. */
const RETRY_BUSY_MS = 60_000

interface ReadingParts {
  database: Database
  clock: Clock
  clients: PlatformClients
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The networks from which to read metrics. */
  metrics: readonly Platform[]
}

/**
 * Reads the metrics of due posts. Reads all networks in parallel, so that a slow one delays only itself.
 * @param signal once aborted, no further account is read; the next call continues
 */
export async function readMetrics(parts: ReadingParts, signal: AbortSignal): Promise<void> {
  await Promise.all(
    parts.metrics.map(async (platform) => {
      const client = parts.clients[platform]
      if (!client) return
      await stopReadingOldPosts(parts.database, platform, parts.clock.now())
      while (!signal.aborted) {
        const accounts = await dueAccounts(parts.database, platform, PARALLEL_ACCOUNTS, parts.clock.now())
        if (accounts.length === 0) return
        const taken = await Promise.all(accounts.map((account) => readAccount(parts, client, account, signal)))
        // Stop: other processes read the remaining accounts, or today's budget is spent.
        if (!taken.some(Boolean)) return
      }
    }),
  )
}

/** Reads the metrics of an account's due posts. @returns whether there were posts to read or postpone */
async function readAccount(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const pauses = await readPauses(database, account, clock.now())
  if (pauses.until) {
    await postponeReads(database, account, pauses.until, clock.now())
    return true
  }
  const posts = await claimPosts(database, account, clock.now())
  if (posts.length > 0) await readPosts(parts, client, account, posts, pauses.wasPaused, signal)
  return posts.length > 0
}

/** Reads and stores metrics in batches. @param wasPaused whether to clear a pause after a successful read */
async function readPosts(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  posts: readonly ClaimedPost[],
  wasPaused: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const access = await accessFor(parts, client, account)
  if (!access) return await releaseClaims(database, posts, new Date(clock.now().getTime() + RETRY_BUSY_MS))
  let unread: readonly ClaimedPost[] = posts
  let clearsPause = wasPaused
  let result = access.ok ? await readBatch(parts, client, account, access.value, unread, signal) : access
  while (result.ok) {
    const { batch, found } = result.value
    unread = unread.slice(batch.length)
    await storeMetrics(database, account.platform, batch, found, clock.now())
    if (refusesAll(found))
      return await pauseReads(parts, account, unread, { kind: 'refused', reason: 'permission', detail: null })
    if (clearsPause)
      await database.query(sql`
        delete from metrics_pauses where platform = ${account.platform} and remote_id in ('', ${account.remote_id})`)
    clearsPause = false
    if (unread.length === 0) return
    // Stop here. The reservation of the remaining posts expires, so that a later call reads them.
    if (signal.aborted || !access.ok) return
    result = await readBatch(parts, client, account, access.value, unread, signal)
  }
  if (!signal.aborted) await pauseReads(parts, account, unread, result.failure)
}

/** Whether the network refused metrics of every post and reported no metric at all. */
const refusesAll = (found: ReadonlyMap<string, Metrics>): boolean =>
  found.size > 0 &&
  [...found.values()].every(
    (metrics) => (metrics.refused?.length ?? 0) > 0 && METRICS.every((name) => metrics[name] === null),
  )

/** Reads one batch of posts. Renews the token and retries once when the network rejects it. */
async function readBatch(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  access: Access,
  posts: readonly ClaimedPost[],
  signal: AbortSignal,
): Promise<Outcome<{ batch: readonly ClaimedPost[]; found: ReadonlyMap<string, Metrics> }>> {
  const batch = posts.slice(0, client.metricsAtOnce)
  const ids = batch.map(({ remote_id }) => remote_id)
  let result = await client.metrics(ids, access, signal)
  if (!result.ok && result.failure.kind === 'reconnect') {
    // If another process has already replaced the tokens, use its tokens. Each renewal risks a lost response.
    const renewed = await withLease(parts, client, account, async (own, present) =>
      present.sealed_tokens === account.sealed_tokens
        ? await renewedAccess(own, present)
        : await usableAccess(own, present),
    )
    if (renewed?.ok) result = await client.metrics(ids, Object.assign(access, renewed.value), signal)
    // Another process is using the account and may be renewing its token, so try again later.
    else if (!renewed) result = { ok: false, failure: { kind: 'not-sent', detail: null } }
    else if (renewed.failure.kind !== 'reconnect') result = renewed
  }
  return result.ok ? { ok: true, value: { batch, found: result.value } } : result
}

/**
 * Returns a valid access token. Takes the account's lease only to renew a token, so that publishing does not wait.
 * @returns undefined while another process holds the lease
 */
async function accessFor(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
): Promise<Outcome<Access> | undefined> {
  const tokens = openTokens(parts.secrets, account)
  const leftMs = (tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - parts.clock.now().getTime()
  if (leftMs > renewAheadMs(tokens)) return { ok: true, value: accessWith(account, tokens) }
  return await withLease(parts, client, account, usableAccess)
}

async function withLease(
  parts: ReadingParts,
  client: PlatformClient,
  { id }: AccountRow,
  work: (parts: AccessParts, account: AccountRow) => Promise<Outcome<Access>>,
): Promise<Outcome<Access> | undefined> {
  const { database, clock } = parts
  const holder = `metrics:${randomUUID()}`
  const account = await leaseAccount(database, holder, id, SENDING_LEASE_MS)
  if (!account) return undefined
  const hold = () => renewLease(database, holder, account, SENDING_LEASE_MS)
  try {
    return await work({ ...parts, client, now: clock.now(), hold }, account)
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    throw error
  } finally {
    await releaseLease(database, holder, account)
  }
}

/** Pauses metrics reads of an account, or of all accounts at its network, and postpones the reads of its posts. */
async function pauseReads(
  parts: ReadingParts,
  account: AccountRow,
  unread: readonly ClaimedPost[],
  failure: PublishFailure,
): Promise<void> {
  const { database, clock, log } = parts
  const now = clock.now()
  if (failure.kind === 'reconnect') {
    // Another user may have connected the same account with a permission that still works. Release the posts, so that
    // their metrics can be read with it now.
    await releaseClaims(database, unread, now)
    return await markLost(database, account, now)
  }
  const ofAll = (failure.kind === 'rate-limited' && failure.of === 'app') || isBillingRefusal(failure)
  const remoteId = ofAll ? '' : account.remote_id
  const [row] = await database.query(sql`
    select ${columns('metrics_pauses', 'failures')} from metrics_pauses where platform = ${account.platform} and remote_id = ${remoteId}`)
  const failures = (row?.failures ?? 0) + 1
  const until = new Date(Math.max(untilOf(failure, now), now.getTime() + readBackoffMs(failures)))
  const reason = failure.kind === 'refused' ? failure.reason : failure.kind
  await database.query(sql`
    insert into metrics_pauses (platform, remote_id, until, failures, reason, detail)
    values (${account.platform}, ${remoteId}, ${until}, ${failures}, ${reason}, ${failure.detail})
    on conflict (platform, remote_id) do update set until = greatest(excluded.until, metrics_pauses.until),
      failures = excluded.failures, reason = excluded.reason, detail = excluded.detail`)
  await releaseClaims(database, unread, until)
  await postponeReads(database, account, until, now)
  if (failure.kind === 'refused') log.warn({ reason, platform: account.platform }, 'a network tells no figures')
}

const isBillingRefusal = (failure: PublishFailure): boolean =>
  failure.kind === 'refused' && failure.reason === 'billing'

function untilOf(failure: PublishFailure, now: Date): number {
  if (failure.kind === 'rate-limited') return failure.until.getTime()
  return failure.kind === 'refused' ? now.getTime() + REFUSED_PAUSE_MS : 0
}
