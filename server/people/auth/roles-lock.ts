import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** Any number works; it only has to be the same for all who change who may administer. */
const ROLES_LOCK = 7_166_003

/** Whoever changes who administrates, or leaves, waits here for others who do: so one always stays. */
export async function waitForRoles(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
}
