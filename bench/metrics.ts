import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { firstReadMs, nextReadAfter } from '#core/analytics/reading-times.ts'
import { sealTokens } from '#server/accounts/store.ts'
import { platformClients } from '#server/adapters/platforms/all.ts'
import { readMetrics } from '#server/analytics/read-metrics.ts'
import { nextReadAt } from '#server/analytics/metrics-schedule.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import sql, { count } from '#server/db/sql.ts'
import { secretsFrom } from '#server/secrets.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { ALLOWED, MEASURED, startMetricsNetworks } from './metrics-networks.ts'
import { report } from './report.ts'

const ACCOUNTS = 500
const POSTS_OF_EACH = 20
const DAY_MS = 86_400_000
/**
 * The time between an account's posts. With a day and a half, every account publishes during the simulated day or
 * shortly before it.
 */
const BETWEEN_MS = 1.5 * DAY_MS
const STEP_MS = 5 * 60_000
const START = Date.UTC(2026, 4, 1)
/** The price of reading a post on X, in dollars. */
const X_PRICE = 0.005

/**
 * Counts the requests for metrics of 500 accounts with 10,000 posts in a simulated day.
 * Baseline: reading every post each quarter of an hour. Half of each network's limit is reserved for publishing.
 */
export async function benchMetrics(): Promise<boolean> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'frogy-bench-'))
  let now = START
  try {
    await using networks = await startMetricsNetworks(() => now)
    // Use PostgreSQL if available. Frogy sends the networks the same requests with both databases, but PostgreSQL is
    // faster.
    await using postgres = await startPostgres({ survivesPowerCut: false })
    await using database = await openDatabase({ databaseUrl: postgres?.url, dataDir, onError: console.error })
    await migrate(database)
    const secrets = secretsFrom(['only for this benchmark, which nobody reads'])
    await furnish(database, (token) => sealTokens(secrets, { accessToken: token, refreshToken: null, expiresAt: null }))
    const clock = { now: () => new Date(now) } as Parameters<typeof readMetrics>[0]['clock']
    const apps = MEASURED.map((platform) => [
      platform,
      { clientId: 'app', clientSecret: 'secret', scopes: [], baseUrl: `${networks.url}/${platform}` },
    ])
    const clients = platformClients(Object.fromEntries(apps), clock.now, () => ({
      at: async () => [],
      save: async () => {},
      signingKeys: [],
    }))
    const log = { warn: (problem: unknown) => console.error(problem) }
    const parts = { database, clock, clients, secrets, log, metrics: MEASURED }
    const from = performance.now()
    let hour = 0
    while (now < START + DAY_MS) {
      for (; hour * (DAY_MS / 24) < now - START; hour += 4) process.stderr.write(`${hour}:00 … `)
      await readMetrics(parts, new AbortController().signal)
      const next = (await nextReadAt(database, MEASURED))?.getTime() ?? Number.POSITIVE_INFINITY
      now = Math.max(now + STEP_MS, next)
    }
    process.stderr.write('\n')
    const took = performance.now() - from
    const [unread] = await database.query(sql`
      select ${count('posts')} from post_metrics 
      where coalesce(impressions, likes, comments, shares) is null and published_at >= ${new Date(START)} and published_at < ${new Date(START + DAY_MS / 2)}`)

    const calls = MEASURED.reduce((total, platform) => total + networks.calls[platform], 0)
    const everyQuarter = ACCOUNTS * POSTS_OF_EACH * 96
    console.log(
      `${ACCOUNTS * POSTS_OF_EACH} posts of ${ACCOUNTS} accounts, read through a day in ${Math.round(took / 1000)} s`,
    )
    const kept = MEASURED.map((platform) =>
      report({
        what: `${rulesOf(platform).name}: calls for its busiest account in ${ALLOWED[platform].windowMs === DAY_MS ? 'a day' : 'a quarter of an hour'}`,
        value: networks.most[platform],
        unit: 'calls',
        atMost: ALLOWED[platform].calls / 2,
        baseline: { what: 'what the network allows', value: ALLOWED[platform].calls },
      }),
    )
    return [
      ...kept,
      report({
        what: 'calls in all',
        value: calls,
        unit: 'calls',
        atMost: everyQuarter / 10,
        baseline: { what: 'every post each quarter of an hour, one by one', value: everyQuarter },
      }),
      report({
        what: 'what X is paid for it',
        value: networks.postsRead * X_PRICE,
        unit: 'dollars',
        atMost: 50,
        baseline: {
          what: 'every post each quarter of an hour',
          value: (ACCOUNTS / MEASURED.length) * POSTS_OF_EACH * 96 * X_PRICE,
        },
      }),
      report({
        what: 'calls beyond what a network allows, and posts of the morning without a figure',
        value: networks.refused + (unread?.posts ?? 0),
        unit: '',
        atMost: 0,
        baseline: { what: 'all of them', value: calls },
      }),
    ].every(Boolean)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Inserts one account per user, with the measured networks in turn, and posts of the last month and the coming day. */
async function furnish(database: Database, sealed: (token: string) => string): Promise<void> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => {
    const platform = MEASURED[index % MEASURED.length] ?? 'linkedin'
    return { at: index, email: `person-${index}@example.com`, platform, tokens: sealed(`token-${index}`) }
  })
  const posts = accounts.flatMap(({ at, email, platform }) =>
    Array.from({ length: POSTS_OF_EACH }, (_, nth) => {
      const publishedAt = new Date(START + DAY_MS - (nth + at / ACCOUNTS) * BETWEEN_MS)
      return { email, platform, publishedAt, remoteId: `${at}_${nth}`, dueAt: dueAt(platform, publishedAt) }
    }),
  )
  await database.query(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (email text, platform text, tokens text)),
    people as (
      insert into users (email, password_hash, first_name, last_name, role, created_at)
      select email, '', '', '', 'user', now() from given returning id, email)
    insert into social_accounts (user_id, platform, remote_id, display_name, simulated, sealed_tokens, connected_at)
    select people.id, platform, people.email, '', false, tokens, now() from given join people using (email)`)
  await database.query(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb)
        as p (email text, platform text, "publishedAt" timestamptz, "remoteId" text, "dueAt" timestamptz)),
    out as (
      insert into posts (user_id, account_id, platform, content, content_language, status, published_at, created_at, updated_at, remote_id)
      select a.user_id, a.id, a.platform, '', 'en', 'published', "publishedAt", "publishedAt", "publishedAt", "remoteId"
      from given join social_accounts a on a.remote_id = given.email
      returning id, user_id, platform, published_at, remote_id)
    insert into post_metrics (post_id, user_id, platform, published_at, due_at)
    select out.id, user_id, out.platform, published_at, "dueAt" from out join given on "remoteId" = out.remote_id`)
}

/** The time of the post's next read of metrics, if all earlier reads were on time. */
function dueAt(platform: Platform, publishedAt: Date): Date | null {
  const first = new Date(publishedAt.getTime() + firstReadMs(platform))
  return first.getTime() > START ? first : nextReadAfter(platform, publishedAt, new Date(START))
}
