import { AppError } from '#core/errors.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Member } from '#core/workspaces/contract.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, list, type RowOf } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'
import { writeLog } from '../events/workspace-log.ts'
import { deleteKeys } from '../programs/delete-keys.ts'
import { lockWorkspace, requireRole } from './access.ts'
import type { WorkspaceParts } from './parts.ts'

const MEMBER = list(
  columns('members', 'user_id', 'role', 'since'),
  columns('users', 'first_name', 'last_name', 'email'),
)

const toMember = (row: RowOf<typeof MEMBER>): Member => ({
  userId: row.user_id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  role: row.role,
  since: row.since.toISOString(),
})

export async function membersOf(on: Queryable, workspaceId: string): Promise<Member[]> {
  const rows = await on.query(sql`
    select ${MEMBER} from members join users on users.id = members.user_id
    where workspace_id = ${workspaceId} order by since, user_id`)
  return rows.map(toMember)
}

/** Changes a member's role. @throws AppError not_found, forbidden, last_owner */
export async function changeRole(
  { database, clock }: WorkspaceParts,
  by: User,
  { id, userId }: { id: string; userId: string },
  role: Role,
): Promise<Member> {
  const now = clock.now()
  return await database.transaction(async (tx) => {
    await lockWorkspace(tx, id)
    await requireRole(tx, by.id, id, 'owner')
    const member = await findMember(tx, id, userId)
    if (member.role === role) return member
    if (member.role === 'owner') await refuseLastOwner(tx, id, userId)
    await tx.query(sql`update members set role = ${role} where workspace_id = ${id} and user_id = ${userId}`)
    await writeLog(tx, id, { act: 'role_changed', actorId: by.id, subject: member.email, role }, now)
    await tx.query(settingsChanged(userId, now))
    return { ...member, role }
  })
}

/** Removes a member, or lets the user leave. @throws AppError not_found, forbidden, last_owner */
export async function removeMember(
  { database, clock }: WorkspaceParts,
  by: User,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await lockWorkspace(tx, id)
    await requireRole(tx, by.id, id, by.id === userId ? 'viewer' : 'owner')
    const member = await findMember(tx, id, userId)
    if (member.role === 'owner') await refuseLastOwner(tx, id, userId)
    // Delete OAuth requests before the membership. The exchange of an authorization code locks them in the same order.
    await tx.query(sql`delete from oauth_requests where user_id = ${id} and permitted_by = ${userId}`)
    await tx.query(sql`delete from members where workspace_id = ${id} and user_id = ${userId}`)
    await deleteKeys(tx, sql`user_id = ${id} and created_by = ${userId}`, now, { actorId: by.id })
    // The member's webhooks, feeds and shared reports stop working until a member sets their addresses again, even if
    // the removed member returns.
    await tx.query(sql`update webhooks set set_by = null where user_id = ${id} and set_by = ${userId}`)
    await tx.query(sql`update feeds set set_by = null where user_id = ${id} and set_by = ${userId}`)
    await tx.query(sql`update shared_reports set set_by = null where user_id = ${id} and set_by = ${userId}`)
    const act = by.id === userId ? 'left' : 'removed'
    await writeLog(tx, id, { act, actorId: by.id, subject: member.email }, now)
    await tx.query(settingsChanged(userId, now))
  })
}

async function findMember(tx: Queryable, id: string, userId: string): Promise<Member> {
  const [row] = await tx.query(sql`
    select ${MEMBER} from members join users on users.id = members.user_id
    where workspace_id = ${id} and user_id = ${userId}`)
  if (!row) throw new AppError('not_found')
  return toMember(row)
}

async function refuseLastOwner(tx: Queryable, id: string, userId: string): Promise<void> {
  const others = await tx.query(sql`
    select ${columns('members', 'user_id')} from members where workspace_id = ${id} and user_id <> ${userId} and role = 'owner' limit 1`)
  if (others.length === 0) throw new AppError('last_owner')
}
