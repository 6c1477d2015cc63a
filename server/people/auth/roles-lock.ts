import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** Arbitrary, but the same for all changes of roles. */
const ROLES_LOCK = 7_166_003

/** Serializes changes of admins, so that at least one remains. */
export async function lockRoles(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
}
