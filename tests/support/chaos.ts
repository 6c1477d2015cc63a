import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { chaosPlan, PICTURES_A_PERSON, WORKERS, type ChaosPlan, type ChaosSize } from './chaos-plan.ts'
import { judge, type Ended, type Judgement } from './chaos-judge.ts'
import { freePort } from './free-port.ts'
import { Person } from './person.ts'
import { pictureFile, uploadForm } from './pictures.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from './processes.ts'
import { simulatorAt, type SimulatedAccount, type SimulatorControl } from './simulator.ts'

export interface ChaosOptions {
  seed: number
  size: ChaosSize
  database: { databaseUrl: string | undefined; dataDir: string }
  /** How long after the last restart everything must be decided. */
  decideWithinMs: number
  /** Takes the write fence out of the workers, so that one can see what it is good for. */
  withoutFence?: boolean
}

export interface Chaos extends Judgement {
  plan: ChaosPlan
  kills: number
  webKills: number
  faultsUsed: number
  /** From the last restart until nothing was undecided any more; undefined when that never was. */
  decidedAfterMs: number | undefined
}

/** Runs a web process, workers and the simulated networks, lets everything go wrong, and says what came of it. */
export async function chaos({
  seed,
  size,
  database,
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

  const webPort = await freePort()
  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    APP_SECRET: 'a secret of these tests, long enough',
    SIMULATOR_PORT: new URL(simulator.url).port,
    PUBLIC_URL: `http://127.0.0.1:${webPort}`,
  }
  const web = revived({ ...environment, ROLE: 'web', PORT: String(webPort) })
  const workers = Array.from({ length: WORKERS }, () =>
    revived({
      ...environment,
      ROLE: 'worker',
      NODE_OPTIONS: withoutFence ? `--import=${WITHOUT_FENCE}` : undefined,
    }),
  )
  opened.defer(async () => {
    for (const one of [web, ...workers]) await one.end()
  })

  const people = await makePeople((await web.started()).url, simulator, size.people)
  const begin = Date.now() + MS_TO_SCHEDULE_ONE * size.posts + 2_000
  const posts = await scheduleAll(plan, people, begin)

  const revoked = plan.revocation && people[0]?.remote[plan.revocation.platform]
  await Promise.all([
    follow(plan.kills, begin, async ({ worker }) => await workers[worker]?.killAndRestart()),
    follow(plan.webKills, begin, () => web.killAndRestart()),
    follow(plan.faults, begin, async ({ fault }) => void (await simulator.fault(fault))),
    follow(plan.revocation ? [plan.revocation] : [], begin, async ({ platform }) => {
      await simulator.revoke(platform, revoked?.id ?? '')
    }),
    pause(begin + size.overMs - Date.now()),
  ])
  await Promise.all([web, ...workers].map((one) => one.started()))

  const since = performance.now()
  const isDecided = await Promise.race([
    allDecided(people).then(() => true),
    pause(decideWithinMs, false, { ref: false }),
  ])
  const decidedAfterMs = isDecided ? performance.now() - since : undefined

  const faultsLeft = (await simulator.faults()).reduce((sum, { count = 1 }) => sum + count, 0)
  const arrived = (await Promise.all(PLATFORMS.map((platform) => simulator.posts(platform)))).flat()
  const ended = await endOf(plan, people, posts, begin)
  const killedAt = workers.flatMap((worker) => worker.killedAt)
  return {
    plan,
    kills: killedAt.length,
    webKills: web.killedAt.length,
    faultsUsed: plan.faults.length - faultsLeft,
    decidedAfterMs,
    ...judge(
      plan,
      ended,
      arrived,
      killedAt,
      [web, ...workers].flatMap((one) => one.errors()),
    ),
  }
}

const WITHOUT_FENCE = pathToFileURL(join(import.meta.dirname, 'without-fence.ts')).href

/** What one post takes to be scheduled, on a machine that is busy with other tests. */
const MS_TO_SCHEDULE_ONE = 30

/** A process that is started again whenever it is killed, as a service manager would. */
interface Revived {
  started(): Promise<FrogyProcess>
  killAndRestart(): Promise<void>
  /** When it was, in ms of the machine's clock. */
  killedAt: readonly number[]
  end(): Promise<void>
  /** What it logged as an error, each of its lives. */
  errors(): string[]
}

function revived(environment: Record<string, string | undefined>): Revived {
  const lives: FrogyProcess[] = []
  const start = async (): Promise<FrogyProcess> => {
    const life = await startProcess(environment)
    lives.push(life)
    return life
  }
  let running = start()
  const killedAt: number[] = []
  return {
    killedAt,
    started: () => running,
    // One that has not come up yet is waited for: what is killed then has begun to work.
    async killAndRestart() {
      const life = await running
      killedAt.push(Date.now())
      await life.kill()
      running = start()
    },
    // One that could not be started is told of by whoever waits for it.
    end: () => running.then((life) => life.kill()).catch(() => {}),
    errors: () => lives.flatMap((life) => life.printed().split('\n')).filter((line) => /"level":(?:50|60)/.test(line)),
  }
}

interface ChaosPerson {
  person: Person
  /** Who they are at each network. */
  remote: Record<Platform, SimulatedAccount>
  pictures: string[]
}

/** The first of them has accounts of their own, the others share two at each network. */
async function makePeople(url: string, simulator: SimulatorControl, count: number): Promise<ChaosPerson[]> {
  // Facebook publishes to Pages: who has none connects nothing.
  const accounts = (await simulator.accounts()).filter(({ pages }) => pages?.length !== 0)
  const files = await Promise.all(
    Array.from({ length: PICTURES_A_PERSON }, async (_, n): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      `${n}.png`,
      new Uint8Array(await pictureFile('png', 500 + n * 20, 400)),
    ]),
  )
  const make = async (number: number): Promise<ChaosPerson> => {
    const person = await new Person(url).register()
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
  take: (step: T) => Promise<void>,
): Promise<void> {
  for (const step of steps) {
    await pause(Math.max(0, begin + step.atMs - Date.now()))
    await take(step)
  }
}

/** Waits until nobody has a post that may still go out by itself. */
async function allDecided(people: ChaosPerson[]): Promise<void> {
  await Promise.all(
    people.map(async ({ person }) => {
      for (const post of await person.call('GET /api/posts', {})) await person.decided(post)
    }),
  )
}

/** What Frogy says of each planned post. */
async function endOf(plan: ChaosPlan, people: ChaosPerson[], ids: string[], begin: number): Promise<Ended[]> {
  const said = new Map<string, Post>()
  for (const { person } of people) for (const post of await person.call('GET /api/posts', {})) said.set(post.id, post)
  return await Promise.all(
    people.flatMap(async ({ person, remote }, number) => {
      const ended: Ended[] = []
      for (const planned of plan.posts.filter((one) => one.person === number)) {
        const id = ids[planned.number] ?? ''
        const post = said.get(id)
        if (!post) throw new Error(`Post ${planned.number} is gone`)
        ended.push({
          planned,
          post,
          attempts: await person.call('GET /api/posts/{id}/attempts', { params: { id } }),
          timeline: await person.call('GET /api/posts/{id}/timeline', { params: { id } }),
          dueAt: begin + planned.dueMs,
          remote: [remote[planned.platform].id, ...(remote[planned.platform].pages ?? []).map((page) => page.id)],
          altTexts: planned.pictures.map((picture) => altTextOf(number, picture)),
        })
      }
      return ended
    }),
  ).then((all) => all.flat())
}
