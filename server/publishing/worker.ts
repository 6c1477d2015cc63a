import { randomUUID } from 'node:crypto'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { AccountRow } from '../accounts/store.ts'
import { unavailableClient, type PlatformClients } from '../adapters/platforms/all.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import { isAbout, type Changes } from '../events/changes.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import { LEASE_MS, leaseAccount, leaseAccounts, LeaseLost, extendLeases } from '../accounts/leases.ts'
import { batchStatements } from './batched-statements.ts'
import { accountsWithFollowUps } from './follow-ups/due-follow-ups.ts'
import { publishDueFollowUp } from './follow-ups/publish-follow-up.ts'
import type { Installation } from './hold/open-installation.ts'
import { HEARTBEAT_EVERY_MS, recordHeartbeat, removeHeartbeat } from './heartbeats.ts'
import { claimDueProbes, notifyDelays, probeOutage } from './outage-probes.ts'
import { openPauses } from './pauses.ts'
import { prepareUpcomingPosts } from './prepare-upcoming-posts.ts'
import { publishDuePost } from './publish-due-post.ts'
import { failPostsWithoutAccount } from './schedule/claim-post.ts'
import { accountsWithPosts, CLAIM_AHEAD_MS, claimableAt, duePosts, upcomingAt } from './schedule/due-posts.ts'
import { beginFollowUps, pauseOrphanedFollowUps } from '../posts/transitions/follow-ups.ts'
import { openPermalinkFinder } from './send/find-permalinks.ts'
import type { PublishParts } from './send/publish-job.ts'

/**
 * Accounts per network that a worker serves in parallel: as many as one core handles while they wait for responses
 * (docs/decisions/021). The limit is per network, so that a hanging network delays only its own posts.
 */
const ACCOUNTS_PER_PLATFORM = 400
/**
 * The number of accounts per network for which a worker also prepares posts. It is small, because pictures pass through
 * the worker's memory.
 */
const PREPARED_PER_PLATFORM = 16
/** How long a worker serves an account before others of the network get their turn. */
const TURN_MS = 5_000
const NOTIFY_EVERY_MS = 20_000
/** The longest sleep between rounds, which limits the delay after a missed change notification. */
const LONGEST_SLEEP_MS = 5_000
const SHORTEST_ROUND_MS = 20
/** The pause while other workers hold all due posts. */
const BUSY_PAUSE_MS = 250

interface WorkerParts extends PublishParts {
  changes: Changes
  clients: PlatformClients
  installation: Installation
  /** Whether this process can convert videos. */
  makesCopies: boolean
}

export interface Worker extends AsyncDisposable {
  silentMs(): number
}

/**
 * Publishes due posts. The table `posts` is the queue: a worker reserves an account, publishes its due posts in order
 * and releases it. It sleeps until the next post's time or a change notification.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { database, clock, changes, clients, installation, log } = parts
  const name = `worker:${randomUUID()}`
  const stopping = new AbortController()
  const serving = new Map<string, { account: AccountRow; task: Task; stop: AbortController; done: Promise<void> }>()
  const statements = batchStatements(database, clock, name, installation)
  const permalinks = openPermalinkFinder()
  const pauses = openPauses(parts)
  const tools = { statements, pauses, waitUntilDue, findPermalink: permalinks.find }
  /**
   * Accounts whose next post is prepared but not due yet. An abort of the controller ends the wait for that post early.
   */
  const waiting = new Map<AccountRow, AbortController>()
  let wake = new AbortController()
  let lastRoundAt = performance.now()
  let heartbeatDueAt = performance.now()
  let notifiedAt = Number.NEGATIVE_INFINITY

  // Debounces changes into rounds, because publishing changes each post several times. Rounds take at most a fifth of
  // the time, so that they do not delay the publishing of posts that are due together.
  let roundAt = 0
  let roundSpacingMs = SHORTEST_ROUND_MS
  let wakeTimer: NodeJS.Timeout | undefined
  const wakeUp = () => {
    wakeTimer ??= setTimeout(
      () => {
        wakeTimer = undefined
        wake.abort()
      },
      Math.max(0, roundSpacingMs - (performance.now() - roundAt)),
    )
  }
  const unsubscribe = changes.subscribe((change) => {
    // Ignore the start of sending a post, because it makes no other post due.
    if (!isAbout(change, 'post', 'account') || change.kind === 'post.begun') return
    wakeUp()
    for (const [account, waiter] of waiting) if (account.user_id === change.userId) waiter.abort()
  })
  const unsubscribeFromGaps = changes.onGap(() => {
    wakeUp()
    for (const waiter of waiting.values()) waiter.abort()
  })
  const leaseTimer = setInterval(() => void extendServedLeases(), LEASE_MS / 3)

  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      roundAt = performance.now()
      let sleepUntil = new Date(clock.now().getTime() + 1_000)
      try {
        // Without a reliable clock, no post is known to be due or late.
        if (await clock.waitUntilReliable()) {
          if (await installation.mayPublish()) {
            await startWork()
            sleepUntil = await nextRoundAt()
          } else stopServing()
          await recordRound()
        }
        lastRoundAt = performance.now()
        roundSpacingMs = Math.min(BUSY_PAUSE_MS, Math.max(SHORTEST_ROUND_MS, 5 * (lastRoundAt - roundAt)))
      } catch (error) {
        log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ err: error }, 'the worker could not look for due posts')
      }
      await clock.until(sleepUntil, AbortSignal.any([wake.signal, stopping.signal]))
    }
    await Promise.all([...serving.values()].map(({ done }) => done))
    await removeHeartbeat(database, name).catch(() => {})
  }

  async function recordRound(): Promise<void> {
    if (performance.now() < heartbeatDueAt) return
    await recordHeartbeat(database, name, parts.makesCopies)
    await installation.beat()
    heartbeatDueAt = performance.now() + HEARTBEAT_EVERY_MS
  }

  /** Stops serving accounts when publishing is held. Unfinished requests still end, and their outcomes are recorded. */
  function stopServing(): void {
    for (const { stop } of serving.values()) stop.abort()
  }

  async function startWork(): Promise<void> {
    await pauses.refresh()
    const now = clock.now()
    const due = freeSlots('publish', ACCOUNTS_PER_PLATFORM)
    const work = sql`${duePosts(claimableAt(now))} union all ${accountsWithFollowUps(now)}`
    for (const account of await leaseAccounts(database, name, due, servedAccounts(), work))
      serve(account, 'publish', (signal) => publishDuePosts(account, signal))
    const coming = freeSlots('prepare', PREPARED_PER_PLATFORM)
    for (const account of await leaseAccounts(database, name, coming, servedAccounts(), duePosts(upcomingAt(now)))) {
      serve(account, 'prepare', (signal) =>
        prepareUpcomingPosts({ ...parts, ...tools }, name, account, clientOf(account), signal),
      )
    }
    // Accounts with due posts stop preparing later posts, because due posts take precedence.
    for (const id of await accountsWithPosts(database, servedAccounts('prepare'), claimableAt(now)))
      serving.get(id)?.stop.abort()
    await failPostsWithoutAccount(parts)
    await probeOutages()
  }

  async function probeOutages(): Promise<void> {
    for (const probe of await claimDueProbes({ ...parts, pauses })) {
      const account = serving.has(probe.accountId) ? undefined : await leaseAccount(database, name, probe.accountId)
      if (!account) await pauses.postponeProbe(probe.pause)
      else
        serve(account, 'publish', (signal) =>
          probeOutage({ ...parts, ...tools }, name, probe, clientOf(account), account, signal),
        )
    }
    // If the clock was set back, the time since the last notification is negative. Notify then too.
    if (Math.abs(clock.now().getTime() - notifiedAt) < NOTIFY_EVERY_MS) return
    notifiedAt = clock.now().getTime()
    await notifyDelays(parts)
    await pauseOrphanedFollowUps(database, clock.now())
    // Begins the follow-ups of published posts here too, because a process of an older release does not begin them.
    await beginFollowUps(database, sql`true`, clock.now())
  }

  function freeSlots(task: Task, limit: number): Slots {
    return Object.fromEntries(PLATFORMS.map((platform) => [platform, limit - count(task, platform)])) as Slots
  }

  function clientOf({ platform }: AccountRow): PlatformClient {
    return clients[platform] ?? unavailableClient
  }

  function servedAccounts(task?: Task): AccountRow[] {
    return [...serving.values()]
      .filter((served) => task === undefined || served.task === task)
      .map(({ account }) => account)
  }

  function count(task: Task, platform: Platform): number {
    return servedAccounts(task).filter((account) => account.platform === platform).length
  }

  function serve(account: AccountRow, task: Task, work: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController()
    const done = work(AbortSignal.any([stop.signal, stopping.signal]))
      .then(() => statements.release(account))
      .catch((error: unknown) => {
        // Log no error, because another worker continues each attempt where it stopped.
        if (error instanceof LeaseLost) return
        const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
        log[level]({ err: error, accountId: account.id }, 'an account was left')
      })
      .finally(() => {
        serving.delete(account.id)
        wakeUp()
      })
    serving.set(account.id, { account, task, stop, done })
  }

  async function publishDuePosts(account: AccountRow, signal: AbortSignal): Promise<void> {
    const turnEnds = performance.now() + CLAIM_AHEAD_MS + TURN_MS
    let isMore = true
    const turn = [{ ...parts, ...tools }, name, account, clientOf(account), signal] as const
    // A due post is more urgent than the next part of a thread, because the post has a scheduled time.
    while (isMore && !signal.aborted && performance.now() < turnEnds && clock.isReliable())
      isMore = (await publishDuePost(...turn)) || (await publishDueFollowUp(...turn))
  }

  async function waitUntilDue(account: AccountRow, time: Date): Promise<void> {
    const waiter = new AbortController()
    const signal = AbortSignal.any([waiter.signal, stopping.signal])
    waiting.set(account, waiter)
    // Wait again, because a timer may fire a millisecond early, and a post must not be sent early.
    while (!signal.aborted && clock.now() < time) await clock.until(time, signal)
    waiting.delete(account)
  }

  /** The time when the worker can take the next post. While other workers hold all due posts, a time soon from now. */
  async function nextRoundAt(): Promise<Date> {
    const now = clock.now()
    const [row] = await database.query(sql`
      select ${computed(
        'next',
        'timestamptz',
        sql`least((select min(next_step_at) from posts where next_step_at is not null),
          (select min(next_step_at) from follow_ups where next_step_at is not null))`,
      )}`)
    const latest = Math.max(
      now.getTime() + SHORTEST_ROUND_MS,
      Math.min(now.getTime() + LONGEST_SLEEP_MS, pauses.nextProbeAt()?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    const next = row?.next?.getTime() ?? latest
    const soon = now.getTime() + BUSY_PAUSE_MS
    if (next <= now.getTime()) return new Date(soon)
    return new Date(Math.min(next, latest, Math.max(next - CLAIM_AHEAD_MS, soon)))
  }

  async function extendServedLeases(): Promise<void> {
    try {
      await extendLeases(database, name, servedAccounts())
    } catch (error) {
      // Only log a warning, because the worker checks the lease of the account again before it sends anything.
      log.warn({ err: error }, 'leases could not be extended')
    }
  }

  return {
    silentMs: () => performance.now() - lastRoundAt,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      unsubscribe()
      unsubscribeFromGaps()
      clearInterval(leaseTimer)
      clearTimeout(wakeTimer)
      await running
      await permalinks[Symbol.asyncDispose]()
    },
  }
}

type Slots = Record<Platform, number>
type Task = 'publish' | 'prepare'
