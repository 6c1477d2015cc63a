import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openLite } from '#server/db/database.ts'
import { runPowerCuts, type PowerCuts } from '#tests/support/power-cut-run.ts'
import { report } from './report.ts'

const CUTS = 50
/** The number of power cuts on a disk that confirms a sync without writing. A few are enough to lose data. */
const LYING_CUTS = 5
const FENCES = 500

/**
 * Cuts the power fifty times while posts are published, written, changed and deleted on the embedded database. Looks
 * for duplicate posts and lost confirmed writes, and measures the cost of syncing. `--seed N` repeats the random
 * choices of a run.
 */
export async function benchPowerCut({ seed = Date.now() % 1_000_000 }: { seed?: number }): Promise<boolean> {
  console.log(`power-cut with --seed ${seed}`)
  const kept = await inFolder((dataDir) => runPowerCuts({ seed, cuts: CUTS, dataDir }))
  printResult(`${CUTS} power cuts`, kept)
  const lying = await inFolder((dataDir) => runPowerCuts({ seed, cuts: LYING_CUTS, dataDir, diskLies: true }))
  printResult(`${LYING_CUTS} power cuts with a disk that only says that it has synced`, lying)
  const holds = [
    report({
      what: `broken promises in ${CUTS} power cuts, ${kept.twice} of them posts that are out twice`,
      value: kept.wrong.length,
      unit: '',
      atMost: 0,
      baseline: { what: `in ${LYING_CUTS} with a disk that only says that it has synced`, value: lying.wrong.length },
    }),
    // A disk that only pretends to sync must lose data, or the benchmark could not detect lost data.
    lying.wrong.length > 0,
  ]
  await inFolder(costOfFence)
  return holds.every(Boolean)
}

function printResult(name: string, { posts, granted, statuses, wrong }: PowerCuts): void {
  const words = Object.entries(statuses).map(([status, count]) => `${count} ${status}`)
  console.log(`    ${name}: ${posts} posts written, ${granted} granted: ${words.toSorted().join(', ')}`)
  for (const one of wrong.slice(0, 10)) console.log(`    WRONG: ${one}`)
}

/** Compares a statement that is synced to disk with one that is not. */
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
