import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk, type PowerCut } from './simulated-disk.ts'
import { startProcess, type FrogyProcess } from './processes.ts'

const RECORDER = pathToFileURL(join(import.meta.dirname, 'record-disk-operations.ts')).href

/** A machine that runs Frogy and whose power can be cut. */
export interface Machine extends AsyncDisposable {
  readonly frogy: FrogyProcess
  /** Kills Frogy and reverts its folder to what the disk holds. */
  cutPower(cut: PowerCut): Promise<void>
  /** Restarts Frogy on that folder. */
  start(): Promise<void>
  /** Until the next cut, the disk confirms syncs that it does not perform. */
  letTheDiskLie(): void
}

/** Starts Frogy on a recorded disk. The recording is next to the folder. */
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
    },
  }
}
