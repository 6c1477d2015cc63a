import { AppError } from '#core/errors.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, isTrue, type RowOf } from '../db/sql.ts'

const ROW = columns('installation', 'place', 'alive_at', 'beats', 'ended_cleanly', 'held_since', 'held_because')
export type InstallationRow = RowOf<typeof ROW>

export async function readInstallation(on: Queryable): Promise<InstallationRow | undefined> {
  const [row] = await on.query(sql`select ${ROW} from installation`)
  return row
}

/** Locks the installation's row until the transaction ends, so that no other process stops or resumes publishing. */
export async function lockInstallation(tx: Queryable): Promise<InstallationRow | undefined> {
  const [row] = await tx.query(sql`select ${ROW} from installation for update`)
  return row
}

/**
 * Whether publishing is held. If the row is missing, a restore of the database is under way, and publishing is held
 * too.
 */
export async function isPublishingHeld(on: Queryable): Promise<boolean> {
  const [row] = await on.query(sql`
    select ${isTrue('isHeld', sql`not exists (select from installation where held_since is null)`)}`)
  return row?.isHeld ?? true
}

/** @throws AppError publishing_held */
export async function refuseWhileHeld(on: Queryable): Promise<void> {
  if (await isPublishingHeld(on)) throw new AppError('publishing_held')
}
