import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { sealTokens } from '#server/accounts/store.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { secretsFrom } from '#server/secrets.ts'
import { openFakeModels } from '#tests/support/fake-models.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from '#tests/support/processes.ts'
import { simulatorAt, type SimulatorControl } from '#tests/support/simulator.ts'
import { fill, filledEmail } from './fill.ts'
import type { LoadPerson } from './load-people.ts'
import { memoryMiB, run } from './processes.ts'

const PEOPLE = 200
const IN_TABLE = { people: 1_000, accountsOfEach: 5, postsOfEach: 100 }
const SECRET = 'a secret of this benchmark, long enough'
/** The response time of the simulated networks. */
export const LATENCY_MS = 300
/** The time between two pieces of a model's answer. */
const PIECE_MS = 60

/** An installation under load, with its users. */
export interface Place extends AsyncDisposable {
  urls: string[]
  bareUrl: string
  people: LoadPerson[]
  postgres: PostgresServer
  database: Database
  control: SimulatorControl
  processes: Map<string, FrogyProcess>
  bucket: Switch
  mail: Switch & { taken(): string[]; forget(): void }
  restart(name: string): Promise<void>
  memory(): number
}

interface Switch {
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts an installation on PostgreSQL with web processes, a worker, a bucket and a mail server, and creates its users.
 */
export async function openPlace(webs: number): Promise<Place | undefined> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startPostgres()
  if (!postgres) return undefined
  opened.use(postgres)
  const folder = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const database = opened.use(await openDatabase({ databaseUrl: postgres.url, dataDir: folder, onError: () => {} }))
  await migrate(database)
  const tokens = { accessToken: 'none', refreshToken: null, expiresAt: null }
  await fill(database, { ...IN_TABLE, sealedTokens: sealTokens(secretsFrom([SECRET]), tokens) })

  const simulator = opened.use(await startSimulatorProcess())
  const control = simulatorAt(simulator.url)
  await control.liftLimits()
  const models = opened.use(await openFakeModels())
  models.beforePiece = () => sleep(PIECE_MS)
  const bucket = await openBucket(join(folder, 's3'))
  opened.defer(() => bucket.close())
  const mail = await openMail()
  opened.defer(() => mail.close())

  const ports = await Promise.all(Array.from({ length: webs }, () => freePort()))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    APP_SECRET: SECRET,
    PUBLIC_URL: urls[0],
    SIMULATOR_PORT: new URL(simulator.url).port,
    METRICS: 'off',
    SMTP_URL: mail.url,
    STORAGE_URL: `s3://pictures?region=us-east-1&endpoint=http://127.0.0.1:${bucket.port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: models.url,
    AI_DAILY_LIMIT: '100000',
  }
  const roles = new Map<string, Record<string, string>>([
    ['worker', { ROLE: 'worker', PORT: String(await freePort()) }],
  ])
  for (const [index, port] of ports.entries()) roles.set(`web ${index + 1}`, { ROLE: 'web', PORT: String(port) })
  const processes = new Map<string, FrogyProcess>()
  const start = async (name: string) =>
    void processes.set(name, await startProcess({ ...environment, ...roles.get(name) }))
  opened.defer(async () => void (await Promise.all([...processes.values()].map((one) => one.kill()))))
  for (const name of roles.keys()) await start(name)
  const bare = opened.use(
    await run(
      [join(import.meta.dirname, 'baseline-load.ts'), postgres.url, filledEmail(1)],
      {},
      /Baseline is at (\S+)/,
    ),
  )
  const people = await signInAll(urls)
  await control.manners({ latencyMs: LATENCY_MS })
  const stack = opened.move()
  return {
    urls,
    bareUrl: bare.ready[1] ?? '',
    people,
    postgres,
    database,
    control,
    processes,
    bucket,
    mail,
    async restart(name) {
      await processes.get(name)?.kill()
      await start(name)
    },
    memory: () => [...processes.values()].reduce((total, { pid }) => total + memoryMiB(pid), 0),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * Signs in all users. Each has one account at a simulated network. Users with an Instagram account upload a picture,
 * because Instagram requires one in each post.
 */
async function signInAll(urls: string[]): Promise<LoadPerson[]> {
  const people: LoadPerson[] = []
  const picture = new Uint8Array(await pictureFile('jpeg', 600, 500))
  const signIn = async (n: number): Promise<LoadPerson> => {
    const person = await new Person(urls[n % urls.length] ?? '').signIn(filledEmail(n))
    const platform = PLATFORMS[n % PLATFORMS.length] ?? 'linkedin'
    await person.connect(platform)
    const accounts = await person.call('GET /api/social-accounts', {})
    const account = accounts.find((one) => one.platform === platform && one.displayName !== '')
    const form = uploadForm(['a.jpg', picture])
    const upload = async () => (await person.call('POST /api/images/upload', { form })).media.images.map(({ id }) => id)
    return {
      name: String(n),
      email: filledEmail(n),
      cookie: person.cookie,
      platform,
      accountId: account?.id ?? '',
      pictureIds: platform === 'instagram' ? await upload() : [],
    }
  }
  for (let n = 1; n <= PEOPLE; n += 5)
    people.push(...(await Promise.all(Array.from({ length: 5 }, (_, more) => signIn(n + more)))))
  return people
}

async function openBucket(directory: string): Promise<Switch & { port: number }> {
  const port = await freePort()
  let server: S3rver | undefined
  const bucket = {
    port,
    async open() {
      server = new S3rver({
        address: '127.0.0.1',
        port,
        directory,
        silent: true,
        configureBuckets: [{ name: 'pictures' }],
      })
      await server.run()
    },
    async close() {
      const closed = server?.close()
      // Close keep-alive connections too, because the bucket would still respond on them.
      server?.httpServer?.closeAllConnections()
      await closed
      server = undefined
    },
  }
  await bucket.open()
  return bucket
}

async function openMail() {
  let server: Awaited<ReturnType<typeof openMailServer>> | undefined = await openMailServer()
  const { url } = server
  let ids: string[] = []
  const collect = () => {
    ids.push(...(server?.taken.map(({ message }) => /^message-id: *(\S+)/im.exec(message)?.[1] ?? '') ?? []))
    if (server) server.taken = []
  }
  return {
    url,
    taken() {
      collect()
      return ids
    },
    forget: () => void (ids = []),
    async open() {
      server = await openMailServer(Number(new URL(url).port))
    },
    async close() {
      collect()
      await server?.[Symbol.asyncDispose]()
      server = undefined
    },
  }
}
