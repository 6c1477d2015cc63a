import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { AccountRow } from '../accounts/store.ts'
import { unavailableClient, type PlatformClients } from '../adapters/platforms/all.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { isAbout, type Changes } from '../events/changes.ts'
import type { ProcessClock } from '../clock/clock.ts'
import { isDatabaseUnavailable, type Database } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { LinkCards } from '../reading/link-cards.ts'
import { LEASE_MS, leaseAccount, leaseAccounts, LeaseLost, extendLeases } from '../accounts/leases.ts'
import { beat, BEAT_EVERY_MS, endBeating } from './heartbeats.ts'
import { failWithoutAccount } from './claim-due-post.ts'
import { accountsWith, takenUpAt, TAKEN_UP_AHEAD_MS, toPrepareAt } from './due-posts.ts'
import { gatherStatements } from './gathered-statements.ts'
import { permalinkFinder } from './permalinks.ts'
import { prepareAhead } from './prepare-ahead.ts'
import { openPauses } from './pauses.ts'
import { dueProbes, probe, tellOfWaiting } from './probes.ts'
import { publishNext } from './publish-post.ts'

/**
 * How many accounts of one network a worker serves at once: as many as one core can look after while they wait for an
 * answer (docs/decisions/021). A network that hangs holds up its own posts only.
 */
const ACCOUNTS_OF_A_PLATFORM = 400
/** For how many it prepares coming posts at once, beside those: pictures pass through its memory. */
const PREPARED_OF_A_PLATFORM = 16
/** How long an account is served before others of its network get their turn. */
const TURN_MS = 5_000
/** How often the owners of posts that wait are told. */
const TELL_EVERY_MS = 20_000
/** The longest sleep: bounds what a missed notification can cost. */
const LONGEST_SLEEP_MS = 5_000
/** Rounds that changes call for come no closer than this. */
const SHORTEST_ROUND_MS = 20
/** The pause when due posts are all in other hands. */
const BUSY_PAUSE_MS = 250

export interface WorkerParts {
  database: Database
  clock: ProcessClock
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
  const atWork = new Map<string, { account: AccountRow; task: Task; stop: AbortController; done: Promise<void> }>()
  const statements = gatherStatements(database, clock, name)
  const permalinks = permalinkFinder()
  const pauses = openPauses(parts)
  const tools = { statements, pauses, untilDue, findPermalink: permalinks.find }
  /** The accounts whose next post is ready and not due yet, and what wakes them before. */
  const waiting = new Map<AccountRow, AbortController>()
  let wake = new AbortController()
  let wentRoundAt = performance.now()
  let beatsAt = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY

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
    if (!isAbout(change, 'post', 'account')) return
    wakeUp()
    for (const [account, waked] of waiting) if (account.user_id === change.userId) waked.abort()
  })
  const ungap = changes.onGap(() => {
    wakeUp()
    for (const waked of waiting.values()) waked.abort()
  })
  const heartbeat = setInterval(() => void sayAlive(), LEASE_MS / 3)

  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      roundAt = performance.now()
      let sleepUntil = new Date(clock.now().getTime() + 1_000)
      try {
        // Without the right time nothing is known to be due, or to be too late.
        if (await clock.waitUntilReliable()) {
          await takeWork()
          sleepUntil = await nextRound()
          await sayThatItWorks()
        }
        wentRoundAt = performance.now()
      } catch (error) {
        log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ err: error }, 'the worker could not look for due posts')
      }
      await clock.until(sleepUntil, AbortSignal.any([wake.signal, stopping.signal]))
    }
    await Promise.all([...atWork.values()].map(({ done }) => done))
    await endBeating(database, name).catch(() => {})
  }

  async function sayThatItWorks(): Promise<void> {
    if (performance.now() < beatsAt) return
    await beat(database, name)
    beatsAt = performance.now() + BEAT_EVERY_MS
  }

  async function takeWork(): Promise<void> {
    await pauses.refresh()
    const now = clock.now()
    const due = slots('publish', ACCOUNTS_OF_A_PLATFORM)
    for (const account of await leaseAccounts(database, name, due, accountsAtWork(), takenUpAt(now))) {
      serve(account, 'publish', (signal) => publishAllDue(account, signal))
    }
    const coming = slots('prepare', PREPARED_OF_A_PLATFORM)
    for (const account of await leaseAccounts(database, name, coming, accountsAtWork(), toPrepareAt(now))) {
      serve(account, 'prepare', (signal) =>
        prepareAhead({ ...parts, ...tools }, name, account, clientOf(account), signal),
      )
    }
    // What is only prepared holds up nothing that is due.
    for (const id of await accountsWith(database, accountsAtWork('prepare'), takenUpAt(now)))
      atWork.get(id)?.stop.abort()
    await failWithoutAccount(parts)
    await lookAfterOutages()
  }

  async function lookAfterOutages(): Promise<void> {
    for (const one of await dueProbes({ ...parts, pauses })) {
      const account = atWork.has(one.accountId) ? undefined : await leaseAccount(database, name, one.accountId)
      if (!account) await pauses.postpone(one.pause)
      else
        serve(account, 'publish', (signal) =>
          probe({ ...parts, pauses }, name, one, clientOf(account), account, signal),
        )
    }
    // Either way: a clock may be set back.
    if (Math.abs(clock.now().getTime() - toldAt) < TELL_EVERY_MS) return
    toldAt = clock.now().getTime()
    await tellOfWaiting(parts)
  }

  function slots(task: Task, atMost: number): Slots {
    return Object.fromEntries(PLATFORMS.map((platform) => [platform, atMost - count(task, platform)])) as Slots
  }

  function clientOf({ platform }: AccountRow): PlatformClient {
    return clients[platform] ?? unavailableClient
  }

  function accountsAtWork(task?: Task): AccountRow[] {
    return [...atWork.values()].filter((one) => task === undefined || one.task === task).map(({ account }) => account)
  }

  function count(task: Task, platform: Platform): number {
    return accountsAtWork(task).filter((account) => account.platform === platform).length
  }

  /** Works for an account that this worker holds the lease of, and gives it back. */
  function serve(account: AccountRow, task: Task, work: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController()
    const done = work(AbortSignal.any([stop.signal, stopping.signal]))
      .then(() => statements.release(account))
      .catch((error: unknown) => {
        // The lease runs out by itself; whoever takes the account then finds each attempt as far as it got.
        if (error instanceof LeaseLost) return
        log[isDatabaseUnavailable(error) ? 'warn' : 'error'](
          { err: error, accountId: account.id },
          'an account was left',
        )
      })
      .finally(() => {
        atWork.delete(account.id)
        wakeUp()
      })
    atWork.set(account.id, { account, task, stop, done })
  }

  async function publishAllDue(account: AccountRow, signal: AbortSignal): Promise<void> {
    const turnEnds = performance.now() + TAKEN_UP_AHEAD_MS + TURN_MS
    let isMore = true
    while (isMore && !signal.aborted && performance.now() < turnEnds && clock.isReliable()) {
      isMore = await publishNext({ ...parts, ...tools }, name, account, clientOf(account), signal)
    }
  }

  async function untilDue(account: AccountRow, time: Date): Promise<void> {
    const waked = new AbortController()
    const signal = AbortSignal.any([waked.signal, stopping.signal])
    waiting.set(account, waked)
    // A timer may be a millisecond early, and a post must not.
    while (!signal.aborted && clock.now() < time) await clock.until(time, signal)
    waiting.delete(account)
  }

  /** When the next post is to be made ready. Those that are taken up but in other hands are looked at again soon. */
  async function nextRound(): Promise<Date> {
    const now = clock.now()
    const [row] = await database.query(
      sql`select ${computed('next', 'timestamptz', sql`min(next_step_at)`)} from posts where next_step_at is not null`,
    )
    const latest = Math.max(
      now.getTime() + SHORTEST_ROUND_MS,
      Math.min(now.getTime() + LONGEST_SLEEP_MS, pauses.nextAt()?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    const next = row?.next?.getTime() ?? latest
    const soon = now.getTime() + BUSY_PAUSE_MS
    if (next <= now.getTime()) return new Date(soon)
    return new Date(Math.min(next, latest, Math.max(next - TAKEN_UP_AHEAD_MS, soon)))
  }

  async function sayAlive(): Promise<void> {
    try {
      await extendLeases(database, name, accountsAtWork())
    } catch (error) {
      // Who works there finds out before it sends anything.
      log.warn({ err: error }, 'leases could not be extended')
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
      await permalinks[Symbol.asyncDispose]()
    },
  }
}

type Slots = Record<Platform, number>
type Task = 'publish' | 'prepare'
