import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { backupName, isBackupName, type BackupFolder } from '../../backup/backup-folder.ts'
import type { CheckedBackup } from '../../backup/make-backup.ts'
import { runBackupProcess } from '../../backup/run-backup-process.ts'
import { takeSnapshot } from '../../backup/snapshot.ts'
import type { BackupOutcome } from '../../backup/backup-process.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import { secretId } from '../../secrets.ts'
import {
  adoptBackup,
  backupTimes,
  beginBackup,
  breakBackup,
  endInterrupted,
  finishBackup,
  forgetBackup,
  isBackupAsked,
  knownBackups,
  lastBackup,
  showBackupAlive,
  type BackupRow,
} from './backup-rows.ts'
import { mailBrokenBackup } from './backup-mail.ts'
import { nextBackupAt } from './backup-schedule.ts'

const ALIVE_EVERY_MS = 10_000
/**
 * How many backup files without a row each run checks. After a restore, files newer than the restored backup have no
 * row.
 */
const CHECKS_PER_RUN = 20

export interface DueBackupParts {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  config: Pick<Config, 'backup' | 'storage' | 'dataDir' | 'databaseUrl' | 'secrets'>
  folder: BackupFolder
  version: string
  mails: MailQueue
  publicUrl: () => string
}

/** When the next backup should be made: immediately if an administrator asked for it. */
export async function backupDueAt({ database, config }: DueBackupParts, now: Date): Promise<Date | undefined> {
  if (await isBackupAsked(database)) return now
  const { times } = config.backup
  if (!times) return undefined
  const [last, { lastBegun, since }] = [await lastBackup(database), await backupTimes(database)]
  // Until the first user registers, there is nothing to back up.
  if (!since) return undefined
  return nextBackupAt(times, { lastGood: last?.made_at, lastBegun: lastBegun ?? undefined, since })
}

/** Makes one backup, checks it, and deletes the oldest backups. Does nothing while another process makes a backup. */
export async function makeDueBackup(parts: DueBackupParts, signal: AbortSignal): Promise<void> {
  const { database, clock, log, folder } = parts
  await endInterrupted(database)
  const name = backupName(clock.now())
  const row = await database.transaction((tx) => beginBackup(tx, name, clock.now()))
  if (!row) return
  const timer = setInterval(() => void showBackupAlive(database, row.id).catch(() => {}), ALIVE_EVERY_MS)
  let outcome: BackupOutcome | { problem: 'interrupted'; text: string }
  try {
    outcome = await make(parts, row, signal)
  } catch (error) {
    outcome = { problem: signal.aborted ? 'interrupted' : 'not_written', text: String(error) }
  } finally {
    clearInterval(timer)
  }
  if ('problem' in outcome) {
    log.error({ backup: name, reason: outcome.text }, 'a backup failed')
    const stored = (await folder.list().catch(() => [])).find((file) => file.name === name)
    await parts.mails.open()
    const { problem } = outcome
    await database.transaction(async (tx) => {
      await breakBackup(tx, row.id, problem, stored?.sizeBytes ?? null)
      if (problem !== 'interrupted') await mailBrokenBackup(tx, parts.mails, name, parts.publicUrl())
    })
    return
  }
  await finishBackup(database, row.id, outcome.checked)
  await matchFiles(parts, signal)
  await rotate(parts)
}

async function make({ database, config, version }: DueBackupParts, row: BackupRow, signal: AbortSignal) {
  await using opened = new AsyncDisposableStack()
  const snapshotDir =
    database.kind === 'embedded' ? opened.use(await takeSnapshot(database, config.dataDir)).dataDir : config.dataDir
  const { to: place, passphrase } = config.backup
  if ('folder' in place) opened.defer(() => rm(`${join(place.folder, row.name)}.part`, { force: true }))
  const { databaseUrl, storage, dataDir } = config
  const [secret] = config.secrets
  const madeAt = row.made_at.toISOString()
  const files = { storage, dataDir }
  return await runBackupProcess(
    { do: 'make', place, name: row.name, databaseUrl, snapshotDir, files, secret, passphrase, version, madeAt },
    signal,
  )
}

/** Marks backups with missing files as broken, and inserts rows for backup files that have none after a restore. */
async function matchFiles({ database, config, folder }: DueBackupParts, signal: AbortSignal): Promise<void> {
  const files = new Map((await folder.list()).map((file) => [file.name, file]))
  const known = await knownBackups(database)
  for (const { id, name, state } of known)
    if (state === 'checked' && !files.has(name)) await breakBackup(database, id, 'incomplete', null)
  const names = new Set(known.map(({ name }) => name))
  const ours = new Set(config.secrets.map(secretId))
  const unknown = [...files.keys()].filter((name) => isBackupName(name) && !names.has(name)).toReversed()
  for (const name of unknown.slice(0, CHECKS_PER_RUN)) {
    const outcome = await runBackupProcess({ do: 'check', place: config.backup.to, name }, signal)
    // Add no row for a broken file or for a file of another installation: `rotate` deletes old files that have a row.
    if ('checked' in outcome && ours.has(outcome.checked.secretId)) await adopt(database, name, outcome.checked)
  }
}

const adopt = (database: Database, name: string, checked: CheckedBackup) =>
  adoptBackup(database, name, new Date(checked.madeAt), checked)

/** Keeps the newest good backups, and deletes all older backups. */
async function rotate({ database, config, folder }: DueBackupParts): Promise<void> {
  const known = await knownBackups(database)
  const kept = known.filter(({ state }) => state === 'checked').slice(0, config.backup.keep)
  const oldest = kept.at(-1)?.made_at
  if (!oldest) return
  for (const { id, name, made_at: madeAt, state } of known) {
    if (state === 'making' || state === 'asked' || madeAt >= oldest) continue
    await folder.delete(name)
    await forgetBackup(database, id)
  }
}
