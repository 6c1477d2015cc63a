import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk, type PowerCut } from './simulated-disk.ts'
import { startProcess, type FrogyProcess } from './processes.ts'

const RECORDER = pathToFileURL(join(import.meta.dirname, 'record-disk-operations.ts')).href

/** A machine with one Frogy on it, whose power can be cut. */
export interface Machine extends AsyncDisposable {
  readonly frogy: FrogyProcess
  /** The power goes: Frogy dies, and its folder holds what the disk has. */
  cutPower(cut: PowerCut): Promise<void>
  /** The power comes back: Frogy starts again on that. */
  start(): Promise<void>
  /** From now on until the next cut the disk says that it has synced, and has not. */
  letTheDiskLie(): void
}

/** Starts Frogy in a folder, on a machine whose disk is watched. The log of it is kept beside the folder. */
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
