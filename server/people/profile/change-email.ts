import { AppError } from '#core/errors.ts'
import { grantNamedRoles } from '../auth/admission.ts'
import type { AuthParts, LinkParts } from '../auth/auth-parts.ts'
import { violatedConstraint, type Queryable } from '../../db/database.ts'
import sql, { columns, computed } from '../../db/sql.ts'
import type { SignedIn } from '../../http/caller.ts'
import { translator } from '../../messages.ts'
import { newToken } from '../../secrets.ts'

const DAY_MS = 24 * 3_600_000
export const CHANGE_LIFE_MS = DAY_MS
/** Limits a user's email changes, because the mails may go to other people's addresses. */
const MAX_PER_DAY = 5

/**
 * Mails a link to the new address. The old address stays valid until the link is used and, if confirmed, gets a notice.
 * Replaces an earlier request.
 * @throws AppError email_taken, too_many_requests
 */
export async function requestEmailChange(
  { database, clock, config, secrets, throttle, mails }: AuthParts,
  { user }: SignedIn,
  email: string,
): Promise<void> {
  const [owner] = await database.query(sql`select ${columns('users', 'id')} from users where email = ${email}`)
  if (owner) throw new AppError('email_taken')
  await throttle.spend(`change-email:${user.id}`, MAX_PER_DAY, DAY_MS)
  const [token, until] = [newToken(), new Date(clock.now().getTime() + CHANGE_LIFE_MS)]
  const t = translator(user.preferredLanguage)
  // The mail contains no text that the user typed, because the address may belong to another person.
  const link = `${config.publicUrl}/change-email?token=${token}`
  const asks = { to: email, subject: t('mail.newEmail.subject'), text: t('mail.newEmail.text', { link }), link }
  const forgot = `${config.publicUrl}/auth?mode=forgot`
  const [subject, text] = [t('mail.emailWanted.subject'), t('mail.emailWanted.text', { link: forgot })]
  await mails.open()
  await database.transaction(async (tx) => {
    await tx.query(sql`
      insert into email_changes (user_id, email, token_hash, expires_at)
      values (${user.id}, ${email}, ${secrets.tokenHash(token)}, ${until})
      on conflict (user_id) do update set
        email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
    await mails.add(tx, asks, { page: 'change-email', token })
    if (user.emailConfirmed) await mails.add(tx, { to: user.email, subject, text, link: forgot })
  })
}

/** Finds the old and new address of a link; undefined when the link is invalid or expired. */
export async function findEmailChange(
  { database, clock, secrets }: LinkParts,
  token: string,
): Promise<{ email: string; formerEmail: string } | undefined> {
  const [wanted] = await database.query(sql`
    select ${columns('email_changes', 'email')}, ${computed('former_email', 'text', sql`users.email`)}
    from email_changes join users on users.id = user_id
    where token_hash = any(${secrets.tokenHashes(token)}) and expires_at > ${clock.now()}`)
  return wanted && { email: wanted.email, formerEmail: wanted.former_email ?? '' }
}

/**
 * Switches to the new address, which the link confirms, and mails the old one.
 * @throws AppError invalid_token, email_taken
 */
export async function confirmEmailChange(
  { database, clock, config, secrets, mails }: AuthParts,
  token: string,
): Promise<void> {
  await mails.open()
  await database
    .transaction(async (tx) => {
      const now = clock.now()
      const [wanted] = await tx.query(sql`
        delete from email_changes where token_hash = any(${secrets.tokenHashes(token)}) and expires_at > ${now}
        returning ${columns('email_changes', 'user_id', 'email')}`)
      if (!wanted) throw new AppError('invalid_token')
      const [before] = await tx.query(sql`
        select ${columns('users', 'email', 'email_confirmed_at', 'preferred_language')} from users
        where id = ${wanted.user_id} for update`)
      await tx.query(sql`
        update users set email = ${wanted.email}, email_confirmed_at = ${now} where id = ${wanted.user_id}`)
      await grantNamedRoles(tx, config.adminEmails, now)
      // Invalidate password reset links that went to the old address.
      await tx.query(sql`delete from password_resets where user_id = ${wanted.user_id}`)
      if (!before?.email_confirmed_at) return
      const t = translator(before.preferred_language)
      const link = config.publicUrl
      const [subject, text] = [t('mail.emailChanged.subject'), t('mail.emailChanged.text', { link })]
      await mails.add(tx, { to: before.email, subject, text, link })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'users_email_key' ? new AppError('email_taken') : error
    })
}

/** Cancels a pending change of the email address and invalidates its link. */
export async function cancelEmailChange(on: Queryable, userId: string): Promise<void> {
  await on.query(sql`delete from email_changes where user_id = ${userId}`)
}

export async function findPendingEmail(on: Queryable, userId: string, now: Date): Promise<string | null> {
  const [wanted] = await on.query(sql`
    select ${columns('email_changes', 'email')} from email_changes where user_id = ${userId} and expires_at > ${now}`)
  return wanted?.email ?? null
}

export async function deleteExpiredEmailChanges(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from email_changes where expires_at <= ${now}`)
}
