import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#core/language.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { WorkspaceAct } from '#core/workspaces/acts.ts'
import type { Team, Workspace, WorkspaceChange, WorkspaceEvent } from '#core/workspaces/contract.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, list } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'
import { writeLog } from '../events/workspace-log.ts'
import { invalid } from '../posts/checks.ts'
import { pauseUserPosts } from '../posts/transitions/postpone.ts'
import { lockWorkspace, refuseTooManyWorkspaces, requireRole } from './access.ts'
import { invitationsOf } from './invitations.ts'
import { membersOf } from './members.ts'
import type { WorkspaceParts } from './parts.ts'

/**
 * Posts of a deleted workspace stay unpublished a day longer than the deletion takes, as for accounts (`GRACE_MS` in
 * delete-account.ts).
 */
const DELETED_AFTER_MS = 14 * 24 * 3_600_000
const HELD_LONGER_MS = 24 * 3_600_000
const SHOWN_EVENTS = 200

/** Creates a workspace with the user as its owner. @throws AppError too_many_workspaces */
export async function createWorkspace(
  { database, clock }: WorkspaceParts,
  user: User,
  name: string,
): Promise<Workspace> {
  const [id, now] = [randomUUID(), clock.now()]
  return await database.transaction(async (tx) => {
    await refuseTooManyWorkspaces(tx, user.id)
    // Use an address that receives no mail. Without a password or a sign-in service, no sign-in as the workspace is
    // possible.
    await tx.query(sql`
      insert into users (id, email, first_name, last_name, preferred_language, time_zone, email_confirmed_at, created_at)
      values (${id}, ${`${id}@workspace.invalid`}, ${name}, '', ${user.preferredLanguage}, ${user.timeZone}, ${now}, ${now})`)
    await tx.query(sql`insert into workspaces (id, created_at) values (${id}, ${now})`)
    await tx.query(sql`
      insert into members (workspace_id, user_id, role, since) values (${id}, ${user.id}, 'owner', ${now})`)
    await writeLog(tx, id, { act: 'created', actorId: user.id, subject: name }, now)
    return await requireRole(tx, user.id, id, 'owner')
  })
}

/** @throws AppError not_found */
export async function readTeam(parts: WorkspaceParts, userId: string, id: string): Promise<Team> {
  const { database, clock, config } = parts
  const workspace = await requireRole(database, userId, id, 'viewer')
  const invitations = workspace.role === 'owner' ? await invitationsOf(database, id, clock.now()) : []
  const members = await membersOf(database, id)
  return { ...workspace, members, invitations, sendsMail: config.smtpUrl !== undefined }
}

/**
 * Changes the name of a workspace, the members whose posts need approval, or how late posts may be published. @throws
 * AppError not_found, forbidden
 */
export async function changeWorkspace(
  { database, clock }: WorkspaceParts,
  user: User,
  id: string,
  { name, approval, lateAfterMinutes }: WorkspaceChange,
): Promise<Workspace> {
  const now = clock.now()
  return await database.transaction(async (tx) => {
    await lockWorkspace(tx, id)
    const workspace = await requireRole(tx, user.id, id, 'owner')
    if (name !== undefined && name !== workspace.name) {
      await tx.query(sql`update users set first_name = ${name} where id = ${id}`)
      await writeLog(tx, id, { act: 'renamed', actorId: user.id, subject: name }, now)
    }
    if (approval && !isDeepStrictEqual(approval, workspace.approval)) {
      await tx.query(sql`
        update workspaces set approval = ${approval.of}, approval_platforms = ${approval.platforms} where id = ${id}`)
      await writeLog(tx, id, { act: 'approval_changed', actorId: user.id, subject: approval.of }, now)
    }
    if (lateAfterMinutes !== undefined && lateAfterMinutes !== workspace.lateAfterMinutes) {
      await tx.query(sql`update users set late_after_minutes = ${lateAfterMinutes} where id = ${id}`)
      await writeLog(tx, id, { act: 'late_limit_changed', actorId: user.id, subject: String(lateAfterMinutes) }, now)
    }
    await tx.query(settingsChanged(id, now))
    return await requireRole(tx, user.id, id, 'owner')
  })
}

/**
 * Locks all members out of the workspace. The job that deletes accounts deletes the content later.
 * @param name the name of the workspace, as confirmation
 * @throws AppError not_found, forbidden, validation_failed
 */
export async function deleteWorkspace(
  { database, clock }: WorkspaceParts,
  userId: string,
  id: string,
  name: string,
  language: Language,
): Promise<void> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + DELETED_AFTER_MS)
  await database.transaction(async (tx) => {
    const workspace = await requireRole(tx, userId, id, 'owner')
    if (workspace.name !== name.trim()) throw invalid('name', 'other_name', language)
    await tx.query(sql`update users set deletion_due_at = ${dueAt} where id = ${id}`)
    await pauseUserPosts(tx, id, new Date(dueAt.getTime() + HELD_LONGER_MS), now)
    await tx.query(settingsChanged(id, now))
  })
}

/** @throws AppError not_found, forbidden */
export async function readLog(on: Queryable, userId: string, id: string): Promise<WorkspaceEvent[]> {
  await requireRole(on, userId, id, 'owner')
  const rows = await on.query(sql`
    select ${list(columns('workspace_log', 'id', 'at', 'act', 'actor_id', 'actor_name', 'subject', 'role'))} from workspace_log
    where workspace_id = ${id} order by id desc limit ${SHOWN_EVENTS}`)
  const actors = await on.query(sql`
    select ${columns('users', 'id', 'first_name', 'last_name')} from users
    where id = any(${rows.flatMap(({ actor_id: actor }) => actor ?? [])}::uuid[])`)
  const names = new Map(actors.map((actor) => [actor.id, `${actor.first_name} ${actor.last_name}`.trim()]))
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    act: row.act as WorkspaceAct,
    actor: names.get(row.actor_id ?? '') ?? row.actor_name,
    subject: row.subject,
    role: row.role as Role | null,
  }))
}
