import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { syncFolder, syncTree } from '../sync-folder.ts'

// A restore prepares everything in DATA_DIR/restoring and moves it to DATA_DIR at the end. A killed restore leaves
// nothing that a start could mistake for an installation.

/**
 * The parts in the order in which they are moved. The database comes last, so an installation with a database is
 * complete.
 */
const PARTS = ['media', 'secret', 'db']

export const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring')
const readyFile = (dataDir: string): string => join(restoringFolder(dataDir), 'ready')

/** The id of the backup whose restore has prepared all parts but not moved them; undefined without such a restore. */
export function preparedRestore(dataDir: string): string | undefined {
  return existsSync(readyFile(dataDir)) ? readFileSync(readyFile(dataDir), 'utf8') : undefined
}

export function markPrepared(dataDir: string, id: string): void {
  syncTree(restoringFolder(dataDir))
  writeFileSync(readyFile(dataDir), id, { mode: 0o600, flush: true })
  syncFolder(restoringFolder(dataDir))
}

/** Moves the prepared parts of a restore to DATA_DIR. May run again after it was interrupted. */
export function moveIntoPlace(dataDir: string): void {
  for (const part of PARTS) {
    const [from, to] = [join(restoringFolder(dataDir), part), join(dataDir, part)]
    if (!existsSync(from)) continue
    // The target may be an empty folder, which is removed. A target with content makes the move fail.
    if (existsSync(to) && statSync(to).isDirectory()) rmdirSync(to)
    renameSync(from, to)
  }
  syncFolder(dataDir)
  rmSync(restoringFolder(dataDir), { recursive: true, force: true })
  syncFolder(dataDir)
}

/** Refuses a folder with an incomplete restore. @throws ConfigError while it is under way, or was interrupted */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(restoringFolder(dataDir))) return
  throw new ConfigError([
    `A restore into ${dataDir} is under way or was interrupted. Run the same "npm run restore" again, or delete ${restoringFolder(dataDir)} to start without it.`,
  ])
}
