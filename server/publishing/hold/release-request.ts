import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'

// The embedded database serves one process. The command line asks that process by a file.

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
