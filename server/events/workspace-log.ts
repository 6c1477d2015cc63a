import type { WorkspaceAct } from '#core/workspaces/acts.ts'
import type { Role } from '#core/workspaces/role.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'

/**
 * Adds an entry to the workspace's log. Call it in the transaction of the logged action.
 * @param ownerId the owner of the content. A user has no log, so the user's own acts are not recorded.
 */
export async function writeLog(
  tx: Queryable,
  ownerId: string,
  entry: { act: WorkspaceAct; actorId: string | null; guest?: string | undefined; subject: string; role?: Role },
  now: Date,
): Promise<void> {
  requireTransaction()
  await tx.query(sql`
    insert into workspace_log (workspace_id, at, act, actor_id, actor_name, subject, role)
    select id, ${now}::timestamptz, ${entry.act}::text, ${entry.actorId}::uuid, ${entry.guest ?? null}::text, ${entry.subject}::text, ${entry.role ?? null}::text
    from workspaces where id = ${ownerId}`)
}
