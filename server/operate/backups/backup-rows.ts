import { AppError } from '#core/errors.ts'
import type { Backup, BackupProblem } from '#core/operate/backup-contract.ts'
import { violatedConstraint, type Queryable } from '../../db/database.ts'
import sql, { columns, computed, isTrue, list, type RowOf } from '../../db/sql.ts'

const LISTED = 100
/**
 * A process that makes a backup updates `seen_at` every ten seconds. After this long without an update, it counts as
 * dead.
 */
const SILENT_S = 60

const BACKUP = columns(
  'backups',
  'id',
  'name',
  'made_at',
  'state',
  'problem',
  'size_bytes',
  'row_count',
  'file_count',
  'has_secret',
  'restored_at',
)
export type BackupRow = RowOf<typeof BACKUP>

export async function listBackups(on: Queryable): Promise<BackupRow[]> {
  return await on.query(sql`
    select ${BACKUP} from backups where state <> 'asked' order by made_at desc, name desc limit ${LISTED}`)
}

export async function findBackup(on: Queryable, id: string): Promise<BackupRow | undefined> {
  const [row] = await on.query(sql`select ${BACKUP} from backups where id = ${id}`)
  return row
}

/** The newest backup that passed its check. */
export async function lastBackup(on: Queryable): Promise<BackupRow | undefined> {
  const [row] = await on.query(sql`
    select ${BACKUP} from backups where state = 'checked' order by made_at desc limit 1`)
  return row
}

/** When the latest backup was begun, and since when this installation has users. */
export async function backupTimes(on: Queryable): Promise<{ lastBegun: Date | null; since: Date | null }> {
  const [row] = await on.query(
    sql`select ${list(
      computed('lastBegun', 'timestamptz', sql`(select max(made_at) from backups where state <> 'asked')`),
      computed('since', 'timestamptz', sql`(select min(created_at) from users)`),
    )}`,
  )
  return row ?? { lastBegun: null, since: null }
}

export async function isBackupRunning(on: Queryable): Promise<boolean> {
  const [row] = await on.query(
    sql`select ${isTrue('isRunning', sql`exists (select from backups where state in ('asked', 'making'))`)}`,
  )
  return row?.isRunning ?? false
}

export async function isBackupAsked(on: Queryable): Promise<boolean> {
  const [row] = await on.query(
    sql`select ${isTrue('isAsked', sql`exists (select from backups where state = 'asked')`)}`,
  )
  return row?.isAsked ?? false
}

/** Requests an immediate backup. @throws AppError backup_under_way */
export async function askForBackup(tx: Queryable, name: string, now: Date): Promise<void> {
  try {
    await tx.query(sql`insert into backups (name, made_at, state) values (${name}, ${now}, 'asked')`)
  } catch (cause) {
    if (violatedConstraint(cause) === undefined) throw cause
    throw new AppError('backup_under_way', { cause })
  }
}

/**
 * Marks a backup as failed if its process has died. Its row stays until its incomplete file is deleted with the old
 * backups.
 */
export async function endInterrupted(on: Queryable): Promise<void> {
  await on.query(sql`
    update backups set state = 'broken', problem = 'interrupted'
    where state = 'making' and (seen_at is null or seen_at < clock_timestamp() - ${SILENT_S} * interval '1 second')`)
}

/**
 * Begins a backup: the one that an administrator requested, or a scheduled one.
 * @returns undefined while another process makes a backup
 */
export async function beginBackup(tx: Queryable, name: string, now: Date): Promise<BackupRow | undefined> {
  const [asked] = await tx.query(sql`
    update backups set state = 'making', name = ${name}, made_at = ${now}, seen_at = clock_timestamp() where state = 'asked'
    returning ${BACKUP}`)
  if (asked) return asked
  const [row] = await tx.query(sql`
    insert into backups (name, made_at, state, seen_at) values (${name}, ${now}, 'making', clock_timestamp())
    on conflict do nothing returning ${BACKUP}`)
  return row
}

export async function showBackupAlive(on: Queryable, id: string): Promise<void> {
  await on.query(sql`update backups set seen_at = clock_timestamp() where id = ${id}`)
}

interface BackupCounts {
  sizeBytes: number
  rows: number
  files: number
  hasSecret: boolean
}

export async function finishBackup(on: Queryable, id: string, counts: BackupCounts): Promise<void> {
  await on.query(sql`
    update backups set state = 'checked', size_bytes = ${counts.sizeBytes}, row_count = ${counts.rows},
      file_count = ${counts.files}, has_secret = ${counts.hasSecret}
    where id = ${id}`)
}

export async function breakBackup(on: Queryable, id: string, problem: BackupProblem, sizeBytes: number | null) {
  await on.query(sql`
    update backups set state = 'broken', problem = ${problem}, size_bytes = ${sizeBytes} where id = ${id}`)
}

/** All backups, newest first. */
export async function knownBackups(on: Queryable): Promise<BackupRow[]> {
  return await on.query(sql`select ${BACKUP} from backups order by made_at desc, name desc`)
}

/**
 * Inserts the missing row of a backup file. This installation made the file after the backup from which its
 * database was restored.
 */
export async function adoptBackup(on: Queryable, name: string, madeAt: Date, counts: BackupCounts): Promise<void> {
  await on.query(sql`
    insert into backups (name, made_at, state, size_bytes, row_count, file_count, has_secret)
    values (${name}, ${madeAt}, 'checked', ${counts.sizeBytes}, ${counts.rows}, ${counts.files}, ${counts.hasSecret})
    on conflict (name) do nothing`)
}

export async function forgetBackup(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from backups where id = ${id}`)
}

export function toBackup(row: BackupRow): Backup {
  return {
    id: row.id,
    name: row.name,
    madeAt: row.made_at.toISOString(),
    sizeBytes: row.size_bytes,
    state: row.state === 'asked' ? 'making' : row.state,
    problem: row.problem,
    rows: row.row_count,
    files: row.file_count,
    hasSecret: row.has_secret,
    isRestored: row.restored_at !== null,
  }
}
