import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import {
  checkOutcomes,
  mayBeDeleted,
  type CompletedAction,
  type PostOutcome,
  type CheckResult,
} from './chaos-checker.ts'
import {
  accountOf,
  reconnectLater,
  createChaosUsers,
  scheduleAll,
  performAction,
  type ChaosUser,
} from './chaos-users.ts'
import { hasOpenFollowUps, hasStopped } from './chaos-follow-ups.ts'
import { chaosPlan, endsMs, WORKERS, type ChaosPlan, type ChaosSize } from './chaos-plan.ts'
import { healthFaults, watchOverduePosts } from './chaos-monitor.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { wrongClock } from './faketime.ts'
import { freePort } from './free-port.ts'
import type { Person } from './person.ts'
import type { PostgresServer } from './postgres.ts'
import { startSimulatorProcess } from './processes.ts'
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts'
import { simulatorAt, type Fault, type SimulatorControl } from './simulator.ts'
import { countValues } from './count-values.ts'

interface ChaosOptions {
  seed: number
  size: ChaosSize
  database: { databaseUrl: string | undefined; dataDir: string }
  /** The database server, if the chaos plan has faults for it. */
  server?: PostgresServer
  /** Fills the database server's disk. Returns a function that frees it again. */
  fillDisk?: () => () => void
  /** Every post must have a final status within this time after the last fault. */
  decideWithinMs: number
  /**
   * Removes the workers' protection against sending a post twice (fencing), to show that duplicate posts then happen.
   */
  withoutFence?: boolean
}

export interface Chaos extends CheckResult {
  plan: ChaosPlan
  kills: number
  webKills: number
  freezes: number
  databaseTroubles: number
  /** How many of the users' actions ended with each result. */
  acts: Record<string, number>
  faultsUsed: number
  /** The time from the last fault until every post had a final status. Undefined if some never had one. */
  decidedAfterMs: number | undefined
  /** The number of posts that were two minutes late after the last restart and whose authors were notified. */
  toldOfDelay: number
  /** The delays of the posts that became due after the last fault, in ms. */
  calmLateMs: number[]
  /** The most memory that any worker and any web process used, in MiB. */
  peakMiB: { worker: number; web: number }
}

/** Runs web processes, workers and simulated platforms by a chaos plan, injects its faults and checks the result. */
export async function chaos({
  seed,
  size,
  database,
  server,
  fillDisk,
  decideWithinMs,
  withoutFence = false,
}: ChaosOptions): Promise<Chaos> {
  const plan = chaosPlan(seed, size)
  await using opened = new AsyncDisposableStack()
  const simulator = simulatorAt(opened.use(await startSimulatorProcess()).url)
  await simulator.liftLimits()
  await simulator.manners(
    size.refuseDuplicates
      ? { twitterListMs: 15_000, mastodonListMs: 5_000 }
      : { linkedinDuplicateMs: 0, twitterDuplicateMs: 0 },
  )
  if (size.hasAllContent) await simulator.manners(SLOW_MANNERS)
  const proxy = database.databaseUrl ? opened.use(await openDatabaseProxy(database.databaseUrl)) : undefined

  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: proxy?.url,
    APP_SECRET: 'a secret of these tests, long enough',
    SIMULATOR_PORT: new URL(simulator.url).port,
    FACEBOOK_SCOPES: 'pages_manage_engagement',
    INSTAGRAM_SCOPES: 'instagram_business_manage_comments',
    ...(size.hasAllContent && { LINKEDIN_SCOPES: 'w_organization_social r_organization_social rw_organization_admin' }),
  }
  // All web processes have the public URL of the first one, as behind a load balancer.
  const ports = await Promise.all(Array.from({ length: size.webs ?? 1 }, freePort))
  const publicUrl = `http://127.0.0.1:${ports[0]}`
  const webs = ports.map((port) =>
    superviseProcess(() => ({ ...environment, ROLE: 'web', PORT: String(port), PUBLIC_URL: publicUrl })),
  )
  const work = {
    ...environment,
    PUBLIC_URL: publicUrl,
    ROLE: 'worker',
    NODE_OPTIONS: withoutFence ? `--import=${WITHOUT_FENCE}` : undefined,
  }
  const killed = Array.from({ length: WORKERS }, () => superviseProcess(() => work))
  const frozen = size.freezeEveryMs && superviseProcess(() => work)
  const wrong = size.wrongClocks
  const astray = wrong && superviseProcess((life) => ({ ...work, ...wrongClock(wrong[life % wrong.length] ?? '') }))
  const workers = [...killed, frozen, astray].filter((one) => one !== undefined)
  opened.defer(async () => {
    for (const one of [...webs, ...workers]) await one.end()
  })

  const urls = await Promise.all(webs.map(async (web) => (await web.started()).url))
  const people = await createChaosUsers(urls, simulator, size.people, size.hasAllContent ?? false)
  const begin = Date.now() + MS_TO_SCHEDULE_ONE * size.posts + 2_000
  const posts = await scheduleAll(plan, people, begin)
  if (size.latencyMs) await simulator.manners({ latencyMs: size.latencyMs })

  const revoked = plan.revocation && people[0]?.remote[plan.revocation.platform]
  const done: CompletedAction[] = []
  let faultsLeftOut = 0
  const tokensRefusedAt = new Map<Platform, number>()
  const over = new AbortController()
  opened.defer(() => over.abort())
  const restarted = Promise.all([
    runSchedule(plan.kills, begin, async ({ worker }) => await killed[worker]?.killAndRestart()),
    runSchedule(plan.webKills, begin, (_, index) => webs[index % webs.length]!.killAndRestart()),
    runSchedule(plan.faults, begin, async ({ fault }) => {
      if (fault.as === 'token') {
        const refusedAt = tokensRefusedAt.get(fault.platform) ?? 0
        if (!(await mayRefuseToken(simulator, fault.platform, refusedAt))) return void faultsLeftOut++
        tokensRefusedAt.set(fault.platform, Date.now())
      }
      await simulator.fault(fault)
    }),
    runSchedule(plan.revocation ? [plan.revocation] : [], begin, async ({ platform }) => {
      await simulator.revoke(platform, revoked?.id ?? '')
    }),
    runSchedule(plan.clockChanges, begin, async () => await astray?.killAndRestart()),
    runSchedule(plan.databaseTroubles, begin, async ({ trouble, forMs }) => {
      if (trouble === 'cut-off') await proxy?.cutOff(forMs)
      else if (trouble === 'kill') await server?.killAndRestart(forMs)
      else await server?.stall(forMs)
    }),
    runSchedule(plan.diskFull ? [plan.diskFull] : [], begin, async ({ forMs }) => {
      const free = fillDisk?.()
      await pause(forMs)
      free?.()
    }),
    // Each action starts at its own time, even if earlier actions are still in progress.
    ...plan.acts.map((act) =>
      runSchedule([act], begin, async () => void done.push(await performAction(act, plan, people, posts, begin))),
    ),
    pause(begin + size.overMs - Date.now()),
  ]).then(async () => {
    await Promise.all([...webs, ...workers].map((one) => one.started()))
    return Date.now()
  })
  // Check the health only in long runs with an outage. In short runs, a slow machine may need too long to recover.
  const isLong = plan.outage !== undefined
  const watched = restarted.then((restartedAt) =>
    watchOverduePosts(people, isLong ? urls : [], restartedAt, over.signal),
  )
  await Promise.all([
    restarted,
    runSchedule(plan.freezes, begin, async ({ forMs }) => await frozen?.freeze(forMs)),
    runSchedule(plan.outage ? [plan.outage] : [], begin, async ({ platform, forMs }) => {
      await simulator.manners({ away: platform })
      await pause(forMs)
      // Remove the planned faults of lookups, because Frogy retries a failed lookup only after minutes.
      faultsLeftOut += await dropFaults(simulator, (one) => one.platform === platform && one.operation === 'list')
      await simulator.manners({ away: 'nobody' })
    }),
    ...plan.disconnects.map((one) =>
      runSchedule([one], begin, () => reconnectLater(one, people, begin + endsMs(plan))),
    ),
  ])

  // Remove the faults that have not affected a request, so that the last fault ends now.
  let calmSince = performance.now()
  const decided = allDecided(people, posts, plan).then(() => true)
  const decidedWithin = (ms: number) => Promise.race([decided, pause(ms, false, { ref: false })])
  let isDecided = await decidedWithin(AFTERMATH_MS)
  const faultsLeft = await dropFaults(simulator)
  if (!isDecided) {
    calmSince = performance.now()
    isDecided = await decidedWithin(decideWithinMs)
  }
  const decidedAfterMs = isDecided ? performance.now() - calmSince : undefined
  over.abort()
  const { wrong: untoldInTime, told: toldOfDelay } = await watched

  const calmLateMs = size.calm && isDecided ? await latenessAfterFaults(people, plan, simulator) : []
  const arrived = (await arrivedAt(simulator)).filter(({ text }) => !text.startsWith(CALM))
  const ended = await outcomeOf(plan, people, posts, begin, done)
  const missingNotifications = await Promise.all(
    people.map(({ person }, number) => missingNotificationsOf(number, person, ended)),
  )
  const healthFaultTexts = await Promise.all(urls.map(healthFaults))
  const stopped = workers.flatMap((worker) => worker.stoppedAt)
  return {
    plan,
    kills: workers.reduce((sum, worker) => sum + worker.kills(), 0),
    webKills: webs.reduce((sum, web) => sum + web.kills(), 0),
    freezes: plan.freezes.length,
    databaseTroubles: plan.databaseTroubles.length,
    acts: countValues(
      done.map(
        ({ act, granted }) => `${act} ${granted === undefined ? 'unanswered' : granted ? 'granted' : 'refused'}`,
      ),
    ),
    faultsUsed: plan.faults.length - faultsLeft - faultsLeftOut,
    decidedAfterMs,
    toldOfDelay,
    calmLateMs,
    peakMiB: { worker: peakOf(workers), web: peakOf(webs) },
    ...checkOutcomes(plan, ended, arrived, stopped, await restarted, [
      ...[...webs, ...workers]
        .flatMap((one) => one.errors())
        .filter((line) => !plan.diskFull || !ABOUT_DISK.test(line)),
      ...untoldInTime,
      ...missingNotifications.flat(),
      ...healthFaultTexts.flat(),
    ]),
  }
}

const WITHOUT_FENCE = pathToFileURL(join(import.meta.dirname, 'disable-fencing.ts')).href

/** Settings of the simulator that make networks process media slowly and list new posts late. */
const SLOW_MANNERS = {
  processingMs: 2_000,
  commentableAfterMs: 1_500,
  mastodonPictures: 'processed_later',
  linkedinListMs: 20_000,
}

const peakOf = (processes: readonly SupervisedProcess[]): number => Math.max(...processes.map((one) => one.peakMiB()))

/** The time that one post takes to schedule on a busy machine. */
const MS_TO_SCHEDULE_ONE = 30

/**
 * Whether a platform may reject a token now. After two rejections in a row, Frogy would ask the user to reconnect. On a
 * busy machine, a rejected request is repeated only seconds later.
 */
async function mayRefuseToken(simulator: SimulatorControl, platform: Platform, refusedAt: number): Promise<boolean> {
  if (Date.now() - refusedAt <= BETWEEN_REFUSALS_MS) return false
  return !(await simulator.faults()).some((one) => one.as === 'token' && one.platform === platform)
}
const BETWEEN_REFUSALS_MS = 30_000

/** Removes the faults that have not affected a request yet, or those that `which` selects. @returns their number */
async function dropFaults(simulator: SimulatorControl, which: (fault: Fault) => boolean = () => true): Promise<number> {
  const waiting = await simulator.faults()
  await simulator.clearFaults()
  const kept = waiting.filter((fault) => !which(fault))
  for (const fault of kept) await simulator.fault(fault)
  return waiting.length - kept.length
}

/** Matches log lines about the full disk, which are expected. PostgreSQL reports some of them without their cause. */
const ABOUT_DISK = /"code":"53100"|No space left on device|could not write init file/

/** Runs the actions one after the other, each at its own time or later. */
async function runSchedule<T extends { atMs: number }>(
  steps: T[],
  begin: number,
  performAction: (step: T, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await pause(Math.max(0, begin + step.atMs - Date.now()))
    await performAction(step, index)
  }
}

/** For this long after the end of the chaos plan, its remaining faults may still affect waiting posts. */
const AFTERMATH_MS = 30_000

/** Waits until no post waits for publishing or for a lookup. */
async function allDecided(people: ChaosUser[], ids: string[], plan: ChaosPlan): Promise<void> {
  await Promise.all(
    people.map(async ({ person }, number) => {
      const isOpen = async (post: Post): Promise<boolean> => {
        const planned = plan.posts[ids.indexOf(post.id)]
        const isAway = hadNoAccount(plan, number, post.platform)
        const isLookedUp = planned && accountOf(people, planned).tellsOwnPosts && !isAway
        const { status } = post
        if (status === 'scheduled' || status === 'publishing') return true
        if (status === 'unconfirmed' && isLookedUp)
          return !mayBeDeleted(post.platform, await historyOf(person, post.id))
        return hasOpenFollowUps(post, isAway)
      }
      for (const post of await person.call('GET /api/posts', {})) await untilDecided(person, post, isOpen)
    }),
  )
}

/** Waits for a post that Frogy may also delete, because its author asked for that while it was being published. */
async function untilDecided(person: Person, post: Post, isOpen: (post: Post) => Promise<boolean>): Promise<void> {
  try {
    if (await isOpen(post)) await person.until(post, async (now) => !(await isOpen(now)))
  } catch (error) {
    const { status } = await person.ask('GET /api/posts/{id}', { params: { id: post.id } })
    if (status !== 404) throw error
  }
}

/** Whether the user's account at a platform was unusable for some time, so that Frogy could not look up posts there. */
const hadNoAccount = (plan: ChaosPlan, person: number, platform: Platform): boolean =>
  isRevoked(plan, person, platform) ||
  plan.disconnects.some((one) => one.person === person && one.platform === platform)

const isRevoked = ({ revocation }: ChaosPlan, person: number, platform: Platform): boolean =>
  person === 0 && platform === revocation?.platform

const arrivedAt = async (simulator: SimulatorControl) =>
  (await Promise.all(PLATFORMS.map((platform) => simulator.posts(platform)))).flat()

const CALM = 'Calm again'
/** How far ahead the final posts are due: longer than Frogy takes to schedule and prepare all of them. */
const CALM_AHEAD_MS = 10_000

/**
 * Publishes one post per account after all faults, and returns how late each is in ms. An unpublished post counts as
 * infinite.
 */
async function latenessAfterFaults(
  people: ChaosUser[],
  plan: ChaosPlan,
  simulator: SimulatorControl,
): Promise<number[]> {
  const at = new Date(Date.now() + CALM_AHEAD_MS)
  const dues = people.flatMap(({ person, media }, number) =>
    PLATFORMS.filter((platform) => !isRevoked(plan, number, platform)).map(async (platform) => {
      const text = `${CALM} — ${number} — ${platform}`
      const post = await person.call('POST /api/posts', {
        body: {
          platform,
          content: text,
          status: 'scheduled',
          scheduledAt: at.toISOString(),
          media: { images: rulesOf(platform).needsMedia ? [media['picture-0'] ?? ''] : [] },
        },
      })
      return { person, post, text }
    }),
  )
  const scheduled = await Promise.all(dues)
  for (const { person, post } of scheduled) await Promise.race([person.decided(post), pause(2 * CALM_AHEAD_MS)])
  const arrived = await arrivedAt(simulator)
  return scheduled.map(({ text }) => {
    const out = arrived.find((one) => one.text === text)
    return out ? Date.parse(out.createdAt) - at.getTime() : Number.POSITIVE_INFINITY
  })
}

/** The user's posts that need action but are missing in their notifications. */
async function missingNotificationsOf(number: number, person: Person, ended: PostOutcome[]): Promise<string[]> {
  const { items } = await person.call('GET /api/notifications', {})
  const told = await Promise.all(
    items.map(({ id }) => person.call('GET /api/notifications/{id}/posts', { params: { id } })),
  )
  const ids = new Set(told.flat().map(({ id }) => id))
  return ended.flatMap(({ planned, post }) =>
    planned.person === number && post && (NEEDS_ACTION.has(post.status) || hasStopped(post)) && !ids.has(post.id)
      ? [`post ${planned.number} is ${post.status} without a notification`]
      : [],
  )
}

const NEEDS_ACTION: ReadonlySet<string> = new Set(['failed', 'missed', 'unconfirmed'])

async function historyOf(person: Person, id: string): Promise<Pick<PostOutcome, 'attempts' | 'timeline'>> {
  return {
    attempts: await person.call('GET /api/posts/{id}/attempts', { params: { id } }),
    timeline: await person.call('GET /api/posts/{id}/timeline', { params: { id } }),
  }
}

/** Reads the final state of each planned post from Frogy. */
async function outcomeOf(
  plan: ChaosPlan,
  people: ChaosUser[],
  ids: string[],
  begin: number,
  done: CompletedAction[],
): Promise<PostOutcome[]> {
  const said = new Map<string, Post>()
  for (const { person } of people) for (const post of await person.call('GET /api/posts', {})) said.set(post.id, post)
  return await Promise.all(
    people.flatMap(async ({ person }, number) => {
      const ended: PostOutcome[] = []
      for (const planned of plan.posts.filter((one) => one.person === number)) {
        const id = ids[planned.number] ?? ''
        const post = said.get(id)
        ended.push({
          planned,
          post,
          ...(post ? await historyOf(person, id) : { attempts: [], timeline: [] }),
          acts: done.filter((act) => act.post === planned.number),
          begin,
          account: accountOf(people, planned),
        })
      }
      return ended
    }),
  ).then((all) => all.flat())
}
