import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import { unavailableClient, type PlatformClients } from '../adapters/platforms/all.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway, type Database } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { LinkCards } from '../sources/link-cards.ts'
import {
  forgetLeases,
  renewLease,
  LEASE_MS,
  leaseAccount,
  leaseDueAccounts,
  LeaseLost,
  prolongLease,
  releaseLease,
} from '../accounts/leases.ts'
import { failWithoutAccount } from './claim-due-post.ts'
import { publishNext } from './publish-post.ts'
import { readAhead } from './read-ahead.ts'
import { accountsToRenew, renewUnasked } from './renewals.ts'

/** How many accounts of one network a worker serves at once: a network that hangs holds up its own posts only. */
const ACCOUNTS_OF_A_PLATFORM = 8
/** How long an account is served before others of its network get their turn. */
const TURN_MS = 5_000
/** How many accounts of one network a worker renews at once without a post, beside those that it serves. */
const RENEWALS_OF_A_PLATFORM = 2
/** How often it looks which accounts need that. */
const RENEW_EVERY_MS = 60_000
/** How often the pages behind the links of coming posts are looked for. */
const READ_AHEAD_EVERY_MS = 10_000
/** The longest sleep: bounds what a missed notification can cost. */
const LONGEST_SLEEP_MS = 5_000
/** Rounds that changes call for come no closer than this. */
const SHORTEST_ROUND_MS = 20
/** The pause when due posts are all in other hands. */
const BUSY_PAUSE_MS = 250

export interface WorkerParts {
  database: Database
  clock: Clock
  changes: Changes
  clients: PlatformClients
  secrets: Secrets
  log: FastifyBaseLogger
  storage: Storage
  publicUrl: () => string
  cards: Pick<LinkCards, 'cardOf'>
}

export interface Worker extends AsyncDisposable {
  /** How long ago it last went round, in ms; health looks at it. */
  silentMs(): number
}

/**
 * Publishes what is due. The queue is the posts table: a worker leases an account that has something due, does that
 * account's posts one after the other, and gives it back. It sleeps until the next post's own time, or until the
 * database tells that something changed.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { database, clock, changes, clients, log } = parts
  const name = `worker:${randomUUID()}`
  const stopping = new AbortController()
  const atWork = new Map<string, { account: AccountRow; task: Task; done: Promise<void> }>()
  let wake = new AbortController()
  let wentRoundAt = performance.now()
  let lookedForRenewalsAt: Date | undefined
  let readAheadAt = performance.now()

  // Publishing itself changes posts, several times each: many changes become one round.
  let roundAt = 0
  let wakeTimer: NodeJS.Timeout | undefined
  const wakeUp = () => {
    wakeTimer ??= setTimeout(
      () => {
        wakeTimer = undefined
        wake.abort()
      },
      Math.max(0, SHORTEST_ROUND_MS - (performance.now() - roundAt)),
    )
  }
  const unsubscribe = changes.subscribe((change) => {
    if (change.type !== 'notification') wakeUp()
  })
  const ungap = changes.onGap(wakeUp)
  const heartbeat = setInterval(() => void prolongLeases(), LEASE_MS / 3)

  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      roundAt = performance.now()
      let sleepUntil = new Date(clock.now().getTime() + 1_000)
      try {
        await takeWork()
        sleepUntil = await nextRound()
        wentRoundAt = performance.now()
      } catch (error) {
        log[isDatabaseAway(error) ? 'warn' : 'error']({ err: error }, 'the worker could not look for due posts')
      }
      await clock.until(sleepUntil, AbortSignal.any([wake.signal, stopping.signal]))
    }
    await Promise.all([...atWork.values()].map(({ done }) => done))
  }

  async function takeWork(): Promise<void> {
    const slots = Object.fromEntries(
      PLATFORMS.map((platform) => [platform, ACCOUNTS_OF_A_PLATFORM - count('publish', platform)]),
    ) as Slots
    for (const account of await leaseDueAccounts(database, name, slots, accountsAtWork(), clock.now())) {
      serve(account, 'publish', () => publishAllDue(account))
    }
    await failWithoutAccount(parts)
    if (performance.now() >= readAheadAt) {
      readAheadAt = performance.now() + READ_AHEAD_EVERY_MS
      await readAhead(parts)
    }
    // Either way: a clock that was set back must not stop this until it is as late again.
    const sinceMs = Math.abs(clock.now().getTime() - (lookedForRenewalsAt?.getTime() ?? Number.NEGATIVE_INFINITY))
    if (sinceMs >= RENEW_EVERY_MS) await renewWhatLapses()
  }

  async function renewWhatLapses(): Promise<void> {
    const now = clock.now()
    lookedForRenewalsAt = now
    await forgetLeases(database)
    for (const platform of PLATFORMS) {
      const client = clients[platform]
      if (!client) continue
      const free = RENEWALS_OF_A_PLATFORM - count('renew', platform)
      for (const id of await accountsToRenew(database, platform, client.renewsWith, free, now)) {
        const account = atWork.has(id) ? undefined : await leaseAccount(database, name, id)
        if (account)
          serve(account, 'renew', () =>
            renewUnasked({ ...parts, on: database, client, now, hold: () => holdFor(account) }, account),
          )
      }
    }
  }

  async function holdFor(account: AccountRow): Promise<void> {
    await renewLease(database, name, account, SENDING_LEASE_MS)
  }

  function accountsAtWork(): AccountRow[] {
    return [...atWork.values()].map(({ account }) => account)
  }

  function count(task: Task, platform: Platform): number {
    return [...atWork.values()].filter((one) => one.task === task && one.account.platform === platform).length
  }

  /** Works for an account that this worker holds the lease of, and gives it back. */
  function serve(account: AccountRow, task: Task, work: () => Promise<void>): void {
    const done = work()
      .then(() => releaseLease(database, name, account))
      .catch((error: unknown) => {
        // The lease runs out by itself; whoever takes the account then finds each attempt as far as it got.
        if (!(error instanceof LeaseLost)) log.error({ err: error, accountId: account.id }, 'an account was left')
      })
      .finally(() => {
        atWork.delete(account.id)
        // Whose turn comes next?
        if (task === 'renew') lookedForRenewalsAt = undefined
        wakeUp()
      })
    atWork.set(account.id, { account, task, done })
  }

  async function publishAllDue(account: AccountRow): Promise<void> {
    const client = clients[account.platform] ?? unavailableClient
    const turnEnds = performance.now() + TURN_MS
    let isMore = true
    while (isMore && !stopping.signal.aborted && performance.now() < turnEnds) {
      isMore = await publishNext(parts, name, account, client, stopping.signal)
    }
  }

  /** The next post's own time. Posts that are due but in other hands are looked at again soon. */
  async function nextRound(): Promise<Date> {
    const now = clock.now()
    const [row] = await database.query(
      sql`select ${computed('next', 'timestamptz', sql`min(next_step_at)`)} from posts where next_step_at is not null`,
    )
    const latest = now.getTime() + LONGEST_SLEEP_MS
    const next = row?.next?.getTime() ?? latest
    return new Date(next <= now.getTime() ? now.getTime() + BUSY_PAUSE_MS : Math.min(next, latest))
  }

  async function prolongLeases(): Promise<void> {
    for (const account of accountsAtWork()) {
      try {
        await prolongLease(database, name, account)
      } catch (error) {
        // Who works there finds out before it sends anything.
        log.warn({ err: error }, 'a lease could not be prolonged')
      }
    }
  }

  return {
    silentMs: () => performance.now() - wentRoundAt,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      unsubscribe()
      ungap()
      clearInterval(heartbeat)
      clearTimeout(wakeTimer)
      await running
    },
  }
}

type Slots = Record<Platform, number>
type Task = 'publish' | 'renew'
