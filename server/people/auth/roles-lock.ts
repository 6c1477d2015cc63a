import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** Serializes role changes, so that at least one admin remains. */
export async function lockRoles(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.roles})`)
}
