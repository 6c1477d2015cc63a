import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bucketStorage } from '../adapters/storage/bucket-storage.ts'
import type { BackupPlace } from '../variable-formats.ts'
import { bucketKey } from './bucket-backups.ts'
import type { Manifest } from './format.ts'
import { readBackup } from './read-backup.ts'
import { NotABackup } from './tar.ts'
import { writeBackup, type BackupSource } from './write-backup.ts'

export interface CheckedBackup {
  sizeBytes: number
  rows: number
  files: number
  hasSecret: boolean
  secretId: string
  madeAt: string
}

/**
 * Makes a backup, then reads it again and verifies its counts and checksums.
 * @param tempDir for a bucket: the folder of the file until it is uploaded
 * @throws NotABackup when the backup cannot be read; other errors when it could not be written
 */
export async function makeBackup(
  source: BackupSource,
  place: BackupPlace,
  name: string,
  tempDir: string,
  signal?: AbortSignal,
): Promise<CheckedBackup> {
  if ('folder' in place) return await makeBackupFile(source, join(place.folder, name), signal)
  const path = join(tempDir, name)
  try {
    const { manifest } = await writeBackup(source, path, signal)
    const storage = bucketStorage(place)
    const key = bucketKey(place, name)
    const never = new AbortController().signal
    await storage.putStream(key, createReadStream(path), 'application/x-tar', signal ?? never)
    const stored = await storage.stream(key)
    if (!stored) throw new NotABackup('the bucket does not have it')
    return await check(stored as AsyncIterable<Buffer>, manifest)
  } finally {
    await rm(path, { force: true })
  }
}

/** Like `makeBackup`, but writes a local file. */
export async function makeBackupFile(source: BackupSource, path: string, signal?: AbortSignal): Promise<CheckedBackup> {
  const { manifest } = await writeBackup(source, path, signal)
  return await check(createReadStream(path), manifest)
}

async function check(chunks: AsyncIterable<Buffer>, made: Manifest): Promise<CheckedBackup> {
  const checked = await checkBackup(chunks)
  if (checked.id !== made.id) throw new NotABackup('its file was replaced meanwhile')
  return checked
}

/** Reads a backup and verifies its counts and checksums. @throws NotABackup */
export async function checkBackup(chunks: AsyncIterable<Buffer>): Promise<CheckedBackup & { id: string }> {
  const { manifest, sizeBytes } = await readBackup(chunks)
  return {
    id: manifest.id,
    madeAt: manifest.madeAt,
    sizeBytes,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.count,
    hasSecret: manifest.secret.isSealed,
    secretId: manifest.secret.id,
  }
}
