import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inodesOf } from './kept-inodes.ts'
import { Disk, type PowerCut } from './simulated-disk.ts'
import { startProcess, type FrogyProcess } from './processes.ts'

const RECORDER = pathToFileURL(join(import.meta.dirname, 'record-disk-operations.ts')).href

/** A simulated machine that runs Frogy. A test can cut its power. */
export interface Machine extends AsyncDisposable {
  readonly frogy: FrogyProcess
  /** Kills Frogy, and resets its data folder to what the simulated disk would hold. */
  cutPower(cut: PowerCut): Promise<void>
  /** Restarts Frogy on the same data folder. */
  start(): Promise<void>
  /** Makes the disk confirm syncs without performing them, until the next power cut. */
  letTheDiskLie(): void
}

/** Starts Frogy and records its disk operations in a file next to the data folder. */
export async function startMachine(dataDir: string, environment: Record<string, string | undefined>): Promise<Machine> {
  const log = `${dataDir}.disk`
  let disk: Disk
  let liesFrom: number | undefined
  const start = (): Promise<FrogyProcess> => {
    disk = Disk.of(dataDir)
    rmSync(log, { force: true })
    liesFrom = undefined
    return startProcess({
      ...environment,
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${RECORDER}`,
      DISK_ROOT: dataDir,
      DISK_LOG: log,
    })
  }
  let frogy = await start()
  return {
    get frogy() {
      return frogy
    },
    async cutPower(cut) {
      await frogy.kill()
      disk.follow(readFileSync(log), liesFrom).cut(dataDir, cut)
    },
    start: async () => void (frogy = await start()),
    letTheDiskLie: () => void (liesFrom = existsSync(log) ? statSync(log).size : 0),
    async [Symbol.asyncDispose]() {
      await frogy.kill()
      rmSync(log, { force: true })
      rmSync(inodesOf(dataDir), { recursive: true, force: true })
    },
  }
}
