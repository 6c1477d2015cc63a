import { AppError } from '#core/errors.ts'
import { MAX_WORKSPACES } from '#core/workspaces/limits.ts'
import type { Workspace } from '#core/workspaces/contract.ts'
import { includesRole, type Role } from '#core/workspaces/role.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql, { columns, list, type RowOf } from '../db/sql.ts'

const WORKSPACE = list(
  columns(
    'users',
    'id',
    'first_name as name',
    'late_after_minutes as lateAfterMinutes',
    'suspension_reason as suspensionReason',
  ),
  columns('members', 'role'),
  columns('workspaces', 'approval', 'approval_platforms'),
)
const FROM = sql`members join users on users.id = members.workspace_id join workspaces on workspaces.id = members.workspace_id`

const toWorkspace = ({
  id,
  name,
  role,
  approval,
  approval_platforms: platforms,
  lateAfterMinutes,
  suspensionReason,
}: RowOf<typeof WORKSPACE>): Workspace => ({
  id,
  name,
  role,
  approval: { of: approval, platforms },
  lateAfterMinutes,
  suspensionReason,
})

/** The user's workspaces, without those that are being deleted. */
export async function workspacesOf(on: Queryable, userId: string): Promise<Workspace[]> {
  const rows = await on.query(sql`
    select ${WORKSPACE} from ${FROM}
    where members.user_id = ${userId} and users.deletion_due_at is null order by users.id`)
  return rows.map(toWorkspace)
}

/**
 * Finds a workspace of the user.
 * @throws AppError not_found if the user is not a member, forbidden if the user's role is below `least`
 */
export async function requireRole(on: Queryable, userId: string, id: string, least: Role): Promise<Workspace> {
  const [found] = await on.query(sql`
    select ${WORKSPACE} from ${FROM}
    where members.workspace_id = ${id} and members.user_id = ${userId} and users.deletion_due_at is null`)
  if (!found) throw new AppError('not_found')
  if (!includesRole(found.role, least)) throw new AppError('forbidden')
  return toWorkspace(found)
}

/** Locks the user's row, so that concurrent calls do not exceed the limit. @throws AppError too_many_workspaces */
export async function refuseTooManyWorkspaces(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for update`)
  if ((await workspacesOf(tx, userId)).length >= MAX_WORKSPACES)
    throw new AppError('too_many_workspaces', { values: { limit: MAX_WORKSPACES } })
}

/** Serializes changes of a workspace's members, so that an owner always remains. */
export async function lockWorkspace(tx: Queryable, id: string): Promise<void> {
  requireTransaction()
  await tx.query(sql`select from workspaces where id = ${id} for update`)
}
