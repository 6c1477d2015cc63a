import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORMS } from '#core/platforms/platform.ts'
import sql, { computed, count } from '#server/db/sql.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import type { SimulatedPost } from '#tests/support/simulator.ts'
import type { Kind, LoadOutcome, LoadPlan } from './load-people.ts'
import { cpuMs, cpuMsOfAll } from './processes.ts'
import { at, notRun, report } from './report.ts'
import { LATENCY_MS, openPlace, type Place } from './load-place.ts'

const LIMITS: Partial<Record<Kind, number>> = { read: 150, write: 300 }
const LATE_MS = 1_500
const MEMORY_GROWTH = 1.05
const RECOVERED_MS = 30_000
/** The timeout of our client. No request may take longer, even when a part of the installation fails. */
const LONGEST_MS = 30_000
/**
 * The time before the fault of a step, the length of an outage, and the length of a whole step with its recovery. In
 * every step except `steady`, one part of the installation fails.
 */
const [CALM_MS, AWAY_MS, OUTAGE_SECONDS] = [30_000, 60_000, 180]

/**
 * Functions that each make one part of the installation fail. The promise resolves when the part runs again, with the
 * time at which recovery started.
 */
const FAULTS: Record<string, (place: Place) => Promise<number>> = {
  async database({ postgres }) {
    const began = Date.now()
    await postgres.killAndRestart(2_000)
    return began
  },
  async worker(place) {
    const began = Date.now()
    await place.restart('worker')
    return began
  },
  async web(place) {
    const began = Date.now()
    await place.restart('web 1')
    return began
  },
  async s3({ bucket }) {
    await bucket.close()
    await sleep(AWAY_MS)
    await bucket.open()
    return Date.now()
  },
  async mail({ mail }) {
    await mail.close()
    await sleep(AWAY_MS)
    await mail.open()
    return Date.now()
  },
}
const STEPS = ['steady', ...Object.keys(FAULTS)]

export interface LoadOptions {
  /** The duration of the first step, in which no fault happens. */
  minutes?: number
  /**
   * The numbers of web processes to measure, each in its own installation. Steps with faults use only the first number.
   */
  webs?: number[]
  steps?: string[]
}

/**
 * 200 signed-in users work in an installation with 100,000 posts: dashboard, calendar, edits, schedules, drafts by a
 * model, pictures and mails. Then parts of the installation fail in turn under the same load.
 */
export async function benchLoad({ minutes = 10, webs = [1, 2], steps = STEPS }: LoadOptions): Promise<boolean> {
  const unknown = steps.filter((step) => !STEPS.includes(step))
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}. There are: ${STEPS.join(', ')}.`)
  const results: boolean[] = []
  for (const [index, number] of webs.entries()) {
    await using place = await openPlace(number)
    if (!place) return notRun('load', 'PostgreSQL server')
    for (const step of index === 0 ? steps : steps.filter((name) => name === 'steady'))
      results.push(await runStep(place, step, minutes))
  }
  console.log(`load: ${results.filter(Boolean).length} of ${results.length} steps kept all limits`)
  return results.every(Boolean)
}

interface Sample {
  at: number
  mebibytes: number
}

async function runStep(place: Place, step: string, minutes: number): Promise<boolean> {
  const fault = FAULTS[step]
  const seconds = fault ? OUTAGE_SECONDS : minutes * 60
  console.log(
    `\n${step}: ${place.people.length} people, ${place.urls.length} web, 1 worker, ${seconds} s, ${availableParallelism()} cores`,
  )
  const before = await usage(place)
  const generator = fork(join(import.meta.dirname, 'load-people.ts'))
  const plan: LoadPlan = {
    urls: place.urls,
    bareUrl: place.bareUrl,
    people: place.people,
    seconds,
    picture: (await pictureFile('jpeg', 600, 500)).toString('base64'),
  }
  generator.send(plan)
  const answer = once(generator, 'message') as Promise<[LoadOutcome]>
  const began = Date.now()
  const samples: Sample[] = []
  const sampling = setInterval(() => {
    // Take no samples in a step that makes a part of the installation fail: a restarted process cannot be compared.
    if (!fault) samples.push({ at: Date.now(), mebibytes: place.memory() })
  }, 5_000)
  let wholeAgainAt = 0
  try {
    if (fault) {
      await sleep(CALM_MS)
      wholeAgainAt = await fault(place)
    }
    const [outcome] = await Promise.race([
      answer,
      once(generator, 'exit').then(() => Promise.reject(new Error('The load generator ended early'))),
    ])
    clearInterval(sampling)
    const generatorMs = cpuMs(generator.pid ?? 0)
    const after = await usage(place)
    const published = await waitForPosts(place, outcome)
    const results = [
      ...reportTimes(outcome, !fault),
      ...reportPosts(outcome, published, began, wholeAgainAt),
      ...(await reportMails(place, outcome)),
      fault ? reportRecovery(outcome, wholeAgainAt) : reportMemory(samples),
    ]
    reportUsage(before, after, outcome, seconds, generatorMs)
    return results.every(Boolean)
  } finally {
    clearInterval(sampling)
    generator.kill()
  }
}

function reportTimes({ times, errors, longestMs }: LoadOutcome, isSteady: boolean): boolean[] {
  const p99 = (kind: Kind) => at(times[kind] ?? [], 0.99)
  const bare = (kind: Kind) => ({
    what: `${kind} in the same run (p50 ${at(times[kind] ?? [], 0.5).toFixed(1)} ms)`,
    value: p99(kind),
  })
  const kinds: [kind: Kind, baseline: Kind][] = [
    ['read', 'bare read'],
    ['write', 'bare write'],
    ['first words', 'bare Fastify'],
    ['picture', 'bare Fastify'],
  ]
  const results = kinds
    .filter(([kind]) => times[kind])
    .map(([kind, baseline]) =>
      report({
        what: `${kind}: ${times[kind]?.length} requests, p50 ${at(times[kind] ?? [], 0.5).toFixed(1)} ms, p99`,
        value: p99(kind),
        unit: 'ms',
        ...(isSteady && LIMITS[kind] && { atMost: LIMITS[kind] }),
        baseline: bare(baseline),
      }),
    )
  const byText = Map.groupBy(errors, ({ what }) => what)
  for (const [what, all] of [...byText].slice(0, 12)) console.log(`    ${all.length} × ${what}`)
  const requests = Object.values(times).reduce((total, all) => total + all.length, 0)
  results.push(
    report({
      what: 'errors',
      value: errors.length,
      unit: 'requests',
      ...(isSteady && { atMost: 0 }),
      baseline: { what: 'answered', value: requests },
    }),
    report({
      what: 'the longest request',
      value: longestMs,
      unit: 'ms',
      atMost: LONGEST_MS,
      baseline: { what: 'the longest to bare Fastify', value: Math.max(...(times['bare Fastify'] ?? [0])) },
    }),
  )
  return results
}

/** Waits until every accepted post has reached its network, or until long after the last due time. */
async function waitForPosts({ control }: Place, { posts }: LoadOutcome): Promise<Map<string, SimulatedPost[]>> {
  const last = Math.max(...posts.map(({ dueAt }) => dueAt))
  for (;;) {
    const all = (await Promise.all(PLATFORMS.map((platform) => control.posts(platform)))).flat()
    const published = Map.groupBy(all, ({ text }) => text)
    if (posts.every(({ text }) => published.has(text)) || Date.now() > last + 120_000) return published
    await sleep(1_000)
  }
}

function reportPosts(
  { posts }: LoadOutcome,
  published: Map<string, SimulatedPost[]>,
  began: number,
  wholeAgainAt: number,
): boolean[] {
  const copies = posts.map(({ text }) => published.get(text)?.length ?? 0)
  const late = posts.flatMap(({ text, dueAt }) => {
    const [first] = published.get(text) ?? []
    return first ? [{ dueAt, lateMs: Date.parse(first.createdAt) - dueAt }] : []
  })
  const accepted = { what: 'accepted', value: posts.length }
  const lateOnes = late.filter(({ lateMs }) => lateMs > LATE_MS)
  const isSteady = wholeAgainAt === 0
  return [
    report({
      what: 'posts sent twice',
      value: copies.filter((n) => n > 1).length,
      unit: 'posts',
      atMost: 0,
      baseline: accepted,
    }),
    report({
      what: 'posts lost',
      value: copies.filter((n) => n === 0).length,
      unit: 'posts',
      atMost: 0,
      baseline: accepted,
    }),
    report({
      what: 'posts early',
      value: late.filter(({ lateMs }) => lateMs < 0).length,
      unit: 'posts',
      atMost: 0,
      baseline: accepted,
    }),
    report({
      what: `lateness of posts, p50 ${at(
        late.map(({ lateMs }) => lateMs),
        0.5,
      ).toFixed(1)} ms, p99`,
      value: at(
        late.map(({ lateMs }) => lateMs),
        0.99,
      ),
      unit: 'ms',
      ...(isSteady && { atMost: LATE_MS }),
      baseline: { what: 'the latency of the network', value: LATENCY_MS },
    }),
    isSteady ||
      report({
        what: `recovery: the last late post of ${lateOnes.length} was out`,
        value: Math.max(0, ...lateOnes.map(({ dueAt, lateMs }) => dueAt + lateMs - wholeAgainAt)) / 1_000,
        unit: 's',
        atMost: RECOVERED_MS / 1_000,
        baseline: { what: 'the step until then', value: (wholeAgainAt - began) / 1_000 },
      }),
  ]
}

async function reportMails({ mail }: Place, { mails }: LoadOutcome): Promise<boolean[]> {
  const until = Date.now() + RECOVERED_MS
  const missing = () => mails.length - mail.taken().length
  while (missing() > 0 && Date.now() < until) await sleep(500)
  const ids = mail.taken()
  const accepted = { what: 'accepted', value: mails.length }
  mail.forget()
  return [
    report({
      what: 'mails sent twice',
      value: ids.length - new Set(ids).size,
      unit: 'mails',
      atMost: 0,
      baseline: accepted,
    }),
    report({
      what: 'mails lost',
      value: Math.max(0, mails.length - new Set(ids).size),
      unit: 'mails',
      atMost: 0,
      baseline: accepted,
    }),
  ]
}

function reportRecovery({ errors }: LoadOutcome, wholeAgainAt: number): boolean {
  const last = Math.max(wholeAgainAt, ...errors.map((error) => error.at))
  return report({
    what: 'recovery: the last error',
    value: (last - wholeAgainAt) / 1_000,
    unit: 's',
    atMost: RECOVERED_MS / 1_000,
    baseline: { what: 'how long one of our clients waits', value: LONGEST_MS / 1_000 },
  })
}

/**
 * Compares the memory in the last minute with that in the second minute. For a step of less than five minutes, compares
 * the last fifth with the second fifth.
 */
function reportMemory(samples: Sample[]): boolean {
  const [from = 0, to = 0] = [samples[0]?.at, samples.at(-1)?.at]
  const part = Math.min(60_000, (to - from) / 5)
  const mean = (begin: number, end: number) => {
    const inside = samples.filter((sample) => sample.at >= begin && sample.at <= end)
    return inside.reduce((total, { mebibytes }) => total + mebibytes, 0) / inside.length
  }
  const second = mean(from + part, from + 2 * part)
  return report({
    what: 'memory of web and worker in the last minute',
    value: mean(to - part, to),
    unit: 'MiB',
    atMost: second * MEMORY_GROWTH,
    baseline: { what: 'in the second minute', value: second },
  })
}

interface Usage {
  webMs: number
  workerMs: number
  databaseMs: number
  walBytes: number
  connections: number
}

async function usage({ database, postgres, processes }: Place): Promise<Usage> {
  const [pid] = (await readFile(join(postgres.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  const [row] = await database.query(sql`
    select ${computed('wal', 'bigint', sql`pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`, 0)},
      (select ${count('connections')} from pg_stat_activity where backend_type = 'client backend')`)
  const webs = [...processes].filter(([name]) => name !== 'worker').map(([, { pid: web }]) => cpuMsOfAll(web))
  return {
    webMs: webs.reduce((total, ms) => total + ms, 0),
    workerMs: cpuMsOfAll(processes.get('worker')?.pid ?? 0),
    databaseMs: cpuMsOfAll(Number(pid)),
    walBytes: row?.wal ?? 0,
    connections: row?.connections ?? 0,
  }
}

/** Prints the processor time of each process. The time of killed processes is missing. */
function reportUsage(before: Usage, after: Usage, { times, posts }: LoadOutcome, seconds: number, generatorMs: number) {
  const requests = Object.entries(times).reduce(
    (total, [kind, all]) => total + (kind.startsWith('bare') ? 0 : all.length),
    0,
  )
  const share = (ms: number) => `${(ms / seconds / 10).toFixed(1)} %`
  const spent = (part: 'webMs' | 'workerMs' | 'databaseMs') => Math.max(0, after[part] - before[part])
  console.log(
    `    of one core: web ${share(spent('webMs'))} (${((spent('webMs') * 1_000) / requests).toFixed(0)} µs a request), worker ${share(spent('workerMs'))} (${(spent('workerMs') / posts.length).toFixed(1)} ms a post), database ${share(spent('databaseMs'))}, generator ${share(generatorMs)}`,
  )
  console.log(
    `    ${(requests / seconds).toFixed(1)} requests and ${(posts.length / seconds).toFixed(2)} posts a second, ${after.connections} connections, ${((after.walBytes - before.walBytes) / seconds / 1024).toFixed(0)} KiB of WAL a second`,
  )
}
