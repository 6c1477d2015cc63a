import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'

// Only one process can open the embedded database. So a backup uses a copy, which the running process makes between two
// statements. A command requests it by creating a folder in DATA_DIR.

const REQUEST = /^snapshot-[0-9a-f-]{36}$/
const LOOK_EVERY_MS = 1_000
const ANSWERS_WITHIN_MS = 20_000
/** Copies of this age were left by a killed command and are deleted. */
const STALE_MS = 24 * 3_600_000

/** A copy of the embedded database, as a DATA_DIR that can be opened. Disposing it deletes the copy. */
interface Snapshot extends AsyncDisposable {
  readonly dataDir: string
}

/** Copies the embedded database that this process has open. */
export async function takeSnapshot(database: Database, dataDir: string): Promise<Snapshot> {
  // Use another name than requested copies have. Otherwise this process would take the folder for a request and copy
  // again.
  const folder = join(dataDir, `snapshot-own-${randomUUID()}`)
  const snapshot = snapshotIn(folder)
  await mkdir(folder, { mode: 0o700 })
  try {
    await copyInto(database, folder)
    return snapshot
  } catch (error) {
    await snapshot[Symbol.asyncDispose]()
    throw error
  }
}

const snapshotIn = (folder: string): Snapshot => ({
  dataDir: folder,
  async [Symbol.asyncDispose]() {
    // Rename the folder first, because the running process could mistake a half-deleted one for a new request.
    const done = join(dirname(folder), `snapshot-done-${randomUUID()}`)
    await rename(folder, done)
    await rm(done, { recursive: true, force: true })
  },
})

async function copyInto(database: Database, folder: string): Promise<void> {
  if (!database.copyFiles) throw new Error('Only the embedded database is copied by its files')
  await database.copyFiles(join(folder, 'db.part'))
  await rename(join(folder, 'db.part'), join(folder, 'db'))
}

/** Asks the running Frogy for a copy. @throws Error when it does not answer, or cannot copy */
export async function requestSnapshot(dataDir: string): Promise<Snapshot> {
  const folder = join(dataDir, `snapshot-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  const snapshot = snapshotIn(folder)
  const from = performance.now()
  while (!existsSync(join(folder, 'db'))) {
    const failure = join(folder, 'failure')
    const isLate = performance.now() - from > ANSWERS_WITHIN_MS && !existsSync(join(folder, 'taken'))
    if (isLate || existsSync(failure)) {
      const reason = isLate ? 'Frogy did not answer. Is it healthy?' : readFileSync(failure, 'utf8')
      await snapshot[Symbol.asyncDispose]()
      throw new Error(reason)
    }
    await pause(100)
  }
  return snapshot
}

/** Answers requests for copies while this process has the embedded database open. */
export function serveSnapshots(database: Database, dataDir: string): Disposable {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('snapshot-'))) {
    const folder = join(dataDir, name)
    if (Date.now() - statSync(folder).mtimeMs > STALE_MS) void rm(folder, { recursive: true, force: true })
  }
  const timer = setInterval(() => {
    for (const name of requestsIn(dataDir)) void answer(join(dataDir, name))
  }, LOOK_EVERY_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }

  async function answer(folder: string): Promise<void> {
    try {
      // Stop if this fails: the requested folder is gone, or another call already handles the request.
      await writeFile(join(folder, 'taken'), '', { flag: 'wx' })
    } catch {
      return
    }
    try {
      await copyInto(database, folder)
    } catch (error) {
      await writeFile(join(folder, 'failure'), error instanceof Error ? error.message : String(error)).catch(() => {})
    }
  }
}

const requestsIn = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => REQUEST.test(name))
