import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { isDiskFull, type Database } from './database.ts'
import sql from './sql.ts'

/** With less free space than this, the next write may fail, because the embedded database writes files of 16 MB. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024
/** How long to cache the result, because each check of a database server writes a megabyte. */
const CACHE_MS = 15_000

/** Checks free disk space on this machine and on the database server. */
export function freeSpaceProbe(
  database: Pick<Database, 'kind' | 'transaction'>,
  dataDir: string,
  spaceAt: (path: string) => Promise<Space> = statfs,
): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!asked || performance.now() - asked.at > CACHE_MS) asked = { at: performance.now(), answer: hasSpace() }
    return asked.answer
  }

  async function hasSpace(): Promise<boolean> {
    const { blocks, bavail, bsize } = await spaceAt(dataDir)
    // Ignore file systems that report no size.
    if (blocks > 0 && bavail * bsize < LEAST_FREE_BYTES) return false
    return database.kind === 'embedded' || (await serverHasSpace(database))
  }
}

type Space = Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>

/** Checks the server's disk by a sort that exceeds `work_mem`: PostgreSQL writes a temporary file and deletes it. */
async function serverHasSpace(database: Pick<Database, 'transaction'>): Promise<boolean> {
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
