import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupPlace } from '../variable-formats.ts'

/** Where backup files are stored: a local folder, or a folder in a bucket. */
export interface BackupFolder {
  /** Lists the files whose names match the pattern of backups, oldest first. */
  list(): Promise<{ name: string; sizeBytes: number }[]>
  open(name: string): Promise<{ bytes: Readable; sizeBytes: number } | undefined>
  delete(name: string): Promise<void>
}

/** Returns a name such as `frogy-2026-11-28T03-00-00.tar`, in UTC, so that names sort by time. */
export const backupName = (at: Date): string => `frogy-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.tar`

export const isBackupName = (name: string): boolean => /^frogy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar$/.test(name)

export const describePlace = (place: BackupPlace): string =>
  'folder' in place ? place.folder : `s3://${[place.bucket, place.prefix].filter(Boolean).join('/')}`

export function localBackups(folder: string): BackupFolder {
  return {
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const own = names.filter(isBackupName).toSorted()
      return await Promise.all(own.map(async (name) => ({ name, sizeBytes: (await stat(join(folder, name))).size })))
    },
    async open(name) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { bytes: createReadStream(path), sizeBytes: found.size } : undefined
    },
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}
