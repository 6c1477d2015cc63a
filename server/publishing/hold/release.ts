import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { lockInstallation, type InstallationRow } from '../../installation/installation-row.ts'
import { loseOutcomes, settleFrom } from './lose-outcomes.ts'

/**
 * Resumes publishing with this data. Each post that became due after the data was last in use is looked up first.
 * @returns the installation's row before the release; undefined if publishing was not held
 */
export async function releasePublishing(tx: Queryable, now: Date): Promise<InstallationRow | undefined> {
  const row = await lockInstallation(tx)
  if (!row?.held_since) return undefined
  await loseOutcomes(tx, row.alive_at, row.held_since, now)
  await settleFrom(tx, now)
  await tx.query(sql`
    update installation set held_since = null, held_because = null, alive_at = ${now}, beats = beats + 1, ended_cleanly = false`)
  return row
}
