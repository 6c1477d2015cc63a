import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { LONGEST_OUTAGE_PAUSE_MS } from '#core/publishing/pauses.ts'
import { ORDER_WAIT_MS, SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { PROMISES } from '#tests/support/chaos-checker.ts'
import { chaos, type Chaos } from '#tests/support/chaos.ts'
import { findFaketime } from '#tests/support/faketime.ts'
import { PUBLISH_FAULTS, type ChaosSize } from '#tests/support/chaos-plan.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { printTable } from './chaos-table.ts'
import { at, notRun, report } from './report.ts'
import { mountSmallDisk } from './small-disk.ts'

const FULL: ChaosSize = {
  posts: 1_000,
  people: 8,
  overMs: 120_000,
  webs: 2,
  latencyMs: 300,
  killEveryMs: [1_500, 3_000],
  killWebEveryMs: [8_000, 16_000],
  faults: 320,
  publishFaults: [...PUBLISH_FAULTS, 'too-slow', 'far-too-slow', 'long-rate-limit', 'token-refused', 'token-refused'],
  rateLimited: PLATFORMS,
  revokes: true,
  freezeEveryMs: [4_000, 15_000],
  freezeForMs: [1_000, 60_000],
  databaseEveryMs: [15_000, 30_000],
  databaseAwayMs: [500, 6_000],
  acts: 150,
  disconnects: 6,
  sameTexts: 30,
  followUps: 250,
  hasAllContent: true,
  outageMs: 600_000,
  calm: true,
  ...(findFaketime() && {
    wrongClocks: ['+8s', '-8s', '+30m', '-30m', '+5h', '-5h'],
    wrongClockEveryMs: [10_000, 18_000],
  }),
}

/** Scales the full run to another number of posts, with as many faults and as much time per post. */
function sizeFor(posts: number): ChaosSize {
  const share = posts / FULL.posts
  const scaled = (count = 0) => Math.ceil(count * share)
  const overMs = Math.max(15_000, scaled(FULL.overMs))
  return {
    ...FULL,
    posts,
    people: Math.min(8, Math.max(3, scaled(8))),
    overMs,
    faults: scaled(FULL.faults),
    freezeForMs: [1_000, Math.min(60_000, overMs)],
    databaseEveryMs: share < 1 ? [6_000, 12_000] : [15_000, 30_000],
    acts: scaled(FULL.acts),
    disconnects: scaled(FULL.disconnects),
    sameTexts: scaled(FULL.sameTexts),
    followUps: scaled(FULL.followUps),
    outageMs: Math.min(600_000, scaled(600_000)),
  }
}

/**
 * How long the database's disk stays full, and the size of the disk. The database fits on it, but its write-ahead log
 * only in part.
 */
const DISK_FULL_MS = 8_000
const DISK_MIB = 700
/** The additional size of the database's disk per post, in MiB. Most of it is for the write-ahead log. */
const DISK_MIB_PER_POST = 0.2

/**
 * A smaller run in which Frogy skips its check right before a request (the fence). This run must publish posts twice,
 * or the benchmark could not detect duplicates.
 */
const WITHOUT_FENCE: ChaosSize = {
  posts: 200,
  people: 4,
  overMs: 12_000,
  killEveryMs: [1_000, 2_000],
  faults: 240,
  rateLimited: PLATFORMS,
  revokes: true,
}

/** In this run, networks hide existing posts, to test whether Frogy ever reports a public post as missing. */
const REFUSING: ChaosSize = {
  ...WITHOUT_FENCE,
  posts: 300,
  overMs: 20_000,
  killWebEveryMs: [8_000, 16_000],
  faults: 90,
  publishFaults: [...PUBLISH_FAULTS, 'too-slow'],
  refuseDuplicates: true,
}

/**
 * The time after which LinkedIn's list of a page's posts is complete. Frogy resends a lost post only after this time.
 */
const PAGE_LIST_MS = 5 * 60_000
/** The maximum memory that the product promises for a worker. */
const WORKER_MIB = 300
/**
 * The time limit for the outcome of every post after the last fault, and the maximum delay of posts that are due after
 * that fault.
 */
const DECIDE_WITHIN_MS = 120_000 + PAGE_LIST_MS
const CALM_LATE_MS = 3_000
/**
 * The maximum delay of a post that no fault affects: the wait for an earlier post of its account, and the pause of an
 * outage.
 */
const UNDISTURBED_LATE_MS = ORDER_WAIT_MS + LONGEST_OUTAGE_PAUSE_MS

/**
 * Publishes posts of all kinds to all networks and pages under faults. Looks for posts that are duplicated, lost, out
 * of order, early or failed without a reason. Processes are killed and frozen, a clock is wrong, the database and the
 * networks fail, and users change and delete due posts. `--seed N` repeats the random choices of a run. `--posts N`
 * runs only the main part.
 */
export async function benchChaos({
  seed = Date.now() % 1_000_000,
  posts,
}: {
  seed?: number
  posts?: number
}): Promise<boolean> {
  console.log(`chaos with --seed ${seed}`)
  const fenced = await run(seed, posts === undefined ? FULL : sizeFor(posts), false)
  if (!fenced) return notRun('chaos', 'PostgreSQL server')
  printResult(fenced)
  const holds = mainFigures(fenced)
  return (posts === undefined ? [...holds, ...(await compare(seed))] : holds).every(Boolean)
}

const BROKEN: Record<(typeof PROMISES)[number], string> = {
  twice: 'posts, parts and comments that are out more than once',
  lost: 'lost posts, parts and comments',
  'out of order': 'posts, parts and comments out of order',
  early: 'posts before their time',
  undecided: 'undecided posts, parts and comments',
  other: 'other broken promises',
}

function mainFigures({ wrong, plan, ...fenced }: Chaos): boolean[] {
  const promises = PROMISES.map((promise) =>
    report({
      what: BROKEN[promise],
      value: wrong.filter(({ is }) => is === promise).length,
      unit: 'cases',
      atMost: 0,
      baseline: { what: 'posts', value: plan.size.posts },
    }),
  )
  return [
    ...promises,
    report({
      what: 'from the end of the last trouble until everything was decided',
      value: (fenced.decidedAfterMs ?? Number.POSITIVE_INFINITY) / 1000,
      unit: 's',
      atMost: DECIDE_WITHIN_MS / 1000,
      baseline: { what: "a dead worker's lease over a request", value: SENDING_LEASE_MS / 1000 },
    }),
    report({
      what: `how late the last of ${fenced.undisturbedLateMs.length} posts is, since the last restart and its network's last trouble`,
      value: Math.max(...fenced.undisturbedLateMs) / 1000,
      unit: 's',
      atMost: UNDISTURBED_LATE_MS / 1000,
      baseline: { what: "a dead worker's lease over a request", value: SENDING_LEASE_MS / 1000 },
    }),
    report({
      what: `how late the last of ${fenced.calmLateMs.length} posts of as many accounts is, due at one instant after all that`,
      value: fenced.calmLateMs.length > 0 ? Math.max(...fenced.calmLateMs) : Number.POSITIVE_INFINITY,
      unit: 'ms',
      atMost: CALM_LATE_MS,
      baseline: { what: 'what the networks take to answer', value: FULL.latencyMs ?? 0 },
    }),
    report({
      what: 'the most memory of a worker',
      value: fenced.peakMiB.worker,
      unit: 'MiB',
      atMost: WORKER_MIB,
      baseline: { what: 'the most memory of a web process', value: fenced.peakMiB.web },
    }),
    findFaketime() !== undefined || notRun('chaos with wrong clocks', 'libfaketime'),
    plan.diskFull !== undefined || notRun('chaos on a full disk', 'right to mount one'),
  ]
}

/**
 * Runs once where networks refuse duplicates, and once without Frogy's check right before a request (the fence). The
 * second run must publish duplicates, or the benchmark could not detect any.
 */
async function compare(seed: number): Promise<boolean[]> {
  console.log('the same where networks refuse duplicates, and X is slow to list what it has')
  const refusing = await run(seed, REFUSING, false)
  if (refusing) printResult(refusing)
  const unfenced = await run(seed, WITHOUT_FENCE, true)
  return [
    report({
      what: 'broken promises where networks refuse duplicates',
      value: refusing?.wrong.length ?? Number.POSITIVE_INFINITY,
      unit: 'posts',
      atMost: 0,
      baseline: { what: `in ${WITHOUT_FENCE.posts} posts without the fence`, value: unfenced?.wrong.length ?? 0 },
    }),
    report({
      what: 'posts that are out more than once without the fence',
      value: unfenced?.twice ?? 0,
      unit: 'posts',
      atLeast: 1,
      baseline: { what: 'posts', value: WITHOUT_FENCE.posts },
    }),
  ]
}

async function run(seed: number, size: ChaosSize, withoutFence: boolean): Promise<Chaos | undefined> {
  using disk = size.databaseEveryMs
    ? mountSmallDisk(DISK_MIB + Math.ceil(Math.max(0, size.posts - FULL.posts) * DISK_MIB_PER_POST))
    : undefined
  await using postgres = await startPostgres({ parent: disk?.folder })
  if (!postgres) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    return await chaos({
      seed,
      size: disk ? { ...size, diskFullMs: DISK_FULL_MS } : size,
      database: { databaseUrl: postgres.url, dataDir },
      server: postgres,
      fillDisk: disk?.fill,
      decideWithinMs: DECIDE_WITHIN_MS,
      withoutFence,
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function printResult(ended: Chaos): void {
  const { plan, wrong, kills, webKills, freezes, databaseTroubles, acts, faultsUsed, byNetwork, unconfirmed, lateMs } =
    ended
  const { size, revocation, diskFull, outage } = plan
  console.log(
    `    ${size.posts} posts within ${size.overMs / 1000} s; ${kills} kills of workers, ${webKills} of the web process; ${faultsUsed} of ${plan.faults.length} faults used; ${revocation ? `one account on ${revocation.platform} revoked` : 'no account revoked'}`,
  )
  console.log(
    `    ${freezes} freezes, ${databaseTroubles} troubles of the database, its disk ${diskFull ? `full for ${diskFull.forMs / 1000} s` : 'never full'}; a clock wrong by ${size.wrongClocks?.join(', ') ?? 'nothing'}; ${outage ? `${outage.platform} away for ${outage.forMs / 1000} s` : 'no outage'}; ${plan.disconnects.length} accounts disconnected for a while`,
  )
  console.log(
    `    people: ${
      Object.entries(acts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ') || 'did nothing'
    }`,
  )
  for (const [platform, counts] of Object.entries(byNetwork)) {
    const words = Object.entries(counts).map(([status, count]) => `${count} ${status}`)
    const { posts, atMost } = unconfirmed[platform as Platform]
    console.log(
      `    ${platform}: ${words.toSorted().join(', ')}; ${posts} wait for their owner's word, lost answers explain ${atMost}`,
    )
  }
  console.log(
    `    ${ended.toldOfDelay} posts waited for more than two minutes after the last restart, each told of with its reason`,
  )
  console.log(
    `    out at the first attempt: ${lateMs.length}, late by ${Math.round(at(lateMs, 0.5))} ms at the median, ${Math.round(at(lateMs, 0.99))} ms at p99`,
  )
  console.log(`    the latest of the posts that no trouble delayed: ${ended.latest}`)
  printTable(ended.ended, wrong)
  for (const { is, text } of wrong.slice(0, 40)) console.log(`    WRONG (${is}): ${text}`)
}
