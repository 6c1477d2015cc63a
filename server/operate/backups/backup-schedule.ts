import type { BackupTimes } from '../../variable-formats.ts'

const HOUR_MS = 3_600_000
/** The pause between a failed backup and the next attempt. */
const RETRY_MS = HOUR_MS

interface BackupTurns {
  /** When the last good backup was made. */
  lastGood: Date | undefined
  /** When the latest backup was begun, whether it succeeded or not. */
  lastBegun: Date | undefined
  /** The time since which this installation makes backups. No backup was due earlier. */
  since: Date
}

/**
 * When the next backup is due; a time in the past if a backup is overdue. After a failed attempt, an overdue backup
 * waits for an hour.
 */
export function nextBackupAt(times: BackupTimes, { lastGood, lastBegun, since }: BackupTurns): Date {
  const next = lastGood ? turnAfter(times, lastGood) : firstTurn(times, since)
  const hasFailed = lastBegun !== undefined && (!lastGood || lastBegun > lastGood)
  if (!hasFailed) return next
  const again = new Date(lastBegun.getTime() + Math.min(RETRY_MS, times.everyHours * HOUR_MS))
  return again > next ? again : next
}

/**
 * Whether the last good backup is older than one and a half intervals and an hour. Without a good backup, the age
 * counts from `since`.
 */
export function isOverdue(times: BackupTimes, { lastGood, since }: BackupTurns, now: Date): boolean {
  return now.getTime() - (lastGood ?? since).getTime() > 1.5 * times.everyHours * HOUR_MS + HOUR_MS
}

function firstTurn(times: BackupTimes, since: Date): Date {
  return times.at === undefined ? since : turnAfter(times, since)
}

function turnAfter({ everyHours, at }: BackupTimes, last: Date): Date {
  if (at === undefined) return new Date(last.getTime() + everyHours * HOUR_MS)
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const next = new Date(last)
  next.setHours(hour, minute, 0, 0)
  // A backup at an administrator's request shortly before the daily time does not replace the daily backup.
  if (next.getTime() <= last.getTime()) next.setDate(next.getDate() + 1)
  return next
}
