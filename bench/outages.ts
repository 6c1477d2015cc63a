import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { FailureCode } from '#core/publishing/failure.ts'
import { LONGEST_OUTAGE_PAUSE_MS } from '#core/publishing/pauses.ts'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { freePort } from '#tests/support/free-port.ts'
import { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { simulatorAt, type SimulatedPost, type SimulatorControl } from '#tests/support/simulator.ts'
import { testClock, type TestClock } from '#tests/support/test-clock.ts'
import { report } from './report.ts'

const MINUTE_MS = 60_000
const USERS = 3
/** The number of posts per account. They are due before, during and after the outage. */
const POSTS_OF_AN_ACCOUNT = 8
const PUBLISHED_WITHIN_MS = 60_000
const SINGLE_POST_FAILURES = new Set<string>([
  'still_processing',
  'media_unreachable',
  'own_fault',
] satisfies FailureCode[])
/** How far the benchmark advances the clock at once, and how long it then waits in real time. */
const STEP_MS = 1_000
const REAL_STEP_MS = 50

/** The kinds of outage: no connection, or every response is 503. */
type Outage = 'refuses' | 'errors'

/**
 * Takes all networks down for ten and for fifty minutes, with posts due before, during and after.
 * Measures how soon all posts are published in order, and how many requests failed. Time runs about twenty times as
 * fast until the networks are back.
 */
export async function benchOutages(): Promise<boolean> {
  let holds = true
  for (const [minutes, outage] of [
    [10, 'refuses'],
    [10, 'errors'],
    [50, 'refuses'],
  ] as const) {
    await using postgres = await startPostgres({ survivesPowerCut: false })
    const where = postgres ? 'PostgreSQL, two workers' : 'embedded database'
    const { publishingMs, disordered, early, twice, statuses, requests, posts } = await measure(
      minutes,
      outage,
      postgres?.url,
    )
    const what = `${minutes} minutes in which all networks ${outage === 'refuses' ? 'refuse connections' : 'answer 503'} (${where})`
    console.log(`${what}: ${posts} posts: ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}`)
    holds =
      [
        report({
          what: 'from the return of the networks until the last that was due is out',
          value: publishingMs / 1_000,
          unit: 's',
          atMost: PUBLISHED_WITHIN_MS / 1_000,
          baseline: { what: 'the longest pause between two looks', value: LONGEST_OUTAGE_PAUSE_MS / 1_000 },
        }),
        report({
          what: 'posts out of their order, early, or twice',
          value: disordered + early + twice,
          unit: 'posts',
          atMost: 0,
          baseline: { what: 'posts in all', value: posts },
        }),
        report({
          what: 'requests that ran into it',
          value: requests,
          unit: 'requests',
          baseline: { what: 'posts that were due in its course', value: posts * 0.75 },
        }),
      ].every(Boolean) && holds
  }
  return holds
}

interface Measured {
  publishingMs: number
  disordered: number
  early: number
  twice: number
  statuses: Map<string, number>
  requests: number
  posts: number
}

async function measure(minutes: number, outage: Outage, databaseUrl: string | undefined): Promise<Measured> {
  await using opened = new AsyncDisposableStack()
  const clock = testClock()
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true, now: () => clock.now().getTime() }))
  const control = simulatorAt(simulator.url)
  await control.liftLimits()
  const networks = await openSwitch(simulator.url)
  opened.defer(() => networks.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const environment = {
    // The address from which networks fetch pictures; the second worker needs it too.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SIMULATOR_PORT: new URL(simulator.url).port,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    APP_SECRET: 'a secret of this benchmark, long enough',
    ...Object.fromEntries(
      PLATFORMS.map((platform) => [`${platform.toUpperCase()}_BASE_URL`, `${networks.url}/${platform}`]),
    ),
  }
  const open = async (role: string) =>
    opened.use(
      await openApp(readConfig({ ...environment, ROLE: role, PORT: role === 'all' ? String(port) : '0' }), { clock }),
    )
  const { url = '' } = await open('all')
  if (databaseUrl) await open('worker')

  const people = await makePeople(url, control)
  const begin = clock.now().getTime() + MINUTE_MS
  const downAt = begin + MINUTE_MS
  const upAt = downAt + minutes * MINUTE_MS
  const scheduled = await scheduleAll(people, begin, minutes)
  await pass(clock, downAt)
  await networks.down(outage)
  await pass(clock, upAt)
  const requests = networks.refused()
  await networks.up()
  const backAt = clock.now().getTime()
  // From here on, run the clock in real time, so that the measured durations are real.
  const arrivedNow = async () => (await Promise.all(PLATFORMS.map((platform) => control.posts(platform)))).flat()
  while (clock.now().getTime() < backAt + 2 * MINUTE_MS && (await arrivedNow()).length < scheduled.length)
    await sleep(250)
  const arrived = await arrivedNow()
  const byContent = new Map<string, Post>()
  // Posts that were late for a reason of their own: a lost response or a pending picture. They delay no other posts.
  const delayedAlone = new Set<string>()
  for (const { person } of people) {
    for (const post of await person.call('GET /api/posts', {})) {
      byContent.set(post.content, post)
      const params = { id: post.id }
      const timeline = await person.call('GET /api/posts/{id}/timeline', { params })
      const attempts = await person.call('GET /api/posts/{id}/attempts', { params })
      const isDelayedAlone = attempts.some(({ failure }) => failure && SINGLE_POST_FAILURES.has(failure.code))
      if (isDelayedAlone || timeline.some(({ what }) => what === 'answer_lost')) delayedAlone.add(post.content)
      const publishingMs = Date.parse(post.publishedAt ?? '') - Math.max(backAt, Date.parse(post.scheduledAt ?? ''))
      if (publishingMs <= PUBLISHED_WITHIN_MS) continue
      const tries = attempts.map(({ startedAt, failure }) => `${startedAt} ${failure?.code ?? ''}`)
      console.log(`    late: ${post.content}, back at ${new Date(backAt).toISOString()}; ${tries.join(', ')}`)
    }
  }
  return { requests, posts: scheduled.length, ...judge(scheduled, arrived, byContent, delayedAlone, backAt) }
}

interface Scheduled {
  text: string
  account: string
  dueAt: number
}

function judge(
  scheduled: Scheduled[],
  arrived: SimulatedPost[],
  byContent: Map<string, Post>,
  delayedAlone: ReadonlySet<string>,
  backAt: number,
) {
  const times = Map.groupBy(arrived, ({ text }) => text)
  const statuses = new Map<string, number>()
  let [publishingMs, disordered, early, twice] = [0, 0, 0, 0]
  for (const { text, dueAt } of scheduled) {
    const found = times.get(text) ?? []
    const status = byContent.get(text)?.status ?? 'gone'
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    twice += found.length > 1 ? 1 : 0
    const out = Date.parse(found[0]?.createdAt ?? '')
    if (out < dueAt) early++
    // Skip unconfirmed posts. Frogy cannot look them up at the network, so their author must decide.
    const isOwners = status === 'unconfirmed'
    if (dueAt <= backAt && !isOwners)
      publishingMs = Math.max(publishingMs, Number.isNaN(out) ? Number.POSITIVE_INFINITY : out - backAt)
  }
  for (const own of Map.groupBy(scheduled, ({ account }) => account).values()) {
    const inOrder = own.toSorted((one, other) => one.dueAt - other.dueAt)
    const publishedTimes = inOrder.flatMap(({ text }) => {
      const [first] = times.get(text) ?? []
      return first && !delayedAlone.has(text) ? [Date.parse(first.createdAt)] : []
    })
    disordered += publishedTimes.filter((out, index) => out < (publishedTimes[index - 1] ?? 0)).length
  }
  return { publishingMs, disordered, early, twice, statuses }
}

interface Writer {
  person: Person
  pictureId: string
}

async function makePeople(url: string, control: SimulatorControl): Promise<Writer[]> {
  const accounts = (await control.accounts()).filter(({ pages }) => pages?.length !== 0)
  const writers: Writer[] = []
  for (let n = 0; n < USERS; n++) {
    const person = await new Person(url).register()
    for (const platform of PLATFORMS)
      await person.connect(platform, accounts.filter((one) => one.platform === platform)[n]?.id)
    const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile('jpeg', 600, 500))])
    const { media } = await person.call('POST /api/images/upload', { form })
    writers.push({ person, pictureId: media.images[0]?.id ?? '' })
  }
  return writers
}

/** One post of each account is due before the outage, one after it, and the others during it. */
async function scheduleAll(people: Writer[], begin: number, minutes: number): Promise<Scheduled[]> {
  const scheduled: Scheduled[] = []
  for (const [n, { person, pictureId }] of people.entries()) {
    for (const platform of PLATFORMS) {
      for (let number = 0; number < POSTS_OF_AN_ACCOUNT; number++) {
        const duringOutage = MINUTE_MS + ((number - 0.5) / (POSTS_OF_AN_ACCOUNT - 2)) * minutes * MINUTE_MS
        const isLast = number === POSTS_OF_AN_ACCOUNT - 1
        const dueAt = begin + (number === 0 ? 0 : isLast ? (minutes + 2) * MINUTE_MS : duringOutage)
        const text = `${n} on ${platform}, number ${number}`
        await person.call('POST /api/posts', {
          body: {
            platform,
            content: text,
            status: 'scheduled',
            scheduledAt: new Date(dueAt).toISOString(),
            media: { images: platform === 'instagram' ? [pictureId] : [] },
          },
        })
        scheduled.push({ text, account: `${n} ${platform}`, dueAt })
      }
    }
  }
  return scheduled
}

async function pass(clock: TestClock, until: number): Promise<void> {
  while (clock.now().getTime() < until) {
    clock.advance(STEP_MS)
    await sleep(REAL_STEP_MS)
  }
}

/** Starts a proxy in front of all networks that can simulate an outage. */
async function openSwitch(target: string) {
  let outage: Outage | undefined
  let refused = 0
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (outage) {
      refused++
      request.resume()
      response.writeHead(503).end()
      return
    }
    const { method, url = '', headers } = request
    const forwarded = http.request(new URL(url, target), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  }
  const listen = async (port: number) => {
    const server = http.createServer(answer)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    refused: () => refused,
    async down(how: Outage) {
      outage = how
      if (how === 'refuses') await close()
    },
    async up() {
      if (outage === 'refuses') server = await listen(port)
      outage = undefined
    },
    close,
  }
}
