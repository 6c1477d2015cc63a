import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '#core/platforms/platform.ts'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { at, report } from './report.ts'
import { run } from './processes.ts'

const POSTS = 1_000
const PEOPLE = 5
/** Networks that set no quota on this many. */
const PLATFORMS: Platform[] = ['linkedin', 'facebook']

/** How late posts reach their network when a thousand are due within a minute, on the embedded database and on a server. */
export async function benchLateness(): Promise<boolean> {
  await using postgres = await startPostgres()
  let holds = true
  for (const databaseUrl of postgres ? [undefined, postgres.url] : [undefined]) {
    const { late, bare, early } = await measure(databaseUrl)
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
  }
  return holds
}

async function measure(databaseUrl: string | undefined): Promise<{ late: number[]; bare: number[]; early: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    await using simulator = await run(
      [join(import.meta.dirname, '..', 'simulator', 'main.ts')],
      { SIMULATOR_PORT: '0', SIMULATOR_AUTO_CONSENT: '1' },
      /networks are at (\S+)/,
    )
    const simulatorUrl = simulator.said[1] ?? ''
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

    const people = await Promise.all(Array.from({ length: PEOPLE }, () => new Person(frogy.said[1] ?? '').register()))
    for (const person of people) for (const platform of PLATFORMS) await person.connect(platform)
    const from = Date.now() + 15_000
    const due = new Map(
      Array.from({ length: POSTS }, (_, n) => [`Post number ${n} of this run`, from + (n * 60_000) / POSTS]),
    )
    await Promise.all(
      people.map(async (person, index) => {
        for (const [n, [content, time]] of [...due].entries()) {
          if (n % PEOPLE === index)
            await person.schedule({
              platform: PLATFORMS[Math.floor(n / PEOPLE) % 2] ?? 'linkedin',
              content,
              at: new Date(time),
            })
        }
      }),
    )
    if (Date.now() > from) throw new Error('Scheduling took longer than planned; the first posts were due already')

    await sleep(from + 60_000 - Date.now())
    const control = simulatorAt(simulatorUrl)
    const arrived = async () => (await Promise.all(PLATFORMS.map((platform) => control.posts(platform)))).flat()
    let posts = await arrived()
    for (let waited = 0; posts.length < POSTS && waited < 30; waited++) {
      await sleep(1_000)
      posts = await arrived()
    }
    const late = posts.map(({ text, createdAt }) => Date.parse(createdAt) - (due.get(text) ?? Number.NaN))
    return { late, early: late.filter((ms) => ms < 0).length, bare: await bareTimers(simulatorUrl) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
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
