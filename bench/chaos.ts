import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { LONGEST_OUTAGE_PAUSE_MS } from '#core/publishing/pauses.ts'
import { REQUEST_TIMEOUT_MS, SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { chaos, type Chaos } from '#tests/support/chaos.ts'
import { findFaketime } from '#tests/support/faketime.ts'
import { PUBLISH_FAULTS, type ChaosSize } from '#tests/support/chaos-plan.ts'
import { startPostgres } from '#tests/support/postgres.ts'
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
  faults: 250,
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
  followUps: 200,
  outageMs: 600_000,
  calm: true,
  ...(findFaketime() && {
    wrongClocks: ['+8s', '-8s', '+30m', '-30m', '+5h', '-5h'],
    wrongClockEveryMs: [10_000, 18_000],
  }),
}

/**
 * How long the database's disk stays full, and the disk's size. It has space for the database and a part of its log.
 */
const DISK_FULL_MS = 8_000
const DISK_MIB = 700

/** A smaller run without the fence, which is the check right before a request. It must publish posts twice. */
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

/** How soon the outcome of every post must be known, and how late posts may be after the last fault. */
const DECIDE_WITHIN_MS = 120_000
const CALM_LATE_MS = 3_000
/**
 * The maximum delay of an undisturbed post: a dead worker's lease, a lost request, the pause after it, and earlier
 * posts.
 */
const UNDISTURBED_LATE_MS = SENDING_LEASE_MS + REQUEST_TIMEOUT_MS + LONGEST_OUTAGE_PAUSE_MS + 20_000

/**
 * Sends a thousand posts to five networks within two minutes under faults. Looks for posts that are duplicated, lost,
 * early or failed without a reason. Processes are killed and frozen, a clock is wrong, the database and the networks
 * fail, and users change and delete due posts. `--seed N` repeats a plan.
 */
export async function benchChaos({ seed = Date.now() % 1_000_000 }: { seed?: number }): Promise<boolean> {
  console.log(`chaos with --seed ${seed}`)
  const fenced = await run(seed, FULL, false)
  if (!fenced) return notRun('chaos', 'PostgreSQL server')
  printResult(fenced)
  console.log('the same where networks refuse duplicates, and X is slow to list what it has')
  const refusing = await run(seed, REFUSING, false)
  if (refusing) printResult(refusing)
  const unfenced = await run(seed, WITHOUT_FENCE, true)
  console.log(`without the fence: ${unfenced?.twice} of ${WITHOUT_FENCE.posts} posts are out more than once`)

  const holds = [
    report({
      what: 'broken promises',
      value: fenced.wrong.length + (refusing?.wrong.length ?? 0),
      unit: 'posts',
      atMost: 0,
      baseline: { what: `in ${WITHOUT_FENCE.posts} posts without the fence`, value: unfenced?.wrong.length ?? 0 },
    }),
    report({
      what: 'posts that are out more than once',
      value: fenced.twice,
      unit: 'posts',
      atMost: 0,
      baseline: { what: `of ${WITHOUT_FENCE.posts} without the fence`, value: unfenced?.twice ?? 0 },
    }),
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
    findFaketime() !== undefined || notRun('chaos with wrong clocks', 'libfaketime'),
    fenced.plan.diskFull !== undefined || notRun('chaos on a full disk', 'right to mount one'),
    // Without the fence, posts must be published twice. Otherwise the benchmark could not detect duplicates.
    (unfenced?.twice ?? 0) > 0,
  ]
  return holds.every(Boolean)
}

async function run(seed: number, size: ChaosSize, withoutFence: boolean): Promise<Chaos | undefined> {
  using disk = size.databaseEveryMs ? mountSmallDisk(DISK_MIB) : undefined
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
    `    ${size.posts} posts within ${size.overMs / 1000} s; ${kills} kills of workers, ${webKills} of the web process; ${faultsUsed} of ${size.faults} faults used; ${revocation ? `one account on ${revocation.platform} revoked` : 'no account revoked'}`,
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
  for (const one of wrong.slice(0, 40)) console.log(`    WRONG: ${one}`)
}
