import { AppError } from '#core/errors.ts'
import type { Mail } from '../../adapters/mail/mailer.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import { translator } from '../../messages.ts'
import { newToken, type Secrets } from '../../secrets.ts'
import { countLinkRequest, callerOf, clearAttempts } from './attempts.ts'
import { workspacesOf } from '../../workspaces/access.ts'
import { refuseWeakPassword } from './guessable-passwords.ts'
import { grantNamedRoles } from './admission.ts'
import type { AuthParts, LinkParts } from './auth-parts.ts'
import { endAccess } from './end-access.ts'
import { passwordChangedMail } from './password-mail.ts'
import { deleteSecondSteps, twoFactorSince } from '../two-factor/store.ts'
import { endSessions, USER_COLUMNS, type UserRow } from './sessions.ts'

export const RESET_LIFE_MS = 3_600_000

export function passwordResetRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, secrets, browsers, throttle, mails, passwords } = parts

  handle('POST /api/forgot-password', async ({ body, language, request }) => {
    // The mail job looks up the address later. Response time and errors must not reveal which accounts exist.
    const browser = browsers.find(request)
    const isOwn = browser !== undefined && (await hasEmail(database, browser.userId, body.email))
    const caller = callerOf(request, browsers, body.email, isOwn ? browser.userId : undefined)
    const mayMail = await countLinkRequest(throttle, caller)
    if (mayMail) {
      await mails.open()
      await mails.addReset(database, body.email, clock.now())
    }
    return { message: translator(language)('mail.reset.answer') }
  })

  handle('POST /api/reset-password', async ({ body, language, reply }) => {
    const hashes = secrets.tokenHashes(body.token)
    // Look up the token before the slow password hash, so that invalid tokens cost little time.
    const owner = await findPasswordReset(parts, body.token)
    if (!owner) throw new AppError('invalid_token')
    const { email, first_name: firstName, last_name: lastName } = owner
    const workspaces = (await workspacesOf(database, owner.id)).map(({ name }) => name)
    await refuseWeakPassword(body.password, { email, firstName, lastName, workspaces }, language)
    const passwordHash = await passwords.hash(body.password)
    await mails.open()
    await database.transaction(async (tx) => {
      const used = await tx.query(sql`
        delete from password_resets where token_hash = any(${hashes}) and expires_at > ${clock.now()} returning user_id`)
      if (used.length === 0) throw new AppError('invalid_token')
      await tx.query(sql`
        update users set password_hash = ${passwordHash}, password_changed_at = ${clock.now()}, email_confirmed_at = coalesce(email_confirmed_at, ${clock.now()})
        where id = ${owner.id}`)
      await tx.query(sql`delete from password_resets where user_id = ${owner.id}`)
      // Cancel email changes, because an attacker with the old password may have requested one.
      await tx.query(sql`delete from email_changes where user_id = ${owner.id}`)
      await endSessions(tx, sql`user_id = ${owner.id}`, clock.now())
      await deleteSecondSteps(tx, owner.id)
      await grantNamedRoles(tx, config.adminEmails, clock.now())
      const ended = await endAccess(tx, owner.id, 'reset', clock.now())
      await mails.add(tx, passwordChangedMail(owner, ended, config.publicUrl))
    })
    await clearAttempts(throttle, email)
    // With two-factor sign-in, access to the mailbox alone does not make a browser known.
    if (!(await twoFactorSince(database, owner.id))) browsers.remember(owner.id, reply)
    return { message: translator(language)('mail.reset.done') }
  })
}

async function hasEmail(on: Queryable, userId: string, email: string): Promise<boolean> {
  const [user] = await on.query(sql`select ${columns('users', 'email')} from users where id = ${userId}`)
  return user?.email === email
}

export async function deleteExpiredResets(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from password_resets where expires_at <= ${now}`)
}

/** Finds the user of a reset link; undefined when the link is invalid or expired. */
export async function findPasswordReset(
  { database, clock, secrets }: LinkParts,
  token: string,
): Promise<UserRow | undefined> {
  const [owner] = await database.query(sql`
    select ${USER_COLUMNS} from password_resets join users on users.id = user_id
    where token_hash = any(${secrets.tokenHashes(token)}) and expires_at > ${clock.now()}`)
  return owner
}

/** Creates and mails a reset link if the address has an account. Skips requests older than an hour. */
export async function mailReset(
  { database, clock, secrets, mails, publicUrl }: LinkParts & { mails: MailQueue; publicUrl: () => string },
  { email, askedAt }: { email: string; askedAt: Date },
): Promise<void> {
  const [token, now] = [newToken(), clock.now()]
  if (now.getTime() - askedAt.getTime() >= RESET_LIFE_MS) return
  await database.transaction(async (tx) => {
    const [owner] = await tx.query(sql`
      with made as (
        insert into password_resets (token_hash, user_id, expires_at)
        select ${secrets.tokenHash(token)}, id, ${new Date(now.getTime() + RESET_LIFE_MS)} from users
        where email = ${email} and (password_changed_at is null or password_changed_at <= ${askedAt})
        returning user_id)
      select ${USER_COLUMNS} from made join users on users.id = made.user_id`)
    if (!owner) return
    await mails.add(tx, resetMail(owner, resetLink(publicUrl(), token)), { page: 'reset-password', token })
  })
}

const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset-password?token=${token}`

/**
 * The mail with a link to reset a password. It contains no name, because the person who chose it may not own this
 * address.
 */
export function resetMail(owner: UserRow, link: string): Mail {
  const t = translator(owner.preferred_language)
  return { to: owner.email, subject: t('mail.reset.subject'), text: t('mail.reset.text', { link }), link }
}

/** Creates a reset link without mailing it. */
export async function makeResetLink(
  tx: Queryable,
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
  userId: string,
  now: Date,
): Promise<string> {
  const token = newToken()
  await tx.query(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    values (${secrets.tokenHash(token)}, ${userId}, ${new Date(now.getTime() + RESET_LIFE_MS)})`)
  return resetLink(publicUrl, token)
}
