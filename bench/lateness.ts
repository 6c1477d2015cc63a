import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { simulatorAt, type SimulatedPost, type SimulatorControl } from '#tests/support/simulator.ts'
import { bareQueueRate } from './bare-queue.ts'
import { at, report } from './report.ts'
import { run } from './processes.ts'

const POSTS = 1_000
const PEOPLE = 5
/** Where nothing is to be waited for that the network does with a picture: there the worker's own pace shows. */
const OF_TEXT = PLATFORMS.filter((platform) => platform !== 'instagram')

/**
 * How late posts reach their networks when a thousand are due within a minute, on the embedded database and on a server;
 * and how many a second go out there when all are due at once.
 */
export async function benchLateness(): Promise<boolean> {
  await using postgres = await startPostgres()
  let holds = true
  for (const databaseUrl of postgres ? [undefined, postgres.url] : [undefined]) {
    const { late, bare, early, rate, bareRate } = await measure(databaseUrl)
    const where = databaseUrl ? 'PostgreSQL' : 'embedded database'
    if (late.length !== POSTS || early > 0)
      throw new Error(`${late.length} of ${POSTS} posts came out, ${early} of them early`)
    for (const [share, atMost] of [
      [0.5, 200],
      [0.99, 2_000],
    ] as const) {
      const kept = report({
        what: `lateness of ${POSTS} posts due in one minute, p${share * 100} (${where})`,
        value: at(late, share),
        unit: 'ms',
        atMost,
        baseline: { what: 'the same requests sent by bare timers', value: at(bare, share) },
      })
      holds = holds && kept
    }
    if (rate !== undefined && bareRate !== undefined)
      report({
        what: `publish rate of one worker, ${POSTS} posts due at once (${where})`,
        value: rate,
        unit: 'posts/s',
        baseline: { what: 'rows taken and closed by the bare driver', value: bareRate },
      })
  }
  return holds
}

interface Measured {
  late: number[]
  bare: number[]
  early: number
  /** Undefined on the embedded database. */
  rate?: number
  bareRate?: number
}

async function measure(databaseUrl: string | undefined): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    await using simulator = await run(
      [join(import.meta.dirname, '..', 'simulator', 'main.ts')],
      { SIMULATOR_PORT: '0', SIMULATOR_AUTO_CONSENT: '1' },
      /networks are at (\S+)/,
    )
    const simulatorUrl = simulator.said[1] ?? ''
    const control = simulatorAt(simulatorUrl)
    await control.liftLimits()
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      SIMULATOR_PORT: new URL(simulatorUrl).port,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    }
    await using frogy = await run(
      [join(import.meta.dirname, '..', 'bin', 'start.ts')],
      environment,
      /Frogy is at (\S+)/,
    )
    const writers: Writer[] = []
    for (let n = 0; n < PEOPLE; n++) writers.push(await makeWriter(frogy.said[1] ?? ''))

    const within = await publish(writers, control, 'within a minute', PLATFORMS, (n) => (n * 60_000) / POSTS)
    const late = within.map(({ post, due }) => Date.parse(post.createdAt) - due)
    const measured: Measured = {
      late,
      early: late.filter((ms) => ms < 0).length,
      bare: await bareTimers(simulatorUrl),
    }
    if (!databaseUrl) return measured

    const atOnce = await publish(writers, control, 'at once', OF_TEXT, () => 0)
    const tookMs = Math.max(...atOnce.map(({ post, due }) => Date.parse(post.createdAt) - due))
    return {
      ...measured,
      rate: POSTS / (tookMs / 1000),
      bareRate: await bareQueueRate(databaseUrl, POSTS, PEOPLE * OF_TEXT.length),
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Writer {
  person: Person
  pictureId: string
}

/** Somebody with an account on every network, and a picture for the one that takes no text alone. */
async function makeWriter(url: string): Promise<Writer> {
  const person = await new Person(url).register()
  for (const platform of PLATFORMS) await person.connect(platform)
  const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile('jpeg', 600, 500))])
  const { media } = await person.call('POST /api/images/upload', { form })
  return { person, pictureId: media.images[0]?.id ?? '' }
}

/** Schedules the posts, spread over people and networks, and waits until all are out, or a minute more is over. */
async function publish(
  writers: Writer[],
  control: SimulatorControl,
  name: string,
  platforms: readonly Platform[],
  dueAfterMs: (n: number) => number,
): Promise<{ post: SimulatedPost; due: number }[]> {
  const from = Date.now() + 15_000
  const due = new Map(Array.from({ length: POSTS }, (_, n) => [`Post number ${n}, due ${name}`, from + dueAfterMs(n)]))
  await Promise.all(
    writers.map(async ({ person, pictureId }, index) => {
      for (const [n, [content, time]] of [...due].entries()) {
        if (n % PEOPLE !== index) continue
        const platform: Platform = platforms[Math.floor(n / PEOPLE) % platforms.length] ?? 'linkedin'
        const images = platform === 'instagram' ? [pictureId] : []
        await person.call('POST /api/posts', {
          body: {
            platform,
            content,
            status: 'scheduled',
            scheduledAt: new Date(time).toISOString(),
            media: { images },
          },
        })
      }
    }),
  )
  if (Date.now() > from) throw new Error('Scheduling took longer than planned; the first posts were due already')

  const arrived = async () =>
    (await Promise.all(PLATFORMS.map((platform) => control.posts(platform)))).flat().flatMap((post) => {
      const time = due.get(post.text)
      return time === undefined ? [] : [{ post, due: time }]
    })
  await sleep(Math.max(...due.values()) - Date.now())
  let posts = await arrived()
  for (let waited = 0; posts.length < POSTS && waited < 60; waited++) {
    await sleep(1_000)
    posts = await arrived()
  }
  return posts
}

/** What the machine itself does when it is asked to send a request at a time: as dense, for ten seconds. */
async function bareTimers(simulatorUrl: string): Promise<number[]> {
  const from = Date.now() + 500
  const late = Array.from({ length: POSTS / 6 }, async (_, n) => {
    const time = from + (n * 60_000) / POSTS
    await sleep(Math.max(0, time - Date.now()))
    await (await fetch(`${simulatorUrl}/_sim`)).text()
    return Math.max(1, Date.now() - time)
  })
  return await Promise.all(late)
}
