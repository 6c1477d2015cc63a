import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { requestsPerSecond, medianMs } from './request-rate.ts'
import { at, notRun, report } from './report.ts'
import { cpuMs, cpuMsOfAll, run, type Running } from './processes.ts'

const POSTS = 200
const [FEW, MANY] = [1_000, 100_000]
const ROUNDS = 7
const REQUESTS_A_ROUND = 200
const CONNECTIONS = 10

/** Measures a list of 200 posts and a summary on both databases, with fresh responses and unchanged ones (304). */
export async function benchPostsList(): Promise<boolean> {
  const embedded = await benchOn('embedded', undefined)
  await using postgres = await startPostgres()
  if (!postgres) return notRun('GET /api/posts on PostgreSQL', 'PostgreSQL server')
  const [pid] = (await readFile(join(postgres.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  return (await benchOn('PostgreSQL', { url: postgres.url, pid: Number(pid) })) && embedded
}

async function benchOn(engine: string, server: { url: string; pid: number } | undefined): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  const start = () =>
    run(
      [join(import.meta.dirname, '..', 'bin', 'start.js')],
      {
        DATA_DIR: dataDir,
        ...(server && { DATABASE_URL: server.url, ROLE: 'web' }),
        PORT: '0',
        SIMULATOR: 'off',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
      /Frogy is at (\S+)/,
    )
  try {
    const people: Person[] = []
    {
      await using frogy = await start()
      for (let n = 0; n < 3; n++) people.push(await new Person(frogy.ready[1] ?? '').register())
    }
    const [person, few, many] = people
    if (!person || !few || !many) throw new Error('Nobody is there')
    await writePosts({ databaseUrl: server?.url, dataDir }, [
      [person, POSTS],
      [few, FEW],
      [many, MANY],
    ])
    // Only one process can open an embedded database, so the baseline gets a copy of its files.
    await cp(join(dataDir, 'db'), join(dataDir, 'baseline'), { recursive: true }).catch(() => {})
    await using baselineServer = await run(
      [join(import.meta.dirname, 'baseline-posts.ts'), server?.url ?? join(dataDir, 'baseline'), person.user?.id ?? ''],
      {},
      /Baseline is at (\S+)/,
    )
    await using frogy = await start()
    for (const one of people) one.movedTo(frogy.ready[1] ?? '')
    const results = [
      await benchCost(engine, frogy, baselineServer, person, server?.pid),
      await benchUnchanged(engine, person),
      await benchSummary(engine, few, many),
    ]
    return results.every(Boolean)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Use different parameters each time, so that the database answers instead of a cache. */
let questions = 0
const uncachedQuery = () => new Date(Date.UTC(2099, 0, 1) + questions++).toISOString()

async function benchCost(
  engine: string,
  frogy: Running,
  baselineServer: Running,
  person: Person,
  postgresPid: number | undefined,
): Promise<boolean> {
  // Ask for uncompressed responses, like those of the baseline.
  const headers = { 'accept-encoding': 'identity' }
  const again = () => person.fetch('/api/posts', { headers })
  const list = () => person.fetch(`/api/posts?to=${uncachedQuery()}`, { headers })
  const baseline = () => fetch(baselineServer.ready[1] ?? '')
  if ((await (await list()).text()) !== (await (await baseline()).text()))
    throw new Error('The baseline does not answer the same JSON')
  const costOf = async ({ pid }: Running, ask: () => Promise<Response>) => {
    const used = () => cpuMs(pid) + (postgresPid === undefined ? 0 : cpuMsOfAll(postgresPid))
    const before = used()
    for (let request = 0; request < REQUESTS_A_ROUND; request++) await (await ask()).text()
    return ((used() - before) * 1000) / REQUESTS_A_ROUND
  }
  const asked = [again, list, baseline]
  const costs = asked.map((): number[] => [])
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, ask] of asked.entries()) {
      const cost = await costOf(ask === baseline ? baselineServer : frogy, ask)
      if (round > 0) costs[index]?.push(cost)
    }
  }
  const [kept, read, theirs] = [at(costs[0] ?? [], 0.5), at(costs[1] ?? [], 0.5), at(costs[2] ?? [], 0.5)]
  const what = `${engine}: processor time of GET /api/posts with ${POSTS} posts, signed in, the database's with it`
  const reference = { what: 'bare HTTP server, bare driver, JSON.stringify, no session', value: theirs }
  const limited = { unit: 'µs', atMost: theirs * 0.6, baseline: reference }
  return [
    report({ what, value: kept, ...limited }),
    report({ what: `${what}, another question each time`, value: read, ...limited }),
  ].every(Boolean)
}

/** The minimum number of fresh lists per second that each database must serve on ten connections. */
const FRESH_RATE: Record<string, number> = { embedded: 180, PostgreSQL: 500 }
/**
 * The minimum number of unchanged lists per second that the server must confirm (304). Each open page requests its list
 * again after a change.
 */
const UNCHANGED_RATE = 5_000

/**
 * Compares the request rates of an unchanged list and a fresh list, both compressed as for a current browser. Also
 * prints the rates for the encodings of older browsers and API clients.
 */
async function benchUnchanged(engine: string, person: Person): Promise<boolean> {
  const often = async (given: () => { path: string; headers: Record<string, string>; status: number }) => {
    // The first measurement only warms up.
    await requestsPerSecond(person.url, CONNECTIONS, given)
    return await requestsPerSecond(person.url, CONNECTIONS, given)
  }
  const freshRate = async (path: string, encodings: string) => {
    const param = path.endsWith('summary') ? 'weekFrom' : 'to'
    const headers = { cookie: person.cookie, 'accept-encoding': encodings }
    return await often(() => ({ path: `${path}?${param}=${uncachedQuery()}`, headers, status: 200 }))
  }
  const results: boolean[] = []
  for (const path of ['/api/posts', '/api/posts/summary']) {
    const tag = (await person.fetch(path)).headers.get('etag') ?? ''
    const plain = await freshRate(path, 'identity')
    for (const encodings of ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'identity']) {
      const headers = { cookie: person.cookie, 'accept-encoding': encodings }
      const uncached = encodings === 'identity' ? plain : await freshRate(path, encodings)
      const value = await often(() => ({ path, headers: { ...headers, 'if-none-match': tag }, status: 304 }))
      const isLimited = path === '/api/posts' && encodings.includes('zstd')
      results.push(
        report({
          what: `${engine}: GET ${path}, another question each time, ${CONNECTIONS} connections, ${encodings}`,
          value: uncached,
          unit: 'a second',
          ...(isLimited && { atLeast: FRESH_RATE[engine] ?? 0 }),
          baseline: { what: 'uncompressed', value: plain },
        }),
        report({
          what: `${engine}: GET ${path} unchanged (304), ${CONNECTIONS} connections, ${encodings}`,
          value,
          unit: 'a second',
          ...(isLimited && { atLeast: UNCHANGED_RATE }),
          baseline: { what: 'another question each time', value: uncached },
        }),
      )
    }
  }
  return results.every(Boolean)
}

async function benchSummary(engine: string, few: Person, many: Person): Promise<boolean> {
  const days = 'daysFrom=2026-05-01&daysTo=2026-06-11'
  const ask = (person: Person) => async () =>
    void (await (await person.fetch(`/api/posts/summary?${days}&weekFrom=${uncachedQuery()}`)).text())
  const [value, baseline] = await medianMs([ask(many), ask(few)])
  return report({
    what: `${engine}: time of GET /api/posts/summary with ${MANY} posts, read anew, with a month of days`,
    value: value ?? Number.NaN,
    unit: 'ms',
    atMost: (baseline ?? Number.NaN) * 1.5,
    baseline: { what: `with ${FEW} posts`, value: baseline ?? Number.NaN },
  })
}

/** Realistic posts: a few hundred characters, hashtags, all published within the same year. */
async function writePosts(place: { databaseUrl: string | undefined; dataDir: string }, people: [Person, number][]) {
  await using database = await openDatabase({ ...place, onError: console.error })
  for (const [{ user }, posts] of people) {
    await database.query(sql`
      insert into posts (user_id, platform, content, content_language, content_type, tone, hashtags, status, scheduled_at, published_at, next_step_at, created_at, updated_at)
      select ${user?.id}, 'linkedin', repeat('For two years we bought faster software. Approvals still took nine days. ', 6) || n, 'en', 'educational', 'professional',
        array['#Operations', '#Leadership'], 'published', t, t, null, t, t
      from generate_series(1, ${posts}::integer) n, lateral (select timestamptz '2026-01-01 09:00:00.123Z' + n * (interval '300 days' / ${posts}::integer) as t) times`)
    await database.query(sql`
      insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
      select user_id, platform, status, quarter, count(*), 0, (quarter = '-infinity')::integer
      from posts, lateral (values (timestamptz '-infinity'), (date_bin(interval '15 minutes', published_at, timestamptz '2000-01-01 00:00Z'))) as one (quarter)
      where user_id = ${user?.id} group by user_id, platform, status, quarter
      order by quarter`)
  }
  await database.query(sql`analyze`)
}
