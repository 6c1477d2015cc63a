import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { isDiskFull, type Database } from './database.ts'
import sql from './sql.ts'

/** With less than this free in DATA_DIR the next save may fail: the embedded database writes pieces of 16 MB. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024
/** How long an answer is good for: it costs a megabyte of writing. */
const GOOD_FOR_MS = 15_000

/** @returns what tells whether there is room on this machine's disk, and on that of the database's server */
export function roomProbe(
  database: Pick<Database, 'kind' | 'transaction'>,
  dataDir: string,
  spaceAt: (path: string) => Promise<Space> = statfs,
): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!asked || performance.now() - asked.at > GOOD_FOR_MS) asked = { at: performance.now(), answer: hasRoom() }
    return asked.answer
  }

  async function hasRoom(): Promise<boolean> {
    const { blocks, bavail, bsize } = await spaceAt(dataDir)
    // A file system of no size at all does not tell.
    if (blocks > 0 && bavail * bsize < LEAST_FREE_BYTES) return false
    return database.kind === 'embedded' || (await serverHasRoom(database))
  }
}

type Space = Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>

/** Sorts more than fits in memory: that is written to the server's disk, and leaves nothing behind. */
async function serverHasRoom(database: Pick<Database, 'transaction'>): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await tx.query(sql`set local work_mem = '64kB'`)
      await tx.query(sql`select count(*) from (select n from generate_series(1, 20000) n order by md5(n::text)) sorted`)
    })
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}
