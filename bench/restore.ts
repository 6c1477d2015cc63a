import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { postgresBinaries, startPostgres, type PostgresServer } from '#tests/support/postgres.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from '#tests/support/processes.ts'
import { simulatorAt, type SimulatorControl } from '#tests/support/simulator.ts'
import { notRun, report } from './report.ts'

const POSTS = 200
/**
 * Number of restores per run. Each database has one run where networks accept duplicates, and one where they refuse
 * them. `npm run backup` and `npm run restore` make every second copy, and the system's tools make the others.
 */
const RESTORES = 10
/** The number of posts in each restore. They fall due while the installation is copied, however slow the machine is. */
const ROUND = POSTS / RESTORES
const FIRST_AFTER_MS = 4_000
const OVER_MS = 20_000
/** How long the original installation continues to publish after it was copied. */
const GOES_ON_MS = [500, 4_000] as const
const COPY_WITHIN_MS = 120_000

const DECIDE_WITHIN_MS = 240_000

interface Result {
  restores: number
  sentAfterCopies: number
  twice: number
  calledFailed: number
  lost: number
  asked: number
  found: number
}

/**
 * Repeatedly copies an installation while it publishes 200 posts, lets the original publish more, and continues with
 * the copy. Looks for posts that are lost, published twice, or live but shown as failed or missed. `--seed N` repeats
 * the times of the copies. `--step embedded` and `--step postgres` run one kind of database.
 */
export async function benchRestore({
  seed = Date.now() % 1_000_000,
  steps = ['embedded', 'postgres'],
}: {
  seed?: number
  steps?: string[]
}): Promise<boolean> {
  console.log(`restore with --seed ${seed}`)
  await using postgres = steps.includes('postgres') ? await startPostgres() : undefined
  const results: Result[] = []
  for (const server of [...(steps.includes('embedded') ? [undefined] : []), ...(postgres ? [postgres] : [])]) {
    for (const refuses of [false, true]) {
      const result = await run(seed + results.length, server, refuses)
      results.push(result)
      const where = `${server ? 'PostgreSQL' : 'embedded'}, networks ${refuses ? 'refuse' : 'take'} doubles`
      console.log(
        `    ${where}: ${POSTS} posts, ${result.restores} restores; ${result.sentAfterCopies} went out after a copy; ${result.found} were found by a look-up, ${result.asked} decided by their author; ${result.twice} twice, ${result.calledFailed} live ones called failed or missed, ${result.lost} lost`,
      )
    }
  }
  const sum = (part: keyof Result) => results.reduce((total, result) => total + result[part], 0)
  const baseline = { what: 'posts that went out after a copy was made', value: sum('sentAfterCopies') }
  const holds = [
    report({ what: 'sent twice', value: sum('twice'), unit: 'posts', atMost: 0, baseline }),
    report({
      what: 'live, but called failed or missed',
      value: sum('calledFailed'),
      unit: 'posts',
      atMost: 0,
      baseline,
    }),
    report({ what: 'lost', value: sum('lost'), unit: 'posts', atMost: 0, baseline }),
    // The originals must have published posts after they were copied, or the benchmark could not detect duplicates.
    sum('sentAfterCopies') > 0,
    postgres !== undefined || !steps.includes('postgres') || notRun('restore of a dump', 'PostgreSQL server'),
  ]
  return holds.every(Boolean)
}

async function run(seed: number, postgres: PostgresServer | undefined, refuses: boolean): Promise<Result> {
  const random = randomFrom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'frogy-bench-'))
  await using simulatorProcess = await startSimulatorProcess()
  const simulator = simulatorAt(simulatorProcess.url)
  await simulator.liftLimits()
  const duplicateMs = refuses ? 3_600_000 : 0
  const manners = ['linkedinDuplicateMs', 'twitterDuplicateMs', 'facebookDuplicateMs']
  await simulator.manners(Object.fromEntries(manners.map((name) => [name, duplicateMs])))
  const environment = { SIMULATOR_PORT: new URL(simulatorProcess.url).port, METRICS: 'off' }
  const start = ({ dataDir, databaseUrl }: Place) =>
    startProcess({ ...environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

  let place = { dataDir: join(folder, 'data-0'), databaseUrl: postgres && (await createDatabase(postgres, seed, 0)) }
  let frogy = await start(place)
  try {
    const layla = await new Person(frogy.url).register()
    const schedule = await postScheduler(layla)
    const posts: Post[] = []
    const result: Result = { restores: 0, sentAfterCopies: 0, twice: 0, calledFailed: 0, lost: 0, asked: 0, found: 0 }
    for (let restore = 1; restore <= RESTORES; restore++) {
      const round = await schedule(ROUND)
      posts.push(...round)
      await waitForLive(round, ROUND * random() * 0.6, simulator)
      const restoreCopy = await copyOf(frogy, place, folder, restore, postgres, seed)
      await pause(GOES_ON_MS[0] + random() * (GOES_ON_MS[1] - GOES_ON_MS[0]))
      await frogy.kill()
      place = await restoreCopy()
      frogy = await start(place)
      layla.movedTo(frogy.url)
      await expectHeld(frogy, simulator)
      const live = new Set(await liveTexts(simulator))
      const unknown = (await readAll(layla, round)).filter(
        ({ content, status }) => live.has(content) && status !== 'published',
      )
      await layla.call('POST /api/admin/publishing/release', {})
      result.restores++
      result.sentAfterCopies += unknown.length
    }
    await decideAll(layla, posts, simulator, result)
    return result
  } finally {
    await frogy.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** Connects accounts. @returns a function that schedules further posts, of all networks in turn */
async function postScheduler(layla: Person): Promise<(count: number) => Promise<Post[]>> {
  for (const platform of PLATFORMS) await layla.connect(platform)
  const file = new Uint8Array(await pictureFile('jpeg', 400, 400))
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(['one.jpg', file]) })
  const images = media.images.slice(0, 1).map(({ id }) => id)
  let number = 0
  return async (count) => {
    const from = Date.now() + FIRST_AFTER_MS
    const posts: Post[] = []
    for (let index = 0; index < count; index++) {
      const platform = PLATFORMS[number % PLATFORMS.length] as Platform
      // If scheduling is slow, move the remaining posts later, so that none is due in the past.
      const dueAt = Math.max(from + (OVER_MS * index) / count, Date.now() + FIRST_AFTER_MS)
      const scheduledAt = new Date(dueAt).toISOString()
      const body = { platform, content: `Number ${number++} of a run`, status: 'scheduled', scheduledAt } as const
      posts.push(
        await layla.call('POST /api/posts', {
          body: { ...body, ...(platform === 'instagram' && { media: { images } }) },
        }),
      )
    }
    return posts
  }
}

async function liveTexts(simulator: SimulatorControl): Promise<string[]> {
  const all = await Promise.all(PLATFORMS.map((platform) => simulator.posts(platform)))
  return all.flat().map(({ text }) => text)
}

/** Waits until at least `count` of the posts are live. */
async function waitForLive(posts: Post[], count: number, simulator: SimulatorControl): Promise<void> {
  const from = performance.now()
  for (;;) {
    const live = new Set(await liveTexts(simulator))
    const found = posts.filter(({ content }) => live.has(content)).length
    if (found >= count) return
    if (performance.now() - from > COPY_WITHIN_MS)
      throw new Error(`Only ${found} of ${posts.length} posts are live, not ${count}`)
    await pause(50)
  }
}

/**
 * Copies an installation at one moment. The process of an embedded database is suspended meanwhile.
 * @returns a function that restores the copy
 */
async function copyOf(
  frogy: FrogyProcess,
  { dataDir, databaseUrl }: Place,
  folder: string,
  number: number,
  postgres: PostgresServer | undefined,
  seed: number,
): Promise<() => Promise<Place>> {
  const copy = join(folder, `data-${number}`)
  if (number % 2 === 0) {
    const file = join(folder, `backup-${number}.tar`)
    await runFrogy('backup', ['--to', file], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    return async () => {
      const target = { dataDir: copy, databaseUrl: postgres && (await createDatabase(postgres, seed, number)) }
      await runFrogy('restore', [file], { DATA_DIR: copy, DATABASE_URL: target.databaseUrl })
      return target
    }
  }
  if (!postgres || !databaseUrl) {
    process.kill(frogy.pid, 'SIGSTOP')
    cpSync(dataDir, copy, { recursive: true })
    process.kill(frogy.pid, 'SIGCONT')
    return async () => ({ dataDir: copy, databaseUrl: undefined })
  }
  const dump = join(folder, `dump-${number}`)
  runTool('pg_dump', ['-Fc', '-f', dump, databaseUrl])
  cpSync(dataDir, copy, { recursive: true })
  return async () => {
    const restored = await createDatabase(postgres, seed, number)
    runTool('pg_restore', ['--no-owner', '-d', restored, dump])
    return { dataDir: copy, databaseUrl: restored }
  }
}

async function createDatabase(postgres: PostgresServer, seed: number, number: number): Promise<string> {
  const name = `restore_${seed}_${number}`
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
}

/** Runs `npm run backup` or `npm run restore` for an installation. */
async function runFrogy(
  command: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', `${command}.ts`), ...args], {
    env: { ...process.env, BACKUP_PASSPHRASE: 'three frogs on a log', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`npm run ${command} failed: ${stdout}${stderr}`)
}

function runTool(name: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(postgresBinaries() ?? '', name), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}

/** Checks that a copy publishes nothing until an administrator resumes publishing. */
async function expectHeld(frogy: FrogyProcess, simulator: SimulatorControl): Promise<void> {
  const before = (await liveTexts(simulator)).length
  const health = (await (await fetch(`${frogy.url}/healthz`)).json()) as { warnings?: string[] }
  if (!health.warnings?.includes('held')) throw new Error(`The copy is not held: ${JSON.stringify(health)}`)
  await pause(1_500)
  if ((await liveTexts(simulator)).length !== before) throw new Error('A held copy has published')
}

/**
 * Waits until the outcome of all posts is known. If Frogy cannot look up a post, the author checks the network and
 * answers.
 */
async function decideAll(layla: Person, posts: Post[], simulator: SimulatorControl, result: Result): Promise<void> {
  const answered = new Set<string>()
  const from = performance.now()
  for (;;) {
    const live = new Set(await liveTexts(simulator))
    const now = await readAll(layla, posts)
    for (const { id, content } of now.filter(({ status }) => status === 'unconfirmed')) {
      const outcome = live.has(content) ? 'live' : 'not_live'
      await layla.ask('POST /api/posts/{id}/resolve', { params: { id }, body: { outcome } })
      answered.add(id)
    }
    const open = now.filter(({ status }) => ['scheduled', 'publishing', 'unconfirmed'].includes(status))
    if (open.length === 0) break
    if (performance.now() - from > DECIDE_WITHIN_MS)
      throw new Error(`${open.length} posts are undecided, such as ${JSON.stringify(open[0])}`)
    await pause(1_000)
  }
  const live = await liveTexts(simulator)
  const ended = await readAll(layla, posts)
  const timesOut = (content: string) => live.filter((text) => text === content).length
  result.asked = answered.size
  for (const { content, status, failure } of ended) {
    const times = timesOut(content)
    if (times > 1) result.twice++
    if (times > 0 && status !== 'published') result.calledFailed++
    if (times === 0) result.lost++
    if (times !== 1 || status !== 'published')
      console.log(`    WRONG: ${content} is ${times} times at its network, and ${status}: ${JSON.stringify(failure)}`)
  }
  result.found = await countFound(layla, posts)
}

async function readAll(layla: Person, posts: Post[]): Promise<Post[]> {
  return await Promise.all(posts.map((post) => layla.read(post)))
}

async function countFound(layla: Person, posts: Post[]): Promise<number> {
  const timelines = await Promise.all(
    posts.map(({ id }) => layla.call('GET /api/posts/{id}/timeline', { params: { id } })),
  )
  return timelines.filter((moments) => moments.some(({ what }) => what === 'found')).length
}

/** A linear congruential generator: the same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}
