import type { WorkspaceAct } from '#core/workspaces/acts.ts'
import type { Role } from '#core/workspaces/role.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'

/** Adds an entry to the workspace's log, in the transaction of the act. */
export async function writeLog(
  tx: Queryable,
  workspaceId: string,
  entry: { act: WorkspaceAct; actorId: string | null; subject: string; role?: Role },
  now: Date,
): Promise<void> {
  requireTransaction()
  await tx.query(sql`
    insert into workspace_log (workspace_id, at, act, actor_id, subject, role)
    values (${workspaceId}, ${now}, ${entry.act}, ${entry.actorId}, ${entry.subject}, ${entry.role ?? null})`)
}
