import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { at, report } from './report.ts'
import { cpuMs, run, type Running } from './processes.ts'

const POSTS = 200
const ROUNDS = 7
const REQUESTS_A_ROUND = 300

/** The processor time of the server for one `GET /api/posts` with 200 posts on PostgreSQL. */
export async function benchPostsList(): Promise<boolean> {
  await using postgres = await startPostgres()
  if (!postgres) {
    console.log('GET /api/posts: not measured, this machine has no PostgreSQL')
    return true
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      ROLE: 'web',
      PORT: '0',
      SIMULATOR: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    }
    await using frogy = await run(
      [join(import.meta.dirname, '..', 'bin', 'start.js')],
      environment,
      /Frogy is at (\S+)/,
    )
    const person = await new Person(frogy.said[1] ?? '').register()
    await writePosts(postgres.url, person.user?.id ?? '')
    await using bare = await run(
      [join(import.meta.dirname, 'bare-posts.ts'), postgres.url, person.user?.id ?? ''],
      {},
      /Bare is at (\S+)/,
    )

    const [ours, theirs] = [
      await (await person.fetch('/api/posts')).json(),
      await (await fetch(bare.said[1] ?? '')).json(),
    ]
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error('The baseline does not answer the same JSON')

    const frogyTimes: number[] = []
    const bareTimes: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      // Not packed, as the baseline's is not.
      const headers = { 'accept-encoding': 'identity' }
      const frogyTime = await cpuPerRequest(frogy, () => person.fetch('/api/posts', { headers }))
      const bareTime = await cpuPerRequest(bare, () => fetch(bare.said[1] ?? ''))
      // The first round warms both up.
      if (round > 0) {
        frogyTimes.push(frogyTime)
        bareTimes.push(bareTime)
      }
    }
    const baseline = at(bareTimes, 0.5)
    return report({
      what: `processor time of GET /api/posts with ${POSTS} posts, signed in`,
      value: at(frogyTimes, 0.5),
      unit: 'µs',
      atMost: baseline * 1.5,
      baseline: { what: 'bare HTTP server, bare driver, same JSON, no session', value: baseline },
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function cpuPerRequest({ pid }: Running, ask: () => Promise<Response>): Promise<number> {
  const before = cpuMs(pid)
  for (let request = 0; request < REQUESTS_A_ROUND; request++) await (await ask()).text()
  return ((cpuMs(pid) - before) * 1000) / REQUESTS_A_ROUND
}

/** Posts as people have them: a few hundred characters, hashtags, some of them out. */
async function writePosts(url: string, userId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into posts (user_id, platform, content, content_language, content_type, tone, hashtags, status, scheduled_at, published_at, next_step_at, created_at, updated_at)
     select $1, 'linkedin', repeat('For two years we bought faster software. Approvals still took nine days. ', 6) || n, 'en', 'educational', 'professional',
       array['#Operations', '#Leadership'], 'published', t, t, null, t, t
     from generate_series(1, $2::int) n, lateral (select timestamptz '2026-01-01 09:00:00.123Z' + n * interval '1 hour' as t) times`,
    [userId, POSTS],
  )
  await client.end()
}
