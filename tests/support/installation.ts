import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { computed, raw } from '#server/db/sql.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { testDatabase } from './databases.ts'
import { Person } from './person.ts'
import { CHEAP_HASH } from './fixture-users.ts'
import { sharedParsers } from './shared-parsers.ts'
import { simulatorAt, type SimulatorControl } from './simulator.ts'
import { FEW_CONNECTIONS, type StartOptions } from './start-frogy.ts'
import { testClock, type TestClock } from './test-clock.ts'

/**
 * An installation of Frogy that a test can start several times. Its data folder, database and platforms survive a
 * restart.
 */
export interface Installation extends AsyncDisposable {
  readonly dataDir: string
  /** The address of the database server; undefined with the embedded database. */
  readonly databaseUrl: string | undefined
  readonly clock: TestClock
  readonly simulator: SimulatorControl
  /** The environment variables of every start. */
  readonly environment: Record<string, string | undefined>
  start(
    environment?: Record<string, string>,
  ): Promise<AsyncDisposable & { url: string; visitor(language?: string): Person }>
  /** Opens the database directly. The embedded one can be opened only while Frogy is stopped. */
  database(): Promise<Database>
  /** Returns the whole content of the database as text. */
  everythingStored(): Promise<string>
}

export async function installation({
  modelServers = [],
  cardTimeouts,
}: Pick<StartOptions, 'modelServers' | 'cardTimeouts'> = {}): Promise<Installation> {
  await using opened = new AsyncDisposableStack()
  const clock = testClock()
  const { databaseUrl, dataDir } = opened.use(await testDatabase())
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true, now: () => clock.now().getTime() }))
  // Reading profile pictures would slow down each test that connects an account.
  await simulatorAt(simulator.url).manners({ profilePictures: 'absent' })
  const environment = {
    PORT: '0',
    SIMULATOR_PORT: String(simulator.port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  }
  const database = () => openDatabase({ databaseUrl, dataDir, onError: console.error })
  const stack = opened.move()
  return {
    dataDir,
    databaseUrl,
    clock,
    simulator: simulatorAt(simulator.url),
    environment,
    database,
    async start(more = {}) {
      const config = readConfig({ ...environment, ...more })
      const app = await openApp(config, {
        clock,
        passwordCost: CHEAP_HASH,
        modelServers,
        cardTimeouts,
        ...(!cardTimeouts && { openParsers: sharedParsers }),
        connections: FEW_CONNECTIONS,
      })
      const url = app.url ?? ''
      return {
        url,
        visitor: (language) => new Person(url, language),
        [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
      }
    },
    async everythingStored() {
      await using open = await database()
      const tables = await open.query(
        sql`select ${computed('name', 'text', sql`table_schema || '.' || table_name`, '')} from information_schema.tables
          where table_schema in ('public', 'frogy_jobs')`,
      )
      const rows = await Promise.all(
        tables.map(({ name }) => open.query(sql`select ${raw(`'${name}'`)} as of_table, * from ${raw(name)}`)),
      )
      return JSON.stringify(rows.flat())
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
