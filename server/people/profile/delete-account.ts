import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { AuthParts, LinkParts } from '../auth/auth-parts.ts'
import { cancelDeletion } from '../auth/cancel-deletion.ts'
import { lockRoles } from '../auth/roles-lock.ts'
import { endSessions } from '../auth/sessions.ts'
import { isPermissionShared, revokePermission, type AddRevocation } from '../../accounts/revoke-permission.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../../accounts/store.ts'
import type { Mailer } from '../../adapters/mail/mailer.ts'
import type { PlatformClients } from '../../adapters/platforms/all.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import { deleteUnusedPictures, type PictureStoreParts } from '../../media/store-pictures.ts'
import { translator } from '../../messages.ts'
import { discardPrepared } from '../../posts/discard-prepared.ts'
import { findPrepared } from '../../posts/close-attempt.ts'
import { pauseUserPosts } from '../../posts/transitions/postpone.ts'
import type { Secrets } from '../../secrets.ts'
import { cancelEmailChange } from './change-email.ts'
import { eraseOtherRows } from './erase-rows.ts'
import { sweepProfilePictures } from './picture.ts'

/** How long a user can cancel the deletion of the account. */
const GRACE_MS = 14 * 24 * 3_600_000
/** How long posts stay on hold after the planned time of the deletion, so that no worker claims them meanwhile. */
const HELD_LONGER_MS = 24 * 3_600_000
const PICTURES_AT_ONCE = 20

/** The text that the server signs for the link that cancels a deletion. A signed link needs no stored token. */
const signedText = (userId: string, dueAt: number) => `keep ${userId} ${dueAt}`
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Schedules the deletion of an account. Immediately ends all sessions and holds scheduled posts.
 * @returns the time of the deletion
 * @throws AppError last_admin when other users would remain without an admin; owns_workspaces
 */
export async function beginDeletion(
  { database, clock, secrets, config, mails }: AuthParts,
  userId: string,
): Promise<Date> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + GRACE_MS)
  const due = dueAt.getTime()
  const token = [userId, due, secrets.sign(signedText(userId, due))].join('.')
  const link = `${config.publicUrl}/keep-account?token=${token}`
  await mails.open()
  await database.transaction(async (tx) => {
    await assertNotLastAdmin(tx, userId)
    await assertOwnsNoWorkspace(tx, userId)
    const [user] = await tx.query(sql`
      update users set deletion_due_at = ${dueAt} where id = ${userId}
      returning ${columns('users', 'email', 'preferred_language')}`)
    if (!user) throw new AppError('not_found')
    await pauseUserPosts(tx, userId, new Date(due + HELD_LONGER_MS), now)
    await cancelEmailChange(tx, userId)
    await endSessions(tx, sql`user_id = ${userId}`, now)
    const t = translator(user.preferred_language)
    // The mail contains no name, because the address may be unconfirmed and belong to another person.
    const mail = { to: user.email, subject: t('mail.deletion.subject'), text: t('mail.deletion.text', { link }), link }
    await mails.add(tx, mail, { page: 'keep-account', token })
  })
  return dueAt
}

/** Throws when the user is the last active admin. Suspended users and users with a pending deletion do not count. */
async function assertNotLastAdmin(tx: Queryable, userId: string): Promise<void> {
  await lockRoles(tx)
  const left = sql`select from users other where other.id <> users.id`
  const [last] = await tx.query(sql`
    select ${columns('users', 'id')} from users where id = ${userId} and role = 'admin' and exists (${left})
      and not exists (${left} and other.role = 'admin' and other.suspended_at is null and other.deletion_due_at is null)`)
  if (last) throw new AppError('last_admin')
}

/** Throws when a workspace would remain without an owner. */
async function assertOwnsNoWorkspace(tx: Queryable, userId: string): Promise<void> {
  const owned = await tx.query(sql`
    select ${columns('members', 'workspace_id')} from members join users on users.id = members.workspace_id
    where members.user_id = ${userId} and members.role = 'owner' and users.deletion_due_at is null and not exists (
      select from members other where other.workspace_id = members.workspace_id and other.user_id <> ${userId}
        and other.role = 'owner') limit 1`)
  if (owned.length > 0) throw new AppError('owns_workspaces')
}

/** Cancels a deletion by mailed link. @throws AppError invalid_token */
export async function cancelDeletionByLink(parts: LinkParts, token: string): Promise<void> {
  const deletion = await findPendingDeletion(parts, token)
  if (!deletion) throw new AppError('invalid_token')
  await parts.database.transaction((tx) => cancelDeletion(tx, deletion.userId, parts.clock.now()))
}

/** Finds the deletion that a link cancels; undefined when the link is invalid or expired. */
export async function findPendingDeletion(
  { database, clock, secrets }: LinkParts,
  token: string,
): Promise<{ userId: string; email: string; dueAt: Date } | undefined> {
  const [userId = '', due = '', signature = ''] = token.split('.')
  const isGood = UUID.test(userId) && secrets.isSigned(signedText(userId, Number(due)), signature)
  if (!isGood) return undefined
  const [user] = await database.query(sql`
    select ${columns('users', 'email', 'deletion_due_at')} from users where id = ${userId}`)
  const dueAt = user?.deletion_due_at
  if (!user || dueAt?.getTime() !== Number(due) || dueAt <= clock.now()) return undefined
  return { userId, email: user.email, dueAt }
}

interface PurgeParts extends PictureStoreParts {
  clients: PlatformClients
  secrets: Secrets
  mailer: Pick<Mailer, 'forget'>
  addRevocation: AddRevocation
  log: FastifyBaseLogger
}

export async function nextDeletionAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`select ${computed('next', 'timestamptz', sql`min(deletion_due_at)`)} from users`)
  return row?.next ?? undefined
}

/** Deletes due accounts with all their data. Idempotent and safe to run concurrently. */
export async function deleteDueAccounts(parts: PurgeParts, signal: AbortSignal): Promise<void> {
  const { database, clock } = parts
  const due = await database.query(sql`
    select ${columns('users', 'id')} from users where deletion_due_at <= ${clock.now()} order by deletion_due_at`)
  for (const user of due) {
    if (signal.aborted) return
    await discardAllPrepared(parts, user.id)
    await revokePermissions(parts, user.id, signal)
    const emails = await deleteRows(parts, user.id, clock.now())
    await parts.mailer.forget(emails)
    await deletePicturesWithoutOwner(parts, signal)
  }
}

/** Discards what was uploaded to platforms for posts that were never published. */
async function discardAllPrepared(parts: PurgeParts, userId: string): Promise<void> {
  const posts = await parts.database.query(sql`
    select ${columns('posts p', 'id', 'platform', 'account_id')} from posts p where p.user_id = ${userId} and exists (
      select from publish_attempts a where a.post_id = p.id and a.state = 'prepared' and a.prepared is not null)`)
  for (const post of posts) {
    const prepared = await findPrepared(parts.database, post.id)
    if (prepared) await discardPrepared(parts, post, prepared)
  }
}

/** Revokes the networks' permissions where possible, except those that accounts of other users need. */
async function revokePermissions(parts: PurgeParts, userId: string, signal: AbortSignal): Promise<void> {
  const { database, clients } = parts
  const accounts: AccountRow[] = await database.query(
    sql`select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${userId}`,
  )
  for (const account of accounts)
    if (!(await isPermissionShared(database, clients, account, sql`user_id <> ${userId}`)))
      await revokePermission(parts, account, signal)
}

/** Deletes the user and all other rows about the user. @returns the user's email addresses */
async function deleteRows({ database, secrets }: PurgeParts, userId: string, now: Date): Promise<string[]> {
  return await database.transaction(async (tx) => {
    const accounts = await tx.query(sql`
      select ${columns('social_accounts', 'id', 'remote_id')} from social_accounts where user_id = ${userId}`)
    const pending = await tx.query(
      sql`select ${columns('email_changes', 'email')} from email_changes where user_id = ${userId}`,
    )
    const [gone] = await tx.query(sql`
      delete from users where id = ${userId} and deletion_due_at <= ${now} returning ${columns('users', 'email')}`)
    if (!gone) return []
    const shared = await tx.query(sql`
      select ${columns('social_accounts', 'remote_id')} from social_accounts
      where remote_id = any(${accounts.map((account) => account.remote_id)})`)
    const emails = [gone.email, ...pending.map(({ email }) => email)]
    const sharedIds = new Set(shared.map((account) => account.remote_id))
    await eraseOtherRows(tx, secrets, {
      id: userId,
      emails,
      accountIds: accounts.map(({ id }) => id),
      remoteIds: accounts.map((account) => account.remote_id).filter((id) => !sharedIds.has(id)),
    })
    return emails
  })
}

/** Deletes pictures whose user is deleted. Their rows stay until the files are gone; the sweep retries failures. */
async function deletePicturesWithoutOwner(parts: PurgeParts, signal: AbortSignal): Promise<void> {
  const orphans = sql`user_id is null and state = 'ready'`
  await sweepProfilePictures(parts, signal)
  while (!signal.aborted && (await deleteUnusedPictures(parts, orphans, PICTURES_AT_ONCE)) > 0);
}
