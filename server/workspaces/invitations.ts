import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Workspace, WorkspaceInvitation } from '#core/workspaces/contract.ts'
import { INVITATION_DAYS, MAX_MEMBERS } from '#core/workspaces/limits.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list, type RowOf, type Sql } from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'
import { translator } from '../messages.ts'
import { newToken } from '../secrets.ts'
import { lockWorkspace, refuseTooManyWorkspaces, requireRole } from './access.ts'
import type { WorkspaceParts } from './parts.ts'

const INVITATION = columns('workspace_invitations', 'id', 'email', 'role', 'expires_at')

const toInvitation = (row: RowOf<typeof INVITATION>): WorkspaceInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  expiresAt: row.expires_at.toISOString(),
})

/**
 * SQL condition: an invitation has not expired, and its inviter may still invite. Otherwise a removed owner could return
 * by their own invitation.
 */
const isPending = (now: Date): Sql => sql`(
  workspace_invitations.expires_at > ${now} and exists (
    select from members m join users u on u.id = m.user_id
    where m.workspace_id = workspace_invitations.workspace_id and m.user_id = workspace_invitations.invited_by
      and m.role = 'owner' and u.suspended_at is null))`

/** The pending invitations of a workspace, newest first. */
export async function invitationsOf(on: Queryable, workspaceId: string, now: Date): Promise<WorkspaceInvitation[]> {
  const rows = await on.query(sql`
    select ${INVITATION} from workspace_invitations where workspace_id = ${workspaceId} and ${isPending(now)}
    order by created_at desc, id`)
  return rows.map(toInvitation)
}

/**
 * Creates an invitation, and mails it if it is for one address. A new invitation replaces one for the same address.
 * @throws AppError not_found, forbidden, already_member, too_many_invitations
 */
export async function invite(
  { database, clock, config, secrets, mails }: WorkspaceParts,
  by: User,
  id: string,
  { email, role }: { email: string | null; role: Role },
): Promise<{ invitation: WorkspaceInvitation; link: string; isMailed: boolean }> {
  const [token, now] = [newToken(), clock.now()]
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000)
  const link = `${config.publicUrl}/join?token=${token}`
  await mails.open()
  const invitation = await database.transaction(async (tx) => {
    await lockWorkspace(tx, id)
    const workspace = await requireRole(tx, by.id, id, 'owner')
    if (email !== null) await refuseMember(tx, id, email)
    if (email !== null)
      await tx.query(sql`delete from workspace_invitations where workspace_id = ${id} and email = ${email}`)
    await refuseTooMany(tx, id, now, 1)
    const [made] = await tx.query(sql`
      insert into workspace_invitations (workspace_id, token_hash, email, role, invited_by, created_at, expires_at)
      values (${id}, ${secrets.tokenHash(token)}, ${email}, ${role}, ${by.id}, ${now}, ${expiresAt})
      returning ${INVITATION}`)
    if (!made) throw new Error('The invitation was not returned')
    await writeLog(tx, id, { act: 'invited', actorId: by.id, subject: email ?? '', role }, now)
    if (email !== null) {
      const t = translator(by.preferredLanguage)
      const values = { name: isolate(workspace.name), link }
      const [subject, text] = [t('mail.workspace.subject', { name: workspace.name }), t('mail.workspace.text', values)]
      await mails.add(tx, { to: email, subject, text, link })
    }
    return made
  })
  return { invitation: toInvitation(invitation), link, isMailed: email !== null && config.smtpUrl !== undefined }
}

/** Revokes a pending invitation. @throws AppError not_found, forbidden */
export async function revokeInvitation(
  { database, clock }: WorkspaceParts,
  by: User,
  id: string,
  invitationId: string,
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await requireRole(tx, by.id, id, 'owner')
    const [revoked] = await tx.query(sql`
      delete from workspace_invitations where id = ${invitationId} and workspace_id = ${id} and ${isPending(now)}
      returning ${INVITATION}`)
    if (!revoked) throw new AppError('not_found')
    await writeLog(tx, id, { act: 'invitation_revoked', actorId: by.id, subject: revoked.email ?? '' }, now)
  })
}

/**
 * Reads the workspace and role that an invitation link offers. @throws AppError invalid_token, invitation_for_another
 */
export async function readInvitation(
  parts: WorkspaceParts,
  user: User,
  token: string,
): Promise<{ name: string; role: Role; invitedBy: string }> {
  const { role, name, inviter } = await findInvitation(parts, parts.database, user, token)
  return { name, role, invitedBy: inviter.trim() }
}

/**
 * Makes the user a member. An existing member who opens another invitation keeps the current role.
 * @throws AppError invalid_token, invitation_for_another, too_many_workspaces, too_many_invitations
 */
export async function acceptInvitation(parts: WorkspaceParts, user: User, token: string): Promise<Workspace> {
  const now = parts.clock.now()
  return await parts.database.transaction(async (tx) => {
    const { id: invitationId, workspace_id: id, role } = await findInvitation(parts, tx, user, token)
    await lockWorkspace(tx, id)
    // Check again under the lock, because another request may have used or ended the invitation.
    const used = await tx.query(sql`
      delete from workspace_invitations where id = ${invitationId} and ${isPending(now)}
      returning ${columns('workspace_invitations', 'id')}`)
    if (used.length === 0) throw new AppError('invalid_token')
    const [member] = await tx.query(sql`
      select ${columns('members', 'role')} from members where workspace_id = ${id} and user_id = ${user.id}`)
    if (member) return await requireRole(tx, user.id, id, 'viewer')
    await refuseTooMany(tx, id, now, 1)
    await refuseTooManyWorkspaces(tx, user.id)
    await tx.query(sql`
      insert into members (workspace_id, user_id, role, since) values (${id}, ${user.id}, ${role}, ${now})`)
    await writeLog(tx, id, { act: 'joined', actorId: user.id, subject: user.email, role }, now)
    return await requireRole(tx, user.id, id, 'viewer')
  })
}

const OFFER = list(
  columns('workspace_invitations', 'id', 'workspace_id', 'email', 'role'),
  columns('users', 'first_name as name'),
  computed('inviter', 'text', sql`inviters.first_name || ' ' || inviters.last_name`, ''),
)

async function findInvitation({ clock, secrets }: WorkspaceParts, on: Queryable, user: User, token: string) {
  const [offer] = await on.query(sql`
    select ${OFFER} from workspace_invitations
      join users on users.id = workspace_invitations.workspace_id
      join users inviters on inviters.id = workspace_invitations.invited_by
    where token_hash = any(${secrets.tokenHashes(token)}) and ${isPending(clock.now())} and users.deletion_due_at is null`)
  if (!offer) throw new AppError('invalid_token')
  if (offer.email !== null && offer.email !== user.email) throw new AppError('invitation_for_another')
  return offer
}

async function refuseMember(tx: Queryable, id: string, email: string): Promise<void> {
  const known = await tx.query(sql`
    select ${columns('members', 'user_id')} from members join users on users.id = members.user_id
    where workspace_id = ${id} and users.email = ${email}`)
  if (known.length > 0) throw new AppError('already_member')
}

/** Limits the number of members and pending invitations together. @throws AppError too_many_invitations */
async function refuseTooMany(tx: Queryable, id: string, now: Date, added: number): Promise<void> {
  const [members] = await tx.query(sql`select ${count('all')} from members where workspace_id = ${id}`)
  const [pending] = await tx.query(sql`
    select ${count('all')} from workspace_invitations where workspace_id = ${id} and ${isPending(now)}`)
  if ((members?.all ?? 0) + (pending?.all ?? 0) + added > MAX_MEMBERS) throw new AppError('too_many_invitations')
}

export async function deleteOldWorkspaceInvitations(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from workspace_invitations where expires_at <= ${now}`)
}
