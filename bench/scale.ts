import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { leaseAccounts } from '#server/accounts/leases.ts'
import { sealTokens } from '#server/accounts/store.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import sql, { computed } from '#server/db/sql.ts'
import { queueState } from '#server/publishing/heartbeats.ts'
import { claimableAt, duePosts, upcomingAt } from '#server/publishing/schedule/due-posts.ts'
import { findDuePosts } from '#server/publishing/schedule/find-due-posts.ts'
import { secretsFrom } from '#server/secrets.ts'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { fill, filledEmail, type Fill } from './fill.ts'
import { run } from './processes.ts'
import { notRun, report } from './report.ts'
import { medianMs } from './request-rate.ts'

const [FEW, MANY] = [10_000, 1_000_000]
const POSTS_OF_EACH = 100
const ACCOUNTS_OF_EACH = 5
const AT_MOST_TIMES = 2
const SECRET = 'a secret of this benchmark, long enough'
/** The number of due posts that a worker takes at a time. */
const DUE = 50

/**
 * Compares the most frequent actions of users and workers with 10,000 and with a million posts in the table. Each user
 * has a hundred posts.
 */
export async function benchScale(): Promise<boolean> {
  const ofEach = { postsOfEach: POSTS_OF_EACH }
  await using few = await openTable({ people: FEW / POSTS_OF_EACH, ...ofEach })
  await using many = few && (await openTable({ people: MANY / POSTS_OF_EACH, ...ofEach }))
  if (!few || !many) return notRun('scale', 'PostgreSQL server')
  const results: boolean[] = []
  for (const [what, act] of Object.entries(ACTS)) {
    const [value = Number.NaN, baseline = Number.NaN] = await medianMs([() => act(many), () => act(few)])
    results.push(
      report({
        what: `${what}, ${MANY} posts in the table`,
        value,
        unit: 'ms',
        atMost: baseline * AT_MOST_TIMES,
        baseline: { what: `${FEW} posts in the table`, value: baseline },
      }),
    )
  }
  return results.every(Boolean)
}

export interface Table extends AsyncDisposable {
  database: Database
  person: Person
}

/** Use different parameters each time, so that no cached response is sent. */
let questions = 0
export const uncached = () => new Date(Date.UTC(2099, 0, 1) + questions++).toISOString()
export const read = async (person: Person, path: string): Promise<void> => {
  const response = await person.fetch(path)
  await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}
export const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

const ACTS: Record<string, (table: Table) => Promise<void>> = {
  'GET /api/posts, a list': ({ person }) => read(person, `/api/posts?limit=100&to=${uncached()}`),
  'GET /api/posts?q=, a search': ({ person }) => read(person, `/api/posts?q=${questions++}&limit=20`),
  'GET /api/posts/summary, the dashboard': ({ person }) =>
    read(person, `/api/posts/summary?daysFrom=${day(0)}&daysTo=${day(40)}&weekFrom=${uncached()}`),
  'GET /api/posts/calendar, a month': ({ person }) => {
    const first = -(questions++ % 200)
    return read(person, `/api/posts/calendar?daysFrom=${day(first)}&daysTo=${day(first + 30)}`)
  },
  'PATCH /api/posts/{id}, an edit': async ({ person }) => {
    const [post] = await person.call('GET /api/posts/scheduled', { query: { limit: '1' } })
    await person.call('PATCH /api/posts/{id}', { params: { id: post?.id ?? '' }, body: { content: uncached() } })
  },
  [`a worker's round without due posts`]: async ({ database }) => {
    const now = new Date()
    await leaseAccounts(database, 'bench', slots(DUE), [], duePosts(claimableAt(now)))
    await leaseAccounts(database, 'bench', slots(DUE), [], duePosts(upcomingAt(now)))
    await database.query(sql`
      select ${computed('next', 'timestamptz', sql`min(next_step_at)`)} from posts where next_step_at is not null`)
    await queueState(database, now)
  },
  [`a worker's claim of ${DUE} due posts`]: async ({ database }) => {
    // Take the next scheduled posts as if they were due. The rollback releases them again.
    const [row] = await database.query(sql`
      select ${computed('due', 'timestamptz', sql`max(next_step_at)`)} from (
        select next_step_at from posts where next_step_at is not null order by next_step_at limit ${DUE}) as first`)
    const now = row?.due ?? new Date()
    await database
      .transaction(async (tx) => {
        const leased = await leaseAccounts(tx, 'bench', slots(DUE), [], duePosts(claimableAt(now)))
        const found = await findDuePosts(tx, 'bench', leased, now)
        if (found.filter(Boolean).length < DUE / 2) throw new Error(`Only ${found.length} posts were claimed`)
        throw GIVE_BACK
      })
      .catch((error: unknown) => {
        if (error !== GIVE_BACK) throw error
      })
    await setImmediate()
  },
}
const GIVE_BACK = new Error('The claim is given back')
const slots = (each: number) => Object.fromEntries(PLATFORMS.map((name) => [name, each])) as Record<Platform, number>

/**
 * Opens a database with the given numbers of users and posts, and a web process on it. Undefined without a PostgreSQL
 * server.
 */
export async function openTable(size: Pick<Fill, 'people' | 'postsOfEach'>): Promise<Table | undefined> {
  const posts = size.people * size.postsOfEach
  await using opened = new AsyncDisposableStack()
  const postgres = await startPostgres({ survivesPowerCut: false })
  if (!postgres) return undefined
  opened.use(postgres)
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = opened.use(await openDatabase({ databaseUrl: postgres.url, dataDir, onError: () => {} }))
  await migrate(database)
  const from = performance.now()
  await fill(database, {
    ...size,
    accountsOfEach: ACCOUNTS_OF_EACH,
    sealedTokens: sealTokens(secretsFrom([SECRET]), { accessToken: 'none', refreshToken: null, expiresAt: null }),
  })
  const seconds = (performance.now() - from) / 1_000
  const [disk] = await database.query(sql`
    select ${computed('bytes', 'bigint', sql`pg_total_relation_size('posts')`, 0)},
      ${computed('indexes', 'bigint', sql`pg_indexes_size('posts')`, 0)},
      ${computed('wal', 'bigint', sql`pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`, 0)}`)
  const perPost = (bytes = 0) => `${Math.round(bytes / posts)} bytes`
  console.log(
    `${posts} posts with their counts written in ${seconds.toFixed(1)} s: ${Math.round(posts / seconds)} posts a second, ` +
      `${perPost(disk?.wal)} of WAL a post; on disk ${perPost(disk?.bytes)} a post, of which ${perPost(disk?.indexes)} are indexes`,
  )
  const frogy = opened.use(
    await run(
      [join(import.meta.dirname, '..', 'bin', 'start.js')],
      {
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        ROLE: 'web',
        PORT: '0',
        SIMULATOR_PORT: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        APP_SECRET: SECRET,
      },
      /Frogy is at (\S+)/,
    ),
  )
  const person = await new Person(frogy.ready[1] ?? '').signIn(filledEmail(1))
  const stack = opened.move()
  return { database, person, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
