import { z } from 'zod'

/** Why a backup cannot be used. Each has its text in `admin.backups.problems`. */
const BACKUP_PROBLEMS = [
  /** The process ended, or the backup was cancelled, before the file was complete. */
  'interrupted',
  /** The file could not be written: a full disk, a missing folder, or a bucket that refused it. */
  'not_written',
  /** The file is missing or truncated. */
  'incomplete',
  /** The file could be opened, but a checksum or a count is wrong. */
  'damaged',
] as const
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number]

export const Backup = z.object({
  id: z.uuid(),
  /** The name of the backup's file, for the command `npm run restore -- NAME`. */
  name: z.string(),
  madeAt: z.iso.datetime(),
  /** The size of the backup's file; null until the file is complete. */
  sizeBytes: z.int().nullable(),
  /**
   * `checked`: Frogy opened the finished file again and counted its contents. `broken`: that check failed, or the file
   * is incomplete.
   */
  state: z.enum(['making', 'checked', 'broken']),
  /** Why the backup is `broken`; null in the other states. */
  problem: z.enum(BACKUP_PROBLEMS).nullable(),
  /** The number of database rows and of files that the check counted; null unless `checked`. */
  rows: z.int().nullable(),
  files: z.int().nullable(),
  /** Whether the backup contains the installation's secret, encrypted with BACKUP_PASSPHRASE. */
  hasSecret: z.boolean(),
  /** Whether this installation was restored from this backup. */
  isRestored: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

export const BackupSchedule = z.object({
  /** Hours between two backups; null if none are scheduled. */
  everyHours: z.number().nullable(),
  /** The time of day as `03:00` in `timeZone`; null if backups follow an interval. */
  at: z.string().nullable(),
  timeZone: z.string(),
  /** When the next backup is due; null without a schedule. */
  nextAt: z.iso.datetime().nullable(),
  /** The number of good backups to keep. */
  keep: z.int(),
  /** A folder, or `s3://bucket/prefix`. */
  where: z.string(),
  /** Whether BACKUP_PASSPHRASE is set. Without a passphrase, backups exclude the installation's secret. */
  sealsSecret: z.boolean(),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

export const Backups = z.object({
  /** At most 100 backups, newest first. Excludes a requested backup that has not started. */
  backups: z.array(Backup),
  /** The newest `checked` backup. */
  last: Backup.nullable(),
  /** Whether a backup is requested or in progress. */
  isRunning: z.boolean(),
  /** Whether the last good backup is older than the schedule allows, or none exists although one was due. */
  isOverdue: z.boolean(),
  schedule: BackupSchedule,
})
export type Backups = z.infer<typeof Backups>

export const backupEndpoints = {
  'GET /api/admin/backups': {
    summary: 'Lists the backups of this installation, with their schedule.',
    access: 'admin',
    scope: null,
    answer: Backups,
  },
  'POST /api/admin/backups': {
    summary:
      'Asks for a backup now. A worker makes it in the background, then opens and counts it. Refused while publishing is held, because a copy must not replace backups of its original.',
    access: 'admin',
    scope: null,
    perHour: 30,
    answer: Backups,
    status: 202,
    errors: ['backup_under_way', 'publishing_held'],
  },
  'GET /api/admin/backups/{id}/file': {
    summary:
      "Downloads a backup as a tar archive with all users' data. Needs a password that was entered in the last ten minutes.",
    access: 'admin',
    scope: null,
    answer: null,
    fileTypes: ['application/x-tar'],
    errors: ['password_needed', 'not_found', 'storage_away'],
  },
} as const
