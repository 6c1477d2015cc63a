import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { simulatorAt, type SimulatedPost, type SimulatorControl } from '#tests/support/simulator.ts'
import { baselineQueueRate } from './baseline-queue.ts'
import { cpuMs, run } from './processes.ts'
import { at, notRun, report } from './report.ts'

const POSTS = 1_000
const USERS = POSTS / PLATFORMS.length
/** The number of users in the run where few accounts have many posts. */
const FEW_USERS = 5
/** The response time of the simulated networks. */
const LATENCY_MS = 300
/** How much each earlier post of the account may delay a post, in addition to the network's response time. */
const BETWEEN_MS = 50
const FIRST_WITHIN_MS = 1_000
/** The time between the end of scheduling and the posts' due time, so that Frogy can prepare the posts ahead. */
const AHEAD_MS = 75_000

/**
 * Measures how late a thousand posts due at the same minute reach networks that respond in 300 ms, from a thousand
 * accounts and from 25.
 * Run it under `taskset -c 0,1` to measure two cores.
 */
export async function benchLateness(): Promise<boolean> {
  await using postgres = await startPostgres()
  let holds = postgres !== undefined || notRun('lateness on PostgreSQL', 'PostgreSQL server')
  for (const databaseUrl of postgres ? [postgres.url, undefined] : [undefined]) {
    const where = databaseUrl ? 'PostgreSQL' : 'embedded database'
    await using installation = await openInstallation(databaseUrl)
    const baselineMs = (POSTS / (await baselineQueueRate(databaseUrl, POSTS))) * 1_000
    for (const people of [USERS, FEW_USERS]) {
      const measured = await publishAtOnce(installation, people)
      console.log(
        `${where}, ${people * PLATFORMS.length} accounts, ${availableParallelism()} cores; processor time from the minute on: ` +
          `Frogy ${Math.round(measured.frogyCpuMs)} ms, simulator ${Math.round(measured.simulatorCpuMs)} ms`,
      )
      const kept = people === USERS ? reportMany(measured, where, baselineMs) : reportFew(measured, where, baselineMs)
      holds = kept && holds
    }
  }
  return holds
}

function reportMany({ publications }: Measured, where: string, baselineMs: number): boolean {
  const shares: [share: number, atMost: number][] = [
    [0.5, 1_000],
    [0.99, 3_000],
  ]
  return shares
    .map(([share, atMost]) =>
      report({
        what: `lateness of ${POSTS} posts due at once from ${POSTS} accounts, p${share * 100} (${where})`,
        value: at(
          publications.map(({ lateMs }) => lateMs),
          share,
        ),
        unit: 'ms',
        ...(where === 'PostgreSQL' && { atMost }),
        baseline: { what: `that share of as many rows taken and closed by the bare driver`, value: baselineMs * share },
      }),
    )
    .every(Boolean)
}

/** Reports the most delayed post. Its limit depends on its position among the account's posts. */
function reportFew({ publications }: Measured, where: string, baselineMs: number): boolean {
  const shares = publications.map(({ lateMs, place }) => lateMs / (place * (LATENCY_MS + BETWEEN_MS) + FIRST_WITHIN_MS))
  const last = Math.max(...publications.map(({ lateMs }) => lateMs))
  report({
    what: `the last of ${POSTS} posts due at once from ${FEW_USERS * PLATFORMS.length} accounts (${where})`,
    value: last,
    unit: 'ms',
    baseline: { what: 'as many rows taken and closed by the bare driver', value: baselineMs },
  })
  return report({
    what: `an account's n-th post beside n × ${LATENCY_MS + BETWEEN_MS} ms + ${FIRST_WITHIN_MS} ms, the latest one (${where})`,
    value: Math.max(...shares) * 100,
    unit: '%',
    ...(where === 'PostgreSQL' && { atMost: 100 }),
    baseline: {
      what: 'by the latency alone',
      value: (100 * LATENCY_MS * (POSTS / FEW_USERS / PLATFORMS.length)) / (last || 1),
    },
  })
}

interface Installation extends AsyncDisposable {
  control: SimulatorControl
  writers: Writer[]
  frogyCpuMs(): number
}

interface Writer {
  person: Person
  pictureId: string
}

/** Starts Frogy with users who have a picture and an account on every network. */
async function openInstallation(databaseUrl: string | undefined): Promise<Installation> {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const simulator = opened.use(
    await run(
      [join(import.meta.dirname, '..', 'bin', 'start.js'), 'simulator'],
      { SIMULATOR_PORT: '0', SIMULATOR_AUTO_CONSENT: '1' },
      /networks are at (\S+)/,
    ),
  )
  const control = simulatorAt(simulator.ready[1] ?? '')
  await control.liftLimits()
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SIMULATOR_PORT: new URL(control.url).port,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  const start = join(import.meta.dirname, '..', 'bin', 'start.js')
  const frogy = opened.use(await run([...profiling(), start], environment, /Frogy is at (\S+)/))
  const writers: Writer[] = []
  while (writers.length < USERS)
    writers.push(...(await Promise.all(Array.from({ length: 5 }, () => makeWriter(frogy.ready[1] ?? '')))))
  await control.manners({ latencyMs: LATENCY_MS })
  const stack = opened.move()
  return {
    control,
    writers,
    frogyCpuMs: () => cpuMs(frogy.pid),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** With `BENCH_PROFILE=<folder>`, Frogy writes a CPU profile into this folder. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

async function makeWriter(url: string): Promise<Writer> {
  const person = await new Person(url).register()
  for (const platform of PLATFORMS) await person.connect(platform)
  const picture = new Uint8Array(await pictureFile('jpeg', 600, 500))
  for (;;) {
    const { status, body } = await person.ask('POST /api/images/upload', { form: uploadForm(['a.jpg', picture]) })
    if (status < 400) return { person, pictureId: body.media.images[0]?.id ?? '' }
    // Retry on 503, because the parser processes may still be starting.
    if (status !== 503) throw new Error(`A picture was answered with ${status}: ${JSON.stringify(body)}`)
    await sleep(1_000)
  }
}

interface Measured {
  publications: { lateMs: number; /** The post's position among the posts of its account, from 1. */ place: number }[]
  frogyCpuMs: number
  simulatorCpuMs: number
}

/**
 * Schedules all posts for the same full minute, spread over the accounts of these users, and waits until all are
 * published.
 */
async function publishAtOnce({ control, writers, frogyCpuMs }: Installation, people: number): Promise<Measured> {
  const due = Math.ceil((Date.now() + AHEAD_MS + 15_000) / 60_000) * 60_000
  const each = POSTS / people / PLATFORMS.length
  const places = new Map<string, number>()
  await Promise.all(
    writers.slice(0, people).map(async ({ person, pictureId }, writer) => {
      for (let place = 1; place <= each; place++) {
        for (const [index, platform] of PLATFORMS.entries()) {
          const content = `Post ${place} of ${writer} on ${platform}, of ${people} people`
          places.set(content, place)
          const hasPicture = (writer + place + index) % pictureEvery(platform) === 0
          const images = hasPicture ? [pictureId] : []
          const scheduledAt = new Date(due).toISOString()
          await person.call('POST /api/posts', {
            body: { platform, content, status: 'scheduled', scheduledAt, media: { images } },
          })
        }
      }
    }),
  )
  if (Date.now() > due - 60_000) throw new Error('Scheduling took longer than planned')

  const arrived = async (): Promise<SimulatedPost[]> =>
    (await Promise.all(PLATFORMS.map((platform) => control.posts(platform))))
      .flat()
      .filter(({ text }) => places.has(text))
  await sleep(due - 500 - Date.now())
  const [frogyBefore, simulatorBefore] = [frogyCpuMs(), await control.cpuMs()]
  const longest = 60_000 + each * LATENCY_MS * 20
  let posts: SimulatedPost[] = []
  do {
    await sleep(2_000)
    posts = await arrived()
  } while (posts.length < POSTS && Date.now() < due + longest)
  await sleep(1_000)
  const [frogyAfter, simulatorAfter] = [frogyCpuMs(), await control.cpuMs()]

  posts = await arrived()
  const publications = posts.map(({ text, createdAt }) => ({
    lateMs: Date.parse(createdAt) - due,
    place: places.get(text) ?? 0,
  }))
  rejectFaults(posts, publications, places)
  return { publications, frogyCpuMs: frogyAfter - frogyBefore, simulatorCpuMs: simulatorAfter - simulatorBefore }
}

/** Fails the run if posts are early, missing, duplicated or reordered. */
function rejectFaults(
  posts: SimulatedPost[],
  publications: Measured['publications'],
  places: ReadonlyMap<string, number>,
): void {
  const early = publications.filter(({ lateMs }) => lateMs < 0).length
  const lastPlaces = new Map<string, number>()
  let unordered = 0
  for (const { text } of posts) {
    const account = text.replace(/^Post \d+/, '')
    const place = places.get(text) ?? 0
    if (place <= (lastPlaces.get(account) ?? 0)) unordered++
    lastPlaces.set(account, place)
  }
  if (posts.length !== POSTS || early > 0 || unordered > 0)
    throw new Error(
      `${posts.length} of ${POSTS} posts came out, ${early} of them early, ${unordered} out of their order`,
    )
}

/**
 * Returns n if every nth post has a picture. More posts have pictures on a network that downloads pictures itself,
 * because such a network takes longer.
 */
function pictureEvery(platform: Platform): number {
  const { needsMedia, fetchesPictures } = rulesOf(platform)
  return needsMedia ? 1 : fetchesPictures ? 3 : 5
}
