import type { BackupTimes } from '../../config.ts'

const HOUR_MS = 3_600_000
/** After a backup that failed, the next one waits this long at most. */
const RETRY_MS = HOUR_MS

export interface BackupTurns {
  /** When the last good backup was made. */
  lastGood: Date | undefined
  /** When the last one was begun, good or not. */
  lastBegun: Date | undefined
  /** Since when this installation makes backups: no backup was due before. */
  since: Date
}

/** When the next backup is due, in the past if one is overdue. A failed one is repeated within an hour. */
export function nextBackupAt(times: BackupTimes, { lastGood, lastBegun, since }: BackupTurns): Date {
  const next = lastGood ? turnAfter(times, lastGood) : firstTurn(times, since)
  const hasFailed = lastBegun !== undefined && (!lastGood || lastBegun > lastGood)
  if (!hasFailed) return next
  const again = new Date(lastBegun.getTime() + Math.min(RETRY_MS, times.everyHours * HOUR_MS))
  return again > next ? again : next
}

/** Whether the last good backup is older than one and a half intervals, or none is there although two were due. */
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
  // One that an administrator made shortly before does not replace the night's.
  if (next.getTime() <= last.getTime()) next.setDate(next.getDate() + 1)
  return next
}
