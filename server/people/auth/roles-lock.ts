import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** The number of a PostgreSQL advisory lock: arbitrary, but the same for all role changes. */
const ROLES_LOCK = 7_166_003

/** Makes role changes run one after another, so that at least one admin remains. */
export async function lockRoles(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
}
