import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { runBackupCommand } from '#server/operate/machine/backup-command.ts'
import { runRestoreCommand } from '#server/operate/machine/restore-command.ts'
import sql, { columns } from '#server/db/sql.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { readState, restoreState, STATE_SECRET, STATES } from './states/state.ts'
import { runCommand } from './support/backup-files.ts'
import { copyInstallation, emptyPlace, testDatabase, type TestDatabase } from './support/databases.ts'
import { byDepth } from './support/depth.ts'
import { eventually } from './support/eventually.ts'
import { Person } from './support/person.ts'
import { simulatorAt } from './support/simulator.ts'
import { FEW_CONNECTIONS } from './support/start-frogy.ts'
import { testClock } from './support/test-clock.ts'

const PLATFORMS = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'] as const
const HOUR_MS = 3_600_000

const POSTS = columns('posts', 'id', 'user_id', 'platform', 'content', 'status', 'scheduled_at', 'published_at')
const postsIn = (database: Database) => database.query(sql`select ${POSTS} from posts order by id`)

/** The expected status of each of Layla's posts, by its text. */
const STATUSES = {
  'A draft': 'draft',
  'Missed: nothing ran': 'missed',
  'Failed: the network refused': 'failed',
  'Unconfirmed: the response was lost': 'unconfirmed',
  'In a month, with #hashtags': 'scheduled',
  ...Object.fromEntries(PLATFORMS.map((platform) => [`Published on ${platform}`, 'published'])),
  ...Object.fromEntries(PLATFORMS.map((platform) => [`Due in an hour on ${platform}`, 'scheduled'])),
}

const statusesOf = (posts: Post[]) => Object.fromEntries(posts.map(({ content, status }) => [content, status]))

describe.each(byDepth({ gate: STATES.slice(-1), all: STATES }))('installation of %s', (name) => {
  test('keeps posts and sessions after an upgrade, publishes each due post once, and does not hold publishing', async () => {
    await using opened = new AsyncDisposableStack()
    const place = opened.use(await testDatabase())
    const { sessions, apiKey } = await (async () => {
      await using database = await openDatabase({ ...place, onError: console.error })
      const state = await restoreState(name, database, place.dataDir)
      const before = await postsIn(database)
      await migrate(database)
      expect(await postsIn(database)).toEqual(before)
      return state
    })()

    const clock = testClock()
    const stateFile = join(place.dataDir, 'simulator.json')
    const simulator = opened.use(
      await openSimulator({ port: 0, autoConsent: true, stateFile, now: () => clock.now().getTime() }),
    )
    const networks = simulatorAt(simulator.url)
    await networks.clearFaults()
    const start = ({ databaseUrl, dataDir }: typeof place) =>
      openApp(
        readConfig({
          PORT: '0',
          SIMULATOR_PORT: String(simulator.port),
          APP_SECRET: STATE_SECRET,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          LOG_LEVEL: 'silent',
          RATE_LIMITS: 'off',
          METRICS: 'off',
        }),
        { clock, connections: FEW_CONNECTIONS },
      )
    {
      await using frogy = await start(place)
      const visitor = new Person(frogy.url ?? '')
      const ask = async (path: string, headers: Record<string, string>) =>
        (await (await visitor.fetch(path, { headers })).json()) as Record<string, unknown>
      expect((await ask('/healthz', {}))['warnings'] ?? []).not.toContain('held')
      expect(await ask('/api/user', { cookie: sessions['layla'] ?? '' })).toMatchObject({ email: 'layla@example.com' })
      if (apiKey) expect(await ask('/api/posts', { authorization: `Bearer ${apiKey}` })).toHaveLength(15)
      const layla = await new Person(frogy.url ?? '').signIn('layla@example.com')
      expect(statusesOf(await layla.call('GET /api/posts', {}))).toEqual(STATUSES)

      // Wait for the outcome of the interrupted post before the clock moves by an hour.
      const omar = await new Person(frogy.url ?? '').signIn('omar@example.com')
      const sent = (await omar.call('GET /api/posts', {})).find(({ content }) => content === 'Being sent')
      if (sent) await advanceUntil(async () => (await omar.read(sent)).status === 'published', clock.advance)
      clock.advance(HOUR_MS)
      const dueTexts = PLATFORMS.map((platform) => `Due in an hour on ${platform}`)
      await advanceUntil(async () => {
        const now = statusesOf(await layla.call('GET /api/posts', {}))
        return dueTexts.every((text) => now[text] === 'published')
      }, clock.advance)

      const out = (await Promise.all(PLATFORMS.map((platform) => networks.posts(platform)))).flat()
      const texts = out.map(({ text }) => text).toSorted()
      expect(texts).toEqual(
        [
          'Being sent',
          'Unconfirmed: the response was lost',
          ...PLATFORMS.map((platform) => `Published on ${platform}`),
          ...dueTexts,
        ].toSorted(),
      )
    }

    // Frogy treats the same data in another folder as a copy.
    const copy = opened.use(await copyInstallation(place))
    await using copied = await start(copy)
    const health = (await (await fetch(`${copied.url}/healthz`)).json()) as { warnings?: string[] }
    expect(health.warnings).toContain('held')
  })
})

/** Moves the clock until the condition holds. */
async function advanceUntil(holds: () => Promise<boolean>, advance: (ms: number) => void): Promise<void> {
  await eventually(async () => {
    advance(1_000)
    if (!(await holds())) throw new Error('Not yet')
  })
}

test.each(STATES.filter(recordsPlace))(
  'holds publishing after the restore of a database dump of release %s',
  async (name) => {
    await using place = await testDatabase()
    await using opened = new AsyncDisposableStack()
    {
      await using database = await openDatabase({ ...place, onError: console.error })
      await restoreState(name, database, place.dataDir, 'copy')
    }
    const simulator = opened.use(await openSimulator({ port: 0 }))
    const frogy = opened.use(
      await openApp(
        readConfig({
          PORT: '0',
          SIMULATOR_PORT: String(simulator.port),
          APP_SECRET: STATE_SECRET,
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.databaseUrl,
          LOG_LEVEL: 'silent',
        }),
        { connections: FEW_CONNECTIONS },
      ),
    )
    const health = (await (await fetch(`${frogy.url}/healthz`)).json()) as { warnings?: string[] }
    expect(health.warnings).toContain('held')
  },
)

test.each(STATES.filter(makesBackups))(
  'restores a backup of release %s with its posts and pictures, and holds publishing',
  async (name) => {
    await using source = await testDatabase()
    await using target = await emptyPlace()
    const file = join(source.dataDir, 'older.tar')
    const environmentOf = ({ databaseUrl, dataDir }: Omit<TestDatabase, keyof AsyncDisposable>) => ({
      PORT: '0',
      APP_SECRET: STATE_SECRET,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      BACKUP_PASSPHRASE: 'three frogs on a log',
      LOG_LEVEL: 'silent',
    })
    const { media } = await (async () => {
      await using database = await openDatabase({ ...source, onError: console.error })
      return await restoreState(name, database, source.dataDir)
    })()
    expect(await runCommand(runBackupCommand, ['--to', file], environmentOf(source))).toMatchObject({ code: 0 })
    expect(await runCommand(runRestoreCommand, [file], environmentOf(target))).toMatchObject({ code: 0 })
    for (const [path, bytes] of Object.entries(media))
      expect(readFileSync(join(target.dataDir, path), 'base64')).toBe(bytes)

    await using simulator = await openSimulator({ port: 0 })
    await using frogy = await openApp(
      readConfig({ ...environmentOf(target), SIMULATOR_PORT: String(simulator.port), RATE_LIMITS: 'off' }),
      { connections: FEW_CONNECTIONS },
    )
    const health = (await (await fetch(`${frogy.url}/healthz`)).json()) as { warnings?: string[] }
    expect(health.warnings).toContain('held')
    const layla = await new Person(frogy.url ?? '').signIn('layla@example.com')
    expect(statusesOf(await layla.call('GET /api/posts', {}))).toEqual(STATUSES)
  },
)

function makesBackups(name: string): boolean {
  return readState(name).migrations.includes('0071_backups.sql')
}

/**
 * Whether the release recorded where its data is. Without this, Frogy cannot distinguish a restored copy from an
 * upgrade.
 */
function recordsPlace(name: string): boolean {
  return readState(name).migrations.includes('0066_installation.sql')
}
