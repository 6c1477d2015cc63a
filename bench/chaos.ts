import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { chaos, type Chaos } from '#tests/support/chaos.ts'
import { PUBLISH_FAULTS, type ChaosSize } from '#tests/support/chaos-plan.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { at, report } from './report.ts'

const FULL: ChaosSize = {
  posts: 1_000,
  people: 8,
  overMs: 60_000,
  killEveryMs: [1_000, 2_000],
  killWebEveryMs: [8_000, 16_000],
  faults: 250,
  publishFaults: [...PUBLISH_FAULTS, 'too-slow'],
  rateLimited: PLATFORMS,
  revokes: true,
}

/** The same with less of everything: it only has to show what the fence is good for. */
const WITHOUT_FENCE: ChaosSize = { ...FULL, posts: 200, people: 4, overMs: 12_000, faults: 60 }

/** Networks that refuse what they have: is a post that is there ever said not to be? */
const REFUSING: ChaosSize = { ...FULL, posts: 300, people: 4, overMs: 20_000, faults: 90, refuseDuplicates: true }

/** What is promised. */
const DECIDE_WITHIN_MS = 120_000

/**
 * A thousand posts on five networks within a minute, while processes are killed and the networks fail in every way: is any
 * of them out twice, lost, early, or failed for no reason? `--seed N` follows the same plan again.
 */
export async function benchChaos({ seed = Date.now() % 1_000_000 }: { seed?: number }): Promise<boolean> {
  console.log(`chaos with --seed ${seed}`)
  const fenced = await run(seed, FULL, false)
  if (!fenced) {
    console.log('chaos: left out, this machine has no PostgreSQL server')
    return true
  }
  tell(fenced)
  console.log('the same where networks refuse duplicates, and X is slow to list what it has')
  const refusing = await run(seed, REFUSING, false)
  if (refusing) tell(refusing)
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
      what: 'from the last restart until everything was decided',
      value: (fenced.decidedAfterMs ?? Number.POSITIVE_INFINITY) / 1000,
      unit: 's',
      atMost: DECIDE_WITHIN_MS / 1000,
      baseline: { what: "a dead worker's lease over a request", value: SENDING_LEASE_MS / 1000 },
    }),
    // A test that cannot fail shows nothing.
    (unfenced?.twice ?? 0) > 0,
  ]
  return holds.every(Boolean)
}

async function run(seed: number, size: ChaosSize, withoutFence: boolean): Promise<Chaos | undefined> {
  await using postgres = await startPostgres()
  if (!postgres) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    const database = { databaseUrl: postgres.url, dataDir }
    return await chaos({ seed, size, database, decideWithinMs: DECIDE_WITHIN_MS, withoutFence })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function tell({ plan, wrong, kills, webKills, faultsUsed, byNetwork, lateMs }: Chaos): void {
  const { size, revocation } = plan
  console.log(
    `    ${size.posts} posts within ${size.overMs / 1000} s; ${kills} kills of workers, ${webKills} of the web process; ${faultsUsed} of ${size.faults} faults used; ${revocation ? `one account on ${revocation.platform} revoked` : 'no account revoked'}`,
  )
  for (const [platform, counts] of Object.entries(byNetwork)) {
    const words = Object.entries(counts).map(([status, count]) => `${count} ${status}`)
    console.log(`    ${platform}: ${words.toSorted().join(', ')}`)
  }
  console.log(
    `    out at the first attempt: ${lateMs.length}, late by ${Math.round(at(lateMs, 0.5))} ms at the median, ${Math.round(at(lateMs, 0.99))} ms at p99`,
  )
  for (const one of wrong.slice(0, 20)) console.log(`    WRONG: ${one}`)
}
