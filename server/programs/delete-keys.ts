import type { WorkspaceAct } from '#core/workspaces/acts.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'

const DELETED = columns('api_keys', 'user_id', 'created_by', 'client_id', 'name')

/**
 * Deletes API keys and permissions of assistants, and records it in the logs of their workspaces.
 * @param entry the act and the person who acted. Default: the member who created the key revokes it.
 */
export async function deleteKeys(
  tx: Queryable,
  which: Sql,
  now: Date,
  entry: { act?: WorkspaceAct; actorId?: string | null } = {},
): Promise<RowOf<typeof DELETED>[]> {
  const deleted = await tx.query(sql`delete from api_keys where ${which} returning ${DELETED}`)
  for (const { user_id: ownerId, created_by: actorId, client_id: client, name: subject } of deleted) {
    const act = client === null ? 'key_revoked' : 'assistant_revoked'
    await writeLog(tx, ownerId, { act, actorId, subject, ...entry }, now)
  }
  return deleted
}
