import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'

// Only one process can open the embedded database. The command line leaves a request for that process in a file.

export const releaseRequestIn = (dataDir: string): string => join(dataDir, 'release-publishing')

export function requestRelease(dataDir: string): void {
  writeFileSync(releaseRequestIn(dataDir), '', { mode: 0o600 })
}

export function isReleaseRequested({ kind }: Pick<Database, 'kind'>, dataDir: string): boolean {
  return kind === 'embedded' && existsSync(releaseRequestIn(dataDir))
}

export function discardReleaseRequest(dataDir: string): void {
  rmSync(releaseRequestIn(dataDir), { force: true })
}
