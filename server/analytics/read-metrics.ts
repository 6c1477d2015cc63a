import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { FIGURES } from '#core/analytics/figures.ts'
import { readingPauseMs, REFUSED_PAUSE_MS } from '#core/analytics/reading-times.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { leaseAccount, LeaseLost, releaseLease, renewLease } from '../accounts/leases.ts'
import { openTokens, type AccountRow } from '../accounts/store.ts'
import { markLost } from '../accounts/transitions.ts'
import { renewAheadMs, renewedAccess, usableAccess, type AccessParts } from '../accounts/usable-access.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Access, Metrics, Outcome, PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import { storeMetrics } from './store-metrics.ts'
import { accountsDue, forgetOldPosts, pausesOf, putBack, putOff, takePosts, type Taken } from './metrics-schedule.ts'

/** How many accounts of one network are asked for at once: publishing needs the database more. */
const AT_ONCE = 2
/** An account whose token somebody else renews just now has its turn after this. */
const BUSY_MS = 60_000

export interface ReadingParts {
  database: Database
  clock: Clock
  clients: PlatformClients
  secrets: Secrets
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The networks that are asked. */
  metrics: readonly Platform[]
}

/**
 * Asks networks what they have counted of the posts that are due for it. A network that hangs holds up its own posts only.
 * @param signal no further account is begun after it; what is left is left to the next call
 */
export async function readMetrics(parts: ReadingParts, signal: AbortSignal): Promise<void> {
  await Promise.all(
    parts.metrics.map(async (platform) => {
      const client = parts.clients[platform]
      if (!client) return
      await forgetOldPosts(parts.database, platform, parts.clock.now())
      while (!signal.aborted) {
        const accounts = await accountsDue(parts.database, platform, AT_ONCE, parts.clock.now())
        if (accounts.length === 0) return
        const taken = await Promise.all(accounts.map((account) => readAccount(parts, client, account, signal)))
        // What nobody could take up is in other hands, or has had its share of today.
        if (!taken.some(Boolean)) return
      }
    }),
  )
}

/** @returns whether there was something to take up, or to put off */
async function readAccount(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const pauses = await pausesOf(database, account, clock.now())
  if (pauses.until) {
    await putOff(database, account, pauses.until, clock.now())
    return true
  }
  const posts = await takePosts(database, account, clock.now())
  if (posts.length > 0) await readPosts(parts, client, account, posts, pauses.wasMet, signal)
  return posts.length > 0
}

/** @param wasPaused whether the account, or its network, was left alone before: an answer ends that */
async function readPosts(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  posts: readonly Taken[],
  wasPaused: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const access = await accessTo(parts, client, account)
  if (!access) return await putBack(database, posts, new Date(clock.now().getTime() + BUSY_MS))
  let left: readonly Taken[] = posts
  let isToBeEnded = wasPaused
  let told = access.ok ? await ask(parts, client, account, access.value, left, signal) : access
  while (told.ok) {
    const { asked, found } = told.value
    left = left.slice(asked.length)
    await storeMetrics(database, account.platform, asked, found, clock.now())
    if (isAllRefused(found))
      return await rest(parts, account, left, { kind: 'refused', reason: 'permission', detail: null })
    if (isToBeEnded)
      await database.query(sql`
        delete from metrics_pauses where platform = ${account.platform} and remote_id in ('', ${account.remote_id})`)
    isToBeEnded = false
    if (left.length === 0) return
    // What is left is taken up again when its time is over.
    if (signal.aborted || !access.ok) return
    told = await ask(parts, client, account, access.value, left, signal)
  }
  if (!signal.aborted) await rest(parts, account, left, told.failure)
}

/** Whether a network has refused all that it could have told. */
const isAllRefused = (found: ReadonlyMap<string, Metrics>): boolean =>
  found.size > 0 &&
  [...found.values()].every(
    (metrics) => (metrics.refused?.length ?? 0) > 0 && FIGURES.every((name) => metrics[name] === null),
  )

/** Asks about as many posts as one call is about, once more with a renewed token where the network refuses the one at hand. */
async function ask(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
  access: Access,
  posts: readonly Taken[],
  signal: AbortSignal,
): Promise<Outcome<{ asked: readonly Taken[]; found: ReadonlyMap<string, Metrics> }>> {
  const asked = posts.slice(0, client.metricsAtOnce)
  const ids = asked.map(({ remote_id }) => remote_id)
  let told = await client.metrics(ids, access, signal)
  if (!told.ok && told.failure.kind === 'reconnect') {
    const renewed = await underLease(parts, client, account, renewedAccess)
    if (renewed?.ok) told = await client.metrics(ids, Object.assign(access, renewed.value), signal)
    // Whoever has it may be renewing the token just now.
    else if (!renewed) told = { ok: false, failure: { kind: 'not-sent', detail: null } }
    else if (renewed.failure.kind !== 'reconnect') told = renewed
  }
  return told.ok ? { ok: true, value: { asked, found: told.value } } : told
}

/**
 * The access of an account. Only for a token that is about to end its lease is taken: whoever posts from it does not wait.
 * @returns undefined while somebody else has the lease
 */
async function accessTo(
  parts: ReadingParts,
  client: PlatformClient,
  account: AccountRow,
): Promise<Outcome<Access> | undefined> {
  const tokens = openTokens(parts.secrets, account)
  const leftMs = (tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - parts.clock.now().getTime()
  if (leftMs > renewAheadMs(tokens))
    return { ok: true, value: { remoteId: account.remote_id, accessToken: tokens.accessToken } }
  return await underLease(parts, client, account, usableAccess)
}

async function underLease(
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

/** Leaves an account, or its whole network, alone for as long as its answer asks for. Its posts wait that long. */
async function rest(
  parts: ReadingParts,
  account: AccountRow,
  left: readonly Taken[],
  failure: PublishFailure,
): Promise<void> {
  const { database, clock, log } = parts
  const now = clock.now()
  if (failure.kind === 'reconnect') {
    // Nobody else's trouble, also where several people have connected the account.
    await putBack(database, left, now)
    return await markLost(database, account, now)
  }
  const ofAll = (failure.kind === 'rate-limited' && failure.of === 'app') || isBilling(failure)
  const whom = ofAll ? '' : account.remote_id
  const [row] = await database.query(sql`
    select ${columns('metrics_pauses', 'failures')} from metrics_pauses where platform = ${account.platform} and remote_id = ${whom}`)
  const failures = (row?.failures ?? 0) + 1
  const until = new Date(Math.max(untilOf(failure, now), now.getTime() + readingPauseMs(failures)))
  const reason = failure.kind === 'refused' ? failure.reason : failure.kind
  await database.query(sql`
    insert into metrics_pauses (platform, remote_id, until, failures, reason, detail)
    values (${account.platform}, ${whom}, ${until}, ${failures}, ${reason}, ${failure.detail})
    on conflict (platform, remote_id) do update set until = greatest(excluded.until, metrics_pauses.until),
      failures = excluded.failures, reason = excluded.reason, detail = excluded.detail`)
  await putBack(database, left, until)
  await putOff(database, account, until, now)
  if (failure.kind === 'refused') log.warn({ reason, platform: account.platform }, 'a network tells no figures')
}

const isBilling = (failure: PublishFailure): boolean => failure.kind === 'refused' && failure.reason === 'billing'

function untilOf(failure: PublishFailure, now: Date): number {
  if (failure.kind === 'rate-limited') return failure.until.getTime()
  return failure.kind === 'refused' ? now.getTime() + REFUSED_PAUSE_MS : 0
}
