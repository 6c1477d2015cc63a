import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MAIN_PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { checkOutcomes, type CompletedAction, type PostOutcome, type CheckResult } from './chaos-checker.ts'
import {
  altTextOf,
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
import { superviseProcess } from './supervised-process.ts'
import { simulatorAt, type Fault, type SimulatorControl } from './simulator.ts'
import { countValues } from './count-values.ts'

export interface ChaosOptions {
  seed: number
  size: ChaosSize
  database: { databaseUrl: string | undefined; dataDir: string }
  /** The database server, if the plan has faults for it. */
  server?: PostgresServer
  /** Fills the database server's disk. Returns a function that frees it again. */
  fillDisk?: () => () => void
  /** Frogy must decide all posts within this time after the last fault. */
  decideWithinMs: number
  /** Removes fencing from the workers, to show that duplicate posts then happen. */
  withoutFence?: boolean
}

export interface Chaos extends CheckResult {
  plan: ChaosPlan
  kills: number
  webKills: number
  freezes: number
  databaseTroubles: number
  /** The number of the users' actions by result. */
  acts: Record<string, number>
  faultsUsed: number
  /** The time from the last fault until all posts were decided. Undefined if some never were. */
  decidedAfterMs: number | undefined
  /** The number of posts that were two minutes late after the last restart and whose authors were notified. */
  toldOfDelay: number
  /** The delays of the posts that were due after all faults, in ms. */
  calmLateMs: number[]
}

/** Runs web processes, workers and simulated platforms by the plan, injects its faults and checks the result. */
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
    size.refuseDuplicates ? { twitterListMs: 15_000 } : { linkedinDuplicateMs: 0, twitterDuplicateMs: 0 },
  )
  const proxy = database.databaseUrl ? opened.use(await openDatabaseProxy(database.databaseUrl)) : undefined

  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: proxy?.url,
    APP_SECRET: 'a secret of these tests, long enough',
    SIMULATOR_PORT: new URL(simulator.url).port,
    FACEBOOK_SCOPES: 'pages_manage_engagement',
    INSTAGRAM_SCOPES: 'instagram_business_manage_comments',
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
  const people = await createChaosUsers(urls, simulator, size.people)
  const begin = Date.now() + MS_TO_SCHEDULE_ONE * size.posts + 2_000
  const posts = await scheduleAll(plan, people, begin)
  if (size.latencyMs) await simulator.manners({ latencyMs: size.latencyMs })

  const revoked = plan.revocation && people[0]?.remote[plan.revocation.platform]
  const done: CompletedAction[] = []
  let faultsLeftOut = 0
  let lastRefusalAt = 0
  const over = new AbortController()
  opened.defer(() => over.abort())
  const restarted = Promise.all([
    runSchedule(plan.kills, begin, async ({ worker }) => await killed[worker]?.killAndRestart()),
    runSchedule(plan.webKills, begin, (_, index) => webs[index % webs.length]!.killAndRestart()),
    runSchedule(plan.faults, begin, async ({ fault }) => {
      if (fault.as === 'token' && !(await mayRefuseToken(simulator, lastRefusalAt))) return void faultsLeftOut++
      if (fault.as === 'token') lastRefusalAt = Date.now()
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
      // Remove the faults of lookups, because Frogy retries a failed lookup only minutes later.
      faultsLeftOut += await dropFaults(simulator, (one) => one.platform === platform && one.operation === 'list')
      await simulator.manners({ away: 'nobody' })
    }),
    ...plan.disconnects.map((one) =>
      runSchedule([one], begin, () => reconnectLater(one, people, begin + endsMs(plan))),
    ),
  ])

  // Remove the faults that no request has met, so that the last fault ends now.
  let calmSince = performance.now()
  const decided = allDecided(people, plan).then(() => true)
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

/** The time that one post takes to schedule on a busy machine. */
const MS_TO_SCHEDULE_ONE = 30

/** Whether a platform may reject a token now. After two rejections in a row, Frogy would ask the user to reconnect. */
async function mayRefuseToken(simulator: SimulatorControl, lastRefusalAt: number): Promise<boolean> {
  return Date.now() - lastRefusalAt > 5_000 && !(await simulator.faults()).some(({ as }) => as === 'token')
}

/** Removes the faults that no request has met yet, or those that `which` selects. @returns their number */
async function dropFaults(simulator: SimulatorControl, which: (fault: Fault) => boolean = () => true): Promise<number> {
  const waiting = await simulator.faults()
  await simulator.clearFaults()
  const kept = waiting.filter((fault) => !which(fault))
  for (const fault of kept) await simulator.fault(fault)
  return waiting.length - kept.length
}

/** Matches log lines about the full disk, which are expected. */
const ABOUT_DISK = /"code":"53100"|No space left on device/

/** Runs the actions one after the other, each not before its time. */
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

/** For this long after the plan, remaining faults may still hit waiting posts. */
const AFTERMATH_MS = 30_000

/** Waits until no post waits for publishing or for a lookup. */
async function allDecided(people: ChaosUser[], plan: ChaosPlan): Promise<void> {
  await Promise.all(
    people.map(async ({ person }, number) => {
      const isOpen = (post: Post): boolean => {
        const { status, platform } = post
        const isAway = hadNoAccount(plan, number, platform)
        const isSearched = status === 'unconfirmed' && platform !== 'linkedin' && !isAway
        return status === 'scheduled' || status === 'publishing' || isSearched || hasOpenFollowUps(post, isAway)
      }
      for (const post of await person.call('GET /api/posts', {}))
        if (isOpen(post)) await person.until(post, (now) => !isOpen(now))
    }),
  )
}

/** Whether Frogy had no working account to look up the user's posts at a platform, at least for some time. */
const hadNoAccount = (plan: ChaosPlan, person: number, platform: Platform): boolean =>
  isRevoked(plan, person, platform) ||
  plan.disconnects.some((one) => one.person === person && one.platform === platform)

const isRevoked = ({ revocation }: ChaosPlan, person: number, platform: Platform): boolean =>
  person === 0 && platform === revocation?.platform

const arrivedAt = async (simulator: SimulatorControl) =>
  (await Promise.all(MAIN_PLATFORMS.map((platform) => simulator.posts(platform)))).flat()

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
  const dues = people.flatMap(({ person, pictures }, number) =>
    MAIN_PLATFORMS.filter((platform) => !isRevoked(plan, number, platform)).map(async (platform) => {
      const text = `${CALM} — ${number} — ${platform}`
      const post = await person.call('POST /api/posts', {
        body: {
          platform,
          content: text,
          status: 'scheduled',
          scheduledAt: at.toISOString(),
          media: { images: platform === 'instagram' ? pictures.slice(0, 1) : [] },
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
    people.flatMap(async ({ person, remote }, number) => {
      const ended: PostOutcome[] = []
      for (const planned of plan.posts.filter((one) => one.person === number)) {
        const id = ids[planned.number] ?? ''
        const post = said.get(id)
        ended.push({
          planned,
          post,
          attempts: post ? await person.call('GET /api/posts/{id}/attempts', { params: { id } }) : [],
          timeline: post ? await person.call('GET /api/posts/{id}/timeline', { params: { id } }) : [],
          acts: done.filter((act) => act.post === planned.number),
          begin,
          remote: [remote[planned.platform].id, ...(remote[planned.platform].pages ?? []).map((page) => page.id)],
          altTexts: planned.pictures.map((picture) => altTextOf(number, picture)),
        })
      }
      return ended
    }),
  ).then((all) => all.flat())
}
