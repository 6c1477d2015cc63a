import { Readable } from 'node:stream'
import { AppError } from '#core/errors.ts'
import type { Backups } from '#core/operate/backup-contract.ts'
import type { BackupConfig } from '../../config.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import { refuseWhileHeld } from '../../installation/installation-row.ts'
import { requireRecentAuthentication } from '../../people/auth/recent-authentication.ts'
import { writeAudit } from '../audit.ts'
import {
  askForBackup,
  backupTimes,
  endInterrupted,
  findBackup,
  isBackupRunning,
  lastBackup,
  listBackups,
  toBackup,
} from './backup-rows.ts'
import { backupName, describePlace, type BackupFolder } from '../../backup/backup-folder.ts'
import { isOverdue, nextBackupAt } from './backup-schedule.ts'

interface BackupRouteParts {
  database: Database
  clock: Clock
  backup: BackupConfig
  folder: BackupFolder
  /** Starts the job that makes the backup. */
  wake(): void
}

export function backupRoutes(handle: Handle, parts: BackupRouteParts): void {
  const { database, clock, folder } = parts

  handle('GET /api/admin/backups', () => readBackups(parts))

  handle('POST /api/admin/backups', async ({ signedIn }) => {
    await refuseWhileHeld(database)
    const name = backupName(clock.now())
    await endInterrupted(database)
    await database.transaction(async (tx) => {
      await askForBackup(tx, name, clock.now())
      const subject = { id: null, name }
      await writeAudit(tx, { by: signedIn.user, act: 'backup_asked', subject, before: null, after: null }, clock.now())
    })
    parts.wake()
    return await readBackups(parts)
  })

  handle('GET /api/admin/backups/{id}/file', async ({ params, signedIn, request, reply }) => {
    requireRecentAuthentication(signedIn, clock.now())
    const row = await findBackup(database, params.id)
    if (row?.state !== 'checked') throw new AppError('not_found')
    // Before a backup is downloaded, the page sends a HEAD request to learn whether the user must enter the password.
    if (request.method === 'HEAD') return Readable.from([])
    const file = await folder.open(row.name)
    if (!file) throw new AppError('not_found')
    await database.transaction(async (tx) => {
      const subject = { id: row.id, name: row.name }
      const act = { by: signedIn.user, act: 'backup_downloaded', subject, before: null, after: null } as const
      await writeAudit(tx, act, clock.now())
    })
    reply.headers({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${row.name}"`,
      'content-length': file.sizeBytes,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    return file.bytes
  })
}

/** Whether the last good backup is too old, for `/healthz`. */
export async function isBackupOverdue(on: Queryable, { times }: BackupConfig, now: Date): Promise<boolean> {
  return times !== undefined && isOverdue(times, (await readTurns(on, now)).turns, now)
}

async function readTurns(on: Queryable, now: Date) {
  const last = await lastBackup(on)
  const { lastBegun, since } = await backupTimes(on)
  return { last, turns: { lastGood: last?.made_at, lastBegun: lastBegun ?? undefined, since: since ?? now } }
}

async function readBackups({ database, clock, backup }: BackupRouteParts): Promise<Backups> {
  const rows = await listBackups(database)
  const { times } = backup
  const now = clock.now()
  const { last, turns } = await readTurns(database, now)
  return {
    backups: rows.map(toBackup),
    last: last ? toBackup(last) : null,
    isRunning: await isBackupRunning(database),
    isOverdue: times !== undefined && isOverdue(times, turns, now),
    schedule: {
      everyHours: times?.everyHours ?? null,
      at: times?.at ?? null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      nextAt: times ? nextBackupAt(times, turns).toISOString() : null,
      keep: backup.keep,
      where: describePlace(backup.to),
      sealsSecret: backup.passphrase !== undefined,
    },
  }
}
