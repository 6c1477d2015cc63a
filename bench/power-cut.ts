import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openLite } from '#server/db/database.ts'
import { runPowerCuts, type PowerCuts } from '#tests/support/power-cut-run.ts'
import { report } from './report.ts'

const CUTS = 50
/** Enough to see what would be lost if the disk only said that it had synced. */
const LYING_CUTS = 5
const FENCES = 500

/**
 * Posts go out from the embedded database, and are written, changed and deleted, while the power is cut fifty times: is any
 * of them out twice, or anything lost that was granted? And what does it cost to be sure? `--seed N` follows the same plan.
 */
export async function benchPowerCut({ seed = Date.now() % 1_000_000 }: { seed?: number }): Promise<boolean> {
  console.log(`power-cut with --seed ${seed}`)
  const kept = await inFolder((dataDir) => runPowerCuts({ seed, cuts: CUTS, dataDir }))
  tell(`${CUTS} power cuts`, kept)
  const lying = await inFolder((dataDir) => runPowerCuts({ seed, cuts: LYING_CUTS, dataDir, diskLies: true }))
  tell(`${LYING_CUTS} power cuts with a disk that only says that it has synced`, lying)
  const holds = [
    report({
      what: `broken promises in ${CUTS} power cuts, ${kept.twice} of them posts that are out twice`,
      value: kept.wrong.length,
      unit: '',
      atMost: 0,
      baseline: { what: `in ${LYING_CUTS} with a disk that only says that it has synced`, value: lying.wrong.length },
    }),
    // A test that cannot fail shows nothing.
    lying.wrong.length > 0,
  ]
  await inFolder(costOfFence)
  return holds.every(Boolean)
}

function tell(name: string, { posts, granted, statuses, wrong }: PowerCuts): void {
  const words = Object.entries(statuses).map(([status, count]) => `${count} ${status}`)
  console.log(`    ${name}: ${posts} posts written, ${granted} granted: ${words.toSorted().join(', ')}`)
  for (const one of wrong.slice(0, 10)) console.log(`    WRONG: ${one}`)
}

/** One statement that is on the disk when it returns, beside the same without that. */
async function costOfFence(folder: string): Promise<void> {
  const synced = await msPerCommit(() => openLite(join(folder, 'db')))
  const unsynced = await msPerCommit(() => PGlite.create({ dataDir: join(folder, 'db') }))
  report({
    what: 'a fence on the disk (one commit), mean',
    value: synced,
    unit: 'ms',
    baseline: { what: 'the same commit without syncing', value: unsynced },
  })
}

async function msPerCommit(open: () => Promise<PGlite>): Promise<number> {
  await using lite = await open()
  await lite.exec('create table if not exists fences (id int primary key, state text)')
  await lite.exec("insert into fences values (1, 'prepared') on conflict do nothing")
  const from = performance.now()
  for (let n = 0; n < FENCES; n++) await lite.query('update fences set state = $1 where id = 1', [`sending ${n}`])
  return (performance.now() - from) / FENCES
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
