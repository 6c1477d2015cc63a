import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import {
  OUTAGE_MIN_ACCOUNTS,
  OUTAGE_MIN_FAILURES,
  LONGEST_OUTAGE_PAUSE_MS,
  networkStateFrom,
  type NetworkState,
} from '#core/publishing/pauses.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Published, Outcome } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, count, type RowOf, type Sql } from '../db/sql.ts'
import { postponePosts, failPosts, retryPostNow, retryPostsNow } from '../posts/transitions/postpone.ts'

const COLUMNS = columns('pauses', 'platform', 'remote_id', 'kind', 'reason', 'detail', 'until', 'trial')
export type Pause = RowOf<typeof COLUMNS>

/** The network account that a pause applies to; `remote_id` is '' for the whole network. */
type PauseScope = Pick<AccountRow, 'platform' | 'remote_id'>

const FIRST_PAUSE_MS = 2_000
const REFRESH_EVERY_MS = 1_000

/**
 * A circuit breaker for networks and accounts, shared by all workers in the table `pauses`. During a pause, due posts
 * wait in order without a request to the network. Every worker caches the pauses for a second.
 */
export interface Pauses {
  refresh(): Promise<void>
  nextProbeAt(): Date | undefined
  /** Whether the post must wait for a paused network or account, according to this worker's cache. */
  isPaused(account: PauseScope, post: { id: string }): boolean
  postponeDuePosts(account: AccountRow): Promise<void>
  /** Updates the pauses from the outcome of a request for this account. */
  report(account: AccountRow, outcome: Published | Outcome<unknown>): Promise<void>
  /** After a look-up got no answer, schedules a test whether the network is back, which repeats the look-up. */
  watchOutage(account: AccountRow): Promise<void>
  claimDueOutages(until: Date): Promise<Pause[]>
  reportStillDown(pause: Pause, detail: string | null): Promise<void>
  postponeProbe(pause: Pause): Promise<void>
  /** Lets one post through until `until`, to test whether the outage is over. */
  allowTrial(pause: Pause, postId: string, until: Date): Promise<void>
  endOutage(scope: PauseScope): Promise<void>
}

export function openPauses({ database, clock }: { database: Database; clock: Clock }): Pauses {
  let cached: Pause[] = []
  let readAt = Number.NEGATIVE_INFINITY

  async function read(on: Queryable = database): Promise<void> {
    readAt = clock.now().getTime()
    cached = await on.query(sql`select ${COLUMNS} from pauses`)
  }

  function pausesFor({ platform, remote_id }: PauseScope): Pause[] {
    const all = cached.filter(
      (pause) => pause.platform === platform && (pause.remote_id === '' || pause.remote_id === remote_id),
    )
    // During an outage of the whole network, ignore the outages of single accounts.
    const isNetworkDown = all.some(coversNetwork)
    return all.filter((pause) => pause.kind === 'limit' || !isNetworkDown || coversNetwork(pause))
  }

  async function apply(account: AccountRow, state: NetworkState): Promise<void> {
    if (
      state.is !== 'outage' &&
      cached.some(({ kind, platform }) => kind === 'outage' && platform === account.platform)
    ) {
      await endOutage(account)
    }
    if (state.is === 'available') return
    await database.transaction(async (tx) => {
      if (state.is === 'limit') await recordLimit(tx, account, state, clock.now())
      else await recordOutage(tx, account, state, clock.now())
      await read(tx)
    })
  }

  async function endOutage(scope: PauseScope): Promise<void> {
    await database.transaction(async (tx) => {
      await deleteOutage(tx, scope, clock.now())
      await read(tx)
    })
  }

  return {
    async refresh() {
      // If the clock was set back, the age of the cache is negative. Refresh the cache then too.
      if (Math.abs(clock.now().getTime() - readAt) >= REFRESH_EVERY_MS) await read()
    },
    nextProbeAt() {
      const times = cached.flatMap(({ kind, until }) => (kind === 'outage' && until ? [until.getTime()] : []))
      return times.length > 0 ? new Date(Math.min(...times)) : undefined
    },
    isPaused: (account, { id }) => pausesFor(account).some((one) => isActive(one, clock.now()) && one.trial !== id),
    async postponeDuePosts(account) {
      const now = clock.now()
      for (const pause of pausesFor(account).filter((one) => isActive(one, now))) {
        const isOver = !(await database.transaction((tx) => postponeWhilePaused(tx, pause, account, now)))
        // Refresh the stale cache. Otherwise posts would wait for a pause that is over.
        if (isOver) await read()
      }
    },
    async report(account, outcome) {
      const state = networkStateFrom(outcome.ok ? null : outcome.failure, clock.now())
      if (state) await apply(account, state)
    },
    async watchOutage({ platform, remote_id }) {
      if (!cached.some((one) => one.platform === platform && one.remote_id === remote_id && one.until === null)) return
      await database.query(sql`
        update pauses set until = ${new Date(clock.now().getTime() + FIRST_PAUSE_MS)} where ${isPause({ platform, remote_id, kind: 'outage' })} and until is null`)
      await read()
    },
    async claimDueOutages(until) {
      const now = clock.now()
      return await database.transaction(async (tx) => {
        await tx.query(sql`
          delete from pauses where (platform, remote_id, kind) in (
            select platform, remote_id, kind from pauses
            where kind = 'limit' and until < ${longAgo(now)} or ${isSingleLoss(now)}
            for update skip locked)`)
        const claimed = await tx.query(sql`
          update pauses set until = ${until} where (platform, remote_id, kind) in (
            select platform, remote_id, kind from pauses o where kind = 'outage' and until <= ${now} and ${IS_NOT_COVERED}
            for update skip locked)
          returning ${COLUMNS}`)
        await read(tx)
        return claimed
      })
    },
    async postponeProbe(pause) {
      await database.query(sql`
        update pauses set until = ${new Date(clock.now().getTime() + FIRST_PAUSE_MS)} where ${isPause(pause)}`)
      await read()
    },
    async allowTrial(pause, postId, until) {
      await database.transaction(async (tx) => {
        await tx.query(sql`update pauses set trial = ${postId}, until = ${until} where ${isPause(pause)}`)
        await retryPostNow(tx, postId, clock.now())
        await read(tx)
      })
    },
    async reportStillDown(pause, detail) {
      await database.transaction(async (tx) => {
        await tx.query(sql`
          update pauses set failures = failures + 1, detail = ${detail}, trial = null, until = ${clock.now()}::timestamptz + ${PAUSE_AFTER}
          where ${isPause(pause)}`)
        await read(tx)
      })
    },
    endOutage,
  }
}

const coversNetwork = ({ kind, remote_id }: Pause): boolean => kind === 'outage' && remote_id === ''

const isActive = ({ kind, until }: Pause, now: Date): boolean => until !== null && (kind === 'outage' || until > now)

/** An SQL condition for outages `o`. Excludes outages of single accounts during an outage of the whole network. */
const IS_NOT_COVERED = sql`(o.remote_id = '' or not exists (
  select from pauses n where n.platform = o.platform and n.kind = 'outage' and n.remote_id = ''))`

/** Limits that ended before this time, and single lost responses from before this time, are deleted. */
const longAgo = (now: Date): Date => new Date(now.getTime() - 10 * 60_000)

/** SQL condition: the row records a single lost response that is long ago, and no other failure followed. */
const isSingleLoss = (now: Date): Sql => sql`(kind = 'outage' and until is null and since < ${longAgo(now)})`

const isPause = ({ platform, remote_id, kind }: Pick<Pause, 'platform' | 'remote_id' | 'kind'>): Sql =>
  sql`pauses.platform = ${platform} and pauses.remote_id = ${remote_id} and pauses.kind = ${kind}`

/** The pause doubles from 2 to 20 seconds, so that all waiting posts are published within a minute after an outage. */
const PAUSE_AFTER = sql`least(2 ^ least(pauses.failures + 1, 10), ${LONGEST_OUTAGE_PAUSE_MS / 1_000}) * interval '1 second'`

async function recordLimit(
  tx: Queryable,
  { platform, remote_id: remoteId }: PauseScope,
  { of, until, reason, detail }: Extract<NetworkState, { is: 'limit' }>,
  now: Date,
): Promise<void> {
  const scopeId = of === 'network' ? '' : remoteId
  // Pause only briefly if the network's reset time has already passed by Frogy's clock.
  const soonest = new Date(now.getTime() + FIRST_PAUSE_MS)
  await tx.query(sql`
    insert into pauses (platform, remote_id, kind, reason, detail, since, until)
    values (${platform}, ${scopeId}, 'limit', ${reason}, ${detail}, ${now}, ${until > soonest ? until : soonest})
    on conflict (platform, remote_id, kind) do update set reason = excluded.reason, detail = excluded.detail,
      failures = pauses.failures + 1, until = greatest(excluded.until, ${now}::timestamptz + ${PAUSE_AFTER})`)
}

/**
 * Records a failed connection, after which posts wait. After a lost response they wait only if it is the second in a
 * row, because one may be chance.
 */
async function recordOutage(
  tx: Queryable,
  { platform, remote_id: remoteId }: PauseScope,
  { mayBePublic, detail }: Extract<NetworkState, { is: 'outage' }>,
  now: Date,
): Promise<void> {
  const recordFor = (scopeId: string, firstUntil: Date | null) =>
    tx.query(sql`
      insert into pauses (platform, remote_id, kind, reason, detail, since, until)
      values (${platform}, ${scopeId}, 'outage', 'not_reached', ${detail}, ${now}, ${firstUntil})
      on conflict (platform, remote_id, kind) do update set failures = pauses.failures + 1, detail = excluded.detail, trial = null,
        until = ${now}::timestamptz + ${PAUSE_AFTER}
      -- Requests that were already running when the pause began do not count again.
      where pauses.until is null or pauses.until <= ${now} or pauses.trial is not null`)
  await lockOutages(tx, platform)
  await tx.query(sql`delete from pauses where platform = ${platform} and ${isSingleLoss(now)}`)
  const soon = new Date(now.getTime() + FIRST_PAUSE_MS)
  await recordFor(remoteId, mayBePublic ? null : soon)
  if (rulesOf(platform).hasManyServers) return
  const [down] = await tx.query(sql`
    select ${count('accounts')}, ${computed('failures', 'integer', sql`sum(failures)`, 0)} from pauses
    where platform = ${platform} and kind = 'outage' and remote_id <> '' and not is_alone`)
  const isNetworkDown = (down?.accounts ?? 0) >= OUTAGE_MIN_ACCOUNTS && (down?.failures ?? 0) >= OUTAGE_MIN_FAILURES
  if (isNetworkDown) await recordFor('', soon)
}

/** Serializes writes to a network's outages, because a failure of one account can change the rows of others. */
async function lockOutages(tx: Queryable, platform: Platform): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`outages of ${platform}`}))`)
}

/** Ends the account's outage, and the network's outage if the whole network was considered down. */
async function deleteOutage(tx: Queryable, { platform, remote_id: remoteId }: PauseScope, now: Date): Promise<void> {
  await lockOutages(tx, platform)
  const ended = await tx.query(sql`
    delete from pauses where platform = ${platform} and kind = 'outage' and (remote_id in ('', ${remoteId})
      or exists (select from pauses n where n.platform = pauses.platform and n.kind = 'outage' and n.remote_id = ''))
    returning ${columns('pauses', 'remote_id')}`)
  await tx.query(sql`
    update pauses set is_alone = true where platform = ${platform} and kind = 'outage' and not is_alone`)
  if (ended.length === 0) return
  const isNetworkDown = ended.some((one) => one.remote_id === '')
  // Include posts whose account was disconnected while they waited.
  const accounts = sql`(p.account_id in (select id from social_accounts where platform = ${platform} and remote_id = ${remoteId})
    or p.account_id is null and p.platform = ${platform} and p.former_remote_id = ${remoteId})`
  await retryPostsNow(tx, isNetworkDown ? sql`p.platform = ${platform}` : accounts, now)
}

/**
 * Postpones due posts until the pause ends. With `for share`, a transaction that ends the pause waits for this one, and
 * then retries these posts too. Returns whether the pause is active.
 */
async function postponeWhilePaused(
  tx: Queryable,
  { platform, remote_id, kind }: Pause,
  account: AccountRow,
  now: Date,
): Promise<boolean> {
  const [pause] = await tx.query(sql`
    select ${COLUMNS} from pauses where ${isPause({ platform, remote_id, kind })} for share`)
  if (!pause || !isActive(pause, now)) return false
  const condition = sql`p.account_id = ${account.id} and p.id is distinct from ${pause.trial}`
  const failure = { code: pause.reason, detail: pause.detail, at: now.toISOString() }
  if (pause.kind === 'outage') await postponePosts(tx, condition, failure, null, now)
  else {
    await postponePosts(tx, condition, { ...failure, code: 'rate_limited' }, pause.until, now)
    await failPosts(tx, condition, failure, pause.until ?? now, now)
  }
  return true
}
