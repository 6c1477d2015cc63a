import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { chaosPlan, PICTURES_A_PERSON, WORKERS, type ChaosPlan, type ChaosSize, type PlannedAct } from './chaos-plan.ts'
import { judge, type DoneAct, type Ended, type Judgement } from './chaos-judge.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { wrongClock } from './faketime.ts'
import { freePort } from './free-port.ts'
import { Person } from './person.ts'
import { pictureFile, uploadForm } from './pictures.ts'
import type { PostgresServer } from './postgres.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from './processes.ts'
import { simulatorAt, type SimulatedAccount, type SimulatorControl } from './simulator.ts'
import { tally } from './tally.ts'

export interface ChaosOptions {
  seed: number
  size: ChaosSize
  database: { databaseUrl: string | undefined; dataDir: string }
  /** The database's server, where something is to happen to it. */
  server?: PostgresServer
  /** Fills the disk of that server, and gives what frees it again. */
  fillDisk?: () => () => void
  /** How long after the last restart everything must be decided. */
  decideWithinMs: number
  /** Takes the write fence out of the workers, so that one can see what it is good for. */
  withoutFence?: boolean
}

export interface Chaos extends Judgement {
  plan: ChaosPlan
  kills: number
  webKills: number
  freezes: number
  databaseTroubles: number
  /** What became of what people did to their posts. */
  acts: Record<string, number>
  faultsUsed: number
  /** From the last restart until nothing was undecided any more; undefined when that never was. */
  decidedAfterMs: number | undefined
}

/** Runs web processes, workers and the simulated networks, lets everything go wrong, and says what came of it. */
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
  }
  // All are known to people and networks by one address, as behind a proxy; here that is the first one's.
  const ports = await Promise.all(Array.from({ length: size.webs ?? 1 }, freePort))
  const publicUrl = `http://127.0.0.1:${ports[0]}`
  const webs = ports.map((port) =>
    revived(() => ({ ...environment, ROLE: 'web', PORT: String(port), PUBLIC_URL: publicUrl })),
  )
  const work = {
    ...environment,
    PUBLIC_URL: publicUrl,
    ROLE: 'worker',
    NODE_OPTIONS: withoutFence ? `--import=${WITHOUT_FENCE}` : undefined,
  }
  const killed = Array.from({ length: WORKERS }, () => revived(() => work))
  const frozen = size.freezeEveryMs && revived(() => work)
  const wrong = size.wrongClocks
  const astray = wrong && revived((life) => ({ ...work, ...wrongClock(wrong[life % wrong.length] ?? '') }))
  const workers = [...killed, frozen, astray].filter((one) => one !== undefined)
  opened.defer(async () => {
    for (const one of [...webs, ...workers]) await one.end()
  })

  const urls = await Promise.all(webs.map(async (web) => (await web.started()).url))
  const people = await makePeople(urls, simulator, size.people)
  const begin = Date.now() + MS_TO_SCHEDULE_ONE * size.posts + 2_000
  const posts = await scheduleAll(plan, people, begin)
  if (size.latencyMs) await simulator.manners({ latencyMs: size.latencyMs })

  const revoked = plan.revocation && people[0]?.remote[plan.revocation.platform]
  const done: DoneAct[] = []
  await Promise.all([
    follow(plan.kills, begin, async ({ worker }) => await killed[worker]?.killAndRestart()),
    follow(plan.webKills, begin, (_, index) => webs[index % webs.length]!.killAndRestart()),
    follow(plan.faults, begin, async ({ fault }) => void (await simulator.fault(fault))),
    follow(plan.revocation ? [plan.revocation] : [], begin, async ({ platform }) => {
      await simulator.revoke(platform, revoked?.id ?? '')
    }),
    follow(plan.freezes, begin, async ({ forMs }) => await frozen?.freeze(forMs)),
    follow(plan.clockChanges, begin, async () => await astray?.killAndRestart()),
    follow(plan.databaseTroubles, begin, async ({ trouble, forMs }) => {
      if (trouble === 'cut-off') await proxy?.cutOff(forMs)
      else if (trouble === 'kill') await server?.killAndRestart(forMs)
      else await server?.stall(forMs)
    }),
    follow(plan.diskFull ? [plan.diskFull] : [], begin, async ({ forMs }) => {
      const free = fillDisk?.()
      await pause(forMs)
      free?.()
    }),
    follow(plan.outage ? [plan.outage] : [], begin, async ({ platform, forMs }) => {
      await simulator.manners({ away: platform })
      await pause(forMs)
      await simulator.manners({ away: 'nobody' })
    }),
    // Each at its own time, however long the one before it takes.
    ...plan.acts.map((act) =>
      follow([act], begin, async () => void done.push(await take(act, plan, people, posts, begin))),
    ),
    ...plan.disconnects.map((one) => follow([one], begin, () => disconnectForAWhile(one, people))),
    pause(begin + size.overMs - Date.now()),
  ])
  await Promise.all([...webs, ...workers].map((one) => one.started()))

  const since = performance.now()
  const isDecided = await Promise.race([
    allDecided(people).then(() => true),
    pause(decideWithinMs, false, { ref: false }),
  ])
  const decidedAfterMs = isDecided ? performance.now() - since : undefined

  const faultsLeft = (await simulator.faults()).reduce((sum, { count = 1 }) => sum + count, 0)
  const arrived = (await Promise.all(PLATFORMS.map((platform) => simulator.posts(platform)))).flat()
  const ended = await endOf(plan, people, posts, begin, done)
  const untold = await Promise.all(people.map(({ person }, number) => untoldOf(number, person, ended)))
  const sick = await Promise.all(urls.map(sicknessOf))
  const stopped = workers.flatMap((worker) => worker.stoppedAt)
  return {
    plan,
    kills: workers.reduce((sum, worker) => sum + worker.kills(), 0),
    webKills: webs.reduce((sum, web) => sum + web.kills(), 0),
    freezes: plan.freezes.length,
    databaseTroubles: plan.databaseTroubles.length,
    acts: tally(
      done.map(
        ({ act, granted }) => `${act} ${granted === undefined ? 'unanswered' : granted ? 'granted' : 'refused'}`,
      ),
    ),
    faultsUsed: plan.faults.length - faultsLeft,
    decidedAfterMs,
    ...judge(plan, ended, arrived, stopped, [
      ...[...webs, ...workers].flatMap((one) => one.errors()),
      ...untold.flat(),
      ...sick.flat(),
    ]),
  }
}

/** Does to a post what its owner does. Whether it was granted is not known where the answer was cut off. */
async function take(
  { act, post: number, text, dueMs }: PlannedAct,
  plan: ChaosPlan,
  people: ChaosPerson[],
  ids: string[],
  begin: number,
): Promise<DoneAct> {
  const person = people[plan.posts[number]?.person ?? 0]?.person
  const params = { id: ids[number] ?? '' }
  const body = {
    edit: { content: text },
    move: { scheduledAt: new Date(begin + dueMs).toISOString() },
    'take-back': { scheduledAt: null },
    delete: undefined,
  }[act]
  const asked = body
    ? person?.ask('PATCH /api/posts/{id}', { params, body })
    : person?.ask('DELETE /api/posts/{id}', { params })
  const status = await asked?.then(
    (reply) => reply.status,
    () => undefined,
  )
  // What a process that was ended, or lost its database, has done is not known; nor what becomes of a wish that is noted.
  const granted = status === undefined || status === 202 || status >= 500 ? undefined : status < 300
  return { post: number, act, text, granted }
}

/** Takes an account away, and connects it again. Both are tried until they work: the web process may be away. */
async function disconnectForAWhile(
  { person: number, platform, forMs }: ChaosPlan['disconnects'][number],
  people: ChaosPerson[],
): Promise<void> {
  const one = people[number]
  if (!one) return
  const { person, remote } = one
  await untilItWorks(async () => {
    const accounts = await person.call('GET /api/social-accounts', {})
    const account = accounts.find((own) => own.platform === platform)
    if (account) await person.call('DELETE /api/social-accounts/{id}', { params: { id: account.id } })
  })
  await pause(forMs)
  await untilItWorks(() => person.connect(platform, remote[platform].id))
}

async function untilItWorks(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await work())
    } catch (error) {
      if (tries === 100) throw error
      await pause(300)
    }
  }
}

const WITHOUT_FENCE = pathToFileURL(join(import.meta.dirname, 'without-fence.ts')).href

/** What one post takes to be scheduled, on a machine that is busy with other tests. */
const MS_TO_SCHEDULE_ONE = 30

/** A process that is started again whenever it is killed, as a service manager would. */
interface Revived {
  started(): Promise<FrogyProcess>
  killAndRestart(): Promise<void>
  /** Stops it where it is, for so long. */
  freeze(forMs: number): Promise<void>
  /** When it was killed or frozen, in ms of the machine's clock. */
  stoppedAt: readonly number[]
  kills(): number
  end(): Promise<void>
  /** What it logged as an error, each of its lives. */
  errors(): string[]
}

/** @param environment of each life, counted from 0 */
function revived(environment: (life: number) => Record<string, string | undefined>): Revived {
  const lives: FrogyProcess[] = []
  const stoppedAt: number[] = []
  let kills = 0
  const start = async (): Promise<FrogyProcess> => {
    // One that finds no database ends, and is started again.
    for (;;) {
      const life = await startProcess(environment(lives.length)).catch((error: unknown) => {
        if (!/database|ECONN|connect/i.test(String(error))) throw error
      })
      if (life) {
        lives.push(life)
        return life
      }
      await pause(500)
    }
  }
  let running = start()
  return {
    stoppedAt,
    kills: () => kills,
    started: () => running,
    // One that has not come up yet is waited for: what is killed then has begun to work.
    async killAndRestart() {
      const life = await running
      stoppedAt.push(Date.now())
      kills++
      await life.kill()
      running = start()
    },
    async freeze(forMs) {
      const { pid } = await running
      stoppedAt.push(Date.now())
      process.kill(pid, 'SIGSTOP')
      await pause(forMs)
      process.kill(pid, 'SIGCONT')
    },
    // One that could not be started is told of by whoever waits for it.
    end: () => running.then((life) => life.kill()).catch(() => {}),
    errors: () =>
      lives
        .flatMap((life) => life.printed().split('\n'))
        .filter((line) => /"level":(?:50|60)/.test(line))
        .map((line) => `a process logged: ${line}`),
  }
}

interface ChaosPerson {
  person: Person
  /** Who they are at each network. */
  remote: Record<Platform, SimulatedAccount>
  pictures: string[]
}

/** The first of them has accounts of their own, the others share two at each network. */
async function makePeople(urls: string[], simulator: SimulatorControl, count: number): Promise<ChaosPerson[]> {
  // Facebook publishes to Pages: who has none connects nothing.
  const accounts = (await simulator.accounts()).filter(({ pages }) => pages?.length !== 0)
  const files = await Promise.all(
    Array.from({ length: PICTURES_A_PERSON }, async (_, n): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      `${n}.png`,
      new Uint8Array(await pictureFile('png', 500 + n * 20, 400)),
    ]),
  )
  const make = async (number: number): Promise<ChaosPerson> => {
    const person = await new Person(urls[number % urls.length] ?? '').register()
    const remote = Object.fromEntries(
      PLATFORMS.map((platform) => {
        const [shared, alsoShared, own] = accounts.filter((one) => one.platform === platform)
        return [platform, number === 0 ? own : number % 2 ? shared : alsoShared]
      }),
    ) as ChaosPerson['remote']
    for (const platform of PLATFORMS) await person.connect(platform, remote[platform].id)
    const { media } = await person.call('POST /api/images/upload', { form: uploadForm(...files) })
    for (const [index, { id }] of media.images.entries())
      await person.call('PATCH /api/images/{id}', { params: { id }, body: { altText: altTextOf(number, index) } })
    return { person, remote, pictures: media.images.map(({ id }) => id) }
  }
  const people: ChaosPerson[] = []
  // One after the other: who brings too many pictures at once is asked to wait.
  for (let number = 0; number < count; number++) people.push(await make(number))
  return people
}

const altTextOf = (person: number, picture: number): string => `Picture ${picture} of person ${person}`

/** The ids of the posts, in the plan's order. */
async function scheduleAll(plan: ChaosPlan, people: ChaosPerson[], begin: number): Promise<string[]> {
  const ids: string[] = []
  await Promise.all(
    people.map(async ({ person, pictures }, number) => {
      for (const post of plan.posts.filter((one) => one.person === number)) {
        const { id } = await person.call('POST /api/posts', {
          body: {
            platform: post.platform,
            content: post.text,
            status: 'scheduled',
            scheduledAt: new Date(begin + post.dueMs).toISOString(),
            media: { images: post.pictures.map((picture) => pictures[picture] ?? '') },
          },
        })
        ids[post.number] = id
      }
    }),
  )
  return ids
}

/** Does each thing at its time, one after the other. */
async function follow<T extends { atMs: number }>(
  steps: T[],
  begin: number,
  take: (step: T, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await pause(Math.max(0, begin + step.atMs - Date.now()))
    await take(step, index)
  }
}

/** Waits until nobody has a post that may still go out by itself. */
async function allDecided(people: ChaosPerson[]): Promise<void> {
  await Promise.all(
    people.map(async ({ person }) => {
      for (const post of await person.call('GET /api/posts', {}))
        if (post.status === 'scheduled' || post.status === 'publishing') await person.decided(post)
    }),
  )
}

/** Which of a person's posts need them, and are in no notification of theirs. */
async function untoldOf(number: number, person: Person, ended: Ended[]): Promise<string[]> {
  const { items } = await person.call('GET /api/notifications', {})
  const told = await Promise.all(
    items.map(({ id }) => person.call('GET /api/notifications/{id}/posts', { params: { id } })),
  )
  const ids = new Set(told.flat().map(({ id }) => id))
  return ended.flatMap(({ planned, post }) =>
    planned.person === number && post && NEEDS_ITS_OWNER.has(post.status) && !ids.has(post.id)
      ? [`nobody was told of post ${planned.number}, which is ${post.status}`]
      : [],
  )
}

const NEEDS_ITS_OWNER: ReadonlySet<string> = new Set(['failed', 'missed', 'unconfirmed'])

/** What health still finds wrong once all troubles are over. */
async function sicknessOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/healthz`)
  return answer.ok ? [] : [`health is ${answer.status}: ${await answer.text()}`]
}

/** What Frogy says of each planned post. */
async function endOf(
  plan: ChaosPlan,
  people: ChaosPerson[],
  ids: string[],
  begin: number,
  done: DoneAct[],
): Promise<Ended[]> {
  const said = new Map<string, Post>()
  for (const { person } of people) for (const post of await person.call('GET /api/posts', {})) said.set(post.id, post)
  return await Promise.all(
    people.flatMap(async ({ person, remote }, number) => {
      const ended: Ended[] = []
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
