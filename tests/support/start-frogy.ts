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
import { simulatorAt, type SimulatorControl } from './simulator.ts'
import { testClock, type TestClock } from './test-clock.ts'

export interface Frogy extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  /** Undefined with the embedded database. */
  readonly databaseUrl: string | undefined
  readonly clock: TestClock
  readonly simulator: SimulatorControl
  /** Drains connections, as on shutdown. */
  drain(forMs: number): Promise<void>
  /** A user who is not signed in. */
  visitor(language?: string): Person
  /** A new user with accounts on these platforms. */
  person(...platforms: Parameters<Person['connect']>[0][]): Promise<Person>
}

export interface StartOptions {
  passwordCost?: PasswordCost
  /** Whether platforms grant consent without showing a page. */
  autoConsent?: boolean
  template?: Template
  /** Where to look for local models. */
  modelServers?: { name: string; baseUrl: string }[]
  /** Base URLs of providers whose keys are entered in the app. */
  vendors?: { openai?: string; anthropic?: string }
  /** Timeouts for models. */
  modelTimeouts?: ModelTimeouts
  /** Timeouts for link cards. */
  cardPatience?: CardTimeouts
  /** Size of the connection pool: small, because each new connection plans every statement again. */
  connections?: Connections
  /** Fills the database before the start. */
  fill?: (database: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>) => Promise<void>
}

export const FEW_CONNECTIONS: Connections = { main: 3, queue: 1 }
/** As in production, for tests of concurrency. */
export const MANY_CONNECTIONS: Connections = { main: 10, queue: 3 }

/** Starts a real server with its own database and simulator. The test moves its clock. */
export async function startFrogy(
  environment: Record<string, string> = {},
  {
    passwordCost = CHEAP_HASH,
    autoConsent = true,
    template = 'peopled',
    modelServers = [],
    vendors = {},
    modelTimeouts,
    cardPatience,
    connections = FEW_CONNECTIONS,
    fill,
  }: StartOptions = {},
): Promise<Frogy> {
  await using opened = new AsyncDisposableStack()
  const clock = testClock()
  const { databaseUrl, dataDir } = opened.use(await testDatabase(template))
  await fill?.({ databaseUrl, dataDir })
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent, now: () => clock.now().getTime() }))
  const config = readConfig({
    PORT: '0',
    SIMULATOR_PORT: String(simulator.port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    // Only tests about metrics turn them on.
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
      cardPatience,
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
