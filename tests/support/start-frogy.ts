import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { ModelTimeouts } from '#server/writing/generation/model-timeouts.ts'
import type { PasswordCost } from '#server/people/auth/passwords.ts'
import type { CardTimeouts } from '#server/reading/link-cards.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import type { Connections } from '#server/db/database.ts'
import { testDatabase, type Template, type TestDatabase } from './databases.ts'
import { Person } from './person.ts'
import { CHEAP_HASH, fixtureEmail } from './fixture-users.ts'
import { sharedParsers } from './shared-parsers.ts'
import { simulatorAt, type SimulatorControl } from './simulator.ts'
import { testClock, type TestClock } from './test-clock.ts'

export interface Frogy extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  /** The address of the database server; undefined with the embedded database. */
  readonly databaseUrl: string | undefined
  readonly clock: TestClock
  readonly simulator: SimulatorControl
  /** Answers requests with 503, and waits up to this long until all connections are closed. */
  drain(forMs: number): Promise<void>
  /** Returns a user who is not signed in. */
  visitor(language?: string): Person
  /** Creates a user with connected accounts on these platforms. */
  person(...platforms: Parameters<Person['connect']>[0][]): Promise<Person>
}

export interface StartOptions {
  passwordCost?: PasswordCost
  /** Whether the simulated platforms give consent without showing a page. */
  autoConsent?: boolean
  template?: Template
  /** The addresses where Frogy looks for local AI models. */
  modelServers?: { name: string; baseUrl: string }[]
  /** The base URLs of AI providers for which an administrator enters a key in the app. */
  vendors?: { openai?: string; anthropic?: string }
  modelTimeouts?: ModelTimeouts
  /** Whether the networks report profile pictures. Reading them would slow down each test that connects an account. */
  profilePictures?: 'reported' | 'absent'
  cardTimeouts?: CardTimeouts
  /** Whether the server starts its own parser processes. By default, all servers of a test process share some. */
  ownParsers?: boolean
  /** The sizes of the connection pools. They are small, because each new connection must plan its statements first. */
  connections?: Connections
  /** Fills the database before the server starts. */
  fill?: (database: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>) => Promise<void>
}

export const FEW_CONNECTIONS: Connections = { main: 3, queue: 1 }
/** Pools as large as in production, for tests of concurrency. */
export const MANY_CONNECTIONS: Connections = { main: 10, queue: 3 }

/**
 * Starts a real server with its own database and simulator. Its clock runs in real time, and the test can advance it.
 */
export async function startFrogy(
  environment: Record<string, string> = {},
  {
    passwordCost = CHEAP_HASH,
    autoConsent = true,
    template = 'peopled',
    modelServers = [],
    vendors = {},
    modelTimeouts,
    profilePictures = 'absent',
    cardTimeouts,
    ownParsers = cardTimeouts !== undefined,
    connections = FEW_CONNECTIONS,
    fill,
  }: StartOptions = {},
): Promise<Frogy> {
  await using opened = new AsyncDisposableStack()
  const clock = testClock()
  const { databaseUrl, dataDir } = opened.use(await testDatabase(template))
  await fill?.({ databaseUrl, dataDir })
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent, now: () => clock.now().getTime() }))
  await simulatorAt(simulator.url).manners({ profilePictures })
  const config = readConfig({
    PORT: '0',
    SIMULATOR_PORT: String(simulator.port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    // Metrics are off, except in tests about metrics.
    METRICS: 'off',
    ...environment,
  })
  const app = opened.use(
    await openApp(config, {
      clock,
      passwordCost,
      modelServers,
      vendors,
      modelTimeouts,
      cardTimeouts,
      ...(!ownParsers && { openParsers: sharedParsers }),
      connections,
    }),
  )
  const url = app.url ?? ''
  let people = 0
  const stack = opened.move()
  return {
    url,
    dataDir,
    databaseUrl,
    clock,
    simulator: simulatorAt(simulator.url),
    drain: (forMs) => app.drain(forMs),
    visitor: (language) => new Person(url, language),
    async person(...platforms) {
      const person = await new Person(url).signIn(fixtureEmail(++people))
      for (const platform of platforms) await person.connect(platform)
      return person
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
